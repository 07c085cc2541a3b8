internal import CFiles
internal import Foundation

/// A file that is made under another name and gets its own when it is whole: there is either none or a complete one, whenever the
/// process is killed, and nothing that is there is overwritten.
///
/// This is the module's door to the C library's calls that make and rename files.
struct NewFile {
  /// Where it is made, in the same folder.
  let draft: String
  private let path: String

  /// Why it could not be made.
  enum Problem: Error, Equatable {
    /// There is something at the path, or came there meanwhile.
    case taken
    /// The system refused; its error number.
    case refused(code: Int32)
  }

  init(at path: String) {
    self.path = path
    // Short: with what SQLite puts behind it, it takes 21 of the 255 bytes that a name may have.
    draft = path + ".new-" + UUID().uuidString.prefix(8)
  }

  /// Makes the draft: an empty file that nobody but this user can read, from its first moment on.
  func begin() throws(Problem) {
    guard unsafe hunch_make_private_file(draft) == 0 else { throw .refused(code: errno) }
  }

  /// Gives the draft its name.
  func finish() throws(Problem) {
    guard unsafe hunch_rename_exclusively(draft, path) != 0 else { return }
    let code = errno
    throw code == EEXIST ? .taken : .refused(code: code)
  }

  /// Removes the draft, if it is there still, and what SQLite keeps beside it.
  func remove() {
    for suffix in [""] + StoreFile.journals { try? FileManager.default.removeItem(atPath: draft + suffix) }
  }
}
