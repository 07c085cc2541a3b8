internal import Activities
internal import Foundation
internal import GRDB

/// The configuration of connections to a store.
enum Connection {
  /// The maximum length of a value or a row that is read or written: 64 MiB.
  ///
  /// The file may come from a stranger, and reading a value takes several times its length. Lines
  /// have their own limit (``GRDB/Row/line(_:)``). The longest values are the states of
  /// checkpoints, about 600 bytes per activity.
  static let longestValue = 64 << 20

  /// Returns the configuration of every connection.
  ///
  /// - Parameters:
  /// - busyTimeout: The seconds to wait for a lock that another process holds.
  /// - inspect: Called with the writing connection, before it has written anything.
  static func configuration(
    busyTimeout: Double = 10, inspect: (@Sendable (Database) throws -> Void)? = nil
  ) -> GRDB.Configuration {
    var configuration = GRDB.Configuration()
    configuration.label = "hunch.store"
    configuration.busyMode = .timeout(busyTimeout)
    configuration.foreignKeysEnabled = true
    configuration.prepareDatabase { db in
      try db.limitValues(to: Int32(longestValue))
      if !db.configuration.readonly { try inspect?(db) }
      // Sorting and VACUUM must not write the user's data into a folder for temporary files. So
      // VACUUM is used only for small stores.
      try db.execute(sql: "PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON; PRAGMA cache_size = -16384")
      // The file may come from a stranger (https://sqlite.org/security.html), so cells are checked
      // before they are followed. `trusted_schema` cannot be turned off, because triggers fill the
      // full-text index; the schema is compared with ours instead.
      try db.execute(sql: "PRAGMA cell_size_check = ON")
    }
    return configuration
  }

  /// Opens a file that ``StoreFile/prepare()`` recognised as a store.
  ///
  /// - Parameters:
  ///   - path: The file.
  /// - key: The key of an encrypted store, also needed to migrate an older one.
  /// - busyTimeout: The seconds to wait for a lock that another process holds.
  static func open(path: String, key: StoreKey?, busyTimeout: Double) throws -> any DatabaseWriter {
    let pool = try connect(path: path, busyTimeout: busyTimeout)
    try pool.writeWithoutTransaction { db in
      // Only now: opening a pool sets NORMAL, and then a power cut may lose acknowledged commits.
      try db.execute(sql: "PRAGMA synchronous = FULL")
      try synchronizeJournal(of: path)
      guard try version(of: db) < StoreSchema.version else { return }
      try db.inTransaction {
        try migrate(db) { try EncryptionTable.unlock(db, with: key, at: path, isMending: false) }
        return .commit
      }
      try db.checkpoint(.truncate)
    }
    return pool
  }

  /// The seconds to wait before an empty journal can be started: some transactions of an import.
  private static let patience = 0.25

  /// Connects to a file.
  ///
  /// GRDB starts an empty journal before a pool reads, and so waits for a writer even if there is
  /// nothing to write. If another program locks the store for long, a single connection for reading
  /// and writing avoids this. It reads the last commit, and waits only when it writes.
  private static func connect(path: String, busyTimeout: Double) throws -> any DatabaseWriter {
    let (first, later) = (
      Int(clamping: min(patience, busyTimeout) * 1_000), Int(clamping: busyTimeout * 1_000)
    )
    let configuration = configuration(busyTimeout: busyTimeout) { db in
      try db.execute(sql: "PRAGMA busy_timeout = \(first)")
      try checkSchema(of: db, at: path)
    }
    let writer: any DatabaseWriter
    do {
      writer = try DatabasePool(path: path, configuration: configuration)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      writer = try DatabaseQueue(path: path, configuration: configuration)
      let mode = try writer.writeWithoutTransaction { try String.fetchOne($0, sql: "PRAGMA journal_mode") }
      guard mode == "wal" else { throw error }
    }
    try writer.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA busy_timeout = \(later)")
    }
    return writer
  }

  /// Synchronises the data that opening a pool has written: GRDB starts an empty journal with a
  /// transaction that changes nothing, under NORMAL.
  ///
  /// After a power cut, later frames must not exist without these: ``Journal`` would take that for
  /// damage. Closing a descriptor of the journal drops none of SQLite's locks, which are on the
  /// other two files.
  private static func synchronizeJournal(of path: String) throws {
    let url = URL(fileURLWithPath: path + "-wal")
    guard let journal = try? FileHandle(forReadingFrom: url) else {
      throw DatabaseError(resultCode: .SQLITE_CANTOPEN)
    }
    defer { try? journal.close() }
    do { try journal.synchronize() } catch { throw DatabaseError(resultCode: .SQLITE_IOERR_FSYNC) }
  }

  /// Migrates the schema.
  ///
  /// It runs in a transaction, so a killed process leaves the file unchanged.
  ///
  /// - Parameter cipher: Returns the cipher of the rows, once all tables exist; called only for a
  ///   file with rows.
  static func migrate(_ db: Database, cipher: () throws -> RowCipher = { .plain }) throws {
    let found = try version(of: db)
    for migration in StoreSchema.migrations.dropFirst(found) {
      try db.execute(sql: migration)
    }
    if (1..<StoreSchema.firstWithSearchByDefault).contains(found) {
      try SearchInsertion.remake(db, cipher())
    }
    try db.execute(sql: "PRAGMA user_version = \(StoreSchema.version)")
  }

  /// Returns the version of a file's schema.
  static func version(of db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
  }

  /// Checks that the schema is one of ours: the journal may have a newer version than the file's
  /// header, and page 1 may be damaged after the header.
  private static func checkSchema(of db: Database, at path: String) throws {
    let found = try version(of: db)
    guard found <= StoreSchema.version else {
      throw StoreError(.newerSchema(found: found, known: StoreSchema.version), at: path)
    }
    guard found > 0, try SchemaText(of: db).isMade(version: found) else {
      throw StoreError(.damaged, at: path)
    }
  }
}
