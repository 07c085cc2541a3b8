public import Activities
internal import Foundation
internal import GRDB

extension SQLiteDonationStore {
  /// Forgets what any of the deletions matches, what was shown of it, and their bytes, and returns what went.
  ///
  /// The rows go in one transaction. Then the file is written anew without them and the journal is emptied, so that
  /// neither holds the bytes. If that cannot be done, the error says ``StoreError/Reason/erasureDelayed``: the donations
  /// are forgotten all the same, and the next deletion or the next opening catches up on the bytes.
  ///
  /// A rehearsal forgets it and rolls the transaction back, so that its receipt is what forgetting would give.
  ///
  /// - Complexity: O(size of the store), and reading each of the user's lines in the deletion's time.
  public func forget(_ deletions: [Deletion], rehearsing: Bool) async throws -> ForgettingReceipt {
    if rehearsing { return try await rehearse(deletions) }
    let cipher = cipher
    let receipt = try await write { db in try Self.forgetRows(deletions, in: db, cipher) }
    try await eraseForgotten()
    return receipt
  }

  private func rehearse(_ deletions: [Deletion]) async throws -> ForgettingReceipt {
    let cipher = cipher
    do {
      return try await pool.writeWithoutTransaction { db in
        var receipt = ForgettingReceipt()
        try db.inTransaction(.immediate) {
          try cipher.check(db)
          receipt = try Self.forgetRows(deletions, in: db, cipher)
          return .rollback
        }
        return receipt
      }
    } catch {
      throw StoreError.translated(error, at: path)
    }
  }

  /// Forgets what matches within a transaction, and notes that its bytes have to be overwritten.
  static func forgetRows(
    _ deletions: [Deletion], in db: Database, _ cipher: RowCipher
  ) throws -> ForgettingReceipt {
    var receipt = ForgettingReceipt()
    for deletion in deletions {
      guard let forgetting = try Forgetting(deletion, in: db, cipher) else { continue }
      receipt.add(try forgetting.run())
    }
    return receipt
  }

  /// Overwrites the bytes of what was forgotten.
  public func eraseForgotten() async throws {
    let files = files
    do {
      try files.check()
      try await pool.writeWithoutTransaction { db in try Self.eraseIfNeeded(db) }
    } catch is DatabaseError {
      throw StoreError(.erasureDelayed, at: path)
    }
  }

  /// Catches up on an erasure that a crash or a reader in another process kept from being finished.
  func finishErasure() throws(StoreError) {
    do {
      try pool.writeWithoutTransaction { db in try Self.eraseIfNeeded(db) }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      return  // it is noted in the file, and someone else is using that right now
    } catch {
      throw StoreError(error, at: path)
    }
  }

  /// Brings the journal into the file, and empties it: then the file alone is the store.
  ///
  /// - Throws: ``StoreError``.
  func emptyJournal() throws(StoreError) {
    do {
      try pool.writeWithoutTransaction { db in try Self.emptyJournal(db) }
    } catch {
      throw StoreError(error, at: path)
    }
  }

  /// Overwrites what was forgotten.
  ///
  /// `secure_delete` alone does not do it: when SQLite moves rows from a full page to a new one, a copy may stay in the
  /// unused middle of the old page. And the full-text indexes only note what was deleted; they keep the words until they merge
  /// their segments, so they are built anew from the entries that are left. Then VACUUM writes every page anew; the checkpoint
  /// brings them into the file and empties the journal.
  private static func eraseIfNeeded(_ db: Database) throws {
    guard let isDue = try Bool.fetchOne(db, sql: "SELECT unerased FROM state") else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT)
    }
    guard isDue else { return }
    try db.inTransaction {
      try SearchInsertion.rebuildWordIndexes(db)
      return .commit
    }
    try db.execute(sql: "VACUUM")
    try emptyJournal(db)
    try db.execute(sql: "UPDATE state SET unerased = 0")
  }

  /// Brings the journal into the file, and empties it.
  ///
  /// SQLite waits for whoever reads, but not for a checkpoint of another process, which any commit there may begin
  /// (https://www.sqlite.org/c3ref/wal_checkpoint_v2.html). So this waits for it: it is no reason to put an erasure off.
  private static func emptyJournal(_ db: Database) throws {
    var attempts = 3
    while true {
      do {
        try db.checkpoint(.truncate)
        return
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && attempts > 0 {
        attempts -= 1
        guard try outlastCheckpoint(db) else { throw error }
      }
    }
  }

  /// Waits for a checkpoint of another process to end, some seconds at most.
  ///
  /// - Returns: Whether nobody reads what the journal replaces: then emptying it is worth another attempt.
  private static func outlastCheckpoint(_ db: Database) throws -> Bool {
    for _ in 0..<300 {
      do {
        // A passive checkpoint waits for nobody: that it is busy means one thing only.
        let found = try db.checkpoint(.passive)
        return found.walFrameCount == found.checkpointedFrameCount
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
        Thread.sleep(forTimeInterval: 0.01)
      }
    }
    return false
  }
}
