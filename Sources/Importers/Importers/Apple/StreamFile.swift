internal import Files
internal import Foundation

/// A file of a stream of Biome (SEGB), in which records stand one after the other; both versions of
/// the format.
///
/// | version | begins with | records |
/// | --- | --- | --- |
/// | 1 | 56 bytes, the last four of which are `SEGB`, the first four where the records end | each after 32 bytes with its length, state and time, at multiples of eight bytes |
/// | 2 | 32 bytes, the first four of which are `SEGB`, the next four the number of records | each after eight bytes, at multiples of four; where they end, their states and times stand at the end of the file |
///
/// Every number in it is a stranger's: nothing outside of the file is read, no record of more than
/// 1 MiB. Checksums are not looked at: no file of a device has been there to learn from what they
/// are made.
struct StreamFile {
  /// A record.
  struct Record {
    /// How many are before it, and one.
    let number: Int
    /// Seconds since 2001 at which it was written.
    let written: Double
    /// What it says, or why that cannot be read.
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

  /// Returns whether a file begins like one.
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
  /// - Throws: ``HistoryError`` if the file cannot be read on, or what `receive` throws.
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
      // What is not used yet is empty.
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
      // A place in the table that was never used.
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
  /// The number of four bytes, the smallest first, at a place; 0 where they are not all there.
  func unsigned(at place: Int) -> UInt32 {
    guard place >= 0, place <= count - 4 else { return 0 }
    return self[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  fileprivate func signed(at place: Int) -> Int32 { Int32(bitPattern: unsigned(at: place)) }

  /// The binary64 number of eight bytes at a place; 0 where they are not all there.
  func double(at place: Int) -> Double {
    Double(bitPattern: UInt64(unsigned(at: place + 4)) << 32 | UInt64(unsigned(at: place)))
  }
}
