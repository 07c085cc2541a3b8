internal import Activities

/// The shell history of atuin, in SQLite, with folder, host, duration, exit code and nanoseconds.
///
/// Deleted rows are skipped, and so are those that an agent ran. A row with a kind of author is the
/// user's if the author is the user of the host; without one, it is an agent's if its author is a
/// known agent. A command that was not found (exit code 127) was mistyped, and one that never
/// succeeded is not suggested (``CommandOutcomes``). A row is recognised by atuin's own identifier
/// on every synchronised machine. The level is the same as for every shell (``CommandActivity``),
/// with folder, host and duration.
package struct AtuinImporter: HistoryImporter {
  package let name = "atuin"
  package let summary = "commands of shells that atuin recorded"
  /// Without an existing database, atuin 18.24 creates one in `~/.atuin`, whatever `XDG_DATA_HOME`
  /// is.
  package let locations = [HistoryLocation.data("atuin/history.db"), .home(".atuin/data/history.db")]
  package let basis = HistoryBasis.realFiles
  package let clock = HistoryClock.instant
  package let covers: Set<String> = ["bash", "zsh", "fish", "nushell", "xonsh", "mcfly"]

  package init() {}

  private static let table = "history"
  /// The authors that atuin itself treats as agents.
  private static let agents: Set<String> = ["claude-code", "codex", "copilot", "opencode", "pi"]

  package func recognition(of file: HistoryFile) throws -> HistoryRecognition {
    let columns: Set = ["timestamp", "command", "cwd", "session", "hostname"]
    return try file.tables()[Self.table]?.isSuperset(of: columns) == true ? .certain : .foreign
  }

  package func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws {
    let history = try file.database()
    try history.require(["timestamp", "command"], of: Self.table)
    let outcomes = try CommandOutcomes(in: history, table: Self.table, command: "command", exit: "exit")
    let columns = [
      "id", "timestamp", "duration", "exit", "command", "cwd", "hostname", "deleted_at", "author", "shell",
      "author_kind",
    ].map { history.column($0, of: Self.table) }
    try history.forEachRow(
      "SELECT history.rowid AS position, \(columns.joined(separator: ", ")) FROM history ORDER BY timestamp, history.rowid"
    ) { row in
      let position = HistoryPosition.row(row.integer("position") ?? 0, table: Self.table)
      try receive(HistoryRecord(content(of: row, outcomes, settings), at: position))
    }
  }

  private func content(
    of row: HistoryRow, _ outcomes: CommandOutcomes, _ settings: HistorySettings
  ) -> HistoryRecord.Content {
    let (host, account) = Self.parts(ofHost: row.text("hostname") ?? "")
    if row.integer("deleted_at") != nil { return .filtered(.deleted) }
    if Self.isAgent(row, account: account) { return .filtered(.agent) }
    if row.integer("exit") == 127 { return .filtered(.notFound) }
    guard let command = row.text("command") else { return .malformed(.field("command")) }
    guard let timestamp = row.integer("timestamp") else { return .malformed(.field("timestamp")) }
    do throws(HistoryProblem) {
      let time = try settings.time(timestamp, .nanoseconds)
      let shell = row.text("shell").flatMap { $0.isEmpty ? nil : $0 } ?? name
      return CommandActivity.content(of: command, at: time, in: shell, settings, outcomes: outcomes) {
        found in
        if let folder = row.text("cwd"), folder.hasPrefix("/") { found.attributes["cwd"] = .string(folder) }
        found.device = host.isEmpty ? nil : host
        found.duration = row.number("duration").flatMap { $0 >= 0 ? $0 / 1e9 : nil }
        found.key = row.text("id").flatMap { $0.isEmpty ? nil : $0 }
      } ?? .filtered(.trivial)
    } catch { return .malformed(error) }
  }

  private static func isAgent(_ row: HistoryRow, account: String) -> Bool {
    guard let author = row.text("author"), !author.isEmpty else { return false }
    return row.integer("author_kind") == nil ? agents.contains(author) : author != account
  }

  /// Returns the host and the account of `HOST:ACCOUNT`.
  private static func parts(ofHost text: String) -> (host: String, account: String) {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    return (parts.first ?? "", parts.count > 1 ? parts[1] : parts.first ?? "")
  }
}
