import Activities
import DonationStoreContract
import Foundation
import GRDB
import LogFormat
import Storage
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

@Suite("The search index of a store")
struct StoreSearchTests {
  private static func note(
    _ title: String, at second: Int64 = 0, persistentIdentifier: String? = nil, isFindable: Bool = true,
    fill: (inout UserActivity) -> Void = { _ in }
  ) throws -> Donation {
    var activity = try UserActivity(
      activityType: "org.example.notes.open", title: title, userInfo: ["note": .string(title)])
    activity.isEligibleForSearch = isFindable
    activity.persistentIdentifier = persistentIdentifier
    fill(&activity)
    return try Donation(of: activity, in: Context(at: Sample.instant(second)))
  }

  private static func titles(_ text: String, in log: SQLiteDonationStore) async throws -> [String] {
    try await log.search(SearchQuery(text, at: Sample.instant(1_000))).hits.map(\.title)
  }

  @Test(
    "the index answers like a log in memory that looks through every donation",
    arguments: 1...24 as ClosedRange<UInt64>
  )
  func agreesWithMemory(seed: UInt64) async throws {
    let history = try SearchableHistory(seed: seed)
    let scratch = try Scratch()
    let (stored, memory) = (try SQLiteDonationStore(path: scratch.path()), InMemoryDonationStore())
    for (index, donation) in history.donations.enumerated() {
      #expect(
        try await stored.ingest(verbatim: [donation]) == memory.ingest(verbatim: [donation]), "seed \(seed)")
      guard index % 20 == 0 else { continue }
      #expect(try await history.answers(of: stored) == history.answers(of: memory), "seed \(seed)")
    }
    for log in [stored, memory] as [any DonationStore] { try await history.indexItems(in: log) }
    let answers = try await history.answers(of: stored)
    #expect(try await answers == history.answers(of: memory), "seed \(seed)")
    #expect(answers.size > 0)
    for deletion in history.deletions {
      #expect(try await stored.forget(deletion) == memory.forget(deletion), "seed \(seed)")
      #expect(try await history.answers(of: stored) == history.answers(of: memory), "seed \(seed)")
      #expect(try await stored.integrityProblems() == [], "seed \(seed)")
    }
    let again = try SQLiteDonationStore(path: scratch.path())
    #expect(try await history.answers(of: again) == history.answers(of: memory), "opened again, seed \(seed)")
  }

  @Test("an imported log is found as if it had been donated")
  func importing() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    let lines = try (0..<300).map { number in
      let donation = try Self.note("Report \(number % 7)", at: Int64(number), isFindable: number % 2 == 0)
      return String(decoding: try RecordEncoder().encode(donation), as: UTF8.self)
    }
    let deletion = #"{"type":"delete","time":"2027-01-01T00:00:00Z","until":"2026-02-25T06:15:00Z"}"#
    let text = lines.joined(separator: "\n") + "\n" + deletion + "\n"
    let report = try await LogImporter(into: log, batchSize: 40).run(
      LogReader(bytes: Array(text.utf8), named: "log"), now: .afterAll())
    #expect(report.donations.added == 300)
    let hits = try await log.search(SearchQuery("report", at: Sample.instant(1_000))).hits
    #expect(hits.count == 7)
    #expect(report.forgotten == 100)
    #expect(hits.reduce(0) { $0 + $1.uses } == 100)
    #expect(try await log.integrityProblems() == [])
  }

  @Test("the index is created for a store that an older version wrote")
  func migration() async throws {
    let scratch = try Scratch()
    let donations = try [
      Self.note("Open the report", at: 1), Self.note("Open the report", at: 2),
      Self.note("Hidden report", isFindable: false),
    ]
    do {
      let log = try SQLiteDonationStore(path: scratch.path())
      _ = try await log.ingest(verbatim: donations)
      try await log.pool.writeWithoutTransaction { db in try db.goBack(toSchema: 1) }
      try log.close()
    }
    let log = try SQLiteDonationStore(path: scratch.path())
    #expect(try await log.information().schemaVersion == StoreSchema.version)
    let hits = try await log.search(SearchQuery("rep", at: Sample.instant(9))).hits
    #expect(hits.map(\.donation) == [donations[1]])
    #expect(hits.map(\.uses) == [2])
    #expect(try await log.integrityProblems() == [])
    _ = try await log.ingest(verbatim: [Self.note("Another report", at: 3)])
    #expect(try await Self.titles("report", in: log).count == 2)
  }

  @Test("donations that cannot be found need no row in the index")
  func costsNothing() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    _ = try await log.ingest(verbatim: (0..<50).map { try Self.note("Report \($0)", isFindable: false) })
    let rows = try await log.pool.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM searchEntry") }
    #expect(rows == 0)
  }

  @Test(
    "the integrity check reports differences, and the index can be rebuilt",
    arguments: [
      ("UPDATE searchEntry SET uses = 9 WHERE number = 1", [.searchEntry(row: 1)]),
      ("UPDATE searchEntry SET title = 'other' WHERE number = 1", [.searchEntry(row: 1)]),
      ("DELETE FROM searchEntry WHERE number = 1", [.notSearchable(donation: 1)]),
      ("INSERT INTO searchText (rowid, title) VALUES (77, 'ghost')", [.searchText]),
      ("DELETE FROM searchText_data WHERE id > 10", [.searchText]),
      ("DELETE FROM donation WHERE sequence = 1; UPDATE user SET donations = 1", [.searchEntry(row: 1)]),
    ] as [(String, [StoreProblem])])
  func integrity(damage: String, problems: [StoreProblem]) async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    _ = try await log.ingest(verbatim: [Self.note("Alpha", at: 1), Self.note("Beta", at: 2)])
    try await log.index(
      [SearchableItem(uniqueIdentifier: "1", title: "Gamma")], of: "org.example.notes", by: .me,
      at: Sample.instant(3))
    #expect(try await log.integrityProblems() == [])
    try await log.pool.write { db in try db.execute(sql: damage) }
    #expect(try await log.integrityProblems() == problems)
    try await log.rebuildSearchIndex()
    #expect(try await log.integrityProblems() == [])
    #expect(try await Self.titles("gamma", in: log) == ["Gamma"])
    #expect(try await Self.titles("beta", in: log) == ["Beta"])
  }

  /// A search uses this table to find the page of a word; SQLite's own check does not read it.
  @Test("an index that cannot find its own words is reported")
  func integrityOfPages() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    // As many words as take some pages.
    _ = try await log.ingest(
      verbatim: (0..<1_500).map { try Self.note("word\($0) other\($0 * 7_919)", at: Int64($0)) })
    try await log.rebuildSearchIndex()
    #expect(try await log.integrityProblems() == [])
    try await log.pool.write { db in try db.execute(sql: "DELETE FROM searchText_idx") }
    #expect(try await log.integrityProblems() == [.searchText])
    try await log.rebuildSearchIndex()
    #expect(try await log.integrityProblems() == [])
  }

  @Test("an item whose words another program changed is reported")
  func integrityOfItems() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    try await log.index(
      [SearchableItem(uniqueIdentifier: "1", title: "Gamma")], of: "org.example.notes", by: .me,
      at: Sample.instant(3))
    try await log.pool.write { db in try db.execute(sql: "UPDATE searchEntry SET title = 'delta'") }
    #expect(try await log.integrityProblems() == [.searchEntry(row: 1)])
  }

  @Test("another connection immediately sees appended and forgotten donations")
  func isSharedByConnections() async throws {
    let scratch = try Scratch()
    let (one, other) = (
      try SQLiteDonationStore(path: scratch.path()), try SQLiteDonationStore(path: scratch.path())
    )
    #expect(try await Self.titles("report", in: other) == [])
    _ = try await one.ingest(verbatim: [Self.note("Report", persistentIdentifier: "r")])
    #expect(try await Self.titles("report", in: other) == ["Report"])
    var criteria = Deletion.Criteria()
    criteria.persistentIdentifier = "r"
    _ = try await one.forget(Deletion(at: Sample.instant(9), matching: criteria))
    #expect(try await Self.titles("report", in: other) == [])
  }

  @Test("while another process appends, a search sees each batch completely or not at all")
  func whileOthersAppend() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    let child = try Child.process(["import", scratch.path(), "60", "writer"]).process
    let user = try UserIdentifier("writer")
    let running = try child.start()
    var counts: [Int] = []
    repeat {
      let query = SearchQuery("play track", of: user, at: try Sample.instant(100), limit: 10_000)
      counts.append(try await log.search(query).hits.count)
    } while child.isRunning
    await running.end()
    #expect(child.terminationStatus == 0)
    #expect(counts == counts.sorted() && counts.allSatisfy { $0 % 20 == 0 }, "\(counts)")
    let query = SearchQuery("play track", of: user, at: try Sample.instant(100), limit: 10_000)
    #expect(try await log.search(query).hits.count == 60 * 20)
    #expect(try await log.integrityProblems() == [])
  }
}
