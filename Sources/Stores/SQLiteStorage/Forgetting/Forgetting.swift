internal import Activities
internal import Foundation
internal import GRDB
internal import LogFormat
internal import Storage

/// One deletion within a transaction.
struct Forgetting {
  let deletion: Deletion
  /// The deleted items; `nil` to ignore the links of donations.
  let items: Set<String>?
  /// A Boolean value that indicates whether to record forgotten donations in ``ForgottenTable``.
  private let notes: Bool
  let db: Database
  let cipher: RowCipher
  let user: Int64

  /// - Returns: `nil` if the user is unknown.
  init?(
    _ deletion: Deletion, linkedTo items: Set<String>? = nil, noting: Bool = false, in db: Database,
    _ cipher: RowCipher
  ) throws {
    notes = noting && deletion.staysForgotten && deletion.origin == .user
    guard let user = try cipher.number(of: deletion.user.name, in: db) else { return nil }
    (self.deletion, self.items, self.db, self.cipher, self.user) = (deletion, items, db, cipher, user)
  }

  func run() throws -> ForgettingReceipt {
    var receipt = ForgettingReceipt()
    if items == nil {
      receipt.items = try forgetItems()
      receipt.hints = try HintRow.forget(deletion, of: user, in: db, cipher)
      receipt.places = try NamedPlaceRow.forget(deletion, of: user, in: db, cipher)
      if receipt.hints + receipt.places > 0 { try db.execute(sql: "UPDATE state SET unerased = 1") }
    }
    let forgotten = try match()
    guard !forgotten.sequences.isEmpty || deletion.criteria.all else {
      receipt.phrases = try forgetPhrases(gone: [])
      return receipt
    }
    if notes { receipt.unnoted = try note(forgotten.sequences) }
    let leavesNone = try deleteDonations(forgotten.sequences)
    if let earliest = forgotten.earliest {
      receipt.checkpoints = try CheckpointRow.void(of: user, from: earliest, in: db)
    }
    let identities = Set(forgotten.activities.keys)
    let name = deletion.user.name
    receipt.searchEntries =
      try (leavesNone ? SearchInsertion.removeAll(of: user, in: db) : nil)
      ?? SearchInsertion.renew(identities, of: user, named: name, in: db, cipher)
    let left = try remainingIdentities(among: identities)
    var reader = PayloadReader(cipher, of: name)
    try receipt.count(forgotten, left: left, &reader)
    let gone = try forgotten.identities(of: identities.subtracting(left), name, cipher)
    let shortening = try FeedbackShortening(
      after: deletion, without: gone, lessening: forgotten.identities(of: left, name, cipher), of: user,
      in: db,
      cipher
    ).run()
    (receipt.feedbackShortened, receipt.feedbackRemoved) = (shortening.shortened, shortening.removed)
    receipt.phrases = try forgetPhrases(gone: gone)
    try db.execute(
      sql: """
        UPDATE user SET generation = generation + 1, donations = donations - ?, feedback = feedback - ?
        WHERE number = ?
        """, arguments: [forgotten.sequences.count, shortening.removed, user])
    try db.execute(sql: "UPDATE state SET unerased = 1")
    return receipt
  }

  /// Records donations that are about to be deleted, so that importing them again skips them.
  ///
  /// Forgetting comes first: if they cannot be recorded, because the secret is damaged, donations
  /// are forgotten nevertheless.
  ///
  /// - Returns: The number of donations that could not be recorded.
  private func note(_ sequences: [Int64]) throws -> Int {
    guard !sequences.isEmpty else { return 0 }
    guard let table = try ForgottenTable.Notes(db, cipher) else { return sequences.count }
    let select = try db.cachedStatement(
      sql: "SELECT \(StoredDonation.columns) FROM donation WHERE sequence = ?")
    var reader = PayloadReader(cipher, of: deletion.user.name)
    var noted = 0
    for sequence in sequences {
      guard let row = try Row.fetchOne(select, arguments: [sequence]),
        let donation = try? reader.donation(StoredDonation(row: row))
      else { continue }
      try table.add(ofTheRow(donation))
      noted += 1
    }
    try table.finish()
    return sequences.count - noted
  }

