internal import Foundation

/// The kind of thing that lies at a path; links are followed.
///
/// Foundation's `fileExists` takes every refusal of the system for absence, so that a store in a folder that may not be entered
/// would be none. The files of this module call the C library.
package enum PathKind: Equatable, Sendable {
  /// Nothing, or not even the folder that it would be in.
  case nothing
  /// A link that leads nowhere, or in a circle.
  case brokenLink
  /// A folder.
  case folder
  /// A regular file.
  case regularFile
  /// A device, a pipe or a socket.
  case other
  /// The system does not say; its error number.
  case refused(code: Int32)

  /// Asks the system what is there.
  package init(at path: String) {
    var status = stat()
    guard unsafe stat(path, &status) != 0 else {
      self.init(mode: status.st_mode)
      return
    }
    switch errno {
    case ENOENT: self = unsafe lstat(path, &status) == 0 ? .brokenLink : .nothing
    case ENOTDIR: self = .nothing
    case ELOOP: self = .brokenLink
    case let code: self = .refused(code: code)
    }
  }

  private init(mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: self = .regularFile
    case S_IFDIR: self = .folder
    default: self = .other
    }
  }
}
