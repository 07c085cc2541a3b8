internal import Glibc

/// The identity, size and time of change of a file, by which a change of its contents is noticed.
///
/// A database that is written ahead has its newest rows in a second file, which counts as well.
package struct FileStamp: Equatable, Sendable, CustomStringConvertible {
  /// Numbers of one or two files: `DEVICE:NUMBER:SIZE:NANOSECONDS`.
  package let description: String

  /// Asks the system about a file; links are followed.
  ///
  /// - Returns: `nil` if it does not exist, or the system refuses.
  package init?(at path: String) {
    guard let file = Self.numbers(of: path) else { return nil }
    description = [file, Self.numbers(of: path + "-wal")].compactMap(\.self).joined(separator: " ")
  }

  /// Creates a stamp that was written before.
  package init(_ text: String) { description = text }

  private static func numbers(of path: String) -> String? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return
      "\(status.st_dev):\(status.st_ino):\(status.st_size):\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
  }
}
