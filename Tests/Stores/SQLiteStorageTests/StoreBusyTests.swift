import Activities
import Foundation
import GRDB
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

@Suite("While another program has locked the store")
struct StoreBusyTests {
  /// Opening a store with an empty journal started the journal, and waited for the writer.
  @Test("a locked store can be read, and only writers wait (regression: readers got an error)")
  func exclusive() async throws {
    let scratch = try Scratch()
    do {
      let log = try SQLiteDonationStore(path: scratch.path())
      _ = try await log.ingest(verbatim: [Sample.donation("a", at: 0), Sample.donation("b", at: 1)])
      try log.close()
    }
    #expect(try scratch.names() == ["donations.sqlite"])
    let other = try scratch.foreignConnection()
    try await other.writeWithoutTransaction { db in try db.execute(sql: "BEGIN EXCLUSIVE") }
    let log = try SQLiteDonationStore(path: scratch.path(), busyTimeout: 0.1)
    #expect(try await log.allDonations(of: .me).map(\.donation.activity.title) == ["Play a", "Play b"])
    #expect(try await log.users().map(\.donations) == [2])
    let error = await #expect(throws: StoreError.self) {
      try await log.ingest(verbatim: [Sample.donation("c", at: 2)])
    }
    #expect(error?.reason == .busy)
    #expect(error?.description.contains("fuser") == true)
    try await other.writeWithoutTransaction { db in try db.execute(sql: "COMMIT") }
    #expect(try await log.ingest(verbatim: [Sample.donation("c", at: 2)]).added == 1)
    #expect(try await log.information().synchronous == 2)
    #expect(try await log.forget(Deletion(at: Sample.instant(9), matching: .everything)) == 3)
    try log.close()
    try other.close()
    #expect(try scratch.names() == ["donations.sqlite"])
  }
}
