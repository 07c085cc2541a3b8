internal import Foundation
internal import Glibc

/// Whether others than this user and root can have chosen what is in a file.
package enum FileTrust {
  /// Returns whether an open file, and the folder of the path that it was opened by, are the user's
  /// or root's, and nobody else may write them; links are followed.
  ///
  /// The user's own group may: on many systems nobody else is in it.
  package static func isTrusted(_ descriptor: Int32, at path: String) -> Bool {
    isOwn(descriptor) && isOwn((path as NSString).deletingLastPathComponent)
  }

  /// Returns whether a file or folder is the user's or root's, and nobody else may write it.
  package static func isOwn(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && isOwn(status)
  }

  /// Returns whether an open file is the user's or root's, and nobody else may write it, whatever
  /// lies at its path now.
  package static func isOwn(_ descriptor: Int32) -> Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && isOwn(status)
  }

  private static func isOwn(_ status: stat) -> Bool {
    guard [geteuid(), 0].contains(status.st_uid) else { return false }
    let isGroupTrusted = [getegid(), 0].contains(status.st_gid)
    return status.st_mode & (isGroupTrusted ? 0o002 : 0o022) == 0
  }
}
