internal import Activities

/// The commands that never succeeded in a history that keeps exit codes: mistyped ones, hosts that
/// do not answer, targets that do not exist.
///
/// A command is one template (``CommandTemplate``), so one success of `make check` speaks for all
/// of its runs. Only what failed and never ended with 0 never succeeded: an interrupt says nothing,
/// and neither does a code that is not known.
struct CommandOutcomes {
  /// Those that failed, less those that succeeded at some time.
  private var failed: Set<ActivityIdentity> = []

  /// The exit codes of commands that somebody ended or suspended: 128 and the number of the signal
  /// (HUP, INT, QUIT, KILL, PIPE, TERM, and those that stop a program).
  private static let endedByUser: Set<Int64> = [129, 130, 131, 137, 141, 143, 146, 147, 148, 149, 150]

  /// Creates the outcomes of a history of which nothing is known.
  init() {}

  /// Reads the outcomes of all commands in a table.
  ///
  /// - Parameters:
  ///   - history: The database.
  ///   - table: The table.
  ///   - command: The column of the command line.
  ///   - exit: The column of the exit code; a table without it tells nothing.
  /// - Throws: ``HistoryError`` if the database cannot be read on.
  init(in history: SQLiteHistory, table: String, command: String, exit: String) throws {
    guard history.tables[table]?.contains(exit) == true else { return }
    // Failures come first: only what failed may need a success.
    let sql = "SELECT DISTINCT \(command) AS line, \(exit) AS code FROM \(table) ORDER BY \(exit) = 0"
    try history.forEachRow(sql) { row in
      guard let line = row.text("line"), let code = row.integer("code"),
        code == 0 ? !failed.isEmpty : Self.isFailure(code),
        let identity = CommandActivity.identity(ofLine: line)
      else { return }
      if code == 0 { failed.remove(identity) } else { failed.insert(identity) }
    }
  }

  private static func isFailure(_ code: Int64) -> Bool { code > 0 && !endedByUser.contains(code) }

  /// Returns whether a command failed and never succeeded.
  func neverSucceeded(_ command: ActivityIdentity) -> Bool { failed.contains(command) }
}
