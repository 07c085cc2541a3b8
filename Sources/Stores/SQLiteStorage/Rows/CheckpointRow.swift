internal import Activities
internal import Foundation
internal import GRDB

/// A row of the table `checkpoint`, prepared outside the transaction.
struct CheckpointRow: Sendable {
  /// The checkpoint, with its state in stored form.
  let checkpoint: Checkpoint
  let checksum: Data

  /// The maximum length of a stored state: a row must stay below ``Connection/longestValue``.
  static let longestState = Connection.longestValue - 65_536

  static let columns = "key, time, sequence, lastSequence, donations, checksum, state"

  /// - Parameters:
  /// - checkpoint: The checkpoint to save.
  /// - user: The user of the checkpoint.
  ///   - cipher: The cipher that encrypts its state.
  init(_ checkpoint: Checkpoint, of user: String, _ cipher: RowCipher) throws {
    let state =
      cipher.isPlain
      ? checkpoint.state
      : [UInt8](try cipher.encrypted(checkpoint.state, at: Self.place(of: checkpoint, of: user)))
    self.checkpoint = checkpoint.with(state: state)
    checksum = Self.checksum(of: self.checkpoint)
  }

  /// Returns the checkpoint in a row of ``columns``; `nil` if the row has changed.
  static func checkpoint(_ row: Row, of user: String, _ cipher: RowCipher) throws -> Checkpoint? {
    let state: Data = try row[6]
    let kept = Checkpoint(
      key: try row[0], cursor: LogCursor(milliseconds: try row.time(1), sequence: try row.sequence(2)),
      lastSequence: try row.sequence(3), donations: try row.count(4), state: [UInt8](state))
    guard try checksum(of: kept) == row[5] else { return nil }
    guard !cipher.isPlain else { return kept }
    let plain = try? cipher.decrypted(state, at: place(of: kept, of: user))
    return plain.map { kept.with(state: [UInt8]($0)) }
  }

  private static func place(of checkpoint: Checkpoint, of user: String) -> RowPlace {
    .checkpoint(key: checkpoint.key, numbers: numbers(of: checkpoint), of: user)
  }

  private static func numbers(of checkpoint: Checkpoint) -> [Int64] {
    [
      checkpoint.cursor.milliseconds, checkpoint.cursor.sequence, checkpoint.lastSequence,
      Int64(checkpoint.donations),
    ]
  }

  /// The first 128 bits of the SHA-256 of the whole row: SQLite does not notice when bytes change
  /// on the disk.
  private static func checksum(of checkpoint: Checkpoint) -> Data {
    var hash = SHA256()
    hash.update(Data(checkpoint.key.utf8))
    for number in numbers(of: checkpoint) {
      hash.update(Data((0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }))
    }
    hash.update(checkpoint.state)
    return hash.finalize().leading.bytes
  }

  /// Inserts the row within a transaction, if it covers exactly the stored donations; returns
  /// whether it does.
  ///
  /// - Complexity: O(log of the store), plus a check of each donation of any user that arrived
  ///   since the checkpoint was made.
  func insert(for user: Int64, lastSequence: Int64, into db: Database) throws -> Bool {
    let cursor = checkpoint.cursor
    guard checkpoint.lastSequence <= lastSequence, checkpoint.state.count <= Self.longestState else {
      return false
    }
    let agrees = try Bool.fetchOne(
      db,
      sql: """
        SELECT EXISTS (SELECT 1 FROM donation WHERE sequence = ?3 AND user = ?1 AND time = ?2)
          AND NOT EXISTS (SELECT 1 FROM donation WHERE +user = ?1 AND sequence > ?4 AND (time, sequence) <= (?2, ?3))
        """, arguments: [user, cursor.milliseconds, cursor.sequence, checkpoint.lastSequence])
    guard agrees == true else { return false }
    try db.execute(
      sql: "INSERT OR REPLACE INTO checkpoint (user, \(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      arguments: [
        user, checkpoint.key, cursor.milliseconds, cursor.sequence, checkpoint.lastSequence,
        checkpoint.donations, checksum, Data(checkpoint.state),
      ])
    return true
  }

  /// Removes excess checkpoints of a key, and all other keys except the one saved last.
  static func thin(key: String, of user: Int64, in db: Database) throws {
    let rows = try Row.fetchAll(
      db,
      sql:
        "SELECT number, donations, length(state) FROM checkpoint WHERE user = ? AND key = ? ORDER BY time, sequence",
      arguments: [user, key])
    let (donations, sizes) = (try rows.map { try $0.count(1) }, try rows.map { try $0.count(2) })
    for surplus in Checkpoint.surplus(ofThoseCovering: donations, sizes: sizes) {
      try db.execute(
        sql: "DELETE FROM checkpoint WHERE number = ?", arguments: [try rows[surplus][0] as Int64])
    }
    try db.execute(
      sql: """
        DELETE FROM checkpoint WHERE user = ?1 AND key NOT IN (
          ?2, (SELECT key FROM checkpoint WHERE user = ?1 AND key <> ?2 ORDER BY number DESC LIMIT 1))
        """, arguments: [user, key])
  }

  /// Removes the checkpoints that cover a position in the log; returns how many.
  static func void(of user: Int64, from place: LogCursor, in db: Database) throws -> Int {
    try db.cachedStatement(sql: "DELETE FROM checkpoint WHERE user = ? AND (time, sequence) >= (?, ?)")
      .execute(arguments: [user, place.milliseconds, place.sequence])
    return db.changesCount
  }

  /// Removes the checkpoints that cover anything later than a moment.
  static func void(of user: Int64, after moment: Int64, in db: Database) throws {
    try db.cachedStatement(sql: "DELETE FROM checkpoint WHERE user = ? AND time > ?")
      .execute(arguments: [user, moment])
  }
}

extension Checkpoint {
  fileprivate func with(state: [UInt8]) -> Checkpoint {
    Checkpoint(key: key, cursor: cursor, lastSequence: lastSequence, donations: donations, state: state)
  }
}
