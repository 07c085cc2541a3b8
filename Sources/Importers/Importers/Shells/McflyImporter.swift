internal import Activities

/// The shell history of mcfly, in SQLite, with folder, exit code and seconds.
///
/// A command that was not found (exit code 127) was mistyped, and one that never succeeded is not
/// suggested (``CommandOutcomes``). Commands chosen in mcfly's own search (`selected_commands`) are
/// also in the history. The level is the same as for every shell (``CommandActivity``), with the
/// folder.
package struct McflyImporter: HistoryImporter {
  package let name = "mcfly"
  package let summary = "commands of shells that mcfly recorded"
  package let locations = [HistoryLocation.data("mcfly/history.db"), .home(".mcfly/history.db")]
  package let basis = HistoryBasis.schema
  package let clock = HistoryClock.instant
  package let covers: Set<String> = ["bash", "zsh", "fish"]

  package init() {}

  private static let table = "commands"

  package func recognition(of file: HistoryFile) throws -> HistoryRecognition {
    let columns: Set = ["cmd", "session_id", "when_run"]
    return try file.tables()[Self.table]?.isSuperset(of: columns) == true ? .certain : .foreign
  }

  package func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws {
    let history = try file.database()
    try history.require(["cmd", "when_run"], of: Self.table)
    let outcomes = try CommandOutcomes(in: history, table: Self.table, command: "cmd", exit: "exit_code")
    let columns = ["cmd", "when_run", "exit_code", "dir"].map { history.column($0, of: Self.table) }
    try history.forEachRow(
      "SELECT commands.rowid AS position, \(columns.joined(separator: ", ")) FROM commands ORDER BY when_run, commands.rowid"
    ) { row in
      let position = HistoryPosition.row(row.integer("position") ?? 0, table: Self.table)
      try receive(HistoryRecord(content(of: row, outcomes, settings), at: position))
    }
  }

  private func content(
    of row: HistoryRow, _ outcomes: CommandOutcomes, _ settings: HistorySettings
  ) -> HistoryRecord.Content {
    if row.integer("exit_code") == 127 { return .filtered(.notFound) }
    guard let command = row.text("cmd") else { return .malformed(.field("cmd")) }
    guard let seconds = row.integer("when_run") else { return .malformed(.field("when_run")) }
    do throws(HistoryProblem) {
      let time = try settings.time(seconds, .seconds)
      return CommandActivity.content(of: command, at: time, in: name, settings, outcomes: outcomes) { found in
        if let folder = row.text("dir"), folder.hasPrefix("/") { found.attributes["cwd"] = .string(folder) }
      } ?? .filtered(.trivial)
    } catch { return .malformed(error) }
  }
}
