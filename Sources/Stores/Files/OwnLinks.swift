internal import Glibc

/// Follows the links on the path of a file that is about to be written, if they can be trusted.
///
/// In a folder that others may write to, somebody can create a link with the name that a file is
/// going to have, and so replace any file of the user. The kernel keeps programs from following
/// such a link (`fs.protected_symlinks`, see proc(5)). It cannot protect a program that reads the
/// link itself, and that is necessary to write a draft next to the target. So this type applies the
/// kernel's rule, and a stricter one to the last name of the path: that link must belong to the
/// user or root.
///
/// Anyone who may write to a folder on the path can still exchange a folder between this check and
/// the writing. Protecting those folders is up to the system.
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

    /// Returns whether a user may follow it.
    func isTrusted(by user: UInt32) -> Bool {
      if owner == user || owner == 0 { return true }
      let othersMayWrite = folderMode & 0o022 != 0
      return !isLast && !othersMayWrite && owner == folderOwner
    }
  }

  /// A path without links, or the reason why it cannot be resolved.
  enum Resolution: Equatable {
    case path(String)
    /// A link on the way is another user's.
    case strangersLink
    /// The system refused; its error number.
    case refused(code: Int32)
  }

  /// The maximum number of links to follow, as in Linux; more count as a loop.
  private static let mostLinks = 40

  /// Follows the links on the path of a file, which need not exist.
  ///
  /// - Parameters:
  ///   - path: The path; a relative one begins in the current folder.
  ///   - user: The user who follows the links.
  ///   - trustingAll: Whether to follow links of any owner, because nothing is written at the end.
  /// - Complexity: O(names on the path), with one or two system calls for each.
  static func resolve(
    _ path: String, for user: UInt32 = geteuid(), trustingAll: Bool = false
  ) -> Resolution {
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
        way += "/\(name)"  // of any kind: its user will find out
        continue
      }
      links += 1
      guard links <= mostLinks else { return .refused(code: ELOOP) }
      if !trustingAll {
        var folder = stat()
        guard unsafe stat(way.isEmpty ? "/" : way, &folder) == 0 else { return .refused(code: errno) }
        let link = Link(
          owner: status.st_uid, folderOwner: folder.st_uid, folderMode: folder.st_mode, isLast: names.isEmpty)
        guard link.isTrusted(by: user) else { return .strangersLink }
      }
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
