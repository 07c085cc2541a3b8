/// A file of comma-separated values that a program wrote, with or without names of columns.
enum CSVFile {
  /// Goes through the records, one at a time.
  ///
  /// - Parameter receive: Takes the first line of a record, and its fields as text, or what is wrong with it.
  /// - Throws: ``HistoryError`` if the file cannot be read on, or what `receive` throws.
  static func forEachRecord(
    of file: HistoryFile, _ receive: (_ line: Int, _ fields: Result<[String], HistoryProblem>) throws -> Void
  ) throws {
    var records = CSVRecords(separator: 0x2C)
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

  /// Returns the fields of the first record in the beginning of a file; none if it is no such file.
  static func firstFields(of file: HistoryFile) -> [String] {
    guard file.isText else { return [] }
    var line = HistoryText.firstLine(of: file.head)
    if line.last == 0x0D { line.removeLast() }
    var records = CSVRecords(separator: 0x2C)
    guard case .success(let fields)? = records.append(line, number: 1)?.fields else { return [] }
    return fields.map(HistoryText.decoded)
  }
}

/// The fields of a record by the names of their columns.
struct NamedFields {
  private let places: [String: Int]

  /// Creates the columns of the names in a first record; of equal ones the first counts.
  init(_ names: [String]) {
    places = Dictionary(
      zip(names.map { $0.lowercased() }, names.indices), uniquingKeysWith: { first, _ in first })
  }

  /// Returns the field of a column; `nil` if it is absent or empty.
  func text(_ column: String, of fields: [String]) -> String? {
    guard let place = places[column], place < fields.count, !fields[place].isEmpty else { return nil }
    return fields[place]
  }
}
