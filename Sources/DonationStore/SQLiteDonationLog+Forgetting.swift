public import Activities
internal import Foundation
internal import GRDB

extension SQLiteDonationLog {
  /// Forgets what matches, what was shown of it, and their bytes.
  ///
  /// The rows go in one transaction. Then the file is written anew without them and the journal is emptied, so that
  /// neither holds the bytes. If that cannot be done, the error says ``StoreError/Reason/erasureDelayed``: the donations
  /// are forgotten all the same, and the next deletion or the next opening catches up on the bytes.
  ///
  /// - Complexity: O(size of the store), and reading each of the user's lines in the deletion's time.
  public func forget(_ deletion: Deletion) async throws -> Int {
    let forgotten = try await forgetRows(deletion)
    try await eraseForgotten()
    return forgotten
  }

  /// Forgets what matches, and notes that its bytes have to be overwritten.
  func forgetRows(_ deletion: Deletion) async throws -> Int {
    let path = path
    return try await write { db in
      try Forgetting(deletion, in: db, path: path)?.run() ?? 0
    }
  }

  /// Overwrites the bytes of what was forgotten.
  func eraseForgotten() async throws {
    do {
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

  /// Overwrites what was forgotten.
  ///
  /// `secure_delete` alone does not do it: when SQLite moves rows from a full page to a new one, a copy may stay in the
  /// unused middle of the old page. VACUUM writes every page anew; the checkpoint brings them into the file and empties
  /// the journal.
  private static func eraseIfNeeded(_ db: Database) throws {
    guard try Bool.fetchOne(db, sql: "SELECT unerased FROM state") == true else { return }
    try db.execute(sql: "VACUUM")
    try db.checkpoint(.truncate)
    try db.execute(sql: "UPDATE state SET unerased = 0")
  }
}

/// One deletion within a transaction.
private struct Forgetting {
  let deletion: Deletion
  let db: Database
  let path: String
  let user: Int64

  /// - Returns: `nil` if the user is unknown.
  init?(_ deletion: Deletion, in db: Database, path: String) throws {
    guard let user = try SQLiteDonationLog.number(of: deletion.user.name, in: db) else { return nil }
    (self.deletion, self.db, self.path, self.user) = (deletion, db, path, user)
  }

  func run() throws -> Int {
    let forgotten = try match()
    guard !forgotten.sequences.isEmpty || deletion.criteria.all else { return 0 }
    let statement = try db.cachedStatement(sql: "DELETE FROM donation WHERE sequence = ?")
    for sequence in forgotten.sequences { try statement.execute(arguments: [sequence]) }
    let gone = try forgotten.identities.subtracting(remainingIdentities(among: forgotten.identities))
    let feedback = try shortenFeedback(without: gone)
    try db.execute(
      sql: """
        UPDATE user SET generation = generation + 1, donations = donations - ?, feedback = feedback - ?
        WHERE number = ?
        """, arguments: [forgotten.sequences.count, feedback, user])
    try db.execute(sql: "UPDATE state SET unerased = 1")
    return forgotten.sequences.count
  }

  /// The donations that it forgets.
  ///
  /// Beside time nothing is looked up in columns: whether a line matches is asked of the
  /// donation that it holds, so that the answer is the same as that of any other log.
  private func match() throws -> (sequences: [Int64], identities: Set<Data>) {
    var sequences: [Int64] = []
    var identities: Set<Data> = []
    let since = deletion.criteria.since?.milliseconds ?? .min
    let until = min(deletion.instant.milliseconds, deletion.criteria.until?.milliseconds ?? .max)
    let words = wordsOfItsLines
    let filter = String(repeating: " AND instr(payload, ?)", count: words.count)
    let rows = try Row.fetchCursor(
      db,
      sql:
        "SELECT \(StoredDonation.columns) FROM donation WHERE user = ? AND time >= ? AND time < ?\(filter)",
      arguments: [user, since, until] + StatementArguments(words))
    var reader = PayloadReader()
    while let row = try rows.next() {
      let stored = StoredDonation(row: row)
      guard try matchesAllInItsTime || deletion.matches(stored.donation(&reader, at: path)) else { continue }
      sequences.append(stored.sequence)
      identities.insert(stored.identity)
    }
    return (sequences, identities)
  }

  /// Whether time is the only criterion, so that no line has to be read.
  private var matchesAllInItsTime: Bool {
    let criteria = deletion.criteria
    return criteria.persistentIdentifier == nil && criteria.externalIdentifier == nil
      && criteria.activityType == nil && criteria.program == nil
  }

  /// Words that stand in every line that it forgets, so that other lines need not be read.
  ///
  /// Only words that JSON and
  /// Unicode leave as they are: others might be spelled differently in the line.
  private var wordsOfItsLines: [Data] {
    let criteria = deletion.criteria
    return [
      criteria.persistentIdentifier, criteria.externalIdentifier, criteria.activityType, criteria.program,
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
