import Activities
import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

@Suite("Checkpoints in a store")
struct StoreCheckpointTests {
  /// Creates a checkpoint after some of the user's donations.
  private func checkpoint(
    _ count: Int, in log: SQLiteDonationStore, state: [UInt8] = [1, 2, 3]
  ) async throws -> Checkpoint {
    let last = try #require(try await log.allDonations(of: .me).prefix(count).last)
    return Checkpoint(
      key: "k", cursor: last.cursor, lastSequence: try await log.version(of: .me).lastSequence,
      donations: count, state: state)
  }

  private func newest(in log: SQLiteDonationStore) async throws -> Checkpoint? {
    try await log.checkpoint(of: .me, key: "k", before: .max, arrivedBy: .max)
  }

  private func occurrences(of bytes: [UInt8], in scratch: Scratch) throws -> Int {
    let bytes = Data(bytes)
    return try scratch.names().reduce(0) { sum, name in
      let contents = try scratch.contents(name)
      return sum + (contents.range(of: bytes) == nil ? 0 : 1)
    }
  }

  @Test("forgetting removes the bytes of the learned state from the file and its journal")
  func erasesBytes() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    _ = try await log.ingest(verbatim: (0..<50).map { try Sample.donation("t\($0)", at: $0) })
    let (early, late) = (Array("LEARNED-EARLY".utf8), Array("LEARNED-LATE".utf8))
    for (count, mark) in [(10, early), (50, late)] {
      let state = (0..<9_000).flatMap { _ in mark }
      let saved = try await log.save(
        [try await checkpoint(count, in: log, state: state)], of: .me, generation: 0)
      #expect(saved == 1)
    }
    #expect(try occurrences(of: late, in: scratch) > 0)
    var criteria = Deletion.Criteria()
    criteria.since = try Sample.instant(40)
    #expect(try await log.forget(Deletion(at: Sample.instant(99), matching: criteria)) == 10)
    #expect(try occurrences(of: late, in: scratch) == 0)
    #expect(try await newest(in: log)?.donations == 10)
    _ = try await log.forget(Deletion(at: Sample.instant(99), matching: .everything))
    #expect(try occurrences(of: early, in: scratch) == 0)
    #expect(try await log.information().checkpoints == 0)
  }

  @Test(
    "a changed checkpoint is skipped, and the integrity check reports it",
    arguments: [
      "UPDATE checkpoint SET state = x'010204' WHERE number = 2",
      "UPDATE checkpoint SET state = x'' WHERE number = 2",
      "UPDATE checkpoint SET donations = 4 WHERE number = 2",
      "UPDATE checkpoint SET time = time + 1 WHERE number = 2",
      "UPDATE checkpoint SET lastSequence = lastSequence + 1 WHERE number = 2",
      "UPDATE checkpoint SET checksum = zeroblob(16) WHERE number = 2",
    ])
  func damage(statement: String) async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    _ = try await log.ingest(verbatim: (0..<5).map { try Sample.donation("t\($0)", at: $0) })
    let checkpoints = [try await checkpoint(2, in: log), try await checkpoint(5, in: log)]
    #expect(try await log.save(checkpoints, of: .me, generation: 0) == 2)
    #expect(try await log.integrityProblems() == [])
    #expect(try await log.information().checkpoints == 2)
    try await log.pool.write { db in try db.execute(sql: statement) }
    #expect(try await newest(in: log) == checkpoints[0])
    #expect(try await log.integrityProblems() == [.checkpoint(row: 2)])
    #expect(try await log.save([checkpoints[1]], of: .me, generation: 0) == 1)
    #expect(try await newest(in: log) == checkpoints[1])
  }

  @Test("the integrity check reports a checkpoint that does not cover its donations")
  func integrity() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    _ = try await log.ingest(verbatim: (0..<5).map { try Sample.donation("t\($0)", at: $0) })
    #expect(try await log.save([checkpoint(4, in: log)], of: .me, generation: 0) == 1)
    try await log.pool.write { db in
      try db.execute(sql: "DELETE FROM donation WHERE sequence = 2; UPDATE user SET donations = 4")
    }
    #expect(try await log.integrityProblems() == [.checkpoint(row: 1)])
  }

  @Test("saving gives up soon if another process writes, and the store goes on as before")
  func busy() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    _ = try await log.ingest(verbatim: [Sample.donation("a", at: 0)])
    let saved = try await checkpoint(1, in: log)
    let other = try scratch.foreignConnection()
    try await other.writeWithoutTransaction { db in try db.execute(sql: "BEGIN IMMEDIATE") }
    let clock = ContinuousClock()
    let start = clock.now
    let error = await #expect(throws: StoreError.self) {
      try await log.save([saved], of: .me, generation: 0)
    }
    #expect(error?.reason == .busy)
    #expect(clock.now - start < .milliseconds(9_900), "the store itself would wait for ten seconds")
    #expect(try await newest(in: log) == nil)
    try await other.writeWithoutTransaction { db in try db.execute(sql: "COMMIT") }
    let patience = try await log.pool.writeWithoutTransaction { db in
      try Int.fetchOne(db, sql: "PRAGMA busy_timeout")
    }
    #expect(patience == 10_000)
    #expect(try await log.save([saved], of: .me, generation: 0) == 1)
  }

  @Test("a store of an older version gets a table for checkpoints")
  func migration() async throws {
    let scratch = try Scratch()
    do {
      let log = try SQLiteDonationStore(path: scratch.path())
      _ = try await log.ingest(verbatim: [Sample.donation("a", at: 0)])
      try await log.pool.writeWithoutTransaction { db in try db.goBack(toSchema: 2) }
      try log.close()
    }
    let log = try SQLiteDonationStore(path: scratch.path())
    #expect(try await log.information().schemaVersion == StoreSchema.version)
    #expect(try await log.save([checkpoint(1, in: log)], of: .me, generation: 0) == 1)
    #expect(try await log.integrityProblems() == [])
  }

  @Test("another connection sees saved checkpoints, and its appends void them")
  func isSharedByConnections() async throws {
    let scratch = try Scratch()
    let (one, other) = (
      try SQLiteDonationStore(path: scratch.path()), try SQLiteDonationStore(path: scratch.path())
    )
    _ = try await one.ingest(verbatim: [Sample.donation("a", at: 0), Sample.donation("b", at: 9)])
    let saved = try await checkpoint(2, in: one)
    #expect(try await one.save([saved], of: .me, generation: 0) == 1)
    #expect(try await newest(in: other) == saved)
    _ = try await other.ingest(verbatim: [Sample.donation("late", at: 5)])
    #expect(try await newest(in: one) == nil)
  }
}
