public import Activities
internal import Foundation
internal import GRDB
internal import Storage

extension SQLiteDonationStore {
  /// Stores records in one transaction, which also reads the privacy rules; returns once they are
  /// on disk.
  ///
  /// - Throws: ``StoreError``, `RecordError` for a record that no line of a log can hold, or
  ///   `ActivityError` for a name with a control character.
  /// - Complexity: O(batch · (rules + log of the store)). Batches of some thousands are fastest.
  public func ingest(_ batch: IngestionBatch, at now: Instant) async throws -> IngestionReceipt {
    guard !batch.entries.isEmpty else { return IngestionReceipt() }
    let cipher = cipher
    return try await write { db in
      let before = try PrivacyRuleTable.rules(in: db, cipher)
      let plan = try IngestionPlan(batch, by: before, at: now)
      _ = try PrivacyRuleTable.write(plan.rules, over: before, in: db, cipher)
      var receipt = plan.receipt
      for step in plan.steps {
        switch step {
        case .donations(let items):
          var insertion = try DonationInsertion(db, cipher)
          let forgotten = try plan.leavesOutForgotten ? ForgottenTable(db, cipher) : nil
          for item in items {
            if try forgotten?.contains(item.donation, beginsSeries: item.beginsSeries, cipher) == true {
              receipt.donations.stayedForgotten += 1
              continue
            }
            try insertion.insert(
              DonationRow(item.donation, line: item.line, isFromShell: item.isFromShell, cipher))
          }
          receipt.donations += try insertion.finish()
        case .feedback(let feedback):
          receipt.feedback += try Self.insert(feedback.map { try FeedbackRow($0, cipher) }, in: db, cipher)
        case .phrases(let phrases):
          receipt.phrases += try Self.apply(phrases.map { try PhraseRow($0, cipher) }, in: db, cipher)
        case .deletion(let deletion):
          receipt.deletions += 1
          receipt.forgotten += try Self.forgetRows([deletion], noting: false, in: db, cipher).donations
        }
      }
      return receipt
    }
  }

  private static func insert(_ rows: [FeedbackRow], in db: Database, _ cipher: RowCipher) throws
    -> AppendReceipt
  {
    var receipt = AppendReceipt()
    for row in rows {
      if try row.insert(into: db, cipher) { receipt.added += 1 } else { receipt.duplicates += 1 }
    }
    return receipt
  }

  private static func apply(_ rows: [PhraseRow], in db: Database, _ cipher: RowCipher) throws -> AppendReceipt
  {
    var receipt = AppendReceipt()
    for row in rows {
      if try row.apply(to: db, cipher) { receipt.added += 1 } else { receipt.duplicates += 1 }
    }
    return receipt
  }
}

/// Inserts a batch of donations within a transaction and updates the counters.
private struct DonationInsertion {
  /// The number of donations added for a user.
  private struct Tally {
    let user: String
    let number: Int64
    var added = 0
    var lastSequence: Int64 = 0
    /// The time of the earliest added donation.
    var earliest: Int64 = .max

    mutating func note(sequence: Int64, time: Int64) {
      added += 1
      lastSequence = sequence
      earliest = min(earliest, time)
    }
  }

  private let db: Database
  private let cipher: RowCipher
  private let statement: DonationStatement
  private var lastSequence: Int64
  /// The user of the last row: in most batches also the user of the next one.
  private var tally: Tally?
  private var otherTallies: [String: Tally] = [:]
  private var receipt = AppendReceipt()
  private var search: SearchInsertion

  init(_ db: Database, _ cipher: RowCipher) throws {
    (self.db, self.cipher, search) = (db, cipher, SearchInsertion(cipher))
    statement = try DonationStatement(db)
    lastSequence = try Row.fetchOne(db, sql: "SELECT lastSequence FROM state")?.sequence(0) ?? 0
  }

  mutating func insert(_ row: DonationRow) throws {
    let user = try number(of: row.user)
    guard lastSequence < Row.greatestSequence else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    if try statement.insert(row, sequence: lastSequence + 1, user: user) {
      lastSequence += 1
      tally?.note(sequence: lastSequence, time: row.time)
      receipt.added += 1
      search.add(
        row.donation, by: user, at: LogCursor(milliseconds: row.time, sequence: lastSequence))
    } else {
      receipt.duplicates += 1
    }
  }

  /// Returns the number of a user, and switches to their tally.
  private mutating func number(of user: String) throws -> Int64 {
    if let tally, tally.user == user { return tally.number }
    if let tally { otherTallies[tally.user] = tally }
    let found = try otherTallies[user] ?? Tally(user: user, number: cipher.makeUser(user, in: db))
    tally = found
    return found.number
  }

  mutating func finish() throws -> AppendReceipt {
    guard receipt.added > 0 else { return receipt }
    try search.finish(db)
    try db.execute(sql: "UPDATE state SET lastSequence = ?", arguments: [lastSequence])
    if let tally { otherTallies[tally.user] = tally }
    for tally in otherTallies.values where tally.added > 0 {
      try db.execute(
        sql: "UPDATE user SET donations = donations + ?, lastSequence = ? WHERE number = ?",
        arguments: [tally.added, tally.lastSequence, tally.number])
      // A new donation comes last among those with the same time.
      try CheckpointRow.void(of: tally.number, after: tally.earliest, in: db)
    }
    return receipt
  }
}
