internal import Foundation
internal import Glibc

/// Whether only this user and root can have chosen the contents of a file.
package enum FileTrust {
  /// Returns whether an open file and the folder of its path belong to the user or root, and nobody
  /// else may write to them.
  ///
  /// Links are followed.
  ///
  /// Write access for the user's own group is allowed: on many systems nobody else is in it.
  package static func isTrusted(_ descriptor: Int32, at path: String) -> Bool {
    isOwn(descriptor) && isOwn((path as NSString).deletingLastPathComponent)
  }

  /// Returns whether a file or folder belongs to the user or root, and nobody else may write to it.
  package static func isOwn(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && isOwn(status)
  }

  /// Returns whether an open file belongs to the user or root, and nobody else may write to it,
  /// whatever is at its path now.
  package static func isOwn(_ descriptor: Int32) -> Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && isOwn(status)
  }

  /// Returns whether a file or folder exists and belongs to this user.
  package static func belongsToUser(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_uid == geteuid()
  }

  /// Returns whether a path leads to a folder, not a link, that belongs to this user and that
  /// nobody else may read or change.
  package static func isPrivateFolder(_ path: String) -> Bool {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return false }
    return status.st_uid == geteuid() && status.st_mode & 0o077 == 0
  }

  private static func isOwn(_ status: stat) -> Bool {
    guard [geteuid(), 0].contains(status.st_uid) else { return false }
    let isGroupTrusted = [getegid(), 0].contains(status.st_gid)
    return status.st_mode & (isGroupTrusted ? 0o002 : 0o022) == 0
  }
}
