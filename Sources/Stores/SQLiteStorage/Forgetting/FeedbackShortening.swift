internal import Activities
internal import Foundation
internal import GRDB

/// Removes forgotten activities from feedback, within the transaction of a deletion.
struct FeedbackShortening {
  private let deletion: Deletion
  private let gone: Set<ActivityIdentity>
  private let lessened: Set<ActivityIdentity>
  private let user: Int64
  private let db: Database
  private let cipher: RowCipher
  private(set) var shortened = 0
  private(set) var removed = 0

  init(
    after deletion: Deletion, without gone: Set<ActivityIdentity>, lessening lessened: Set<ActivityIdentity>,
    of user: Int64, in db: Database, _ cipher: RowCipher
  ) {
    (self.deletion, self.gone, self.lessened) = (deletion, gone, lessened)
    (self.user, self.db, self.cipher) = (user, db, cipher)
  }

  /// Shortens or removes records; returns the counts.
  consuming func run() throws -> Self {
    let rows = try Row.fetchAll(
      db,
      sql:
        "SELECT sequence, payload, digest FROM feedback WHERE user = ? AND time < ? ORDER BY time, sequence",
      arguments: [user, deletion.instant.milliseconds])
    var reader = PayloadReader(cipher, of: deletion.user.name)
    for row in rows {
      let feedback = try reader.feedback(row[1], digest: row[2])
      let rest = feedback.remainder(after: deletion, without: gone, lessening: lessened)
      guard rest != feedback else { continue }
      try replace(try row[0], with: rest)
    }
    return self
  }

  /// Replaces a record with its remainder, which may now equal another record: the first one stays.
  private mutating func replace(_ sequence: Int64, with rest: Feedback?) throws {
    if let row = try rest.map({ try FeedbackRow($0, cipher) }) {
      try db.execute(
        sql: "DELETE FROM feedback WHERE user = ? AND digest = ? AND sequence > ?",
        arguments: [user, row.digest, sequence])
      removed += db.changesCount
      try db.execute(
        sql: "UPDATE OR IGNORE feedback SET digest = ?, payload = ? WHERE sequence = ?",
        arguments: [row.digest, row.payload, sequence])
      if db.changesCount == 1 {
        shortened += 1
        return
      }
    }
    try db.execute(sql: "DELETE FROM feedback WHERE sequence = ?", arguments: [sequence])
    removed += db.changesCount
  }
}
