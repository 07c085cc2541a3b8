internal import Files
internal import LogFormat

/// A file that cannot be read, with its name.
struct FileFailure: Error {
  let file: String
  let reason: LogReadingError

  /// Refuses a file that the kernel makes up while it is read: some of them, like `/proc/kmsg`,
  /// have no end and wait.
  ///
  /// - Throws: ``FileFailure`` with `unreadable`.
  static func check(_ path: String) throws(FileFailure) {
    if PathKind.isMadeByKernel(path) { throw FileFailure(file: path, reason: .unreadable) }
  }
}
