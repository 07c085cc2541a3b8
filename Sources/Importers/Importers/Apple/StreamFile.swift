internal import Files
internal import Foundation

/// A file of a stream of Biome (SEGB) with its records, in both versions of the format.
///
/// | version | begins with | records |
/// | --- | --- | --- |
/// | 1 | 56 bytes: the end of the records in the first four, `SEGB` in the last four | each after 32 bytes with its length, state and time, at multiples of eight bytes |
/// | 2 | 32 bytes: `SEGB` in the first four, the number of records in the next four | each after eight bytes, at multiples of four; a table at the end of the file has their ends, states and times |
///
/// The file is untrusted: no number in it leads outside of the file, and no record is larger than 1
/// MiB. Checksums are not verified, because no file from a device was available to learn their
/// algorithm.
struct StreamFile {
  /// A record.
  struct Record {
    /// The number of the record, counted from 1.
    let number: Int
    /// The time of writing in seconds since 2001.
    let written: Double
    /// The content, or the reason why it cannot be read.
    let content: Content
  }

  enum Content {
    case bytes([UInt8])
    case deleted
    case problem(HistoryProblem)
  }

  private let path: String
  private let size: Int
  private let budget: ReadingBudget
  private let handle: FileHandle

  private static let mark = Array("SEGB".utf8)
  private static let cutOff = HistoryProblem(
    "it is outside of the file; the file was cut off when it was copied, or is damaged")
  private static let longest = 1 << 20

  /// Returns whether a file begins like a stream file.
  static func isMarked(_ head: [UInt8]) -> Bool { version(of: head) != nil }

  private static func version(of head: [UInt8]) -> Int? {
    if head.count >= 32, head.starts(with: mark) { return 2 }
    return head.count >= 56 && head[52..<56].elementsEqual(mark) ? 1 : nil
  }

  /// Opens a file.
  ///
  /// - Throws: ``HistoryError`` if it cannot be read.
  init(_ file: HistoryFile) throws(HistoryError) {
    _ = try HistoryFile(path: file.path)
    guard let handle = FileHandle(forReadingAtPath: file.path) else {
      throw HistoryError(.notPermitted, at: file.path)
    }
    (path, size, budget, self.handle) = (file.path, file.size, file.budget, handle)
  }

  /// Goes through the records in the order of the file, one at a time.
  ///
  /// - Throws: ``HistoryError`` if the file cannot be read to its end; errors of `receive`.
  func forEachRecord(_ receive: (Record) throws -> Void) throws {
    defer { try? handle.close() }
    let head = try bytes(at: 0, 56)
    switch Self.version(of: head) {
    case 1: try first(end: Int(head.unsigned(at: 0)), receive)
    case 2: try second(count: Int(head.signed(at: 4)), receive)
    default: throw HistoryError(.foreign(expected: "apple-biome", found: nil), at: path)
    }
  }

  private func first(end: Int, _ receive: (Record) throws -> Void) throws {
    var (place, number) = (56, 1)
    while place + 32 <= end {
      let header = try bytes(at: place, 32)
      guard header.count == 32 else { return try receive(broken(number)) }
      let (length, state) = (Int(header.signed(at: 0)), header.signed(at: 4))
      // Unused space is zero.
      if length == 0, state == 0 { return }
      guard length >= 0, length <= min(size, end) - place - 32 else { return try receive(broken(number)) }
      try receive(record(number, header.double(at: 8), state, place + 32, length))
      place = (place + 32 + length + 7) & ~7
      number += 1
    }
  }

  private func second(count: Int, _ receive: (Record) throws -> Void) throws {
    // A record has eight bytes, and sixteen in the table.
    guard count >= 0, count <= (size - 32) / 24 else { return try receive(broken(1)) }
    let table = try bytes(at: size - 16 * count, 16 * count)
    guard table.count == 16 * count else { return try receive(broken(1)) }
    let entries = (0..<count).map { index in
      (
        end: Int(table.signed(at: 16 * index)), state: table.signed(at: 16 * index + 4),
        written: table.double(at: 16 * index + 8)
      )
    }.sorted { $0.end < $1.end }
    var place = 0
    for (index, entry) in entries.enumerated() {
      // An unused position in the table.
      if entry.state == 4 { continue }
      guard entry.end - place >= 8, entry.end <= size - 32 - 16 * count else {
        try receive(broken(index + 1))
        continue
      }
      try receive(record(index + 1, entry.written, entry.state, 32 + place + 8, entry.end - place - 8))
      place = (entry.end + 3) & ~3
    }
  }

  private func broken(_ number: Int) -> Record {
    Record(number: number, written: 0, content: .problem(Self.cutOff))
  }

  private func record(
    _ number: Int, _ written: Double, _ state: Int32, _ place: Int, _ length: Int
  ) throws(HistoryError) -> Record {
    let content: Content
    if state == 3 {
      content = .deleted
    } else if length > Self.longest {
      content = .problem(.tooLong)
    } else {
      let found = try bytes(at: place, length)
      content = found.count == length ? .bytes(found) : .problem(Self.cutOff)
    }
    return Record(number: number, written: written, content: content)
  }

  private func bytes(at place: Int, _ count: Int) throws(HistoryError) -> [UInt8] {
    try budget.spend(steps: count)
    do {
      return try PositionedRead.bytes(of: handle.fileDescriptor, at: place, count: count)
    } catch { throw HistoryError(.unreadable, at: path) }
  }
}

extension [UInt8] {
  /// The little-endian number in four bytes, or 0 beyond the end.
  func unsigned(at place: Int) -> UInt32 {
    guard place >= 0, place <= count - 4 else { return 0 }
    return self[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  fileprivate func signed(at place: Int) -> Int32 { Int32(bitPattern: unsigned(at: place)) }

  /// The little-endian binary64 number in eight bytes, or 0 beyond the end.
  func double(at place: Int) -> Double {
    Double(bitPattern: UInt64(unsigned(at: place + 4)) << 32 | UInt64(unsigned(at: place)))
  }
}
