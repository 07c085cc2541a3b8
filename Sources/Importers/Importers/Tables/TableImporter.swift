package import Activities
internal import Foundation
internal import LogFormat

/// A table in CSV or JSON Lines from any program, with a mapping that the user wrote for it
/// (``TableMapping``).
///
/// - Level: as in the mapping. Type: the same for all rows or from a column. Identity: the mapped
///   columns, under keys in `userInfo`, or the type alone.
/// - Title: its column; else the values of the identity, in the order of their keys; else the last
///   part of the type.
/// - Texts with secrets are removed; a row whose identity has one is skipped.
/// - Dropped: all unmapped columns, and the rows that the mapping drops.
///
/// A row is recognised by its `id` column, if it has one; otherwise like other records.
package struct TableImporter: HistoryImporter {
  package let name = "table"
  package let summary = "a table in CSV or JSON Lines, by a mapping (--map)"
  package let locations: [HistoryLocation] = []
  package let basis = HistoryBasis.realFiles
  package let clock = HistoryClock.instant
  package let datesEveryRecord = true

  private let mapping: TableMapping?

  /// Creates the importer.
  ///
  /// - Parameter mapping: The mapping of the columns; without it nothing can be read.
  package init(_ mapping: TableMapping? = nil) { self.mapping = mapping }

  /// Many tables have minutes.
  package func resolution(of donation: Donation) -> Int64 {
    Self.minute(of: donation.context.instant.milliseconds)
  }

  /// A table is recognised by its mapping: it has one of the mapped columns.
  package func recognition(of file: HistoryFile) throws -> HistoryRecognition {
    guard let mapping, file.isText else { return .foreign }
    var line = HistoryText.firstLine(of: file.head)
    if case .jsonLines = mapping.format {
      var decoder = RecordDecoder()
      let row = try? TableRow(json: line, &decoder)
      return row.map { row in mapping.columns.contains { row[$0] != nil } } == true ? .certain : .foreign
    }
    guard case .csv(let separator, let header) = mapping.format else { return .foreign }
    if header != nil { return .possible }
    var records = CSVRecords(separator: separator)
    if line.last == 0x0D { line.removeLast() }
    guard case .success(let names)? = records.append(line, number: 1)?.fields else { return .foreign }
    let columns = Set(names.map(HistoryText.decoded))
    return mapping.columns.contains(where: columns.contains) ? .certain : .foreign
  }

  package func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws {
    guard let mapping else { throw HistoryError(.noMapping, at: file.path) }
    let rows = TableRows(mapping, settings)
    switch mapping.format {
    case .jsonLines:
      var decoder = RecordDecoder()
      try file.forEachLine { number, bytes in
        guard let bytes else { return try receive(HistoryRecord(.malformed(.tooLong), at: .line(number))) }
        guard !bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { return }
        let content = rows.content { () throws(HistoryProblem) in try TableRow(json: bytes, &decoder) }
        try receive(HistoryRecord(content, at: .line(number)))
      }
    case .csv(let separator, let header):
      try readCSV(file, CSVRecords(separator: separator), header, mapping) { record, columns in
        let content = rows.content { () throws(HistoryProblem) in
          try TableRow(try record.fields.get(), columns)
        }
        try receive(HistoryRecord(content, at: .line(record.line)))
      }
    }
  }

  private func readCSV(
    _ file: HistoryFile, _ records: CSVRecords, _ header: [String]?, _ mapping: TableMapping,
    receive: (CSVRecords.Record, TableRow.Columns) throws -> Void
  ) throws {
    var records = records
    var columns = try header.map { try Self.columns($0, mapping, file) }
    func take(_ record: CSVRecords.Record?) throws {
      guard let record else { return }
      if let columns { return try receive(record, columns) }
      guard let names = try? record.fields.get() else { throw HistoryError(.noHeader, at: file.path) }
      columns = try Self.columns(names.map(HistoryText.decoded), mapping, file)
    }
    try file.forEachLine { number, bytes in
      guard let bytes else {
        let record = CSVRecords.Record(line: number, fields: .failure(.tooLong))
        return try take(record)
      }
      try take(records.append(bytes, number: number))
    }
    try take(records.finish())
  }

  /// Returns the positions of columns by name.
  private static func columns(
    _ names: [String], _ mapping: TableMapping, _ file: HistoryFile
  ) throws(HistoryError) -> TableRow.Columns {
    for column in mapping.columns {
      let count = names.count { $0 == column }
      guard count == 1 else { throw HistoryError(.column(column, isTwice: count > 1), at: file.path) }
    }
    return TableRow.Columns(
      count: names.count,
      places: Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first }))
  }
}

/// The conversion of rows into records by a mapping.
private struct TableRows {
  private let mapping: TableMapping
  private let settings: HistorySettings
  private let formatter: DateFormatter?
  /// A Boolean value that indicates whether the pattern of times includes a zone.
  private let patternNamesZone: Bool

