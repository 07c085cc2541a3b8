internal import Activities
internal import Crypto
internal import Foundation
internal import GRDB

/// Feedback made ready for its table, outside of the transaction.
struct FeedbackRow: Sendable {
  let user: String
  let time: Int64
  /// The first 128 bits of the SHA-256 of the line: feedback with the same line is the same feedback.
  let digest: Data
  let payload: Data

  init(_ feedback: Feedback) throws {
    user = feedback.user.name
    time = feedback.instant.milliseconds
    payload = Data(try Payload.line(of: .feedback(feedback)))
    digest = Data(SHA256.hash(data: payload).prefix(16))
  }

  /// Inserts the row within a transaction; answers whether it is new.
  func insert(into db: Database) throws -> Bool {
    let number = try SQLiteDonationLog.makeUser(user, in: db)
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
