import Activities
import Foundation
import GRDB
import SQLiteStorage
import StoreRecovery
import TestSupport
import Testing

@testable import SQLiteStorageExercises

@Suite("The files that a repair reads and writes")
struct RepairFileTests {
  @Test(
    "a repair does not save under a journal's name or next to one", arguments: ["-wal", "-shm", "-journal"])
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
    try await scratch.leaveJournal(named: "saved.sqlite" + suffix)
    let error = await #expect(throws: StoreError.self) {
      try await StoreRepair(of: scratch.path()).run(into: scratch.path("saved.sqlite"))
    }
    #expect(error?.reason == .strangeJournal)
    #expect(try scratch.names() == ["donations.sqlite", "link", "saved.sqlite" + suffix])
  }

  @Test("another database's rollback journal next to a store is left alone")
  func rollback() async throws {
    let scratch = try Scratch()
    let store = try SQLiteDonationStore(path: scratch.path())
    _ = try await store.ingest(verbatim: (0..<50).map { try Sample.donation("t\($0)", at: $0) })
    try store.close()
    try scratch.leaveRollbackJournal(named: "donations.sqlite-journal")
    let journal = try scratch.contents("donations.sqlite-journal")
    let report = try StoreRepair(of: scratch.path()).rehearse()
    #expect(report.saved[.donation] == 50)
    #expect(try scratch.contents("donations.sqlite-journal") == journal)
  }

  @Test("a sparse file of any size is saved like one without holes", .timeLimit(.minutes(1)))
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
