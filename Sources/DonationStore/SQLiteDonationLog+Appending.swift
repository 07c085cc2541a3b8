public import Activities
internal import Foundation
internal import GRDB

extension SQLiteDonationLog {
  /// Appends a batch in one transaction; it returns when the batch is on the disk.
  ///
  /// - Throws: ``StoreError``, or `RecordError` for a donation that no line of a log can hold.
  /// - Complexity: O(batch · log of the store). Batches of some thousands are quickest.
  public func append(_ donations: [Donation]) async throws -> AppendReceipt {
    guard !donations.isEmpty else { return AppendReceipt() }
    let seal = seal
    return try await append(donations.map { try DonationRow($0, seal) })
  }

  /// Appends donations that were made ready, in one transaction.
  func append(_ rows: [DonationRow]) async throws -> AppendReceipt {
    let seal = seal
    return try await write { db in try Self.insert(rows, in: db, seal) }
  }

  /// Inserts rows within a transaction.
  static func insert(_ rows: [DonationRow], in db: Database, _ seal: RowSeal) throws -> AppendReceipt {
    guard !rows.isEmpty else { return AppendReceipt() }
    var insertion = try DonationInsertion(db, seal)
    for row in rows { try insertion.insert(row) }
    return try insertion.finish()
  }

  /// Appends feedback in one transaction; it returns when it is on the disk.
  ///
  /// - Complexity: O(batch · log of the store).
  public func append(_ feedback: [Feedback]) async throws -> AppendReceipt {
    guard !feedback.isEmpty else { return AppendReceipt() }
    let seal = seal
    let rows = try feedback.map { try FeedbackRow($0, seal) }
    return try await write { db in
      var receipt = AppendReceipt()
      for row in rows {
        if try row.insert(into: db, seal) { receipt.added += 1 } else { receipt.duplicates += 1 }
      }
      return receipt
    }
  }
}

/// Inserts a batch of donations within a transaction and keeps the counters.
private struct DonationInsertion {
  private struct Shelf {
    let user: String
    let number: Int64
    var added = 0
    var lastSequence: Int64 = 0
    /// The time of the earliest one.
    var earliest: Int64 = .max

    mutating func note(sequence: Int64, time: Int64) {
      added += 1
      lastSequence = sequence
      earliest = min(earliest, time)
    }
  }

  private let db: Database
  private let seal: RowSeal
  private let statement: DonationStatement
  private var lastSequence: Int64
  /// The user of the last row: in most batches it is the user of the next one, too.
  private var shelf: Shelf?
  private var otherShelves: [String: Shelf] = [:]
  private var receipt = AppendReceipt()
  private var search: SearchInsertion

  init(_ db: Database, _ seal: RowSeal) throws {
    (self.db, self.seal, search) = (db, seal, SearchInsertion(seal))
    statement = try DonationStatement(db)
    lastSequence = try Row.fetchOne(db, sql: "SELECT lastSequence FROM state")?.sequence(0) ?? 0
  }

  mutating func insert(_ row: DonationRow) throws {
    let user = try number(of: row.user)
    guard lastSequence < Row.greatestSequence else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    if try statement.insert(row, sequence: lastSequence + 1, user: user) {
      lastSequence += 1
      shelf?.note(sequence: lastSequence, time: row.time)
      receipt.added += 1
      if let found = row.search {
        let latest = LogCursor(milliseconds: row.time, sequence: lastSequence)
        search.add(found, of: row.activity, by: user, named: row.user, at: latest)
      }
    } else {
      receipt.duplicates += 1
    }
  }

  /// Takes the shelf of a user to hand.
  private mutating func number(of user: String) throws -> Int64 {
    if let shelf, shelf.user == user { return shelf.number }
    if let shelf { otherShelves[shelf.user] = shelf }
    let found = try otherShelves[user] ?? Shelf(user: user, number: seal.makeUser(user, in: db))
    shelf = found
    return found.number
  }

  mutating func finish() throws -> AppendReceipt {
    guard receipt.added > 0 else { return receipt }
    try search.finish(db)
    try db.execute(sql: "UPDATE state SET lastSequence = ?", arguments: [lastSequence])
    if let shelf { otherShelves[shelf.user] = shelf }
    for shelf in otherShelves.values where shelf.added > 0 {
      try db.execute(
        sql: "UPDATE user SET donations = donations + ?, lastSequence = ? WHERE number = ?",
        arguments: [shelf.added, shelf.lastSequence, shelf.number])
      // Among equals in time what arrives takes the last place.
      try CheckpointRow.void(of: shelf.number, after: shelf.earliest, in: db)
    }
    return receipt
  }
}
