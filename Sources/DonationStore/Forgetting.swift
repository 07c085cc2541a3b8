internal import Activities
internal import DonationCodec
internal import Foundation
internal import GRDB

/// One deletion within a transaction.
struct Forgetting {
  let deletion: Deletion
  /// The deleted items; `nil` if donations are not asked what they are linked to.
  let items: Set<String>?
  let db: Database
  let path: String
  let user: Int64

  /// - Returns: `nil` if the user is unknown.
  init?(_ deletion: Deletion, linkedTo items: Set<String>? = nil, in db: Database, path: String) throws {
    guard let user = try SQLiteDonationLog.number(of: deletion.user.name, in: db) else { return nil }
    (self.deletion, self.items, self.db, self.path, self.user) = (deletion, items, db, path, user)
  }

  func run() throws -> ForgettingReceipt {
    var receipt = ForgettingReceipt()
    if items == nil {
      receipt.items = try forgetItems()
      receipt.hints = try HintRow.forget(deletion, of: user, in: db, path: path)
      if receipt.hints > 0 { try db.execute(sql: "UPDATE state SET unerased = 1") }
    }
    let forgotten = try match()
    guard !forgotten.sequences.isEmpty || deletion.criteria.all else {
      receipt.phrases = try forgetPhrases(gone: [])
      return receipt
    }
    let statement = try db.cachedStatement(sql: "DELETE FROM donation WHERE sequence = ?")
    for sequence in forgotten.sequences { try statement.execute(arguments: [sequence]) }
    if let earliest = forgotten.earliest {
      receipt.checkpoints = try CheckpointRow.void(of: user, from: earliest, in: db)
    }
    let identities = Set(forgotten.activities.keys)
    receipt.searchEntries = try SearchInsertion.renew(identities, of: user, in: db)
    let left = try remainingIdentities(among: identities)
    try receipt.count(forgotten, left: left, at: path)
    let shortening = try FeedbackShortening(
      after: deletion, without: identities.subtracting(left), lessening: left, of: user, in: db, path: path
    ).run()
    (receipt.feedbackShortened, receipt.feedbackRemoved) = (shortening.shortened, shortening.removed)
    receipt.phrases = try forgetPhrases(gone: identities.subtracting(left))
    try db.execute(
      sql: """
        UPDATE user SET generation = generation + 1, donations = donations - ?, feedback = feedback - ?
        WHERE number = ?
        """, arguments: [forgotten.sequences.count, shortening.removed, user])
    try db.execute(sql: "UPDATE state SET unerased = 1")
    return receipt
  }

  /// Forgets the items that a program indexed; answers how many.
  private func forgetItems() throws -> Int {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT item, domain, payload, number, program, time FROM searchEntry WHERE user = ? AND identity IS NULL
        """, arguments: [user])
    var (decoder, count) = (RecordDecoder(), 0)
    for row in rows {
      let item = try StoredItem.item(identifier: row[0], domain: row[1], payload: row[2], with: &decoder)
      guard let item else { throw StoreError(.damaged, at: path) }
      guard deletion.matches(item: IndexedItem(item, of: String(key: try row[4]), time: try row[5])) else {
        continue
      }
      try db.execute(sql: "DELETE FROM searchEntry WHERE number = ?", arguments: [try row[3] as Int64])
      count += 1
    }
    if count > 0 { try db.execute(sql: "UPDATE state SET unerased = 1") }
    return count
  }

  private func isForgotten(_ donation: Donation) -> Bool {
    guard deletion.matches(donation) else { return false }
    guard let items else { return true }
    return donation.activity.relatedUniqueIdentifier.map(items.contains) ?? false
  }

  /// The donations that it forgets.
  ///
  /// Beside times and names that are digests nothing is looked up in columns: whether a line matches is asked of the
  /// donation that it holds, so that the answer is the same as that of any other log.
  private func match() throws -> ForgottenRows {
    var forgotten = ForgottenRows()
    let criteria = deletion.criteria
    let since = criteria.since?.milliseconds ?? .min
    let until = min(deletion.instant.milliseconds, criteria.until?.milliseconds ?? .max)
    var (filter, arguments): (String, StatementArguments) = ("", [user, since, until])
    for word in wordsOfItsLines {
      filter += " AND instr(payload, ?)"
      arguments += [word]
    }
    if let identity = criteria.identity {
      filter += " AND identity = ?"
      arguments += [identity.rawValue.bytes]
    }
    if let donation = criteria.donation {
      filter += " AND identifier = ?"
      arguments += [donation.rawValue.bytes]
    }
    let rows = try Row.fetchCursor(
      db,
      sql:
        """
        SELECT \(StoredDonation.columns), time FROM donation WHERE user = ? AND time >= ? AND time < ?\(filter)
        """,
      arguments: arguments)
    var reader = PayloadReader()
    let matchesAll = items == nil && criteria.namesOnlyTimes  // no line has to be read
    while let row = try rows.next() {
      let stored = try StoredDonation(row: row)
      guard try matchesAll || isForgotten(stored.donation(&reader, at: path)) else { continue }
      forgotten.add(stored, time: try row[4])
    }
    return forgotten
  }

  /// Words that stand in every line that it forgets, so that other lines need not be read.
  ///
  /// Only words that JSON and
  /// Unicode leave as they are: others might be spelled differently in the line.
  private var wordsOfItsLines: [Data] {
    let criteria = deletion.criteria
    let type = criteria.activityType.map { $0.hasSuffix("*") ? String($0.dropLast()) : $0 }
    return [
      criteria.persistentIdentifier, criteria.externalIdentifier, criteria.relatedUniqueIdentifier, type,
      criteria.program, criteria.userInfoKey, criteria.area.map { _ in "location" },
      criteria.expiredBy.map { _ in "expirationDate" }, items.map { _ in "relatedUniqueIdentifier" },
    ].compactMap { word in
      guard let word, !word.isEmpty else { return nil }
      let isPlain = word.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
          || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
      }
      return isPlain ? Data(word.utf8) : nil
    }
  }

  private func remainingIdentities(among identities: Set<Data>) throws -> Set<Data> {
    var remaining: Set<Data> = []
    let rows = try Data.fetchCursor(
      db, sql: "SELECT identity FROM donation WHERE user = ?", arguments: [user])
    while remaining.count < identities.count, let identity = try rows.next() {
      if identities.contains(identity) { remaining.insert(identity) }
    }
    return remaining
  }
}
