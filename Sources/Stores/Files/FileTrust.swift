internal import Foundation
internal import Glibc

/// Whether others than this user and root can have chosen what is in a file.
package enum FileTrust {
  /// Returns whether a file, and the folder that it is in, are the user's or root's, and nobody else may write them; links are followed.
  ///
  /// The user's own group may: on many systems nobody else is in it.
  package static func isTrusted(_ path: String) -> Bool {
    isOwn(path) && isOwn((path as NSString).deletingLastPathComponent)
  }

  /// Returns whether a file or folder is the user's or root's, and nobody else may write it.
  package static func isOwn(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0, [geteuid(), 0].contains(status.st_uid) else { return false }
    let isGroupTrusted = [getegid(), 0].contains(status.st_gid)
    return status.st_mode & (isGroupTrusted ? 0o002 : 0o022) == 0
  }
}
