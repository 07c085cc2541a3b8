import Activities
import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

/// Counts, not times: how many entries a search reads.
@Suite("The entries that a search reads")
struct StoreSearchCostTests {
  private static let count = 3_000

  private static func donations() throws -> [Donation] {
    let (letters, vowels) = (Array("bcdfghjklmnprstv"), Array("aeio"))
    return try (0..<count).map { number in
      let word = String((0..<4).flatMap { [letters[number >> ($0 * 4) & 15], vowels[$0]] })
      var activity = try UserActivity(
        activityType: "org.example.notes.open", title: number == 7 ? "Ope" : "Open \(word)",
        userInfo: ["n": .integer(Int64(number))])
      activity.isEligibleForSearch = true
      return try Donation(of: activity, in: Context(at: Sample.instant(Int64(number))))
    }
  }

  private static func store(_ scratch: Scratch) async throws -> SQLiteDonationStore {
    let store = try SQLiteDonationStore(path: scratch.path())
    _ = try await store.ingest(verbatim: donations())
    return store
  }

  private static func entries(_ text: String, limit: Int = 20, in store: SQLiteDonationStore) async throws
    -> [SearchEntry]
  {
    let query = SearchQuery(text, at: try Sample.instant(100_000), limit: limit)
    return try await store.read { db in
      try StoredSearch(db: db, cipher: .plain).entries(for: SearchRanking(query))
    }
  }

  @Test("a search reads the candidates for the words, and the most recently used ones if there are many")
  func entries() async throws {
    let scratch = try Scratch()
    let store = try await Self.store(scratch)
    #expect(try await Self.entries("babebibo", in: store).count == 1, "a word")
    #expect((1...200).contains(try await Self.entries("bebi", in: store).count), "a part of a word")
    let most = SearchRanking.usualEntries
    for text in ["ope", "op", "pen", ""] {
      #expect(try await Self.entries(text, in: store).count <= 3 * most, "\(text)")
    }
    // One is older than thousands that only begin with the word.
    let hits = try await store.search(SearchQuery("ope", at: Sample.instant(100_000), limit: 5)).hits
    #expect(hits.map(\.title).first == "Ope")
    #expect(hits.count == 5)
    #expect(
      try await store.search(SearchQuery("", at: Sample.instant(100_000), limit: 5_000)).hits.count
        == Self.count)
  }

  @Test("a search gives the same answers as a log in memory, however many entries have the words")
  func agreesWithMemory() async throws {
    let scratch = try Scratch()
    let (store, memory) = (try await Self.store(scratch), InMemoryDonationStore())
    _ = try await memory.ingest(verbatim: try Self.donations())
    for text in ["ope", "pen", "babebibo", "babebbio", ""] {
      let query = SearchQuery(text, at: try Sample.instant(100_000), limit: 30)
      #expect(try await store.search(query) == memory.search(query), "\(text)")
    }
  }

  @Test(
    "entries are chosen by indexes: no query scans all entries of a store", arguments: ["open", "op", "bebi"])
  func plans(text: String) async throws {
    let scratch = try Scratch()
    let store = try SQLiteDonationStore(path: scratch.path())
    let condition = SearchCandidates(SearchPattern(text), of: 1)
    let plan = try await store.pool.read { db in
      try Row.fetchAll(
        db,
        sql:
          "EXPLAIN QUERY PLAN SELECT number FROM searchEntry WHERE +user = 1 AND \(condition.condition) LIMIT 9",
        arguments: condition.arguments
      ).map { $0["detail"] as String }
    }
    #expect(plan.contains { $0.hasPrefix("SEARCH searchEntry USING INTEGER PRIMARY KEY") }, "\(plan)")
    #expect(!plan.contains { $0.hasPrefix("SCAN searchEntry") }, "\(plan)")
  }
}
