internal import Activities
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

  func run() throws -> Int {
    if items == nil { try forgetItems() }
    let forgotten = try match()
    guard !forgotten.sequences.isEmpty || deletion.criteria.all else {
      try forgetPhrases(gone: [])
      return 0
    }
    let statement = try db.cachedStatement(sql: "DELETE FROM donation WHERE sequence = ?")
    for sequence in forgotten.sequences { try statement.execute(arguments: [sequence]) }
    if let earliest = forgotten.earliest { try CheckpointRow.void(of: user, from: earliest, in: db) }
    try SearchInsertion.renew(forgotten.identities, of: user, in: db)
    let gone = try forgotten.identities.subtracting(remainingIdentities(among: forgotten.identities))
    let feedback = try shortenFeedback(without: gone)
    try forgetPhrases(gone: gone)
    try db.execute(
      sql: """
        UPDATE user SET generation = generation + 1, donations = donations - ?, feedback = feedback - ?
        WHERE number = ?
        """, arguments: [forgotten.sequences.count, feedback, user])
    try db.execute(sql: "UPDATE state SET unerased = 1")
    return forgotten.sequences.count
  }

  /// Forgets the items that a program indexed.
  private func forgetItems() throws {
    let rows = try Row.fetchAll(
      db, sql: "SELECT number, program, item, time FROM searchEntry WHERE user = ? AND identity IS NULL",
      arguments: [user])
    for row in rows {
      let name = ItemName(program: String(key: row[1]), identifier: String(key: row[2]))
      guard deletion.matches(item: name, indexedAt: row[3]) else { continue }
      try db.execute(sql: "DELETE FROM searchEntry WHERE number = ?", arguments: [row[0] as Int64])
      try db.execute(sql: "UPDATE state SET unerased = 1")
    }
  }

  private func isForgotten(_ donation: Donation) -> Bool {
    guard deletion.matches(donation) else { return false }
    guard let items else { return true }
    return donation.activity.relatedUniqueIdentifier.map(items.contains) ?? false
  }

  /// The donations that it forgets, and the place of the earliest.
  ///
  /// Beside time nothing is looked up in columns: whether a line matches is asked of the
  /// donation that it holds, so that the answer is the same as that of any other log.
  private func match() throws -> (sequences: [Int64], identities: Set<Data>, earliest: LogCursor?) {
    var sequences: [Int64] = []
    var identities: Set<Data> = []
    var earliest: LogCursor?
    let since = deletion.criteria.since?.milliseconds ?? .min
    let until = min(deletion.instant.milliseconds, deletion.criteria.until?.milliseconds ?? .max)
    let words = wordsOfItsLines
    let filter = String(repeating: " AND instr(payload, ?)", count: words.count)
    let rows = try Row.fetchCursor(
      db,
      sql:
        """
        SELECT \(StoredDonation.columns), time FROM donation WHERE user = ? AND time >= ? AND time < ?\(filter)
        """,
      arguments: [user, since, until] + StatementArguments(words))
    var reader = PayloadReader()
    while let row = try rows.next() {
      let stored = StoredDonation(row: row)
      guard try matchesAllInItsTime || isForgotten(stored.donation(&reader, at: path)) else { continue }
      sequences.append(stored.sequence)
      identities.insert(stored.identity)
      let place = LogCursor(milliseconds: row[4], sequence: stored.sequence)
      earliest = min(earliest ?? place, place)
    }
    return (sequences, identities, earliest)
  }

  /// Whether time is the only criterion, so that no line has to be read.
  private var matchesAllInItsTime: Bool {
    let criteria = deletion.criteria
    return items == nil && criteria.persistentIdentifier == nil && criteria.externalIdentifier == nil
      && criteria.relatedUniqueIdentifier == nil && criteria.activityType == nil && criteria.program == nil
  }

  /// Words that stand in every line that it forgets, so that other lines need not be read.
  ///
  /// Only words that JSON and
  /// Unicode leave as they are: others might be spelled differently in the line.
  private var wordsOfItsLines: [Data] {
    let criteria = deletion.criteria
    return [
      criteria.persistentIdentifier, criteria.externalIdentifier, criteria.relatedUniqueIdentifier,
      criteria.activityType, criteria.program, items.map { _ in "relatedUniqueIdentifier" },
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

  /// Shortens or removes what was shown; answers how many records fewer there are.
  private func shortenFeedback(without gone: Set<Data>) throws -> Int {
    let identities = Set(gone.compactMap { UInt128(bytes: $0).map(ActivityIdentity.init(rawValue:)) })
    let rows = try Row.fetchAll(
      db, sql: "SELECT sequence, payload FROM feedback WHERE user = ? AND time < ?",
      arguments: [user, deletion.instant.milliseconds])
    var fewer = 0
    var reader = PayloadReader()
    for row in rows {
      guard let feedback = reader.feedback(row[1]) else { throw StoreError(.damaged, at: path) }
      let rest = feedback.remainder(after: deletion, without: identities)
      guard rest != feedback else { continue }
      if try !replace(row[0], with: rest) { fewer += 1 }
    }
    return fewer
  }

  /// Answers whether there is a record left: what is shortened may now equal another one.
  private func replace(_ sequence: Int64, with rest: Feedback?) throws -> Bool {
    if let row = try rest.map(FeedbackRow.init) {
      try db.execute(
        sql: "UPDATE OR IGNORE feedback SET digest = ?, payload = ? WHERE sequence = ?",
        arguments: [row.digest, row.payload, sequence])
      if db.changesCount == 1 { return true }
    }
    try db.execute(sql: "DELETE FROM feedback WHERE sequence = ?", arguments: [sequence])
    return false
  }
}
