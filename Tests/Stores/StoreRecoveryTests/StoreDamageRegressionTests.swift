import Activities
import Foundation
import GRDB
import Storage
import StoreRecovery
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

@Suite("Damage that once crashed the program")
struct StoreDamageRegressionTests {
  /// Writes values that the tables do not allow into a store, as a damaged page can.
  private func store(_ statement: String, in scratch: Scratch) async throws -> SQLiteDonationStore {
    let log = try SQLiteDonationStore(path: scratch.path())
    _ = try await log.ingest(verbatim: (0..<5).map { try Sample.donation("t\($0)", at: $0) })
    try log.close()
    let queue = try DatabaseQueue(path: scratch.path())
    let made = try await queue.writeWithoutTransaction { db in
      let made = try Row.fetchAll(db, sql: "SELECT name, sql FROM sqlite_schema WHERE type = 'table'")
        .map { StatementArguments([$0["sql"] as String, $0["name"] as String]) }
      try db.execute(
        sql: """
          PRAGMA writable_schema = ON;
          UPDATE sqlite_schema SET sql = replace(replace(sql, 'NOT NULL', ''), 'STRICT', '') WHERE type = 'table';
          """)
      return made
    }
    try queue.close()
    let loose = try DatabaseQueue(path: scratch.path())
    try await loose.writeWithoutTransaction { db in
      try db.execute(sql: statement)
      // The schema is restored, or the store would be refused for it.
      try db.execute(sql: "PRAGMA writable_schema = ON")
      for arguments in made {
        try db.execute(sql: "UPDATE sqlite_schema SET sql = ? WHERE name = ?", arguments: arguments)
      }
    }
    try loose.close()
    return try SQLiteDonationStore(path: scratch.path())
  }

  @Test(
    "a column of another type is damage and does not trap",
    arguments: [
      "UPDATE donation SET identity = NULL", "UPDATE donation SET payload = NULL",
      "UPDATE donation SET identity = 3.5",
      "UPDATE user SET name = ''", "UPDATE user SET donations = NULL", "UPDATE door SET keepDays = -1",
      "UPDATE door SET lastNumber = NULL", "UPDATE state SET lastSequence = 9223372036854775807",
    ])
  func types(statement: String) async throws {
    let scratch = try Scratch()
    let log = try await store(statement, in: scratch)
    var reasons: Set<String> = []
    func ask(_ body: () async throws -> Void) async {
      do {
        try await body()
      } catch let error as StoreError {
        reasons.insert("\(error.reason)")
      } catch {
        Issue.record("\(error)")
      }
    }
    await ask { _ = try await log.arrivals(of: .me, after: -1, limit: 9) }
    await ask { _ = try await log.users() }
    await ask { _ = try await log.information() }
    await ask { _ = try await log.privacyRules() }
    await ask { for try await _ in log.lines() {} }
    await ask { _ = try await log.ingest(verbatim: [Sample.donation("new", at: 99)]) }
    await ask { _ = try await log.integrityProblems() }
    #expect(reasons == ["damaged"])
  }

  @Test("a store without its row of state is refused, because pending erasures are unknown")
  func withoutState() async throws {
    let scratch = try Scratch()
    let error = await #expect(throws: StoreError.self) { try await store("DELETE FROM state", in: scratch) }
    #expect(error?.reason == .damaged)
  }

  @Test("repair refuses to overwrite a file, or to read one that is not a store")
  func refusals() async throws {
    let scratch = try Scratch()
    func reason(_ from: String, _ to: String) async -> StoreError.Reason? {
      do {
        _ = try await StoreRepair(of: scratch.path(from)).run(into: scratch.path(to))
        return nil
      } catch { return (error as? StoreError)?.reason }
    }
    let log = try SQLiteDonationStore(path: scratch.path())
    #expect(await reason("donations.sqlite", "new") == .busy, "this process has it open")
    try log.close()
    #expect(await reason("donations.sqlite", "donations.sqlite") == .exists)
    #expect(await reason("none", "new") == .missing)
    #expect(await reason("", "new") == .isFolder)
    try Data().write(to: scratch.folder.appending(path: "empty"))
    #expect(await reason("empty", "new") == .nothingReadable)
    try Data(repeating: 0x0D, count: 100_000).write(to: scratch.folder.appending(path: "noise"))
    #expect(await reason("noise", "new") == .nothingReadable)
    #expect(try scratch.names() == ["donations.sqlite", "empty", "noise"])
  }

  @Test(
    "a donation with a damaged identifier is saved with its original one, even if it was not the first among equals"
  )
  func identifierOfEquals() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    let first = try Sample.donation("t", at: 1)
    let second = try Donation(
      identifier: DonationIdentifier(
        user: first.user, at: first.context.instant, of: first.identity, ordinal: 7),
      identity: first.identity, of: first.activity, by: first.user, in: first.context, details: first.details)
    _ = try await log.ingest(verbatim: [second])
    try log.close()
    let queue = try DatabaseQueue(path: scratch.path())
    try await queue.write { db in
      var bytes = second.identifier.rawValue.bytes
      bytes[9] ^= 0x10
      try db.execute(sql: "UPDATE donation SET identifier = ?", arguments: [bytes])
    }
    try queue.close()
    _ = try await StoreRepair(of: scratch.path()).run(into: scratch.path("saved.sqlite"))
    let saved = try await SQLiteDonationStore(path: scratch.path("saved.sqlite")).allDonations(of: .me)
    #expect(saved.map(\.donation.identifier) == [second.identifier])
  }
}
