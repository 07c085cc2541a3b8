public import Activities
internal import Foundation
internal import GRDB

extension SQLiteDonationStore {
  /// Returns the phrases of a user.
  ///
  /// - Complexity: O(phrases of the user).
  public func phrases(of user: UserIdentifier) async throws -> [OwnPhrase] {
    let name = try cipher.column(of: user.name)
    let rows = try await read { db in
      try Row.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT payload, identity FROM phrase WHERE user = (SELECT number FROM user WHERE name = ?)
            ORDER BY identity
            """), arguments: [name]
      ).map { (payload: try $0[0] as Data, identity: try $0[1] as Data) }
    }
    var reader = PayloadReader(cipher, of: user.name)
    let phrases = try rows.map { try reader.phrase($0.payload, identity: $0.identity) }
    // Blinded identities have another order.
    return cipher.isPlain ? phrases : phrases.sorted { $0.identity.rawValue < $1.identity.rawValue }
  }
}

/// A phrase prepared for its table, outside the transaction.
struct PhraseRow: Sendable {
  let user: String
  let identity: Data
  let time: Int64
  /// The line, with a mark if the phrase was given here; `nil` removes the phrase.
  private let line: Data?

  init(_ phrase: OwnPhrase, _ cipher: RowCipher) throws {
    user = phrase.user.name
    identity = cipher.identity(phrase.identity.rawValue, of: user).bytes
    time = phrase.instant.milliseconds
    line = try phrase.phrase.map { _ in
      Data(phrase.isGivenHere ? [OwnMark.byte] : []) + Data(try Payload.line(of: .phrase(phrase)))
    }
  }

  /// Returns whether a line adds nothing to a known one, neither to the phrase nor to where it was
  /// given.
  private static func covers(_ known: Data, _ line: Data?) -> Bool {
    guard let line else { return false }
    return OwnMark.removed(from: known) == OwnMark.removed(from: line)
      && (OwnMark.isBefore(known) || !OwnMark.isBefore(line))
  }

  /// Replaces an earlier phrase with this one; returns whether anything changed.
  func apply(to db: Database, _ cipher: RowCipher) throws -> Bool {
    let number = try cipher.makeUser(user, in: db)
    let known = try Row.fetchOne(
      db, sql: "SELECT time, payload FROM phrase WHERE user = ? AND identity = ?",
      arguments: [number, identity])
    if let known {
      let knownTime: Int64 = try known[0]
      let knownLine = try cipher.decrypted(known[1], at: .phrase(identity, of: user))
      guard knownTime <= time, !Self.covers(knownLine, line) else { return false }
      try db.execute(sql: "UPDATE state SET unerased = 1")
    }
    guard let line else {
      try db.execute(
        sql: "DELETE FROM phrase WHERE user = ? AND identity = ?", arguments: [number, identity])
      return known != nil
    }
    try db.execute(
      sql: """
        INSERT INTO phrase (user, identity, time, payload) VALUES (?, ?, ?, ?)
        ON CONFLICT (user, identity) DO UPDATE SET time = excluded.time, payload = excluded.payload
        """, arguments: [number, identity, time, cipher.encrypted(line, at: .phrase(identity, of: user))])
    return true
  }
}

extension Forgetting {
  /// Removes the user's own phrases for forgotten activities, if the user is the one who forgets;
  /// returns how many.
  ///
  /// - Parameter gone: The identities that had donations before the deletion and have none now.
  func forgetPhrases(gone: Set<ActivityIdentity>) throws -> Int {
    guard deletion.origin == .user else { return 0 }
    var count = 0
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT sequence, payload, EXISTS (SELECT 1 FROM donation WHERE user = phrase.user AND identity = phrase.identity),
          identity
        FROM phrase WHERE user = ? AND time < ?
        """, arguments: [user, deletion.endOfPhrases.milliseconds])
    var reader = PayloadReader(cipher, of: deletion.user.name)
    for row in rows {
      let phrase = try reader.phrase(row[1], identity: row[3])
      guard try phrase.isForgotten(by: deletion, gone: gone, hasTarget: row[2]) else { continue }
      try db.execute(sql: "DELETE FROM phrase WHERE sequence = ?", arguments: [row[0] as Int64])
      try db.execute(sql: "UPDATE state SET unerased = 1")
      count += 1
    }
    return count
  }
}
