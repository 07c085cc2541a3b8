internal import GRDB
internal import GRDBSQLite

/// The store's file of an open connection, below SQLite's pages and its journal.
///
/// The file must not be opened a second time: closing it would drop the locks of all connections
/// (``OpenFiles``). This value must not outlive the database access that created it.
@safe struct ConnectionFile {
  private let file: UnsafeMutablePointer<sqlite3_file>
  private let methods: sqlite3_io_methods

  init(_ db: Database) throws {
    var found: UnsafeMutablePointer<sqlite3_file>?
    guard let connection = unsafe db.sqliteConnection,
      unsafe sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &found) == SQLITE_OK,
      let file = unsafe found, let methods = unsafe file.pointee.pMethods
    else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
    unsafe (self.file, self.methods) = (file, methods.pointee)
  }

  /// Returns `count` bytes from a position.
  ///
  /// - Throws: `DatabaseError`; with `SQLITE_IOERR_SHORT_READ` if there are fewer.
  func bytes(at offset: Int, count: Int) throws -> [UInt8] {
    try unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      let code = unsafe methods.xRead?(file, buffer.baseAddress, Int32(count), Int64(offset))
      try Self.check(code)
      initialized = count
    }
  }

  /// Overwrites a part with zeros.
  ///
  /// - Throws: `DatabaseError`.
  func clear(_ part: Range<Int>) throws {
    let zeros = [UInt8](repeating: 0, count: part.count)
    let code = unsafe zeros.withUnsafeBytes { buffer in
      unsafe methods.xWrite?(file, buffer.baseAddress, Int32(buffer.count), Int64(part.lowerBound))
    }
    try Self.check(code)
  }

  /// Flushes written bytes to the disk.
  ///
  /// - Throws: `DatabaseError`.
  func synchronize() throws {
    try Self.check(unsafe methods.xSync?(file, SQLITE_SYNC_NORMAL))
  }

  private static func check(_ code: Int32?) throws {
    guard code != SQLITE_OK else { return }
    throw DatabaseError(resultCode: code.map(ResultCode.init(rawValue:)) ?? .SQLITE_MISUSE)
  }
}
