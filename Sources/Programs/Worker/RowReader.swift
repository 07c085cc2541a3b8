internal import Activities
internal import LogFormat

/// Reads rows, and groups them by person.
///
/// A row is a record of the donation log, or a person, a tab and a record.
struct RowReader {
  /// The maximum length of a row in bytes; only a checkpoint may be longer than a line of a log.
  static let longestRow = 1 << 27

  private var lines: LineSplitter
  private var decoder: RecordDecoder
  /// The rows that were read ahead, of the person who follows.
  private var next: PersonRows?
  /// The last person.
  private var last: String?
  /// The number of people that were begun.
  private var people = 0
  /// The number of rows that were read, without blank ones.
  private(set) var count = 0

  init(_ source: ByteSource) {
    lines = LineSplitter(source, maximalLength: Self.longestRow)
    var limits = LineLimits()
    limits.length = Self.longestRow
    decoder = RecordDecoder(limits: limits)
  }

  /// Returns all rows of the next person; `nil` at the end.
  ///
  /// - Throws: ``WorkerError``.
  mutating func nextPerson() throws(WorkerError) -> PersonRows? {
    var rows = next.take()
    while let line = try nextLine() {
      if line.range.isEmpty, !line.isTooLong { continue }
      count += 1
      let buffer = lines.buffer
      let (name, record) = line.isTooLong ? (nil, buffer[line.range]) : split(buffer, line.range)
      guard let name, name != rows?.person else {
        if rows == nil { rows = PersonRows(of: nil) }
        rows?.append(record, number: line.number, namesPerson: name != nil)
        continue
      }
      if let last, !last.utf8.lexicographicallyPrecedes(name.utf8) {
        throw .personOutOfOrder(row: line.number, person: name, after: last)
      }
      last = name
      var others = PersonRows(of: name, place: people)
      people += 1
      others.append(record, number: line.number, namesPerson: true)
      guard let done = rows else {
        rows = others
        continue
      }
      next = others
      return done
    }
    return rows
  }

  /// Returns the person of a row, if it can be read, and the record.
  private mutating func split(
    _ bytes: [UInt8], _ row: Range<Int>
  ) -> (person: String?, record: ArraySlice<UInt8>) {
    if bytes[row.lowerBound] == UInt8(ascii: "{") {
      guard let owner = try? decoder.owner(of: bytes.span.extracting(row)), isName(owner.name) else {
        return (nil, bytes[row])
      }
      return (owner.name, bytes[row])
    }
    // Without a tab or a valid name the whole row stays, and will not decode as a record.
    guard let tab = bytes[row].firstIndex(of: UInt8(ascii: "\t")),
      let name = String(validating: bytes[row.lowerBound..<tab], as: UTF8.self), isName(name)
    else { return (nil, bytes[row]) }
    return (name, bytes[(tab + 1)..<row.upperBound])
  }

  private func isName(_ name: String) -> Bool {
    guard let user = try? UserIdentifier(name), user.name.utf8.elementsEqual(name.utf8) else { return false }
    return (try? ControlCharacters.check(name, "user")) != nil
  }

  private mutating func nextLine() throws(WorkerError) -> LineSplitter.Line? {
    do { return try lines.next() } catch { throw .unreadable }
  }
}
