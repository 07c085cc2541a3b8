internal import Foundation
internal import GRDBSQLite

/// A connection to an untrusted database, which reads only columns of its tables, within a budget.
///
/// SQLite checks the budget every ``interval`` instructions. Instructions, page lookups, bytes of
/// files and bytes of rows count as steps. Queries cannot read views, virtual tables or generated
/// columns, which contain untrusted expressions, and can call only the functions in ``functions``.
///
/// Several threads may use it: its tables are found before it is shared, and all other state
/// changes only while SQLite holds the connection's mutex.
@safe final class HistoryConnection: @unchecked Sendable {
  private let connection: OpaquePointer
  private let copy: PrivateCopy?
  private let path: String
  private let budget: ReadingBudget
  private var tables: [String: Set<String>] = [:]
  private var movedBefore = 0

  /// The maximum length of a value and of a row in bytes, longer than any real record.
  private static let longestValue = 16 << 20
  /// The number of SQLite's instructions between two checks of the budget.
  private static let interval: Int32 = 256
  /// The steps of a page lookup, and the number of bytes moved in a step.
  private static let (stepsOfPage, bytesOfStep) = (16, 64)
  /// The functions that the importers' queries call.
  private static let functions: Set<String> = ["coalesce"]

  /// Opens a copy.
  ///
  /// - Parameter path: The path of the file that was copied, for errors.
  /// - Throws: ``HistoryError`` if it is not a database.
  convenience init(to copy: PrivateCopy, of path: String, budget: ReadingBudget) throws(HistoryError) {
    try self.init(
      copy.name, vfs: copy.vfs, flags: SQLITE_OPEN_READWRITE, size: copy.size, copy, path, budget)
    // SQLite then keeps the index of a write-ahead log in its own memory. The first query rolls
    // back the journal.
    try execute("PRAGMA locking_mode = EXCLUSIVE")
  }

  /// Opens a database in place, without locks, its journal and its write-ahead log.
  ///
  /// - Throws: ``HistoryError`` if it is not a database.
  convenience init(inPlace path: String, size: Int, budget: ReadingBudget) throws(HistoryError) {
    let url = URL(fileURLWithPath: path).absoluteString + "?mode=ro&immutable=1"
    try self.init(url, vfs: nil, flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, size: size, nil, path, budget)
  }

