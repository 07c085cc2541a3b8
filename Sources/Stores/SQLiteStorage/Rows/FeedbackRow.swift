internal import Activities
internal import Foundation
internal import GRDB

/// Feedback prepared for its table, outside the transaction.
struct FeedbackRow: Sendable {
  let user: String
  let time: Int64
  /// The first 128 bits of the SHA-256 of the line, blinded in an encrypted store: feedback with
  /// the same line is the same feedback.
  let digest: Data
  let payload: Data

  init(_ feedback: Feedback, _ cipher: RowCipher) throws {
    user = feedback.user.name
    time = feedback.instant.milliseconds
    let line = Data(try Payload.line(of: .feedback(feedback)))
    (digest, payload) = try Self.columns(for: line, of: user, cipher)
  }

  /// Returns the digest and payload of a row with a line.
  static func columns(for line: Data, of user: String, _ cipher: RowCipher) throws -> (
    digest: Data, payload: Data
  ) {
    let digest = cipher.digest(SHA256Digest(of: line).leading.bytes, of: user)
    return (digest, try cipher.encrypted(line, at: .feedback(digest, of: user)))
  }

  /// Inserts the row within a transaction; returns whether it is new.
  func insert(into db: Database, _ cipher: RowCipher) throws -> Bool {
    let number = try cipher.makeUser(user, in: db)
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO feedback (user, time, digest, payload) VALUES (?, ?, ?, ?)
        ON CONFLICT (user, digest) DO NOTHING
        """)
    try statement.execute(arguments: [number, time, digest, payload])
    guard db.changesCount == 1 else { return false }
    try db.execute(sql: "UPDATE user SET feedback = feedback + 1 WHERE number = ?", arguments: [number])
    return true
  }
}