  init(_ mapping: TableMapping, _ settings: HistorySettings) {
    self.mapping = mapping
    let zone = mapping.zone.flatMap(TimeZone.init(identifier:)) ?? settings.zone
    self.settings = HistorySettings(
      zone: zone, keepsTemplatesOnly: settings.keepsTemplatesOnly, secrets: settings.secrets)
    guard case .local(let pattern) = mapping.timeFormat else {
      (formatter, patternNamesZone) = (nil, false)
      return
    }
    patternNamesZone = TableMapping.namesZone(pattern)
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.calendar = Calendar(identifier: .gregorian)
    // A zone rejects its local times that the clocks skipped.
    formatter.timeZone = patternNamesZone ? zone : .gmt
    formatter.isLenient = false
    formatter.dateFormat = pattern
    self.formatter = formatter
  }

  /// Returns the content of a row's record.
  func content(_ row: () throws(HistoryProblem) -> TableRow) -> HistoryRecord.Content {
    do {
      let row = try row()
      for drop in mapping.drop where drop.values.contains(row.text(drop.column) ?? "") {
        return .filtered(.mapping)
      }
      return try content(row)
    } catch let problem as HistoryProblem {
      return .malformed(problem)
    } catch { return .malformed(HistoryProblem("\(error)")) }
  }

  private func content(_ row: TableRow) throws -> HistoryRecord.Content {
    let time = try instant(row)
    guard let type = text(mapping.activityType, row) else { throw HistoryProblem.field("the activity type") }
    if let rule = secret(type) { return .filtered(.secret(rule)) }
    var userInfo: [String: ActivityValue] = [:]
    for (key, column) in mapping.identity {
      guard let value = row[column] else { throw HistoryProblem.field("a column of the identity") }
      if case .string(let text) = value, let rule = secret(text) { return .filtered(.secret(rule)) }
      userInfo[key] = value
    }
    var withheld: SecretRules.Name?
    func kept(_ text: String?) -> String? {
      guard let text, !text.isEmpty else { return nil }
      guard let rule = secret(text) else { return text }
      withheld = rule
      return nil
    }
    var activity = try UserActivity(
      activityType: type, title: kept(mapping.title.flatMap(row.text)) ?? title(of: type, userInfo),
      userInfo: userInfo,
      requiredUserInfoKeys: Set(userInfo.keys))
    activity.keywords = Set(mapping.keywords.compactMap { kept(row.text($0)) })
    var found = HistoryActivity(activity, at: .exact(time))
    found.place = try place(row, name: { kept($0) })
    for (name, column) in mapping.context {
      guard let value = row[column] else { continue }
      if case .string(let text) = value, kept(text) == nil { continue }
      found.attributes[name] = value
    }
    found.duration = mapping.duration.flatMap(row.number).map { $0 / mapping.durationsInSecond }
    found.program = mapping.program.flatMap { text($0, row) }
    found.device = mapping.device.flatMap { text($0, row) }
    found.key = mapping.id.flatMap(row.text)
    found.withheld = withheld.map(HistoryFilter.secret)
    return .activity(found)
  }

  private func secret(_ text: String) -> SecretRules.Name? {
    settings.secrets.firstMatch(in: text, kind: .unknown)
  }

  /// Returns a title for a row without one.
  private func title(of type: String, _ userInfo: [String: ActivityValue]) -> String {
    let values = userInfo.sorted { $0.key < $1.key }.map { TableRow.text($0.value) }.filter { !$0.isEmpty }
    return values.isEmpty
      ? type.split(separator: ".").last.map(String.init) ?? type : values.joined(separator: ", ")
  }

  private func text(_ text: TableMapping.Text, _ row: TableRow) -> String? {
    switch text {
    case .constant(let text): text
    case .column(let column, let prefix): row.text(column).flatMap { $0.isEmpty ? nil : prefix + $0 }
    }
  }

  private func place(_ row: TableRow, name: (String?) -> String?) throws -> Place? {
    guard let columns = mapping.place, let latitude = row.number(columns.latitude),
      let longitude = row.number(columns.longitude)
    else { return nil }
    return try Place(latitude: latitude, longitude: longitude, name: name(columns.name.flatMap(row.text)))
  }

  private func instant(_ row: TableRow) throws(HistoryProblem) -> Instant {
    guard let text = row.text(mapping.time), !text.isEmpty else { throw .field("the time") }
    switch mapping.timeFormat {
    case .rfc3339:
      guard let instant = try? Instant(rfc3339: text) else { throw Self.otherTime }
      return instant
    case .number(let unit):
      if let count = Int64(text) { return try settings.instant(count, unit) }
      guard let count = Double(text),
        let milliseconds = Int64(exactly: (count * unit.milliseconds).rounded(.down))
      else {
        throw Self.otherTime
      }
      return try settings.instant(milliseconds: milliseconds)
    case .local:
      guard let date = formatter?.date(from: text),
        let milliseconds = Int64(exactly: (date.timeIntervalSince1970 * 1_000).rounded())
      else { throw Self.otherTime }
      return patternNamesZone
        ? try settings.instant(milliseconds: milliseconds)
        : try settings.instant(localMilliseconds: milliseconds)
    }
  }

  private static let otherTime = HistoryProblem(
    "its time does not have the format of the mapping; check time.format there")
}

extension HistoryUnit {
  /// The milliseconds in one unit.
  fileprivate var milliseconds: Double {
    switch self {
    case .seconds: 1_000
    case .milliseconds: 1
    case .microseconds: 1e-3
    case .nanoseconds: 1e-6
    }
  }
}

extension HistoryFilter {
  /// The mapping drops it.
  fileprivate static let mapping = HistoryFilter("dropped by the mapping")
}
