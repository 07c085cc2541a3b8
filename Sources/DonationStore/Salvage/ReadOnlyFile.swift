internal import Foundation

/// A file that is read at any place, and never written.
///
/// It is read and not mapped: another process may cut it off, and reading what is gone from a mapping ends the program.
final class ReadOnlyFile {
  /// The bytes that it had when it was opened.
  let size: Int
  private let handle: FileHandle

  /// Opens a file; `nil` if there is none, or none that can be read at any place.
  init?(path: String) {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular,
      let handle = try? FileHandle(forReadingFrom: URL(fileURLWithPath: path)),
      let end = try? handle.seekToEnd()
    else { return nil }
    (self.handle, size) = (handle, Int(end))
  }

  deinit { try? handle.close() }

  /// So many bytes from a place on; `nil` if there are fewer, or if the disk does not give them.
  func bytes(at offset: Int, count: Int) -> [UInt8]? {
    guard offset >= 0, count >= 0, offset <= size - count else { return nil }
    do {
      try handle.seek(toOffset: UInt64(offset))
      var bytes: [UInt8] = []
      while bytes.count < count, let more = try handle.read(upToCount: count - bytes.count), !more.isEmpty {
        bytes += more
      }
      return bytes.count == count ? bytes : nil
    } catch {
      return nil
    }
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// The number in four bytes, the most significant first; offsets count from 0.
  func bigEndian32(at offset: Int) -> UInt32 {
    self[startIndex + offset..<startIndex + offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The number in two bytes, the most significant first; offsets count from 0.
  func bigEndian16(at offset: Int) -> Int {
    Int(self[startIndex + offset]) << 8 | Int(self[startIndex + offset + 1])
  }
}
