internal import Activities
internal import Foundation
internal import GRDB

/// Takes what was forgotten out of what was shown, within the transaction of a deletion.
struct FeedbackShortening {
  private let deletion: Deletion
  private let gone: Set<ActivityIdentity>
  private let lessened: Set<ActivityIdentity>
  private let user: Int64
  private let db: Database
  private let path: String
  private(set) var shortened = 0
  private(set) var removed = 0

  init(
    after deletion: Deletion, without gone: Set<Data>, lessening lessened: Set<Data>, of user: Int64,
    in db: Database, path: String
  ) {
    func identities(_ rows: Set<Data>) -> Set<ActivityIdentity> {
      Set(rows.compactMap { UInt128(bytes: $0).map(ActivityIdentity.init(rawValue:)) })
    }
    self.deletion = deletion
    self.gone = identities(gone)
    self.lessened = identities(lessened)
    (self.user, self.db, self.path) = (user, db, path)
  }

  /// Shortens or removes records; answers with the counts.
  consuming func run() throws -> Self {
    let rows = try Row.fetchAll(
      db, sql: "SELECT sequence, payload FROM feedback WHERE user = ? AND time < ? ORDER BY time, sequence",
      arguments: [user, deletion.instant.milliseconds])
    var reader = PayloadReader()
    for row in rows {
      guard let feedback = reader.feedback(try row[1]) else { throw StoreError(.damaged, at: path) }
      let rest = feedback.remainder(after: deletion, without: gone, lessening: lessened)
      guard rest != feedback else { continue }
      try replace(try row[0], with: rest)
    }
    return self
  }

  /// What is shortened may now equal another record: the first of them stays.
  private mutating func replace(_ sequence: Int64, with rest: Feedback?) throws {
    if let row = try rest.map(FeedbackRow.init) {
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
