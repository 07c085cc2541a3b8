import Activities
import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

@Suite("Inspecting a store")
struct StoreReadingTests {
  @Test("a store exports lines by user and time, which give the same log again")
  func exports() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    let ann = try UserIdentifier("ann")
    // More than two pages of a user, with feedback at the same moments in between.
    let mine = try (0..<2_500).map { try Sample.donation("t\($0)", at: Int64($0 / 3)) }
    _ = try await log.ingest(verbatim: mine.reversed())
    _ = try await log.ingest(verbatim: [Sample.donation("b", at: 9, by: ann)])
    _ = try await log.ingest(verbatim: (0..<200).map { try Sample.feedback(on: ["t\($0)"], at: $0 * 3) })

    var reader = PayloadReader()
    var (donations, feedback, order): ([Donation], [Feedback], [String]) = ([], [], [])
    for try await line in log.lines() {
      #expect(!line.contains(UInt8(ascii: "\n")))
      if let record = reader.feedback(line) {
        feedback.append(record)
        order.append("\(record.user) \(record.instant.milliseconds) feedback")
      } else {
        let read = reader.anyDonation(line)
        let donation = try #require(read)
        donations.append(donation)
        order.append("\(donation.user) \(donation.context.instant.milliseconds) donation")
      }
    }
    #expect(donations.count == 2_501)
    let storedFeedback = try await log.feedback(of: .me)
    #expect(feedback == storedFeedback)
    #expect(order == order.sorted())
    let stored = try await log.allDonations(of: .me).map(\.donation.activity)
    #expect(donations.dropFirst().map(\.activity) == stored)
    var count = 0
    for try await _ in log.lines(of: ann) { count += 1 }
    #expect(count == 1)
  }

  @Test("a store reports its content")
  func information() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    _ = try await log.ingest(verbatim: [Sample.donation("a", at: 5), Sample.donation("b", at: 2)])
    _ = try await log.ingest(verbatim: [Sample.feedback(on: ["a"], at: 6)])
    let information = try await log.information()
    let user = try #require(information.users.first)
    #expect(user.user == .me)
    #expect(user.donations == 2)
    #expect(user.feedback == 1)
    #expect(user.first == 1_772_000_002_000)
    #expect(user.last == 1_772_000_005_000)
    #expect(information.fileSize > 0 && information.journalSize > 0)
    #expect(information.sqliteVersion.hasPrefix("3."))
  }

  @Test(
    "the check finds problems",
    arguments: [
      ("UPDATE user SET donations = 7", .counter("user.donations")),
      ("UPDATE user SET lastSequence = 1", .counter("user.lastSequence")),
      ("UPDATE state SET lastSequence = 1", .counter("state.lastSequence")),
      ("UPDATE donation SET payload = x'7B' WHERE sequence = 2", .unreadable(table: "donation", row: 2)),
      ("UPDATE donation SET time = 1 WHERE sequence = 1", .unreadable(table: "donation", row: 1)),
      (
        "UPDATE donation SET identity = zeroblob(16) WHERE sequence = 2",
        .unreadable(table: "donation", row: 2)
      ),
      ("UPDATE feedback SET payload = x'7B'", .unreadable(table: "feedback", row: 1)),
    ] as [(String, StoreProblem)])
  func integrity(statement: String, expected: StoreProblem) async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    _ = try await log.ingest(verbatim: [Sample.donation("a", at: 5), Sample.donation("b", at: 2)])
    _ = try await log.ingest(verbatim: [Sample.feedback(on: ["a"], at: 6)])
    let before = try await log.integrityProblems()
    #expect(before.isEmpty)
    try await log.pool.write { db in try db.execute(sql: statement) }
    let problems = try await log.integrityProblems()
    #expect(problems == [expected])
  }

  @Test("the check finds damage in the middle of the file; reading reports it, too")
  func damage() async throws {
    let scratch = try Scratch()
    try SQLiteDonationStore(path: scratch.path()).close()
    let emptySize = try scratch.contents().count
    let log = try SQLiteDonationStore(path: scratch.path())
    _ = try await log.ingest(verbatim: (0..<500).map { try Sample.donation("t\($0)", at: $0) })
    try log.close()
    var bytes = try scratch.contents()
    // The page headers after the schema and the roots of the tables.
    for page in stride(from: emptySize, to: bytes.count, by: 4_096) {
      bytes.replaceSubrange(page..<page + 64, with: Data(repeating: 0xA5, count: 64))
    }
    try bytes.write(to: URL(filePath: scratch.path()))
    try scratch.setMode(0o600)
    let damaged = try SQLiteDonationStore(path: scratch.path())
    let problems = try await damaged.integrityProblems()
    #expect(!problems.isEmpty)
    let error = await #expect(throws: StoreError.self) { try await damaged.allDonations(of: .me) }
    #expect(error?.reason == .damaged)
  }

  @Test("a store that another process has locked is busy after the time-out")
  func busy() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path(), busyTimeout: 0.1)
    let other = try scratch.foreignConnection()
    try await other.writeWithoutTransaction { db in try db.execute(sql: "BEGIN IMMEDIATE") }
    let error = await #expect(throws: StoreError.self) {
      try await log.ingest(verbatim: [Sample.donation("a", at: 0)])
    }
    #expect(error?.reason == .busy)
    try await other.writeWithoutTransaction { db in try db.execute(sql: "COMMIT") }
    #expect(try await log.ingest(verbatim: [Sample.donation("a", at: 0)]).added == 1)
  }
}

extension PayloadReader {
  /// Returns a donation with an arbitrary identifier.
  mutating func anyDonation(_ line: Data) -> Donation? {
    donation(line, identifier: DonationIdentifier(rawValue: 0), identity: ActivityIdentity(rawValue: 0))
  }
}
