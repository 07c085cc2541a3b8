internal import Files
internal import LogFormat

/// A file that cannot be read, with its name.
struct FileFailure: Error {
  let file: String
  let reason: LogReadingError

  /// Rejects a file that the kernel generates while it is read: some, like `/proc/kmsg`, never end
  /// and block.
  ///
  /// - Throws: ``FileFailure`` with `unreadable`.
  static func check(_ path: String) throws(FileFailure) {
    if PathKind.isMadeByKernel(path) { throw FileFailure(file: path, reason: .unreadable) }
  }
}
