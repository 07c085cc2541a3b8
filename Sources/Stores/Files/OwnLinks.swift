internal import Glibc

/// Following the links on the way to a file that is to be written, as far as they can be trusted.
///
/// In a folder where others may write, somebody can put a link under the name that a file is going
/// to have, and so have any file of the user's replaced. The kernel keeps programs from following
/// it (`fs.protected_symlinks`, see proc(5)), but not one that reads the link itself, as has to be
/// done to write a file beside the one that is replaced. So the same is asked here, and more of the
/// last name on the way: that has to be a link of the user's own, or of root's.
///
/// Who may write in one of the folders on the way can exchange a folder between this and the
/// writing; of those the system has to take care.
enum OwnLinks {
  /// The facts about a link that decide whether it is followed.
  struct Link: Equatable {
    /// The owner of the link.
    let owner: UInt32
    /// The owner of the folder that it is in.
    let folderOwner: UInt32
    /// The permissions of that folder, with its sticky bit.
    let folderMode: UInt32
    /// A Boolean value that indicates whether the path ends with the link.
    let isLast: Bool

    /// Returns whether a user may rely on it.
    func isTrusted(by user: UInt32) -> Bool {
      if owner == user || owner == 0 { return true }
      let othersMayWrite = folderMode & 0o022 != 0
      return !isLast && !othersMayWrite && owner == folderOwner
    }
  }

  /// A path without links, or the reason why there is none.
  enum Resolution: Equatable {
    case path(String)
    /// A link on the way is another user's.
    case strangersLink
    /// The system does not say; its error number.
    case refused(code: Int32)
  }

  /// The number of links that are followed, as in Linux: more are a circle.
  private static let mostLinks = 40

  /// Follows the links on the way to a file, which need not be there.
  ///
  /// - Complexity: O(names on the way), a call or two of the system for each.
  static func resolve(_ path: String, for user: UInt32 = geteuid()) -> Resolution {
    var names = path.split(separator: "/").map(String.init)
    var (way, links) = (path.hasPrefix("/") ? "" : currentFolder, 0)
    while !names.isEmpty {
      let name = names.removeFirst()
      if name == "." { continue }
      if name == ".." {
        way = parent(of: way)
        continue
      }
      var status = stat()
      guard unsafe lstat("\(way)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFLNK else {
        way += "/\(name)"  // whatever it is: who uses it will see
        continue
      }
      links += 1
      guard links <= mostLinks else { return .refused(code: ELOOP) }
      var folder = stat()
      guard unsafe stat(way.isEmpty ? "/" : way, &folder) == 0 else { return .refused(code: errno) }
      let link = Link(
        owner: status.st_uid, folderOwner: folder.st_uid, folderMode: folder.st_mode, isLast: names.isEmpty)
      guard link.isTrusted(by: user) else { return .strangersLink }
      guard let target = target(of: "\(way)/\(name)") else { return .refused(code: errno) }
      if target.hasPrefix("/") { way = "" }
      names = target.split(separator: "/").map(String.init) + names
    }
    return .path(way.isEmpty ? "/" : way)
  }

  private static var currentFolder: String {
    guard let buffer = unsafe getcwd(nil, 0) else { return "." }
    defer { unsafe free(buffer) }
    let folder = unsafe String(cString: buffer)
    return folder == "/" ? "" : folder
  }

  private static func parent(of way: String) -> String {
    way.lastIndex(of: "/").map { String(way[..<$0]) } ?? ""
  }

  private static func target(of link: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(link, &bytes, bytes.count)
    return count < 0
      ? nil : String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
