/// A file of separated values that a program wrote, with or without column names, with commas, or
/// with tabs or semicolons as from spreadsheets and some exporters.
struct CSVFile {
  private let file: HistoryFile
  private let separator: UInt8
  /// The fields of the first record, as far as it is on one line.
  let firstFields: [String]

  private static let separators: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: "\t"), UInt8(ascii: ";")]

  /// Creates a file with the first separator for which its first record matches; `nil` if none
  /// does.
  ///
  /// - Parameter fits: Returns whether the fields match the expected file.
  init?(_ file: HistoryFile, where fits: (_ firstFields: [String]) -> Bool) {
    guard file.isText else { return nil }
    var line = HistoryText.firstLine(of: file.head)
    if line.last == 0x0D { line.removeLast() }
    for separator in Self.separators {
      var records = CSVRecords(separator: separator)
      guard case .success(let fields)? = records.append(line, number: 1)?.fields else { continue }
      let texts = fields.map(HistoryText.decoded)
      if fits(texts) {
        (self.file, self.separator, firstFields) = (file, separator, texts)
        return
      }
    }
    return nil
  }

  /// Goes through the records, one at a time.
  ///
  /// - Parameter receive: Takes the first line of a record, and its fields as text or its problem.
  /// - Throws: ``HistoryError`` if the file cannot be read to its end; errors of `receive`.
  func forEachRecord(
    _ receive: (_ line: Int, _ fields: Result<[String], HistoryProblem>) throws -> Void
  ) throws {
    var records = CSVRecords(separator: separator)
    func take(_ record: CSVRecords.Record?) throws {
      guard let record else { return }
      try receive(record.line, record.fields.map { $0.map(HistoryText.decoded) })
    }
    try file.forEachLine { number, bytes in
      guard var bytes else { return try receive(number, .failure(.tooLong)) }
      if number == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
      try take(records.append(bytes, number: number))
    }
    try take(records.finish())
  }
}

/// The fields of a record by the names of their columns.
struct NamedFields {
  private let places: [String: Int]

  /// Creates the columns from the names in a first record; the first of equal names counts.
  init(_ names: [String]) {
    places = Dictionary(
      zip(names.map { $0.lowercased() }, names.indices), uniquingKeysWith: { first, _ in first })
  }

  /// Returns whether a column has a name.
  func has(_ column: String) -> Bool { places[column] != nil }

  /// Returns the field of a column; `nil` if it is missing or empty.
  func text(_ column: String, of fields: [String]) -> String? {
    guard let place = places[column], place < fields.count, !fields[place].isEmpty else { return nil }
    return fields[place]
  }
}
