import Activities
import Foundation
import GRDB
import SQLiteStorage
import StoreRecovery
import TestSupport
import Testing

@Suite("The files that a repair reads and writes")
struct RepairFileTests {
  /// Leaves in a folder the journal of a store that was in use, and nothing else of it.
  private static func leaveJournal(in scratch: Scratch, named name: String = "donations.sqlite-wal")
    async throws
  {
    let other = try Scratch()
    let log = try SQLiteDonationStore(path: other.path())
    _ = try await log.ingest(verbatim: (0..<20).map { try Sample.donation("old \($0)", at: $0) })
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

  @Test(
    "what a repair saves gets no such name, and no such neighbour", arguments: ["-wal", "-shm", "-journal"])
  func target(suffix: String) async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    _ = try await log.ingest(verbatim: [Sample.donation("a", at: 1)])
    try log.close()
    let link = scratch.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: scratch.folder.path)
    for target in [scratch.path() + suffix, link + "/donations.sqlite" + suffix] {
      let error = await #expect(throws: StoreError.self) {
        try await StoreRepair(of: scratch.path()).run(into: target)
      }
      #expect(error?.reason == .nameOfJournal, "\(target)")
    }
    #expect(try scratch.names() == ["donations.sqlite", "link"])
    guard suffix != "-shm" else { return }
    try await Self.leaveJournal(in: scratch, named: "saved.sqlite" + suffix)
    let error = await #expect(throws: StoreError.self) {
      try await StoreRepair(of: scratch.path()).run(into: scratch.path("saved.sqlite"))
    }
    #expect(error?.reason == .strangeJournal)
    #expect(try scratch.names() == ["donations.sqlite", "link", "saved.sqlite" + suffix])
  }

  @Test("another database's rollback journal beside a store is left where it is")
  func rollback() async throws {
    let scratch = try Scratch()
    let store = try SQLiteDonationStore(path: scratch.path())
    _ = try await store.ingest(verbatim: (0..<50).map { try Sample.donation("t\($0)", at: $0) })
    try store.close()
    try Self.leaveRollbackJournal(in: scratch, named: "donations.sqlite-journal")
    let journal = try scratch.contents("donations.sqlite-journal")
    let report = try StoreRepair(of: scratch.path()).rehearse()
    #expect(report.saved[.donation] == 50)
    #expect(try scratch.contents("donations.sqlite-journal") == journal)
  }

  @Test("a file of any size that is nearly all hole is saved as one without", .timeLimit(.minutes(1)))
  func hole() async throws {
    let scratch = try Scratch()
    let store = try SQLiteDonationStore(path: scratch.path())
    _ = try await store.ingest(verbatim: (0..<3).map { try Sample.donation("t\($0)", at: $0) })
    try store.close()
    let handle = try FileHandle(forWritingTo: scratch.folder.appending(path: "donations.sqlite"))
    try handle.truncate(atOffset: 100 << 30)
    try handle.close()
    let report = try await StoreRepair(of: scratch.path()).run(into: scratch.path("saved.sqlite"))
    #expect(report.saved[.donation] == 3 && report.pages == 100 << 18)
  }
}
