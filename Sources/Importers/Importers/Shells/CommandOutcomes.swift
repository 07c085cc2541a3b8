internal import Activities

/// The commands that never succeeded in a history with exit codes, such as typos, unreachable hosts
/// and missing targets.
///
/// A command is one template (``CommandTemplate``), so one success of `make check` counts for all
/// of its runs. Only commands that failed and never ended with 0 never succeeded; interrupts and
/// unknown codes do not count.
struct CommandOutcomes {
  /// The commands that failed, without those that also succeeded.
  private var failed: Set<ActivityIdentity> = []

  /// The exit codes of commands that the user ended or suspended: 128 plus the signal (HUP, INT,
  /// QUIT, KILL, PIPE, TERM, and those that stop a program).
  private static let endedByUser: Set<Int64> = [129, 130, 131, 137, 141, 143, 146, 147, 148, 149, 150]

  /// Creates empty outcomes, for a history without exit codes.
  init() {}

  /// Reads the outcomes of all commands in a table.
  ///
  /// - Parameters:
  ///   - history: The database.
  ///   - table: The table.
  ///   - command: The column of the command line.
  ///   - exit: The column of the exit code; without it, the outcomes are empty.
  /// - Throws: ``HistoryError`` if the database cannot be read to its end.
  init(in history: SQLiteHistory, table: String, command: String, exit: String) throws {
    guard history.tables[table]?.contains(exit) == true else { return }
    // Failures come first, because only failed commands need a success.
    let sql = "SELECT DISTINCT \(command) AS line, \(exit) AS code FROM \(table) ORDER BY \(exit) = 0"
    try history.forEachRow(sql) { row in
      guard let line = row.text("line"), let code = row.integer("code"),
        code == 0 ? !failed.isEmpty : Self.isFailure(code),
        let identity = CommandActivity.identity(ofLine: line)
      else { return }
      if code == 0 { failed.remove(identity) } else { failed.insert(identity) }
    }
  }

  /// Creates the outcomes of commands whose history was not kept with exit codes until now.
  ///
  /// - Parameters:
  ///   - runs: The command lines, each with its exit code, if known.
  ///   - known: Commands that are known not to have failed every time.
  init(of runs: some Sequence<(line: String, exit: Int64?)>, known: Set<ActivityIdentity>) {
    var succeeded = known
    for (line, exit) in runs {
      guard let exit, exit == 0 || Self.isFailure(exit), let identity = CommandActivity.identity(ofLine: line)
      else { continue }
      if exit == 0 { succeeded.insert(identity) } else { failed.insert(identity) }
    }
    failed.subtract(succeeded)
  }

  private static func isFailure(_ code: Int64) -> Bool { code > 0 && !endedByUser.contains(code) }

  /// Returns whether a command failed and never succeeded.
  func neverSucceeded(_ command: ActivityIdentity) -> Bool { failed.contains(command) }
}
