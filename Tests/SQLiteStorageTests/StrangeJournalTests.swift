import Activities
import Foundation
import GRDB
import TestSupport
import Testing

@testable import SQLiteStorage

@Suite("A journal that is not the store's own")
struct StrangeJournalTests {
  /// Leaves in a folder the journal of a store that was in use, and nothing else of it.
  private static func leaveJournal(in scratch: Scratch, named name: String = "donations.sqlite-wal")
    async throws
  {
    let other = try Scratch()
    let log = try SQLiteDonationStore(path: other.path())
    _ = try await log.appendVerbatim((0..<20).map { try Sample.donation("old \($0)", at: $0) })
    try FileManager.default.copyItem(
      atPath: other.path("donations.sqlite-wal"), toPath: scratch.path(name))
    try log.close()
  }

  /// Leaves the rollback journal of a transaction in another database that was never finished.
  private static func leaveRollbackJournal(in scratch: Scratch, named name: String) throws {
    let other = try Scratch()
    let queue = try DatabaseQueue(path: other.path("other.sqlite"))
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA cache_size = 2; CREATE TABLE t (x)")
      for number in 0..<40 {
        try db.execute(
          sql: "INSERT INTO t VALUES (?)", arguments: [Data(repeating: UInt8(number), count: 4_000)])
      }
      try db.execute(sql: "BEGIN; UPDATE t SET x = zeroblob(4000)")
      try FileManager.default.copyItem(
        atPath: other.path("other.sqlite-journal"), toPath: scratch.path(name))
      try db.execute(sql: "ROLLBACK")
    }
    try queue.close()
    try scratch.setMode(0o600, of: name)
  }

  /// Made beside it, a store would at once have pages of the other one.
  @Test(
    "that was left behind by a store is refused before a new store is made there",
    arguments: ["-wal", "-journal"])
  func left(suffix: String) async throws {
    let (scratch, name) = (try Scratch(), "donations.sqlite" + suffix)
    try await Self.leaveJournal(in: scratch, named: name)
    let before = try scratch.contents(name)
    let error = #expect(throws: StoreError.self) { try SQLiteDonationStore(path: scratch.path()) }
    #expect(error?.reason == .strangeJournal && error?.path == scratch.path(name))
    #expect(try scratch.names() == [name] && scratch.contents(name) == before)
    try FileManager.default.moveItem(atPath: scratch.path(name), toPath: scratch.path("aside"))
    try SQLiteDonationStore(path: scratch.path()).close()
  }

  @Test("that is empty is nothing")
  func empty() throws {
    let scratch = try Scratch()
    for suffix in ["-wal", "-journal"] {
      try Data().write(to: URL(filePath: scratch.path() + suffix))
      try scratch.setMode(0o600, of: "donations.sqlite" + suffix)
    }
    try SQLiteDonationStore(path: scratch.path()).close()
    #expect(try scratch.names().contains("donations.sqlite"))
  }

  /// SQLite would write the pages of the other database over those of the store, and cut the store off.
  @Test("beside a store is refused, and the store stays as it was")
  func rollback() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    _ = try await log.appendVerbatim((0..<50).map { try Sample.donation("t\($0)", at: $0) })
    try log.close()
    try Self.leaveRollbackJournal(in: scratch, named: "donations.sqlite-journal")
    let (before, journal) = (try scratch.contents(), try scratch.contents("donations.sqlite-journal"))
    let error = #expect(throws: StoreError.self) { try SQLiteDonationStore(path: scratch.path()) }
    #expect(error?.reason == .strangeJournal && error?.path == scratch.path("donations.sqlite-journal"))
    #expect(try scratch.contents() == before && scratch.contents("donations.sqlite-journal") == journal)
  }

  @Test("a store in another journal mode is opened as before")
  func otherMode() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    _ = try await log.appendVerbatim([Sample.donation("a", at: 1)])
    try log.close()
    let queue = try DatabaseQueue(path: scratch.path())
    try await queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    try queue.close()
    let again = try SQLiteDonationStore(path: scratch.path())
    #expect(try await again.allDonations(of: .me).count == 1)
  }
}
