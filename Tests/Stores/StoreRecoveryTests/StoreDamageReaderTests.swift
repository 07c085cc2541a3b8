import Activities
import Foundation
import StoreRecovery
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

@Suite("Reading a store's pages without SQLite")
struct StoreDamageReaderTests {
  @Test(
    "reading the pages gives the same rows as SQLite, for a closed store and for one in use",
    arguments: [false, true])
  func agrees(isOpen: Bool) async throws {
    let sample = try await DamageSample.make(isOpen: isOpen)
    let scratch = try Scratch()
    let path = try sample.write(into: scratch)
    let repair = StoreRepair(of: path)
    let report = try await repair.run(into: scratch.path("saved.sqlite"))
    #expect(report.isComplete, "\(report)")
    #expect(report.mended == 0 && report.unreadable.isEmpty && report.unreadablePages == 0)
    #expect(report.doubtfulPages == 0 && report.erasure == .finished)
    #expect(report.journal == (isOpen ? .whole : .absent))
    let log = try SQLiteDonationStore(path: scratch.path("saved.sqlite"))
    #expect(try await StoreContents(of: log) == sample.contents)
    #expect(try await log.integrityProblems() == [])
    for (suffix, bytes) in sample.files {
      #expect(try scratch.contents("donations.sqlite\(suffix)") == bytes)
    }
    #expect(try scratch.mode("saved.sqlite") == 0o600)
  }

  @Test("the map of pages for the trials is complete")
  func pageMap() async throws {
    let sample = try await DamageSample.make()
    let pages = sample.pages
    #expect(Set(pages.rows.values.joined()) == Set(pages.donations.keys))
    #expect(pages.rows.count { $0.value.count == 1 } > 20, "lines with pages of their own")
    #expect(pages.owner.count == (sample.files[""]?.count ?? 0) / 4_096)
  }
}
