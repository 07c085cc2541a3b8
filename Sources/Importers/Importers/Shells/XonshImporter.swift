internal import Activities
internal import LogFormat

/// The history of the shell xonsh: a JSON file for each session (`xonsh-….json`), or one database
/// (`xonsh-history.sqlite`).
///
/// Both have the start and end of a command, in seconds with fractions, and its exit code; the
/// database and files of newer versions also have the folder. A command that was not found (exit
/// code 127) was mistyped, and one that never succeeded is not suggested if the database shows it
/// (``CommandOutcomes``). The output of commands and the environment of a session are never read.
/// The level is the same as for every shell (``CommandActivity``), with folder and duration.
package struct XonshImporter: HistoryImporter {
  package let name = "xonsh"
  package let summary = "commands of the shell xonsh"
  package let locations: [HistoryLocation] = [
    .data("xonsh/xonsh-history.sqlite"), .data("xonsh/history_json/xonsh-*.json"),
    .data("xonsh/xonsh-*.json"),
  ]
  package let basis = HistoryBasis.schema
  package let clock = HistoryClock.instant

  package init() {}

  private static let table = "xonsh_history"
  /// A session's file begins with the positions of its values, which may exceed the examined
  /// beginning.
  private static let index: Set<String> = ["locs.[]", "index.cmds.[].inp", "index.cmds.[].ts"]
  private static let commands: Set<String> = ["data.cmds.[].inp", "data.cmds.[].ts"]

  package func recognition(of file: HistoryFile) throws -> HistoryRecognition {
    if file.isSQLite {
      let columns: Set = ["inp", "tsb", "tse", "sessionid"]
      return try file.tables()[Self.table]?.isSuperset(of: columns) == true ? .certain : .foreign
    }
    let shape = file.shape
    return shape.isSuperset(of: Self.index) || shape.isSuperset(of: Self.commands) ? .certain : .foreign
  }

  package func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws {
    try file.isSQLite ? readRows(file, settings, receive) : readSession(file, settings, receive)
  }

  /// A command in either form.
  private struct Command {
    let text: String?
    let start: Double?
    let end: Double?
    let exit: Int64?
    let folder: String?
  }

  private func readRows(
    _ file: HistoryFile, _ settings: HistorySettings, _ receive: (HistoryRecord) throws -> Void
  ) throws {
    let history = try file.database()
    try history.require(["inp", "tsb"], of: Self.table)
    let outcomes = try CommandOutcomes(in: history, table: Self.table, command: "inp", exit: "rtn")
    let columns = ["inp", "rtn", "tsb", "tse", "cwd"].map { history.column($0, of: Self.table) }
    // Rows are in the order of writing; concurrent sessions are mixed as they were typed.
    try history.forEachRow(
      "SELECT xonsh_history.rowid AS position, \(columns.joined(separator: ", ")) FROM xonsh_history ORDER BY xonsh_history.rowid"
    ) { row in
      let command = Command(
        text: row.text("inp"), start: row.number("tsb"), end: row.number("tse"), exit: row.integer("rtn"),
        folder: row.text("cwd"))
      let position = HistoryPosition.row(row.integer("position") ?? 0, table: Self.table)
      try receive(HistoryRecord(content(of: command, settings, outcomes), at: position))
    }
  }

  private func readSession(
    _ file: HistoryFile, _ settings: HistorySettings, _ receive: (HistoryRecord) throws -> Void
  ) throws {
    try JSONStream.read(file) { path in
      switch path.count {
      case 0: .enter
      case 1: path[0] == .member("data") ? .enter : .skip
      case 2: path[1] == .member("cmds") ? .enter : .skip
      default: .take
      }
    } receive: { path, value in
      guard case .element(let index)? = path.last else { return }
      let content: HistoryRecord.Content
      do throws(HistoryProblem) {
        let node = try value.get()
        let times = node["ts"]?.elements ?? []
        content = self.content(
          of: Command(
            text: node["inp"]?.text, start: times.first?.number, end: times.count > 1 ? times[1].number : nil,
            exit: node["rtn"]?.integer, folder: node["cwd"]?.text), settings)
      } catch { content = .malformed(error) }
      try receive(HistoryRecord(content, at: .record(index + 1)))
    }
  }

  private func content(
    of command: Command, _ settings: HistorySettings, _ outcomes: CommandOutcomes = CommandOutcomes()
  ) -> HistoryRecord.Content {
    if command.exit == 127 { return .filtered(.notFound) }
    guard let text = command.text else { return .malformed(.field("inp")) }
    guard let start = command.start else { return .malformed(.field("the time")) }
    do throws(HistoryProblem) {
      guard let milliseconds = Int64(exactly: (start * 1_000).rounded(.down)) else { throw .time }
      let time = try settings.time(milliseconds, .milliseconds)
      return CommandActivity.content(of: text, at: time, in: name, settings, outcomes: outcomes) { found in
        if let folder = command.folder, folder.hasPrefix("/") { found.attributes["cwd"] = .string(folder) }
        found.duration = command.end.flatMap { $0 >= start ? $0 - start : nil }
      } ?? .filtered(.trivial)
    } catch { return .malformed(error) }
  }
}
