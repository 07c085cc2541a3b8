internal import Foundation

/// The kind of file at a path; links are followed.
///
/// Foundation's `fileExists` takes every refusal of the system for absence, so a store in a folder
/// without access would look missing. The files of this module call the C library instead.
package enum PathKind: Equatable, Sendable {
  /// Nothing, or not even its folder exists.
  case nothing
  /// A dangling link, or a loop of links.
  case brokenLink
  /// A folder.
  case folder
  /// A regular file.
  case regularFile
  /// A device, a pipe or a socket, or a file that the kernel generates while it is read.
  case other
  /// The system refused; its error number.
  case refused(code: Int32)

  /// Asks the system for the kind of file at a path.
  package init(at path: String) {
    var status = stat()
    guard unsafe stat(path, &status) != 0 else {
      self.init(mode: status.st_mode)
      if self == .regularFile, status.st_size == 0, Self.isMadeByKernel(path) { self = .other }
      return
    }
    switch errno {
    case ENOENT: self = unsafe lstat(path, &status) == 0 ? .brokenLink : .nothing
    case ENOTDIR: self = .nothing
    case ELOOP: self = .brokenLink
    case let code: self = .refused(code: code)
    }
  }

  /// Returns whether a path is in a file system whose files the kernel generates while they are
  /// read, like `/proc`.
  ///
  /// The system reports them as regular files, and reading some of them blocks forever, like
  /// `/proc/kmsg`.
  package static func isMadeByKernel(_ path: String) -> Bool {
    guard let device = device(of: path) else { return false }
    let root = Self.device(of: "/")
    return kernelFolders.contains { Self.device(of: $0) == device } && device != root
  }

  /// The mount points of such file systems.
  private static let kernelFolders = [
    "/proc", "/sys", "/sys/kernel/debug", "/sys/kernel/tracing", "/sys/kernel/debug/tracing",
    "/sys/kernel/security", "/sys/kernel/config", "/sys/fs/cgroup", "/sys/fs/bpf", "/sys/fs/pstore",
  ]

  /// Returns the number of the device that a path is on; links are followed.
  private static func device(of path: String) -> dev_t? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_dev : nil
  }

  private init(mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: self = .regularFile
    case S_IFDIR: self = .folder
    default: self = .other
    }
  }
}
