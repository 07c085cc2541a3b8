import Activities
import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

@Suite("Forgetting findable activities")
struct StoreSearchErasureTests {
  /// Creates a donation with a word in each place that the index reads.
  private static func note(_ word: String, _ number: Int, isSecret: Bool) throws -> Donation {
    var activity = try UserActivity(
      activityType: "org.example.notes.open", title: "Open \(word)title\(number)",
      userInfo: ["note": .integer(Int64(number))])
    activity.isEligibleForSearch = true
    activity.subtitle = "\(word)subtitle\(number % 17)"
    activity.keywords = ["\(word)keyword\(number % 5)"]
    activity.contentAttributes = ["city": .string("\(word)city"), "phoneNumbers": [.string("\(word)555")]]
    activity.persistentIdentifier = isSecret ? "secret" : nil
    activity.relatedUniqueIdentifier = "\(word)item\(number % 3)"
    return try Donation(of: activity, in: Context(at: Sample.instant(Int64(number))))
  }

  private static func items(_ word: String) throws -> [SearchableItem] {
    try (0..<40).map { number in
      var item = try SearchableItem(
        uniqueIdentifier: "\(word)item\(number)", domainIdentifier: "\(word)domain",
        title: "\(word)paper \(number)",
        attributes: ["kind": .string("\(word)kind")])
      item.keywords = ["\(word)tag"]
      return item
    }
  }

  /// Returns how often a word is in any file of the store, whatever its case.
  ///
  /// Full-text indexes omit the prefix that a word shares with the previous one, so the end of the
  /// word is searched for too.
  private func occurrences(of word: String, in scratch: Scratch) throws -> Int {
    try scratch.names().reduce(0) { sum, name in
      let text = String(decoding: try scratch.contents(name), as: Unicode.ASCII.self).lowercased()
      return sum + text.components(separatedBy: word).count - 1
    }
  }

  @Test("forgetting removes the words from the index, its shadow tables and the journal")
  func donations() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    for batch in 0..<12 {
      _ = try await log.ingest(
        verbatim: (0..<40).map { number in
          let isSecret = number % 3 == 0
          return try Self.note(isSecret ? "zebra" : "plain", batch * 40 + number, isSecret: isSecret)
        })
    }
    #expect(try occurrences(of: "zebratitle", in: scratch) > 100)
    var criteria = Deletion.Criteria()
    criteria.persistentIdentifier = "secret"
    let forgotten = try await log.forget(Deletion(at: Sample.instant(10_000), matching: criteria))
    #expect(forgotten == 12 * 14)
    for word in ["zebra", "ebratitle", "ebrakey"] {
      #expect(try occurrences(of: word, in: scratch) == 0, "\(word)")
    }
    #expect(try occurrences(of: "plain", in: scratch) > 100)
    #expect(
      try await log.search(SearchQuery("plaincity", at: Sample.instant(10_000), limit: 1_000)).hits.count
        == 480 - forgotten)
    #expect(try await log.integrityProblems() == [])
  }

  @Test("deleting items removes their words, and those of linked activities, from the disk")
  func items() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    for word in ["zebra", "plain"] {
      try await log.index(Self.items(word), of: "org.example.notes", by: .me, at: Sample.instant(0))
      _ = try await log.ingest(
        verbatim: (0..<30).map { try Self.note(word, word == "zebra" ? $0 : 100 + $0, isSecret: false) })
    }
    #expect(try occurrences(of: "zebrapaper", in: scratch) > 40)
    let receipt = try await log.deleteItems(.domains(["zebradomain"]), of: "org.example.notes", by: .me)
    #expect(receipt == ItemDeletion(items: 40, donations: 30))
    #expect(try occurrences(of: "zebra", in: scratch) == 0)
    #expect(try occurrences(of: "plain", in: scratch) > 40)
    #expect(try await log.integrityProblems() == [])
  }

  @Test("after forgetting everything, a store is like a new one")
  func everything() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    try await log.index(Self.items("zebra"), of: "org.example.notes", by: .me, at: Sample.instant(0))
    _ = try await log.ingest(verbatim: (0..<30).map { try Self.note("zebra", $0, isSecret: false) })
    _ = try await log.forget(Deletion(at: Sample.instant(1_000), matching: .everything))
    #expect(try occurrences(of: "zebra", in: scratch) == 0)
    let rows = try await log.pool.read { db in
      try ["searchEntry", "donation", "feedback"].map {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM \($0)")
      }
    }
    #expect(rows == [0, 0, 0])
    #expect(try await log.search(SearchQuery("", at: Sample.instant(1_000))).hits.isEmpty)
  }
}
