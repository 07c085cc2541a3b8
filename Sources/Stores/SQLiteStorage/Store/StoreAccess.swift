internal import Foundation

/// Makes sure that nobody else can read a store, or put something else in its place.
///
/// - *Files* (the store, and what SQLite keeps beside it): of this user, and closed to all others,
///   mode 0600. SQLite makes its journals with the mode of the store.
/// - *The folder*: of this user or of root, and others may not write in it, or they could put
///   another file there. If it has the sticky bit, as `/tmp` has, they can put something beside the
///   store, but not in its place; and what lies beside it is checked. Others may list a folder, for
///   a store may lie anywhere (`--store ./x.sqlite`), and what it holds is closed to them. Only the
///   folder that Hunch makes by default, which has nothing else in it, is closed, mode 0700,
///   whenever it is found open: the time of a file's last change tells when somebody was active.
///
/// Root may open the stores of others, as SQLite then gives what it makes to the store's owner.
/// Folders above are not looked at: who may change those has the whole account.
struct StoreAccess {
  let file: StoreFile

  private static let (othersMayAnything, othersMayWrite, isSticky) = (0o077, 0o022, 0o1000)

  /// Checks files that are there.
  ///
  /// - Throws: ``StoreError``: ``StoreError/Reason/openToOthers(mode:)``,
  ///   ``StoreError/Reason/folderOpenToOthers(mode:)``, ``StoreError/Reason/ownedByAnother``,
  ///   ``StoreError/Reason/notARegularFile``, ``StoreError/Reason/permissionDenied`` or
  ///   ``StoreError/Reason/readOnlyFolder``.
  func check() throws(StoreError) {
    try checkFolder()
    try checkFile(at: file.path)
    for journal in StoreFile.journals { try checkFile(at: file.path + journal) }
    let files = FileManager.default
    guard files.isWritableFile(atPath: file.path) else { throw file.error(.permissionDenied) }
    guard files.isWritableFile(atPath: file.folder) else { throw file.error(.readOnlyFolder) }
  }

  /// Checks the folder of a store that is there, or is to be made.
  func checkFolder() throws(StoreError) {
    guard let folder = Entry(path: file.folder) else { return }
    guard folder.isOurs || folder.owner == 0 else { throw StoreError(.ownedByAnother, at: file.folder) }
    guard folder.mode & Self.othersMayWrite == 0 || folder.mode & Self.isSticky != 0 else {
      throw StoreError(.folderOpenToOthers(mode: folder.mode), at: file.folder)
    }
    guard folder.mode & Self.othersMayAnything != 0, StoreLocation.isInFolderOfItsOwn(file.path) else {
      return
    }
    // If it cannot be closed, it is as good as any other folder.
    try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file.folder)
  }

  private func checkFile(at path: String) throws(StoreError) {
    guard let entry = Entry(path: path) else { return }
    guard entry.type == .typeRegular else { throw StoreError(.notARegularFile, at: path) }
    guard entry.isOurs else { throw StoreError(.ownedByAnother, at: path) }
    guard entry.mode & Self.othersMayAnything == 0 else {
      throw StoreError(.openToOthers(mode: entry.mode), at: path)
    }
  }

  /// The owner and the mode of what is at a path; a link is a link.
  private struct Entry {
    let type: FileAttributeType?
    let mode: Int
    let owner: UInt32

    init?(path: String) {
      guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
      type = attributes[.type] as? FileAttributeType
      mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
      owner = (attributes[.ownerAccountID] as? NSNumber)?.uint32Value ?? .max
    }

    var isOurs: Bool { owner == geteuid() || geteuid() == 0 }
  }
}
