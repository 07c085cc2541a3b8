import Activities
import Foundation
import GRDB
import Storage
import StoreRecovery
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

@Suite("A damaged journal is distinguished from one that a crash left")
struct StoreDamageJournalTests {
  /// The size of a frame: a page and its header.
  private static let frame = 4_096 + 24

  @Test("a journal that ends anywhere opens without an error, in the state of a commit")
  func torn() async throws {
    let sample = try await DamageSample.make(donations: 60, isOpen: true)
    let whole = try #require(sample.files["-wal"])
    let all = Set(sample.pages.donations.values)
    for length in stride(from: 0, through: whole.count, by: 6_007) {
      var cut = sample
      cut.files["-wal"] = Data(whole.prefix(length))
      let scratch = try Scratch()
      let log = try SQLiteDonationStore(path: try cut.write(into: scratch))
      let found = try await log.pool.read { try Data.fetchSet($0, sql: "SELECT identifier FROM donation") }
      #expect(found.isSubset(of: all) && found.count >= 30, "\(length) bytes")
      #expect(try await log.integrityProblems() == [], "\(length) bytes")
    }
  }

  @Test("a changed byte before acknowledged commits is refused, and both files are unchanged")
  func changed() async throws {
    let sample = try await DamageSample.make(donations: 60, isOpen: true)
    for place in 0..<8 {
      var damaged = sample
      damaged.files["-wal"]?[32 + place * Self.frame + 24 + 511 * place] ^= 0x40
      let scratch = try Scratch()
      let path = try damaged.write(into: scratch)
      // SQLite would silently answer from the earlier state.
      let silent = try identifiers(of: damaged)
      #expect(silent.count < sample.pages.donations.count)
      let error = #expect(throws: StoreError.self) { try SQLiteDonationStore(path: path) }
      #expect(error?.reason == .damagedJournal)
      #expect(error?.description.contains("hunch doctor --repair") == true)
      for (suffix, bytes) in damaged.files {
        #expect(try scratch.contents("donations.sqlite\(suffix)") == bytes)
      }
      let report = try await StoreRepair(of: path).run(into: scratch.path("saved.sqlite"))
      #expect(report.journal == .damaged)
      #expect((report.saved[.donation] ?? 0) >= silent.count, "frame \(place)")
    }
  }

  private func identifiers(of sample: DamageSample) throws -> Set<Data> {
    let scratch = try Scratch()
    return try DatabaseQueue(path: try sample.write(into: scratch)).read {
      try Data.fetchSet($0, sql: "SELECT identifier FROM donation")
    }
  }

  @Test("a damaged header is refused: without it SQLite would take the journal for empty")
  func header() async throws {
    let sample = try await DamageSample.make(donations: 40, isOpen: true)
    for byte in 0..<32 {
      var damaged = sample
      damaged.files["-wal"]?[byte] ^= 0x11
      let scratch = try Scratch()
      let path = try damaged.write(into: scratch)
      let error = #expect(throws: StoreError.self) { try SQLiteDonationStore(path: path) }
      #expect(error?.reason == .damagedJournal, "byte \(byte)")
      #expect(try StoreRepair(of: path).rehearse().saved[.donation] == 40, "byte \(byte)")
    }
  }

  @Test("leftovers of an earlier run or a rolled-back transaction after the end are not damage")
  func leftovers() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    for round in 0..<12 {
      _ = try await log.ingest(
        verbatim: (0..<40).map { try Sample.donation("t\($0)", at: Int64(round * 40 + $0)) })
      if round.isMultiple(of: 3) {
        // It restarts the journal over its old frames.
        try await log.pool.writeWithoutTransaction { db in _ = try db.checkpoint(.restart) }
      }
      try? await log.pool.write { (db) -> Void in
        try db.execute(sql: "PRAGMA cache_size = 1; INSERT INTO user (name) VALUES ('gone')")
        try db.execute(sql: "UPDATE donation SET payload = zeroblob(4000)")
        throw CancellationError()
      }
      let copy = try Scratch()
      for name in ["donations.sqlite", "donations.sqlite-wal"] {
        try scratch.contents(name).write(to: copy.folder.appending(path: name))
        try copy.setMode(0o600, of: name)
      }
      let other = try SQLiteDonationStore(path: copy.path())
      #expect(try await other.allDonations(of: .me).count == (round + 1) * 40)
    }
  }
}
