public import Activities
internal import Foundation
internal import GRDB

extension SQLiteDonationStore {
  /// The time that saving waits for another process, in milliseconds; a batch of an import takes
  /// about 50.
  private static let patience = 100

  /// Returns the newest checkpoint that fits and is intact.
  ///
  /// - Complexity: O(log of the store + size of the checkpoint).
  public func checkpoint(
    of user: UserIdentifier, key: String, before end: Int64, arrivedBy last: Int64
  ) async throws -> Checkpoint? {
    let (cipher, name) = (cipher, try cipher.column(of: user.name))
    return try await read { db in
      let rows = try Row.fetchCursor(
        db.cachedStatement(
          sql: """
            SELECT \(CheckpointRow.columns) FROM checkpoint
            WHERE user = (SELECT number FROM user WHERE name = ?) AND key = ? AND time < ? AND lastSequence <= ?
              AND length(state) <= \(CheckpointRow.longestState)
            ORDER BY time DESC, sequence DESC
            """), arguments: [name, key, end, last])
      while let row = try rows.next() {
        if let checkpoint = try? CheckpointRow.checkpoint(row, of: user.name, cipher) { return checkpoint }
      }
      return nil
    }
  }

  /// Stores the checkpoints that are still valid, in one transaction.
  ///
  /// - Throws: ``StoreError``; with ``StoreError/Reason/busy`` after a tenth of a second.
  /// - Complexity: O(size of the checkpoints), plus a check of each donation of any user that
  ///   arrived since they were begun.
  @discardableResult
  public func save(
    _ checkpoints: [Checkpoint], of user: UserIdentifier, generation: Int64
  ) async throws -> Int {
    guard !checkpoints.isEmpty else { return 0 }
    let (cipher, name) = (cipher, try cipher.column(of: user.name))
    let rows = try checkpoints.map { try CheckpointRow($0, of: user.name, cipher) }
    let files = files
    do {
      return try await pool.writeWithoutTransaction { db in
        let usual = try Int.fetchOne(db, sql: "PRAGMA busy_timeout") ?? 0
        try db.execute(sql: "PRAGMA busy_timeout = \(min(usual, Self.patience))")
        defer { try? db.execute(sql: "PRAGMA busy_timeout = \(usual)") }
        var kept = 0
        try db.inTransaction(.immediate) {
          try cipher.check(db)
          kept = try Self.keep(rows, of: name, generation: generation, in: db)
          try files.check()
          return .commit
        }
        return kept
      }
    } catch {
      throw StoreError.translated(error, at: path)
    }
  }

  private static func keep(
    _ rows: [CheckpointRow], of column: String, generation: Int64, in db: Database
  ) throws -> Int {
    let known = try Row.fetchOne(
      db, sql: "SELECT number, lastSequence FROM user WHERE name = ? AND generation = ?",
      arguments: [column, generation])
    guard let known else { return 0 }
    let (number, lastSequence): (Int64, Int64) = (try known[0], try known[1])
    let kept = try rows.filter { try $0.insert(for: number, lastSequence: lastSequence, into: db) }
    for key in Set(kept.map(\.checkpoint.key)) { try CheckpointRow.thin(key: key, of: number, in: db) }
    return kept.count
  }
}
