/// The records of comma-separated values by RFC 4180, made of lines as they arrive, with one record
/// in memory at a time.
///
/// A quoted field may contain separators, doubled quotes and line ends, which become line feeds. A
/// quote inside a field that does not begin with one is literal.
///
/// Available packages read the whole file as one text.
struct CSVRecords {
  /// A record: its fields as bytes, or its problem, and its first line.
  struct Record {
    let line: Int
    let fields: Result<[[UInt8]], HistoryProblem>
  }

  private enum State {
    case start, plain, quoted, closed
  }

  private let separator: UInt8
  private var state = State.start
  private var fields: [[UInt8]] = []
  private var field: [UInt8] = []
  private var size = 0
  private var first: Int?
  private var problem: HistoryProblem?

  /// The maximum length of a record in bytes.
  private static let longest = 1 << 20

  init(separator: UInt8) { self.separator = separator }

  /// Takes a line without its end, and returns the record that ends with it; `nil` if the record
  /// continues or is empty.
  mutating func append(_ line: some Collection<UInt8>, number: Int) -> Record? {
    if first == nil {
      guard !line.isEmpty else { return nil }
      first = number
    } else {
      field.append(0x0A)
    }
    size += line.count + 1
    for byte in line { take(byte) }
    guard state == .quoted else { return end() }
    guard size <= Self.longest else {
      problem = Self.open
      return end()
    }
    return nil
  }

  /// Returns the rest at the end of the file, in which a quote was not closed.
  mutating func finish() -> Record? {
    guard first != nil else { return nil }
    problem = Self.open
    return end()
  }

  private static let open = HistoryProblem(
    "a quote is not closed; close it, or double a quote that belongs to the text")
  private static let afterQuote = HistoryProblem(
    "there is text between a closing quote and the separator; double a quote that belongs to the text")

  private mutating func take(_ byte: UInt8) {
    switch (state, byte) {
    case (.quoted, UInt8(ascii: "\"")): state = .closed
    case (.quoted, _): field.append(byte)
    case (_, separator):
      fields.append(field)
      field.removeAll(keepingCapacity: true)
      state = .start
    case (.start, UInt8(ascii: "\"")): state = .quoted
    case (.closed, UInt8(ascii: "\"")):
      field.append(byte)
      state = .quoted
    case (.closed, _): problem = Self.afterQuote
    case (.start, _), (.plain, _):
      field.append(byte)
      state = .plain
    }
  }

  private mutating func end() -> Record {
    fields.append(field)
    defer {
      (fields, field, first, problem, state, size) = ([], [], nil, nil, .start, 0)
    }
    return Record(line: first ?? 0, fields: problem.map(Result.failure) ?? .success(fields))
  }
}
