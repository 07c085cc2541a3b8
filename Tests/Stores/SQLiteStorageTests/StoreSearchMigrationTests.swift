import Activities
import Foundation
import GRDB
import LogFormat
import Storage
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

@Suite("Stores older than search by default")
struct StoreSearchMigrationTests {
  private static let lines = [
    #"{"time":"2026-03-01T08:00:00+01:00","activityType":"org.example.notes.open","title":"Says nothing"}"#,
    #"{"time":"2026-03-01T08:01:00+01:00","activityType":"org.example.notes.edit","title":"Says no","isEligibleForSearch":false}"#,
    #"{"time":"2026-03-01T08:02:00+01:00","activityType":"org.example.notes.read","title":"Says yes","isEligibleForSearch":true}"#,
  ]

  /// Creates a store as schema 8 left it: only explicitly findable donations had an entry.
  private static func older(in scratch: Scratch, key: StoreKey?, more: Int = 0) async throws {
    let store = try SQLiteDonationStore(path: scratch.path(), key: key)
    let extra = (0..<more).map {
      #"{"time":"2026-03-02T08:00:00+01:00","activityType":"org.example.more\#($0).open","title":"More"}"#
    }
    let reader = LogReader(bytes: Array((lines + extra).joined(separator: "\n").utf8), named: "log")
    #expect(
      try await LogImporter(into: store).run(reader, now: .afterAll()).donations.added == lines.count + more)
    try await store.pool.writeWithoutTransaction { db in
      try db.execute(sql: "DELETE FROM searchEntry WHERE sequence <> 3")
      try db.goBack(toSchema: 8)
    }
    try store.close()
  }

  private static func titles(_ text: String, in store: SQLiteDonationStore) async throws -> Set<String> {
    Set(try await store.search(SearchQuery(text, at: .afterAll(), limit: 9)).hits.map(\.title))
  }

  @Test("older stores find donations by default, by their stored line", arguments: [false, true])
  func found(isEncrypted: Bool) async throws {
    let scratch = try Scratch()
    let key = isEncrypted ? StoreKey.makeRandom().key : nil
    try await Self.older(in: scratch, key: key, more: 2_100)  // more than a page
    let store = try SQLiteDonationStore(path: scratch.path(), key: key)
    #expect(try await store.information().schemaVersion == StoreSchema.version)
    #expect(try await Self.titles("says", in: store) == ["Says nothing", "Says yes"])
    #expect(try await Self.titles("othing", in: store) == ["Says nothing"], "parts of words")
    #expect(try await store.diagnosis(of: SearchQuery("no", at: .afterAll())).notEligible == 1)
    #expect(try await store.integrityProblems() == [])
    let rows = try await store.pool.read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM searchEntry")
    }
    #expect(rows == 2_102)
  }

  @Test("older stores are unchanged if the migration cannot finish: without the key, or killed")
  func unfinished() async throws {
    let scratch = try Scratch()
    let key = StoreKey.makeRandom().key
    try await Self.older(in: scratch, key: key)
    for wrong in [nil, StoreKey.makeRandom().key] {
      #expect(throws: StoreError.self) { try SQLiteDonationStore(path: scratch.path(), key: wrong) }
      let plain = try DatabaseQueue(path: scratch.path())
      #expect(try await plain.read { db in try Connection.version(of: db) } == 8)
      try plain.close()
    }
    let plain = try Scratch()
    try await Self.older(in: plain, key: nil)
    // The state after a kill: everything was done, nothing was committed.
    let queue = try DatabaseQueue(path: plain.path())
    try await queue.writeWithoutTransaction { db in
      try db.inTransaction {
        try Connection.migrate(db)
        return .rollback
      }
      #expect(try Connection.version(of: db) == 8)
    }
    try queue.close()
    let store = try SQLiteDonationStore(path: plain.path())
    #expect(try await Self.titles("says", in: store) == ["Says nothing", "Says yes"])
    let again = try SQLiteDonationStore(path: scratch.path(), key: key)
    #expect(try await Self.titles("says", in: again) == ["Says nothing", "Says yes"])
  }
}
