import Activities
import GRDB
import Storage
import TestSupport
import Testing

@testable import Importers

@Suite("Visits that become activities")
struct PageCountsTests {
  /// Page 1 and 2 of section 10 of site 100, and so on.
  private func ladder(_ page: UInt64) -> [UInt64] { [page, 10_000 + page / 10, 20_000 + page / 100] }

  @Test("a small history keeps everything")
  func small() {
    var counts = PageCounts()
    for page in 0..<300 { counts.add(ladder(UInt64(page)), day: 1) }
    counts.finish(budget: 300)
    #expect(counts.days == 1)
    #expect((0..<300).allSatisfy { counts.rung(ladder($0)) == 0 })
  }

  @Test("beyond the budget, a page with few days counts for its section or site, or is skipped")
  func large() {
    var counts = PageCounts()
    // Pages 0 to 9 on ten days, and each other page once; those from 200 on are at sites that were
    // visited on one day.
    for day in 0..<10 {
      for page in 0..<10 { counts.add(ladder(UInt64(page)), day: Int32(day)) }
      for page in 0..<5 { counts.add(ladder(UInt64(10 + day * 5 + page)), day: Int32(day)) }
    }
    for page in stride(from: 200, to: 9_900, by: 100) { counts.add(ladder(UInt64(page)), day: 3) }
    counts.finish(budget: 20)
    #expect(counts.days == 2)
    #expect(counts.rung(ladder(3)) == 0)
    // Section 1 has pages 10 to 19 on two days.
    #expect(counts.rung(ladder(12)) == 1)
    #expect(counts.rung(ladder(300)) == nil)
    counts.finish(budget: 11)
    #expect(counts.days == 3)
    // Section 1 is too rare now, but the site is not.
    #expect(counts.rung(ladder(12)) == 2)
  }

  @Test("many visits on one day are one day")
  func days() {
    var counts = PageCounts()
    for _ in 0..<100 { counts.add(ladder(1), day: 5) }
    for day in 0..<2 { counts.add(ladder(500), day: Int32(day)) }
    counts.finish(budget: 1)
    #expect(counts.rung(ladder(1)) == nil)
    #expect(counts.rung(ladder(500)) == 0)
  }

  @Test("the counts in memory are bounded, and frequent pages are kept")
  func bounded() {
    var counts = PageCounts(limit: 1_000)
    for visit in 0..<10_000 {
      if visit % 100 == 0 { counts.add([1, 2], day: Int32(visit / 250)) }
      counts.add([UInt64(1_000 + visit)], day: Int32(visit / 250))
    }
    #expect(counts.size <= 1_000)
    counts.finish()
    #expect(counts.days > 1)
    #expect(counts.rung([1, 2]) == 0)
    #expect(counts.rung([5_000]) == nil)
  }

  @Test("a growing history changes the activities of its visits, and adds only new visits")
  func growing() async throws {
    let (scratch, store) = (try Scratch(), InMemoryDonationStore())
    func write(_ count: Int) throws -> HistoryFile {
      let words = (0..<count).map { number in
        String(String(number).unicodeScalars.compactMap { Unicode.Scalar($0.value + 49) }.map(Character.init))
      }
      try database(scratch, "history") { db in
        try db.execute(
          sql: "CREATE TABLE History (url NOT NULL, title NOT NULL, atime NOT NULL, redirect NOT NULL)")
        for (index, word) in words.enumerated() {
          // Each page on one day, and all in ten sections of one site.
          try db.execute(
            sql: "INSERT INTO History VALUES (?, '', ?, 0)",
            arguments: ["https://example.org/roof\(word.suffix(1))/\(word)", 1_600_000_000 + index * 3_600])
        }
      }
      return try HistoryFile(path: scratch.path("history"))
    }
    let importer = QutebrowserImporter()
    #expect(try await ImportRun.run(importer, write(1_500), into: store).added == 1_500)
    let before = Set(try await store.allDonations(of: .me).map(\.donation.identity))
    #expect(before.count == 1_500)
    let report = try await ImportRun.run(importer, write(3_000), into: store)
    #expect((report.added, report.known) == (1_500, 1_500))
    let added = Set(try await store.allDonations(of: .me).suffix(1_500).map(\.donation.identity))
    #expect(added.count == 10)
  }
}
