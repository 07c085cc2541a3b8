internal import GRDB
internal import GRDBSQLite

extension Database {
  /// Limits the length of values and rows: a longer one becomes an error of this connection
  /// (`SQLITE_TOOBIG`) before memory is allocated for it.
  func limitValues(to bytes: Int32) throws {
    guard let connection = unsafe sqliteConnection else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
    _ = unsafe sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, bytes)
  }

  /// Keeps the connection from removing the journal if it is the last one to close.
  func keepJournal() throws {
    guard let connection = unsafe sqliteConnection else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
    var isKept: Int32 = 1
    _ = unsafe sqlite3_file_control(connection, "main", SQLITE_FCNTL_PERSIST_WAL, &isKept)
  }
}

/// The prepared insertion of a donation, bound and run through SQLite's C interface.
///
/// This is where the module uses SQLite's C interface. Wrapping six values per row for GRDB took
/// longer than their insertion by SQLite, which is most of the work of an import. Everything around
/// it (connections, transactions, locks) still uses GRDB. It must not outlive the database access
/// that created it.
@safe final class DonationStatement {
  private let connection: OpaquePointer
  private let statement: OpaquePointer

  init(_ db: Database) throws {
    guard let connection = unsafe db.sqliteConnection else {
      throw DatabaseError(resultCode: .SQLITE_MISUSE)
    }
    let sql = """
      INSERT INTO donation (sequence, user, time, identifier, identity, payload) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (identifier) DO NOTHING
      """
    var prepared: OpaquePointer?
    let code = unsafe sqlite3_prepare_v2(connection, sql, -1, &prepared, nil)
    guard code == SQLITE_OK, let statement = unsafe prepared else {
      throw DatabaseError(resultCode: ResultCode(rawValue: code))
    }
    unsafe self.connection = connection
    unsafe self.statement = statement
  }

  deinit {
    unsafe sqlite3_finalize(statement)
  }

  /// Inserts a row; returns whether it is new.
  func insert(_ row: DonationRow, sequence: Int64, user: Int64) throws -> Bool {
    let identifier = row.identifier.bigEndian
    let identity = row.identity.bigEndian
    unsafe sqlite3_bind_int64(statement, 1, sequence)
    unsafe sqlite3_bind_int64(statement, 2, user)
    unsafe sqlite3_bind_int64(statement, 3, row.time)
    // The blobs are bound without copying: they live until the row is inserted, and the next row
    // binds its own.
    let code = unsafe withUnsafeBytes(of: identifier) { identifier in
      unsafe withUnsafeBytes(of: identity) { identity in
        unsafe row.payload.withUnsafeBytes { payload in
          unsafe sqlite3_bind_blob(statement, 4, identifier.baseAddress, 16, nil)
          unsafe sqlite3_bind_blob(statement, 5, identity.baseAddress, 16, nil)
          unsafe sqlite3_bind_blob(statement, 6, payload.baseAddress, Int32(payload.count), nil)
          let code = unsafe sqlite3_step(statement)
          unsafe sqlite3_reset(statement)
          return code
        }
      }
    }
    guard code == SQLITE_DONE else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    return unsafe sqlite3_changes(connection) == 1
  }
}
