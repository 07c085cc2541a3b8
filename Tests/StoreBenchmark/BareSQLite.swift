internal import GRDBSQLite

/// A row of the leanest table that can be searched by user and time and knows each donation once.
struct BareRow: Sendable {
  let user: Int64
  let time: Int64
  let identifier: [UInt8]
  let payload: [UInt8]
}

/// SQLite through its C interface, without anything of ours: what an import is compared with.
///
/// This is the door to C of this target; all of its unsafe code is here.
struct BareSQLite {
  struct Failure: Error {
    let code: Int32
  }

  /// Inserts rows into a new file, one transaction a batch, with the pragmas of the store.
  static func insert(_ rows: [BareRow], batchSize: Int, path: String) throws {
    var opened: OpaquePointer?
    try unsafe check(sqlite3_open(path, &opened))
    guard let connection = unsafe opened else { throw Failure(code: SQLITE_ERROR) }
    defer { unsafe sqlite3_close(connection) }
    try unsafe run(
      """
      PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA cache_size = -16384;
      CREATE TABLE donation (user INTEGER, time INTEGER, identifier BLOB UNIQUE, payload BLOB);
      CREATE INDEX donationByTime ON donation (user, time);
      """, on: connection)
    var prepared: OpaquePointer?
    let insertion = "INSERT INTO donation VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
    try unsafe check(sqlite3_prepare_v2(connection, insertion, -1, &prepared, nil))
    guard let statement = unsafe prepared else { throw Failure(code: SQLITE_ERROR) }
    defer { unsafe sqlite3_finalize(statement) }
    for start in stride(from: 0, to: rows.count, by: batchSize) {
      try unsafe run("BEGIN IMMEDIATE", on: connection)
      for row in rows[start..<min(start + batchSize, rows.count)] { try unsafe insert(row, with: statement) }
      try unsafe run("COMMIT", on: connection)
    }
  }

  private static func insert(_ row: BareRow, with statement: OpaquePointer) throws {
    unsafe sqlite3_bind_int64(statement, 1, row.user)
    unsafe sqlite3_bind_int64(statement, 2, row.time)
    try unsafe row.identifier.withUnsafeBytes { identifier in
      try unsafe row.payload.withUnsafeBytes { payload in
        unsafe sqlite3_bind_blob(statement, 3, identifier.baseAddress, Int32(identifier.count), nil)
        unsafe sqlite3_bind_blob(statement, 4, payload.baseAddress, Int32(payload.count), nil)
        let code = unsafe sqlite3_step(statement)
        guard code == SQLITE_DONE else { throw Failure(code: code) }
        unsafe sqlite3_reset(statement)
      }
    }
  }

  private static func run(_ sql: String, on connection: OpaquePointer) throws {
    try unsafe check(sqlite3_exec(connection, sql, nil, nil, nil))
  }

  private static func check(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw Failure(code: code) }
  }
}
