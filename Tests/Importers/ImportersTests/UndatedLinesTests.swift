import Activities
import Foundation
import Storage
import TestSupport
import Testing

@testable import Importers

@Suite("Histories without times")
struct UndatedLinesTests {
  /// Commands with repetitions, as people type them.
  private func commands(_ range: Range<Int>) -> [String] {
    range.map { index in
      index % 7 == 3
        ? "htop" : index % 5 == 0 ? "git status" : "program\(StableHash.mix(UInt64(index), 7) % 40) run"
    }
  }

  private func run(
    _ lines: [String], into store: InMemoryDonationStore, changed seconds: Int64 = 1_790_000_000,
    rehearsing: Bool = false, options: HistoryImport.Options = .init()
  ) async throws -> HistoryReport {
    let scratch = try Scratch()
    try scratch.write(".bash_history", lines.map { $0 + "\n" }.joined())
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: Double(seconds))],
      ofItemAtPath: scratch.path(".bash_history"))
    return try await ImportRun.run(
      BashImporter(), HistoryFile(path: scratch.path(".bash_history")), into: store, options: options,
      rehearsing: rehearsing)
  }

  private func titles(_ store: InMemoryDonationStore) async throws -> [String] {
    try await store.allDonations(of: .me).map { $0.donation.text("line") ?? "" }
  }

  @Test(
    "undated records keep their order, and end at the file's last change")
  func order() async throws {
    let store = InMemoryDonationStore()
    let report = try await run(commands(0..<600), into: store)
    #expect((report.added, report.undated, report.times) == (600, 600, nil))
    #expect(try await titles(store) == commands(0..<600))
    let donations = try await store.allDonations(of: .me).map(\.donation)
    #expect(donations.allSatisfy { $0.details.timePrecision == .order })
    #expect(donations.last?.context.instant.milliseconds == 1_790_000_000_000)
    #expect(donations.first?.context.instant.milliseconds == 1_789_999_999_401)
  }

  @Test("a file that has grown adds its new records in order, even if it was changed within the same second")
  func grown() async throws {
    let store = InMemoryDonationStore()
    for (count, added) in [(600, 600), (600, 0), (640, 40), (641, 1)] {
      let rehearsal = try await run(commands(0..<count), into: store, rehearsing: true)
      let report = try await run(commands(0..<count), into: store)
      #expect((report.added, report.known) == (added, count - added))
      #expect((rehearsal.added, rehearsal.known) == (added, count - added))
    }
    #expect(try await titles(store) == commands(0..<641))
  }

  @Test("a file that has lost its beginning and grown at its end adds only the end")
  func cut() async throws {
    let store = InMemoryDonationStore()
    for start in stride(from: 0, through: 1_500, by: 250) {
      let added = start == 0 ? 500 : 250
      let report = try await run(
        commands(start..<start + 500), into: store, changed: 1_790_000_000 + Int64(start))
      #expect((report.added, report.known) == (added, 500 - added))
    }
    #expect(try await titles(store) == commands(0..<2_000))
  }

  @Test("a copy of an earlier state adds nothing")
  func earlier() async throws {
    let store = InMemoryDonationStore()
    #expect(try await run(commands(0..<900), into: store).added == 900)
    #expect(try await run(commands(100..<700), into: store).added == 0)
    #expect(try await run(commands(0..<901), into: store).added == 1)
  }

  @Test("repeated commands that the shell removed in between create no duplicates")
  func erased() async throws {
    let store = InMemoryDonationStore()
    _ = try await run(commands(0..<600), into: store)
    var lines = commands(0..<610)
    for index in [595, 560, 500, 30] { lines.remove(at: index) }
    #expect(try await run(lines, into: store).added == 10)
  }

  @Test("records that were forgotten in between stay out until they are restored")
  func forgotten() async throws {
    let store = InMemoryDonationStore()
    _ = try await run(commands(0..<600), into: store)
    let some = try await store.allDonations(of: .me)[100..<110].map(\.donation)
    for donation in some {
      var criteria = Deletion.Criteria()
      criteria.donation = donation.identifier
      try await store.forget(
        Deletion(by: .me, at: Instant(milliseconds: ImportRun.now), matching: criteria))
    }
    for rehearsing in [true, false] {
      let report = try await run(commands(0..<600), into: store, rehearsing: rehearsing)
      #expect((report.added, report.known, report.filtered[.forgotten]) == (0, 590, 10))
    }
    var options = HistoryImport.Options()
    options.restoresForgotten = true
    let restored = try await run(commands(0..<600), into: store, options: options)
    #expect((restored.added, restored.known) == (10, 590))
  }

  @Test(
    "a completely forgotten history stays out, even if it lost its beginning; new records are added")
  func forgottenAsAWhole() async throws {
    let store = InMemoryDonationStore()
    _ = try await run(commands(0..<600), into: store)
    try await store.forget(Deletion(at: Instant(milliseconds: ImportRun.now), matching: .everything))
    let report = try await run(Array(commands(50..<600)) + ["make the-bed"], into: store)
    #expect((report.added, report.filtered[.forgotten]) == (1, 550))
    #expect(try await titles(store) == ["make the-bed"])
  }

  @Test("the histories of two machines do not mix")
  func two() async throws {
    let store = InMemoryDonationStore()
    func other(_ range: Range<Int>) -> [String] {
      commands(10_000 + range.lowerBound..<10_000 + range.upperBound)
    }
    #expect(try await run(commands(0..<300), into: store).added == 300)
    #expect(try await run(other(0..<300), into: store).added == 300)
    #expect(try await run(commands(0..<320), into: store).added == 20)
    #expect(try await run(other(0..<330), into: store).added == 30)
    #expect(try await run(other(0..<330), into: store).added == 0)
  }

  @Test("a shell that begins to record times creates no duplicates, and earlier records stay earlier")
  func timesLater() async throws {
    let store = InMemoryDonationStore()
    _ = try await run(commands(0..<300), into: store, changed: 1_700_000_000)
    let report = try await run(
      commands(0..<300) + ["#1700000100", "make"], into: store, changed: 1_700_000_100)
    #expect((report.added, report.known) == (1, 300))
    let donations = try await store.allDonations(of: .me).map(\.donation)
    #expect(donations.map(\.hasExactTime) == [Bool](repeating: false, count: 300) + [true])
  }

  @Test("a few lines are recognised, too")
  func few() async throws {
    let store = InMemoryDonationStore()
    #expect(try await run(["htop", "make"], into: store).added == 2)
    #expect(try await run(["htop", "make"], into: store).added == 0)
    #expect(try await run(["htop", "make", "make", "htop"], into: store).added == 2)
  }
}
