internal import Glibc

/// The size of a file, and how much of it is on the disk.
package struct FileExtent: Equatable, Sendable {
  /// The number of bytes that can be read.
  package let size: Int
  /// The number of bytes on the disk.
  private let stored: Int

  /// Asks the system for the size of a file; links are followed.
  ///
  /// - Returns: `nil` if it does not exist, or the system refuses.
  package init?(at path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    (size, stored) = (Int(status.st_size), Int(status.st_blocks) * 512)
  }

  /// A Boolean value that indicates whether the file is much longer than the data ever written to
  /// it: terabytes of zeros take no room.
  ///
  /// Compressing file systems store less than the size, but at least a sixteenth for a large file.
  /// Some do not report the stored size.
  package var isMostlyHoles: Bool { stored > 0 && size > 16 * stored + 1 << 20 }
}
