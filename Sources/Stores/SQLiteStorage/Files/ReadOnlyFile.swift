internal import Files
internal import Foundation

/// A file for reading at any position, never for writing.
///
/// It is read instead of mapped: another process may truncate it, and reading beyond the end of a
/// mapping kills the program.
package final class ReadOnlyFile {
  /// The size in bytes when the file was opened.
  package let size: Int
  private let handle: FileHandle

  /// Opens a file; `nil` if it does not exist, or cannot be read at any position.
  package init?(path: String) {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular,
      let handle = try? FileHandle(forReadingFrom: URL(fileURLWithPath: path)),
      let end = try? handle.seekToEnd()
    else { return nil }
    (self.handle, size) = (handle, Int(end))
  }

  deinit { try? handle.close() }

  /// `SEEK_DATA` and `SEEK_HOLE` of lseek(2) on Linux, which Glibc's module lacks.
  private static let (nextData, nextHole): (Int32, Int32) = (3, 4)

  /// Returns the parts that were ever written, in order; the rest of the file is zeros that take no
  /// space on the disk.
  ///
  /// Returns the whole file if the system cannot tell.
  ///
  /// - Complexity: O(parts).
  package func writtenParts() -> [Range<Int>] {
    var (parts, place): ([Range<Int>], Int) = ([], 0)
    while place < size {
      let start = Int(lseek(handle.fileDescriptor, off_t(place), Self.nextData))
      // Only a hole remains.
      if start < 0, errno == ENXIO { return parts }
      let end = Int(lseek(handle.fileDescriptor, off_t(start), Self.nextHole))
      guard start >= place, end > start else { return [0..<size] }
      guard start < size else { return parts }  // it grew since it was opened
      parts.append(start..<min(end, size))
      place = end
    }
    return parts
  }

  /// A Boolean value that indicates whether the disk failed to read bytes of the file.
  package private(set) var hasFailed = false

  /// Returns `count` bytes from a position; `nil` if there are fewer, or if the disk fails to read
  /// them (see ``hasFailed``).
  package func bytes(at offset: Int, count: Int) -> [UInt8]? {
    guard offset >= 0, count >= 0, offset <= size - count else { return nil }
    let descriptor = handle.fileDescriptor
    guard let bytes = try? PositionedRead.bytes(of: descriptor, at: offset, count: count) else {
      hasFailed = true
      return nil
    }
    return bytes.count == count ? bytes : nil
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// Returns the number in four bytes, the most significant first; offsets count from 0.
  package func bigEndian32(at offset: Int) -> UInt32 {
    self[startIndex + offset..<startIndex + offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Returns the number in two bytes, the most significant first; offsets count from 0.
  package func bigEndian16(at offset: Int) -> Int {
    Int(self[startIndex + offset]) << 8 | Int(self[startIndex + offset + 1])
  }
}
