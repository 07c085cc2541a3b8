internal import Activities
internal import GRDBSQLite
internal import LogFormat

/// SQLite through its C interface, without our code, to compare the store with.
///
/// All unsafe code for SQLite in this module is here.
@safe final class BareSQLite {
  private let connection: OpaquePointer
  private let insertion: OpaquePointer

  /// Makes a file with the pragmas of the store.
  ///
  /// - Throws: ``BenchmarkError/bareSQLite(code:)``.
  init(path: String) throws {
    var opened: OpaquePointer?
    try unsafe Self.check(sqlite3_open(path, &opened))
    guard let connection = unsafe opened else { throw BenchmarkError.bareSQLite(code: Int(SQLITE_ERROR)) }
    unsafe self.connection = connection
    do {
      try unsafe Self.run(
        """
        PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA cache_size = -16384;
        CREATE TABLE donation (user INTEGER, time INTEGER, identifier BLOB UNIQUE, payload BLOB);
        CREATE INDEX donationByTime ON donation (user, time);
        """, on: connection)
      var prepared: OpaquePointer?
      let text = "INSERT INTO donation VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
      try unsafe Self.check(sqlite3_prepare_v2(connection, text, -1, &prepared, nil))
      guard let insertion = unsafe prepared else { throw BenchmarkError.bareSQLite(code: Int(SQLITE_ERROR)) }
      unsafe self.insertion = insertion
    } catch {
      unsafe sqlite3_close(connection)
      throw error
    }
  }

  deinit {
    unsafe sqlite3_finalize(insertion)
    unsafe sqlite3_close(connection)
  }

  /// Inserts rows in one transaction.
  ///
  /// - Throws: ``BenchmarkError/bareSQLite(code:)``.
  func insert(_ rows: some Sequence<BareRow>) throws {
    try unsafe Self.run("BEGIN IMMEDIATE", on: connection)
    for row in rows { try insert(row) }
    try unsafe Self.run("COMMIT", on: connection)
  }

  private func insert(_ row: BareRow) throws {
    unsafe sqlite3_bind_int64(insertion, 1, row.user)
    unsafe sqlite3_bind_int64(insertion, 2, row.time)
    try unsafe row.identifier.withUnsafeBytes { identifier in
      try unsafe row.payload.withUnsafeBytes { payload in
        unsafe sqlite3_bind_blob(insertion, 3, identifier.baseAddress, Int32(identifier.count), nil)
        unsafe sqlite3_bind_blob(insertion, 4, payload.baseAddress, Int32(payload.count), nil)
        let code = unsafe sqlite3_step(insertion)
        guard code == SQLITE_DONE else { throw BenchmarkError.bareSQLite(code: Int(code)) }
        unsafe sqlite3_reset(insertion)
      }
    }
  }

  /// Reads the payloads of all rows in the order of time, and returns their number of bytes.
  ///
  /// - Throws: ``BenchmarkError/bareSQLite(code:)``.
  func scan() throws -> Int {
    var prepared: OpaquePointer?
    let text = "SELECT payload FROM donation INDEXED BY donationByTime WHERE user = 1 ORDER BY time"
    try unsafe Self.check(sqlite3_prepare_v2(connection, text, -1, &prepared, nil))
    guard let statement = unsafe prepared else { throw BenchmarkError.bareSQLite(code: Int(SQLITE_ERROR)) }
    defer { unsafe sqlite3_finalize(statement) }
    var bytes = 0
    while unsafe sqlite3_step(statement) == SQLITE_ROW {
      guard unsafe sqlite3_column_blob(statement, 0) != nil else { continue }
      bytes += unsafe Int(sqlite3_column_bytes(statement, 0))
    }
    return bytes
  }

  private static func run(_ sql: String, on connection: OpaquePointer) throws {
    try unsafe check(sqlite3_exec(connection, sql, nil, nil, nil))
  }

  private static func check(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw BenchmarkError.bareSQLite(code: Int(code)) }
  }
}

/// A row of the leanest table that can be searched by user and time and knows each donation once.
struct BareRow: Sendable {
  let user: Int64
  let time: Int64
  let identifier: [UInt8]
  let payload: [UInt8]

  /// The columns that a donation needs: its identifier, its time, and its line.
  init(_ donation: Donation, user: Int64 = 1) throws {
    let identifier = donation.identifier.rawValue
    self.user = user
    time = donation.context.instant.milliseconds
    self.identifier = (0..<16).map { UInt8(truncatingIfNeeded: identifier >> UInt128(120 - 8 * $0)) }
    payload = try RecordEncoder().encode(donation)
  }
}
