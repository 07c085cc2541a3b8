// SQLiteStorage: How are donations kept on disk?
//
// Start here: a `SQLiteDonationStore` is a `DonationStore` in one file, and `StoreSchema` says what
// is in the file.

public import Activities
internal import Foundation
internal import GRDB

/// A donation log in one SQLite file, which several processes may use at once.
///
/// Appended is what is on the disk: a call returns after the commit was synchronised, so that what
/// was acknowledged survives `kill -9` and a power cut. Each donation is kept as its line of the
/// donation log; fields that this version does not know survive, and exporting is printing. Methods
/// throw ``StoreError``, or `CancellationError`.
public final class SQLiteDonationStore: DonationStore {
  /// The absolute path of the file.
  public let path: String
  let pool: any DatabaseWriter
  /// The cipher of the rows.
  let cipher: RowCipher
  /// The files that it has open.
  let files: OpenStoreFiles
  private let hold: OpenFiles.Hold

  /// Opens the store at a path, and makes it, with its folder, if there is none.
  ///
  /// The file is made with mode 0600, a new folder with 0700. A file that is no store, a damaged
  /// one, one of a newer version or one that others may read, own or replace is refused and left as
  /// it is (the article *PrivacyAndForgetting* has the rules). Older schemas are brought up to
  /// date.
  ///
  /// With a key a new store is made encrypted; one that is there has to be, and without a key it
  /// must not be, or else it is refused (the article *Encryption*).
  ///
  /// - Parameters:
  ///   - path: Where it is or shall be.
  ///   - key: The key of an encrypted store.
  ///   - busyTimeout: Seconds to wait while another process writes. A batch of an import takes some
  ///     50 ms.
  /// - Throws: ``StoreError``.
  /// - Complexity: O(1), but O(size of the store) if a deletion was interrupted before its bytes
  ///   were overwritten.
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

  /// Closes the file; SQLite then removes the journal beside it.
  ///
  /// A log that is not closed is closed when the last reference to it goes. Using it afterwards
  /// throws.
  ///
  /// - Throws: ``StoreError``.
  public func close() throws(StoreError) {
    do {
      // SQLite would remove by its name what may be the journal of another store.
      if !files.areInPlace { try? pool.writeWithoutTransaction { db in try db.keepJournal() } }
      // First those that only read: if one of them were the last, the journal would stay.
      (pool as? DatabasePool)?.invalidateReadOnlyConnections()
      try pool.close()
      hold.release()
    } catch {
      throw StoreError(error, at: path)
    }
  }

  /// Runs a transaction that only reads, on a connection of its own.
  ///
  /// - Throws: What the body throws, or ``StoreError``; with ``StoreError/Reason/moved`` if the
  ///   files are not where they were opened.
  /// - Parameter checking: Whether it is made sure first that rows are still kept as they were when
  ///   the store was opened; `false` only for who makes sure of it where it matters.
  func read<Value: Sendable>(
    checking: Bool = true, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    let cipher = cipher
    // A connection more would open what lies there now.
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

  /// Runs a transaction that has the store for itself from its first statement on, all or nothing.
  ///
  /// - Throws: What the body throws, or ``StoreError``; with ``StoreError/Reason/moved`` if nobody
  ///   would find it where the store was opened.
  func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    let (cipher, files) = (cipher, files)
    do {
      let value = try await pool.write { db in
        try cipher.check(db)
        let value = try body(db)
        try files.check()
        return value
      }
      try files.check()  // moved between the check and the commit, it must not be acknowledged
      return value
    } catch {
      throw StoreError.translated(error, at: path)
    }
  }
}

extension StoreError {
  /// Returns the store's error for an error of SQLite; another error as it is.
  static func translated(_ error: any Error, at path: String) -> any Error {
    switch error {
    case is DatabaseError: StoreError(error, at: path)
    // A value of another type than its column: `fetch` of single values throws this where rows
    // throw `SQLITE_CORRUPT`.
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
      // The file's own header was looked at before: what is no database now is a page in the
      // journal.
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged
      // Nothing as long as that is ever written.
      case .SQLITE_TOOBIG: .damaged
      // Only over a value that should not have been null before.
      case .SQLITE_CONSTRAINT where error.extendedResultCode == .SQLITE_CONSTRAINT_NOTNULL: .damaged
      case .SQLITE_FULL: .diskFull
      case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: .permissionDenied
      case .SQLITE_CANTOPEN where !OpenFiles.canOpenMore: .tooManyFiles
      case .SQLITE_CANTOPEN: .cannotCreate
      case .SQLITE_NOMEM: .outOfMemory
      case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_NOMEM: .outOfMemory
      // The file of shared memory beside the store could not be given its size, even for reading.
      case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: .diskFull
      case .SQLITE_IOERR: .inputOutput(code: code)
      default: .database(code: code)
      }
    self.init(reason, at: path)
  }
}
