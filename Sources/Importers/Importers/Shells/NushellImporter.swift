internal import Activities

/// The history of the shell nushell, in SQLite (`history.sqlite3`) or, by default, as text
/// (`history.txt`).
///
/// The database has folder, host, duration, exit code and milliseconds; a row converted from a text
/// has no time, only its order. A text has one command per line, with `<\n>` for line ends, and no
/// times. A command that was not found (exit code 127) was mistyped, and one that never succeeded
/// is not suggested (``CommandOutcomes``). The level is the same as for every shell
/// (``CommandActivity``), with folder, host and duration.
package struct NushellImporter: HistoryImporter {
  package let name = "nushell"
  package var aliases: [String: any HistoryImporter] { ["nu": self] }
  package let summary = "commands of the shell nushell"
  package let locations: [HistoryLocation] = [
    .configuration("nushell/history.sqlite3"), .configuration("nushell/history.txt"),
    .data("nushell/history.sqlite3"), .data("nushell/history.txt"),
  ]
  package let basis = HistoryBasis.schema
  package let clock = HistoryClock.instant
  /// A database that was converted from a text also has its commands.
  package let covers: Set<String> = ["nushell"]

  package init() {}

  private static let table = "history"
  private static let lineEnd = "<\\n>"

  package func recognition(of file: HistoryFile) throws -> HistoryRecognition {
    let columns: Set = ["command_line", "start_timestamp", "exit_status"]
    if file.isSQLite {
      return try file.tables()[Self.table]?.isSuperset(of: columns) == true ? .certain : .foreign
    }
    guard file.isText, let first = file.firstLine.utf8.first else { return .foreign }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "<") ? .foreign : .possible
  }

  package func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws {
    try file.isSQLite ? readRows(file, settings, receive) : readLines(file, settings, receive)
  }

  private func readRows(
    _ file: HistoryFile, _ settings: HistorySettings, _ receive: (HistoryRecord) throws -> Void
  ) throws {
    let history = try file.database()
    try history.require(["command_line", "start_timestamp"], of: Self.table)
    let outcomes = try CommandOutcomes(
      in: history, table: Self.table, command: "command_line", exit: "exit_status")
    let columns = ["command_line", "start_timestamp", "hostname", "cwd", "duration_ms", "exit_status"]
      .map { history.column($0, of: Self.table) }
    try history.forEachRow(
      "SELECT history.rowid AS position, \(columns.joined(separator: ", ")) FROM history ORDER BY history.rowid"
    ) { row in
      let position = HistoryPosition.row(row.integer("position") ?? 0, table: Self.table)
      try receive(HistoryRecord(content(of: row, outcomes, settings), at: position))
    }
  }

  private func content(
    of row: HistoryRow, _ outcomes: CommandOutcomes, _ settings: HistorySettings
  ) -> HistoryRecord.Content {
    if row.integer("exit_status") == 127 { return .filtered(.notFound) }
    guard let command = row.text("command_line") else { return .malformed(.field("command_line")) }
    do throws(HistoryProblem) {
      var time = HistoryTime.order
      if row.text("start_timestamp") != nil {
        guard let milliseconds = row.integer("start_timestamp") else { throw .field("start_timestamp") }
        time = try settings.time(milliseconds, .milliseconds)
      }
      return CommandActivity.content(of: command, at: time, in: name, settings, outcomes: outcomes) { found in
        if let folder = row.text("cwd"), folder.hasPrefix("/") { found.attributes["cwd"] = .string(folder) }
        found.device = row.text("hostname").flatMap { $0.isEmpty ? nil : $0 }
        found.duration = row.number("duration_ms").flatMap { $0 >= 0 ? $0 / 1_000 : nil }
      } ?? .filtered(.trivial)
    } catch { return .malformed(error) }
  }

  private func readLines(
    _ file: HistoryFile, _ settings: HistorySettings, _ receive: (HistoryRecord) throws -> Void
  ) throws {
    try file.forEachLine { number, bytes in
      guard let bytes else { return try receive(HistoryRecord(.malformed(.tooLong), at: .line(number))) }
      guard bytes.contains(where: { $0 > 0x20 }) else { return }
      let command = HistoryText.decoded(bytes).replacing(Self.lineEnd, with: "\n")
      let content = CommandActivity.content(of: command, at: .order, in: name, settings)
      try receive(HistoryRecord(content ?? .filtered(.trivial), at: .line(number)))
    }
  }
}
