internal import Activities
internal import Foundation
internal import GRDB

/// The set-up of connections to a store.
enum Connection {
  /// The length of the longest value, and of the longest row, that is read or written: 64 MiB.
  ///
  /// The file may be a stranger's, and every value that is read takes some times its length. Lines
  /// have a limit of their own (``GRDB/Row/line(_:)``); the longest values are the states of
  /// checkpoints, some 600 bytes an activity.
  static let longestValue = 64 << 20

  /// Returns the configuration of every connection.
  ///
  /// - Parameters:
  ///   - busyTimeout: Seconds to wait for a lock that another process holds.
  ///   - inspect: Called with the connection that may write, before it has written anything.
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
      // Sorting and VACUUM may not write what the user did into a folder for temporary files. So
      // VACUUM is for little only.
      try db.execute(sql: "PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON; PRAGMA cache_size = -16384")
      // The file may be a stranger's (https://sqlite.org/security.html): cells are looked at before
      // they are followed. An untrusted schema cannot be had here, because triggers fill the
      // full-text index; it is compared with ours instead.
      try db.execute(sql: "PRAGMA cell_size_check = ON")
    }
    return configuration
  }

  /// Opens a file that ``StoreFile/prepare()`` found to be a store.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - key: The key of an encrypted store: an older one cannot be brought up to date without it.
  ///   - busyTimeout: Seconds to wait for a lock that another process holds.
  static func open(path: String, key: StoreKey?, busyTimeout: Double) throws -> any DatabaseWriter {
    let pool = try connect(path: path, busyTimeout: busyTimeout)
    try pool.writeWithoutTransaction { db in
      // Only now: opening a pool sets NORMAL, with which a power cut may lose acknowledged commits.
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

  /// The seconds for which it is waited until an empty journal may be begun: some transactions of
  /// an import.
  private static let patience = 0.25

  /// Connects to a file.
  ///
  /// GRDB begins an empty journal before a pool reads, and so waits for whoever writes, also where
  /// nothing is to be written. If another program keeps the store to itself for long, one
  /// connection for reading and writing does without: it reads what was committed last, and waits
  /// only when it has something to write.
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

  /// Synchronises what opening a pool has written: GRDB begins an empty journal with a transaction
  /// that changes nothing, under NORMAL.
  ///
  /// A power cut must not leave what comes behind it without it: that is how ``Journal`` knows
  /// damage. Closing a descriptor of the journal drops no lock of SQLite's, which are on the other
  /// two files.
  private static func synchronizeJournal(of path: String) throws {
    let url = URL(fileURLWithPath: path + "-wal")
    guard let journal = try? FileHandle(forReadingFrom: url) else {
      throw DatabaseError(resultCode: .SQLITE_CANTOPEN)
    }
    defer { try? journal.close() }
    do { try journal.synchronize() } catch { throw DatabaseError(resultCode: .SQLITE_IOERR_FSYNC) }
  }

  /// Brings the schema up to date; inside of a transaction, so that whoever is killed on the way
  /// leaves the file as it was.
  ///
  /// - Parameter cipher: Returns the cipher of the rows, once there are all tables; it is asked
  ///   only for a file that has rows.
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

  /// Returns the version of the schema that a file has.
  static func version(of db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
  }

  /// Makes sure that the schema is one of ours: the journal may know a newer version than the
  /// file's header, and page 1 may be damaged behind the header.
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
