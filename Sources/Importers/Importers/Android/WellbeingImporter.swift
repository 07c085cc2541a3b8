internal import Activities

/// The use of programs from Android's Digital Wellbeing: its database `app_usage`, copied from a
/// device.
///
/// The table `events` has the same events as Android itself (``AndroidUsageImporter``) over weeks
/// and months, with the programs' names in `packages`; uses are found in the same way
/// (``FrontProgram``). If it is empty, `app_usage_periods` has the start and end of each use. The
/// level is the same as for every program that came to the front (``ApplicationUse``). Times are
/// milliseconds. Dropped: components, limits, notifications and totals.
package struct WellbeingImporter: HistoryImporter {
  package let name = "android-wellbeing"
  package var aliases: [String: any HistoryImporter] { ["digital-wellbeing": self, "wellbeing": self] }
  package let summary = "the use of programs on an Android device (Digital Wellbeing's database app_usage)"
  package let locations = [HistoryLocation.home("app_usage"), .home("Downloads/app_usage")]
  package let basis = HistoryBasis.schema
  package let clock = HistoryClock.instant
  package let datesEveryRecord = true

  package init() {}

  /// The names of a column in different versions, by the name used here.
  private static let columns: [String: [String]] = [
    "id": ["_id", "id"], "name": ["package_name", "name"], "time": ["timestamp", "time", "event_time"],
    "type": ["type", "event_type"], "package": ["package_id"],
    "start": ["start_timestamp", "start_time", "start", "begin_timestamp", "begin_time", "start_time_ms"],
    "end": ["end_timestamp", "end_time", "end", "end_time_ms"],
  ]
  private static let (packages, events, periods) = ("packages", "events", "app_usage_periods")

  /// Returns the actual name of a column; `nil` if the table lacks it.
  private static func column(_ name: String, of table: String, in tables: [String: Set<String>]) -> String? {
    columns[name]?.first { tables[table]?.contains($0) ?? false }
  }

  private static func has(_ names: [String], in table: String, _ tables: [String: Set<String>]) -> Bool {
    names.allSatisfy { column($0, of: table, in: tables) != nil }
  }

  package func recognition(of file: HistoryFile) throws -> HistoryRecognition {
    let tables = try file.tables()
    let hasUse =
      Self.has(["time", "type", "package"], in: Self.events, tables)
      || Self.has(["start", "package"], in: Self.periods, tables)
    return hasUse && Self.has(["id", "name"], in: Self.packages, tables) ? .certain : .foreign
  }

  package func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws {
    let history = try file.database()
    guard try recognition(of: file) == .certain else {
      throw HistoryError(.otherSchema(missing: "the column packages.package_name"), at: file.path)
    }
    var hasEvents = false
    var front = FrontProgram()
    try Self.forEachRow(of: Self.events, ["time", "type"], by: "time", in: history) { row, position in
      hasEvents = true
      let record: HistoryRecord?
      do throws(HistoryProblem) { record = try Self.take(row, at: position, &front, settings) } catch {
        record = HistoryRecord(.malformed(error), at: position)
      }
      if let record { try receive(record) }
    }
    if let last = front.end() { try receive(last) }
    if !hasEvents { try readPeriods(history, settings, receive) }
  }

  private func readPeriods(
    _ history: SQLiteHistory, _ settings: HistorySettings, _ receive: (HistoryRecord) throws -> Void
  ) throws {
    try Self.forEachRow(of: Self.periods, ["start", "end"], by: "start", in: history) { row, position in
      var front = FrontProgram()
      let record: HistoryRecord?
      do throws(HistoryProblem) {
        let package = try Self.package(of: row)
        _ = front.resume(package, of: "", at: try Self.time("start", of: row, settings), position)
        front.pause(package, of: "", at: try? Self.time("end", of: row, settings))
        record = front.end()
      } catch { record = HistoryRecord(.malformed(error), at: position) }
      if let record { try receive(record) }
    }
  }

  /// Goes through the rows of a table with the names of their programs, in the order of time; does
  /// nothing if columns are missing.
  private static func forEachRow(
    of table: String, _ names: [String], by time: String, in history: SQLiteHistory,
    _ receive: (HistoryRow, HistoryPosition) throws -> Void
  ) throws {
    let tables = history.tables
    guard let order = column(time, of: table, in: tables),
      let reference = column("package", of: table, in: tables),
      let key = column("id", of: packages, in: tables), let name = column("name", of: packages, in: tables)
    else { return }
    let columns = names.map { wanted in
      "\(column(wanted, of: table, in: tables).map { "\(table).\"\($0)\"" } ?? "NULL") AS \"\(wanted)\""
    }
    try history.forEachRow(
      """
      SELECT \(table).rowid AS position, \(columns.joined(separator: ", ")), packages."\(name)" AS package
      FROM \(table) LEFT JOIN \(history.table(packages, by: key)) ON packages."\(key)" = \(table)."\(reference)"
      ORDER BY \(table)."\(order)", \(table).rowid
      """
    ) { row in try receive(row, .row(row.integer("position") ?? 0, table: table)) }
  }

  /// Takes an event; returns the use that it ends, or the rule that skips it.
  private static func take(
    _ row: HistoryRow, at position: HistoryPosition, _ front: inout FrontProgram, _ settings: HistorySettings
  ) throws(HistoryProblem) -> HistoryRecord? {
    guard let number = row.integer("type") else { throw .field("type") }
    guard let event = AndroidEvent(number: number) else { throw AndroidEvent.unknown }
    switch event {
    case .front:
      let package = try package(of: row)
      return front.resume(package, of: "", at: try time("time", of: row, settings), position)
    case .back: front.pause(row.text("package"), of: "", at: try? time("time", of: row, settings))
    case .end: return front.end()
    case .shortcut, .other: break
    }
    return nil
  }

  private static func package(of row: HistoryRow) throws(HistoryProblem) -> String {
    guard let package = row.text("package") else { throw .field("package_name") }
    try ApplicationUse.check(package)
    return package
  }

  private static func time(
    _ name: String, of row: HistoryRow, _ settings: HistorySettings
  ) throws(HistoryProblem) -> Instant {
    guard let milliseconds = row.integer(name) else { throw .field("the time") }
    return try settings.instant(milliseconds, .milliseconds)
  }
}
