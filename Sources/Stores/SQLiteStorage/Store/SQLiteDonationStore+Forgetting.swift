public import Activities
internal import Foundation
internal import GRDB

extension SQLiteDonationStore {
  /// Forgets the donations that any of the deletions matches, the records of showing them, and
  /// their bytes, and returns a receipt.
  ///
  /// One transaction deletes the rows. Then the journal is emptied and unused space in the file is
  /// overwritten, so that neither has the bytes; if little remains, the file shrinks. If that
  /// fails, the error is ``StoreError/Reason/erasureDelayed``: the donations are forgotten
  /// nevertheless, and the next deletion or the next opening overwrites the bytes.
  ///
  /// A rehearsal deletes the rows and rolls the transaction back, so its receipt is the same as for
  /// forgetting.
  ///
  /// - Complexity: O(size of the store); reads each of the user's lines in the deletion's time.
  public func forget(_ deletions: [Deletion], rehearsing: Bool) async throws -> ForgettingReceipt {
    if rehearsing { return try await rehearse(deletions) }
    let cipher = cipher
    let receipt: ForgettingReceipt
    do {
      receipt = try await write { db in try Self.forgetRows(deletions, noting: true, in: db, cipher) }
    } catch let error as StoreError where error.reason == .diskFull {
      // Forgetting the donations matters more than recording them.
      receipt = try await write { db in try Self.forgetRows(deletions, noting: false, in: db, cipher) }
    }
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
          receipt = try Self.forgetRows(deletions, noting: false, in: db, cipher)
          return .rollback
        }
        return receipt
      }
    } catch {
      throw StoreError.translated(error, at: path)
    }
  }

  /// Forgets matching donations within a transaction, and records that their bytes must be
  /// overwritten.
  ///
  /// - Parameter noting: Whether to record the donations that the user forgets, so that importing
  ///   them again skips them.
  static func forgetRows(
    _ deletions: [Deletion], noting: Bool = true, in db: Database, _ cipher: RowCipher
  ) throws -> ForgettingReceipt {
    // Free pages are not worth their space in the journal: the erasure overwrites them in the file.
    try db.execute(sql: "PRAGMA secure_delete = FAST")
    defer { try? db.execute(sql: "PRAGMA secure_delete = ON") }
    var receipt = ForgettingReceipt()
    for deletion in deletions {
      guard let forgetting = try Forgetting(deletion, noting: noting, in: db, cipher) else { continue }
      receipt.add(try forgetting.run())
    }
    return receipt
  }

  /// Returns the donations among these that the user forgot, and that are not in the store again.
  ///
  /// - Complexity: O(donations · log of the forgotten donations).
  public func stayingForgotten(among donations: [Donation]) async throws -> Set<DonationIdentifier> {
    let cipher = cipher
    return try await read { db in
      guard let table = try ForgottenTable(db, cipher) else { return [] }
      return Set(
        try donations.filter { try table.contains($0, beginsSeries: false, cipher) }.map(\.identifier))
    }
  }

  /// Overwrites the bytes of forgotten donations.
  public func eraseForgotten() async throws {
    let (path, files) = (path, files)
    do {
      try files.check()
      try await pool.writeWithoutTransaction { db in try Erasure(on: db, at: path).run() }
    } catch is DatabaseError {
      throw StoreError(.erasureDelayed, at: path)
    }
  }

  /// Completes an erasure that a crash or a reader in another process interrupted.
  func finishErasure() throws(StoreError) {
    do {
      try pool.writeWithoutTransaction { db in try Erasure(on: db, at: path).run() }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      return  // it is recorded in the file, which another process is using now
    } catch {
      throw StoreError(error, at: path)
    }
  }

  /// Moves the journal into the file and empties it; the file alone is then the store.
  ///
  /// - Throws: ``StoreError``.
  func emptyJournal() throws(StoreError) {
    do {
      try pool.writeWithoutTransaction { db in try Erasure.emptyJournal(db) }
    } catch {
      throw StoreError(error, at: path)
    }
  }
}