  /// Deletes donations; returns whether no user has any left.
  ///
  /// If these are all existing donations, the table is recreated. Its pages then become free
  /// without being written. So even a full disk, where the journal has no space for forgotten rows,
  /// can regain space.
  private func deleteDonations(_ sequences: [Int64]) throws -> Bool {
    if try areAll(sequences) {
      try db.makeAnew("donation")
      return true
    }
    let statement = try db.cachedStatement(sql: "DELETE FROM donation WHERE sequence = ?")
    for sequence in sequences { try statement.execute(arguments: [sequence]) }
    return false
  }

  private func areAll(_ sequences: [Int64]) throws -> Bool {
    // Count the rows only if the counters agree, and rely on the count alone.
    for count in ["sum(donations) FROM user", "count(*) FROM donation"] {
      guard try sequences.count == Int.fetchOne(db, sql: "SELECT \(count)") else { return false }
    }
    return !sequences.isEmpty
  }

  /// Forgets the items that a program indexed; returns how many.
  private func forgetItems() throws -> Int {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT number, time, \(SearchContent.columns) FROM searchEntry WHERE user = ? AND identity IS NULL
        """, arguments: [user])
    var (decoder, count) = (RecordDecoder(), 0)
    for row in rows {
      let content = try SearchContent(row, from: 2, of: deletion.user.name, cipher)
      guard let item = StoredItem.item(content, with: &decoder) else { throw cipher.damaged }
      let indexed = IndexedItem(item, of: String(key: content.program), time: try row.time(1))
      guard deletion.matches(indexed) else { continue }
      try db.execute(sql: "DELETE FROM searchEntry WHERE number = ?", arguments: [row[0] as Int64])
      count += 1
    }
    if count > 0 { try db.execute(sql: "UPDATE state SET unerased = 1") }
    return count
  }

  private func isForgotten(_ donation: Donation) -> Bool {
    guard deletion.matches(ofTheRow(donation)) else { return false }
    guard let items else { return true }
    return donation.activity.relatedUniqueIdentifier.map(items.contains) ?? false
  }

  /// Returns a donation with the user of its row.
  ///
  /// Plain stores once truncated a user's name at U+0000. Such a row belongs to another user than
  /// its line, and that user forgets it.
  private func ofTheRow(_ donation: Donation) -> Donation {
    guard donation.user != deletion.user else { return donation }
    let moved = try? Donation(
      identifier: donation.identifier, identity: donation.identity, of: donation.activity, by: deletion.user,
      in: donation.context, details: donation.details)
    return moved ?? donation
  }

  /// Returns the donations to forget.
  ///
  /// Columns are used only for times and for names that are digests. Everything else is matched
  /// against the donation in the line, so that the result is the same as for any other store.
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
      arguments += [cipher.identity(identity.rawValue, of: deletion.user.name).bytes]
    }
    if let donation = criteria.donation {
      let columns = cipher.identifiers(donation.rawValue, of: deletion.user.name)
      filter += " AND identifier IN (?, ?)"
      arguments += [columns.beginningWithTime.bytes, columns.other.bytes]
    }
    let rows = try Row.fetchCursor(
      db,
      sql:
        """
        SELECT \(StoredDonation.columns), time FROM donation WHERE user = ? AND time >= ? AND time < ?\(filter)
        """,
      arguments: arguments)
    var reader = PayloadReader(cipher, of: deletion.user.name)
    let matchesAll = items == nil && criteria.namesOnlyTimes  // no line needs to be read
    while let row = try rows.next() {
      let stored = try StoredDonation(row: row)
      guard try matchesAll || isForgotten(reader.donation(stored)) else { continue }
      forgotten.add(stored, time: try row.time(4))
    }
    return forgotten
  }

  /// Words that are in every line to forget, so that other lines need not be read.
  ///
  /// It uses only words that JSON and Unicode leave unchanged: others might be spelled differently
  /// in the line. Encrypted lines cannot be searched for words.
  private var wordsOfItsLines: [Data] {
    guard cipher.isPlain else { return [] }
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

extension Database {
  /// Empties a table by recreating it with its indexes and triggers; the triggers do not run.
  func makeAnew(_ table: String) throws {
    let statements = try String.fetchAll(
      self, sql: "SELECT sql FROM sqlite_schema WHERE tbl_name = ? AND sql IS NOT NULL ORDER BY rowid",
      arguments: [table])
    try execute(sql: "DROP TABLE \(table)")
    for statement in statements { try execute(sql: statement) }
  }
}
