internal import Files
internal import Foundation
internal import Glibc

/// The lines of one shell in a spool.
struct SpoolFile {
  /// A complete line.
  struct Line {
    /// The bytes without the line feed.
    let bytes: [UInt8]
    /// The start of the command in microseconds since 1970; 0 for a torn line.
    let start: Int64
    /// Whether the command ended with an exit code other than 0.
    let hasFailed: Bool
  }

  /// The complete lines that are not in a store yet.
  let lines: [Line]
  private let path: String
  private let descriptor: Int32
  /// The bytes of the lines.
  private let taken: Range<Int>
  /// The size of the file when it was opened.
  private let size: Int

  /// The age in seconds of a file whose shell has ended, before it is removed.
  private static let graceTime: Int64 = 60

  /// Opens a file; returns `nil` if it is not a file of the user's own, or cannot be read.
  ///
  /// - Parameter limit: The maximum number of bytes that are read.
  init?(at path: String, atMost limit: Int) {
    let descriptor = unsafe open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(),
      let begin = Self.firstByte(of: descriptor, size: Int(status.st_size)),
      let bytes = try? PositionedRead.bytes(
        of: descriptor, at: begin, count: min(limit, Int(status.st_size) - begin))
    else {
      _ = Glibc.close(descriptor)
      return nil
    }
    (self.path, self.descriptor) = (path, descriptor)
    let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    taken = begin..<begin + end
    size = Int(status.st_size)
    lines = bytes[..<end].split(separator: UInt8(ascii: "\n")).map {
      let bytes = Array($0)
      let record = HookRecord(bytes)
      return Line(
        bytes: bytes, start: record?.start ?? 0, hasFailed: record?.exit.map { $0 != 0 } ?? false)
    }
  }

  /// Overwrites the taken lines with zeros, so that the shell can go on appending.
  func erase() {
    let zeros = [UInt8](repeating: 0, count: 1 << 16)
    var position = taken.lowerBound
    while position < taken.upperBound {
      let count = min(zeros.count, taken.upperBound - position)
      let written = unsafe zeros.withUnsafeBytes {
        unsafe pwrite(descriptor, $0.baseAddress, count, position)
      }
      guard written > 0 else { return }
      position += written
    }
  }

  /// Removes the file if its shell has ended and nothing was added since it was opened.
  ///
  /// Call it when the lines are in a store: only a line that the shell could not finish is lost.
  /// The name begins with the number of the shell's process.
  ///
  /// - Parameter now: The current time in seconds since 1970.
  func removeIfAbandoned(at now: Int64) {
    let name = (path as NSString).lastPathComponent
    guard let process = name.split(separator: ".").first.flatMap({ Int32($0) }), process > 0,
      kill(process, 0) != 0, errno == ESRCH
    else { return }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_size == size,
      now - Int64(status.st_mtim.tv_sec) > Self.graceTime
    else { return }
    _ = unsafe unlink(path)
  }

  func close() { _ = Glibc.close(descriptor) }

  /// Returns the position of the first byte that is not zero, or the size.
  private static func firstByte(of descriptor: Int32, size: Int) -> Int? {
    var position = 0
    while position < size {
      guard let bytes = try? PositionedRead.bytes(of: descriptor, at: position, count: 1 << 16),
        !bytes.isEmpty
      else { return nil }
      if let first = bytes.firstIndex(where: { $0 != 0 }) { return position + first }
      position += bytes.count
    }
    return size
  }
}
