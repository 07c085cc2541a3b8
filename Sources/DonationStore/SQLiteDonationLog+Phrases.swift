public import Activities
internal import Foundation
internal import GRDB

extension SQLiteDonationLog: PhraseLog {
  /// Keeps phrases in one transaction; it returns when they are on the disk.
  ///
  /// What a new phrase replaces is overwritten, and so is what is taken away.
  ///
  /// - Throws: ``StoreError``, or `RecordError` for a phrase that no line of a log can hold.
  /// - Complexity: O(batch · log of the store), and O(size of the store) if a phrase goes.
  @discardableResult
  public func append(_ phrases: [OwnPhrase]) async throws -> AppendReceipt {
    guard !phrases.isEmpty else { return AppendReceipt() }
    let rows = try phrases.map(PhraseRow.init)
    let receipt = try await write { db in
      var receipt = AppendReceipt()
      for row in rows {
        if try row.apply(to: db) { receipt.added += 1 } else { receipt.duplicates += 1 }
      }
      return receipt
    }
    try await eraseForgotten()
    return receipt
  }

  /// The phrases of a user.
  ///
  /// - Complexity: O(phrases of the user).
  public func phrases(of user: UserIdentifier) async throws -> [OwnPhrase] {
    let lines = try await read { db in
      try Data.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT payload FROM phrase WHERE user = (SELECT number FROM user WHERE name = ?) ORDER BY identity
            """), arguments: [user.name])
    }
    var reader = PayloadReader()
    return try lines.map { line in
      guard let phrase = reader.phrase(line) else { throw StoreError(.damaged, at: path) }
      return phrase
    }
  }
}

/// A phrase made ready for its table, outside of the transaction.
struct PhraseRow: Sendable {
  let user: String
  let identity: Data
  let time: Int64
  /// `nil` takes the phrase away.
  let payload: Data?

  init(_ phrase: OwnPhrase) throws {
    user = phrase.user.name
    identity = phrase.identity.rawValue.bytes
    time = phrase.instant.milliseconds
    payload = try phrase.phrase.map { _ in Data(try Payload.line(of: .phrase(phrase))) }
  }

  /// Puts the phrase into the place of an earlier one; answers whether that changed anything.
  func apply(to db: Database) throws -> Bool {
    let number = try SQLiteDonationLog.makeUser(user, in: db)
    let known = try Row.fetchOne(
      db, sql: "SELECT time, payload FROM phrase WHERE user = ? AND identity = ?",
      arguments: [number, identity])
    if let known {
      let (knownTime, knownPayload): (Int64, Data) = (try known[0], try known[1])
      guard knownTime <= time, knownPayload != payload else { return false }
      try db.execute(sql: "UPDATE state SET unerased = 1")
    }
    guard let payload else {
      try db.execute(
        sql: "DELETE FROM phrase WHERE user = ? AND identity = ?", arguments: [number, identity])
      return known != nil
    }
    try db.execute(
      sql: """
        INSERT INTO phrase (user, identity, time, payload) VALUES (?, ?, ?, ?)
        ON CONFLICT (user, identity) DO UPDATE SET time = excluded.time, payload = excluded.payload
        """, arguments: [number, identity, time, payload])
    return true
  }
}

extension Forgetting {
  /// Takes away the user's own phrases of what is gone, if it is the user who forgets; answers how many.
  ///
  /// - Parameter gone: The identities that had donations before the deletion and have none now.
  func forgetPhrases(gone: Set<Data>) throws -> Int {
    guard deletion.origin == .user else { return 0 }
    var count = 0
    let identities = Set(gone.compactMap { UInt128(bytes: $0).map(ActivityIdentity.init(rawValue:)) })
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT sequence, payload, EXISTS (SELECT 1 FROM donation WHERE user = phrase.user AND identity = phrase.identity)
        FROM phrase WHERE user = ? AND time < ?
        """, arguments: [user, deletion.instant.milliseconds])
    var reader = PayloadReader()
    for row in rows {
      guard let phrase = reader.phrase(try row[1]) else { throw StoreError(.damaged, at: path) }
      guard phrase.isForgotten(by: deletion, gone: identities, hasTarget: try row[2]) else { continue }
      try db.execute(sql: "DELETE FROM phrase WHERE sequence = ?", arguments: [try row[0] as Int64])
      try db.execute(sql: "UPDATE state SET unerased = 1")
      count += 1
    }
    return count
  }
}
