internal import Glibc

/// The size of a file, and how much of it is on the disk.
package struct FileExtent: Equatable, Sendable {
  /// The number of bytes that reading it gives.
  package let size: Int
  /// The number of bytes that it takes on the disk.
  private let stored: Int

  /// Asks the system about a file; links are followed.
  ///
  /// - Returns: `nil` if there is none, or the system does not say.
  package init?(at path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    (size, stored) = (Int(status.st_size), Int(status.st_blocks) * 512)
  }

  /// A Boolean value that indicates whether it is much longer than what was ever written: terabytes
  /// of zeros take no room.
  ///
  /// File systems that compress store a part of a file, but not less than a sixteenth of a large
  /// one. Some do not say what is stored.
  package var isMostlyHoles: Bool { stored > 0 && size > 16 * stored + 1 << 20 }
}