  private init(
    _ name: String, vfs: String?, flags: Int32, size: Int, _ copy: PrivateCopy?, _ path: String,
    _ budget: ReadingBudget
  ) throws(HistoryError) {
    var opened: OpaquePointer?
    let flags = flags | SQLITE_OPEN_FULLMUTEX | SQLITE_OPEN_PRIVATECACHE
    let code = unsafe sqlite3_open_v2(name, &opened, flags, vfs)
    guard let connection = unsafe opened else { throw HistoryError(.damaged, at: path) }
    unsafe self.connection = connection
    (self.copy, self.path, self.budget) = (copy, path, budget)
    try check(code)
    // A valid value fits into the file. A longer one has a cycle of pages.
    let longest = min(Self.longestValue, size + 1 << 20)
    _ = unsafe sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, Int32(clamping: longest))
    _ = unsafe sqlite3_limit(connection, SQLITE_LIMIT_ATTACHED, 0)
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe sqlite3_progress_handler(
      connection, Self.interval,
      { context in unsafe HistoryConnection.of(context)?.goesOn() == true ? 0 : 1 }, context)
    // The file is untrusted (https://sqlite.org/security.html). Sorted rows go to the copy's
    // temporary files, which also have no name and have a limit, so memory does not grow with them.
    try execute(
      "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = FILE; PRAGMA mmap_size = 0"
    )
  }

  deinit { _ = unsafe sqlite3_close(connection) }

  private static func of(_ context: UnsafeMutableRawPointer?) -> HistoryConnection? {
    unsafe context.map { unsafe Unmanaged<HistoryConnection>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Returns the tables with their columns and their single-column keys, all in lower case; from
  /// now on queries can read nothing else.
  ///
  /// - Throws: ``HistoryError``.
  func findTables() throws -> (columns: [String: Set<String>], keys: [String: String]) {
    var names: [String] = []
    try forEachRow(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    ) { if let name = $0.text("name") { names.append(name) } }
    var keys: [String: String] = [:]
    for name in names {
      var (columns, key): (Set<String>, [String]) = ([], [])
      try forEachRow("SELECT name, pk FROM pragma_table_info(?)", argument: name) { row in
        // No program has a column with a quotation mark in its name, which would end the name in a
        // query.
        guard let column = row.text("name")?.lowercased(), !column.contains("\"") else { return }
        columns.insert(column)
        if row.integer("pk") ?? 0 > 0 { key.append(column) }
      }
      tables[name.lowercased()] = columns
      if key.count == 1 { keys[name.lowercased()] = key[0] }
    }
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    _ = unsafe sqlite3_set_authorizer(
      connection,
      { context, action, first, second, _, _ in
        let (first, second) = unsafe (
          first.map { unsafe String(cString: $0) }, second.map { unsafe String(cString: $0) }
        )
        return unsafe HistoryConnection.of(context)?.allows(action, first ?? "", second ?? "") == true
          ? SQLITE_OK : SQLITE_DENY
      }, context)
    return (tables, keys)
  }

  /// Returns whether a query may do something; SQLite's authorizer calls it.
  private func allows(_ action: Int32, _ first: String, _ second: String) -> Bool {
    switch action {
    case SQLITE_SELECT, SQLITE_RECURSIVE: true
    case SQLITE_FUNCTION: Self.functions.contains(second.lowercased())
    case SQLITE_READ:
      tables[first.lowercased()].map {
        // SQLite names no column if the query reads none, as for `count(*)`.
        second.isEmpty || second == "ROWID" || $0.contains(second.lowercased())
      } ?? false
    default: false
    }
  }

  /// Goes through the rows of a query, one at a time.
  ///
  /// - Parameters:
  ///   - argument: The value of the query's parameter.
  ///   - receive: Takes a row, which is valid until it returns.
  /// - Throws: ``HistoryError``; errors of `receive`.
  func forEachRow(_ sql: String, argument: String? = nil, _ receive: (HistoryRow) throws -> Void) throws {
    var prepared: OpaquePointer?
    try check(unsafe sqlite3_prepare_v2(connection, sql, -1, &prepared, nil))
    guard let statement = unsafe prepared else { throw HistoryError(.damaged, at: path) }
    defer { _ = unsafe sqlite3_finalize(statement) }
    if let argument {
      // With SQLITE_TRANSIENT, SQLite makes a copy.
      let copied = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      try check(unsafe sqlite3_bind_text(statement, 1, argument, -1, copied))
    }
    let row = unsafe HistoryRow(of: statement)
    while true {
      let code = unsafe sqlite3_step(statement)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw failure(code) }
      try budget.spend(steps: row.length)
      try receive(row)
    }
  }

  /// Counts the work since the last check; returns whether it is within the budget.
  private func goesOn() -> Bool {
    var steps = Int(Self.interval)
    for counter in [SQLITE_DBSTATUS_CACHE_HIT, SQLITE_DBSTATUS_CACHE_MISS] {
      var (pages, highest): (Int32, Int32) = (0, 0)
      if unsafe sqlite3_db_status(connection, counter, &pages, &highest, 1) == SQLITE_OK {
        steps += Int(pages) * Self.stepsOfPage
      }
    }
    if let moved = copy?.moved {
      steps += (moved - movedBefore) / Self.bytesOfStep
      movedBefore = moved
    }
    return budget.canSpend(steps: steps)
  }

  private func execute(_ sql: String) throws(HistoryError) {
    try check(unsafe sqlite3_exec(connection, sql, nil, nil, nil))
  }

  private func check(_ code: Int32) throws(HistoryError) {
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Returns the history error for a code of SQLite.
  private func failure(_ code: Int32) -> HistoryError {
    let reason: HistoryError.Reason =
      switch code & 0xFF {
      case SQLITE_INTERRUPT, SQLITE_NOMEM: .tooCostly
      case SQLITE_FULL: copy?.isOverLimit == true ? .tooCostly : .noRoom
      default: .damaged
      }
    return HistoryError(reason, at: path)
  }
}
