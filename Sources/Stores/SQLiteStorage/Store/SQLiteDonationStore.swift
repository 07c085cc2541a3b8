// SQLiteStorage: How are donations stored on disk?
//
// Start here: a `SQLiteDonationStore` is a `DonationStore` in one file, and `StoreSchema` describes
// the content of the file.

public import Activities
internal import Foundation
internal import GRDB

/// A donation log in one SQLite file that several processes may use at once.
///
/// Appends return once they are on disk: acknowledged records survive `kill -9` and a power cut.
/// Each donation is stored as its line of the donation log, so unknown fields survive, and
/// exporting is printing. Methods throw ``StoreError`` or `CancellationError`.
public final class SQLiteDonationStore: DonationStore {
  /// The absolute path of the file.
  public let path: String
  let pool: any DatabaseWriter
  /// The cipher of the rows.
  let cipher: RowCipher
  /// The open files of the store.
  let files: OpenStoreFiles
  private let hold: OpenFiles.Hold

  /// Opens the store at a path, or creates it and its folder.
  ///
  /// A new file has mode 0600, a new folder 0700. A file that is not a store, or that is damaged,
  /// of a newer version, or accessible to other users, is refused and left unchanged. The article
  /// *PrivacyAndForgetting* has the rules. Older schemas are migrated.
  ///
  /// With a key, a new store is encrypted, and an existing store must be. Without a key, an
  /// encrypted store is refused. See the article *Encryption*.
  ///
  /// - Parameters:
  /// - path: The path of the existing or new store.
  ///   - key: The key of an encrypted store.
  /// - busyTimeout: The seconds to wait while another process writes. A batch of an import takes
  ///   about 50 ms.
  /// - Throws: ``StoreError``.
  /// - Complexity: O(1), or O(size of the store) if an earlier deletion was interrupted before its
  ///   bytes were overwritten.
  public init(path: String, key: StoreKey? = nil, busyTimeout: Double = 10) throws(StoreError) {
    let file = StoreFile(path: path, key: key)
    hold = try OpenFiles.hold(file.path) { isOpen throws(StoreError) in try file.prepare(isOpen: isOpen) }
    self.path = file.path
    do {
      pool = try Connection.open(path: file.path, key: key, busyTimeout: busyTimeout)
      files = OpenStoreFiles(of: file.path)
      cipher = try pool.writeWithoutTransaction { db in
        try EncryptionTable.unlock(db, with: key, at: file.path)
      }
    } catch {
      throw StoreError(error, at: file.path)
    }
    try finishErasure()
  }

  deinit {
    try? close()
  }

  /// Closes the file; SQLite then removes the journal next to it.
  ///
  /// A store that is not closed is closed with its last reference. Using it after closing throws an
  /// error.
  ///
  /// - Throws: ``StoreError``.
  public func close() throws(StoreError) {
    do {
      // SQLite would remove a file by name that may be another store's journal.
      if !files.areInPlace { try? pool.writeWithoutTransaction { db in try db.keepJournal() } }
      // Close the readers first: if one of them were the last, the journal would remain.
      (pool as? DatabasePool)?.invalidateReadOnlyConnections()
      try pool.close()
      hold.release()
    } catch {
      throw StoreError(error, at: path)
    }
  }

  /// Runs a read-only transaction on a connection of its own.
  ///
  /// - Throws: The error of the body, or ``StoreError``; with ``StoreError/Reason/moved`` if the
  ///   files are no longer where they were opened.
  /// - Parameter checking: Whether to check first that the encryption of rows has not changed since
  ///   the store was opened. Pass `false` only if the body checks this itself where it matters.
  func read<Value: Sendable>(
    checking: Bool = true, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    let cipher = cipher
    // A new connection would open the files that are now at the path.
    try files.check()
    do {
      return try await pool.read { db in
        if checking { try cipher.check(db) }
        return try body(db)
      }
    } catch {
      throw StoreError.translated(error, at: path)
    }
  }

  /// Runs an exclusive transaction, all or nothing.
  ///
  /// - Throws: The error of the body, or ``StoreError``; with ``StoreError/Reason/moved`` if the
  ///   store is no longer where it was opened.
  func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    let (cipher, files) = (cipher, files)
    do {
      let value = try await pool.write { db in
        try cipher.check(db)
        let value = try body(db)
        try files.check()
        return value
      }
      try files.check()  // do not acknowledge if it was moved before the commit
      return value
    } catch {
      throw StoreError.translated(error, at: path)
    }
  }
}

extension StoreError {
  /// Returns the store's error for an error of SQLite, or another error unchanged.
  static func translated(_ error: any Error, at path: String) -> any Error {
    switch error {
    case is DatabaseError: StoreError(error, at: path)
    // A value whose type differs from its column's: fetching single values throws this error where
    // rows throw `SQLITE_CORRUPT`.
    case is RowDecodingError: StoreError(.damaged, at: path)
    default: error
    }
  }

  /// Creates the store's error for an error of SQLite.
  init(_ error: any Error, at path: String) {
    if let error = error as? StoreError {
      self = error
      return
    }
    if error is RowDecodingError {
      self.init(.damaged, at: path)
      return
    }
    guard let error = error as? DatabaseError else {
      self.init(.database(code: Int(ResultCode.SQLITE_ERROR.rawValue)), at: path)
      return
    }
    let code = Int(error.extendedResultCode.rawValue)
    let reason: Reason =
      switch error.resultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
      // The file's header was checked earlier, so this error comes from a page in the journal.
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged
      // No value of that length is ever written.
      case .SQLITE_TOOBIG: .damaged
      // Only a row that already has a forbidden NULL causes this.
      case .SQLITE_CONSTRAINT where error.extendedResultCode == .SQLITE_CONSTRAINT_NOTNULL: .damaged
      case .SQLITE_FULL: .diskFull
      case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: .permissionDenied
      case .SQLITE_CANTOPEN where !OpenFiles.canOpenMore: .tooManyFiles
      case .SQLITE_CANTOPEN: .cannotCreate
      case .SQLITE_NOMEM: .outOfMemory
      case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_NOMEM: .outOfMemory
      // The shared-memory file next to the store could not grow, which even reading needs.
      case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: .diskFull
      case .SQLITE_IOERR: .inputOutput(code: code)
      default: .database(code: code)
      }
    self.init(reason, at: path)
  }
}
