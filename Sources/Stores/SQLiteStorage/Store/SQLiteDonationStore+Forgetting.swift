public import Activities
internal import Foundation
internal import GRDB

extension SQLiteDonationStore {
  /// Forgets what any of the deletions matches, what was shown of it, and their bytes, and returns
  /// what went.
  ///
  /// The rows go in one transaction. Then the journal is emptied and what is unused in the file
  /// overwritten, so that neither holds the bytes; if little is left, the file is made smaller. If
  /// that cannot be done, the error says ``StoreError/Reason/erasureDelayed``: the donations are
  /// forgotten all the same, and the next deletion or the next opening catches up on the bytes.
  ///
  /// A rehearsal forgets it and rolls the transaction back, so that its receipt is what forgetting
  /// would give.
  ///
  /// - Complexity: O(size of the store), and reading each of the user's lines in the deletion's
  ///   time.
  public func forget(_ deletions: [Deletion], rehearsing: Bool) async throws -> ForgettingReceipt {
    if rehearsing { return try await rehearse(deletions) }
    let cipher = cipher
    let receipt: ForgettingReceipt
    do {
      receipt = try await write { db in try Self.forgetRows(deletions, noting: true, in: db, cipher) }
    } catch let error as StoreError where error.reason == .diskFull {
      // That it goes matters more than that it stays out.
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

  /// Forgets what matches within a transaction, and notes that its bytes have to be overwritten.
  ///
  /// - Parameter noting: Whether what the user forgets is noted, so that importing it again leaves
  ///   it out.
  static func forgetRows(
    _ deletions: [Deletion], noting: Bool = true, in db: Database, _ cipher: RowCipher
  ) throws -> ForgettingReceipt {
    // Free pages are not worth their room in the journal: the erasure overwrites them in the file.
    try db.execute(sql: "PRAGMA secure_delete = FAST")
    defer { try? db.execute(sql: "PRAGMA secure_delete = ON") }
    var receipt = ForgettingReceipt()
    for deletion in deletions {
      guard let forgetting = try Forgetting(deletion, noting: noting, in: db, cipher) else { continue }
      receipt.add(try forgetting.run())
    }
    return receipt
  }

  /// Returns those of some donations that the user forgot, and that are not in the store again.
  ///
  /// - Complexity: O(donations · log of what was forgotten).
  public func stayingForgotten(among donations: [Donation]) async throws -> Set<DonationIdentifier> {
    let cipher = cipher
    return try await read { db in
      guard let table = try ForgottenTable(db, cipher) else { return [] }
      return Set(
        try donations.filter { try table.contains($0, beginsSeries: false, cipher) }.map(\.identifier))
    }
  }

  /// Overwrites the bytes of what was forgotten.
  public func eraseForgotten() async throws {
    let (path, files) = (path, files)
    do {
      try files.check()
      try await pool.writeWithoutTransaction { db in try Erasure(on: db, at: path).run() }
    } catch is DatabaseError {
      throw StoreError(.erasureDelayed, at: path)
    }
  }

  /// Catches up on an erasure that a crash or a reader in another process kept from being finished.
  func finishErasure() throws(StoreError) {
    do {
      try pool.writeWithoutTransaction { db in try Erasure(on: db, at: path).run() }
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
      try pool.writeWithoutTransaction { db in try Erasure.emptyJournal(db) }
    } catch {
      throw StoreError(error, at: path)
    }
  }
}
