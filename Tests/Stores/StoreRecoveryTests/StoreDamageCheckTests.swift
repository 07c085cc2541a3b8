import Activities
import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises
@testable import StoreRecovery

@Suite("Damage that leaves every line readable is found through the other columns")
struct StoreDamageCheckTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Creates a store with donations, feedback and items, after a statement.
  private func store(after statement: String) async throws -> SQLiteDonationStore {
    let log = try SQLiteDonationStore(path: scratch.path())
    _ = try await log.ingest(verbatim: (0..<3).map { try Sample.donation("t\($0)", at: $0) })
    _ = try await log.ingest(verbatim: [Sample.feedback(on: ["t1"], at: 5)])
    for name in ["i", "j"] {
      var item = try SearchableItem(uniqueIdentifier: name, title: "Ticket")
      item.expirationDate = Date(timeIntervalSince1970: 1_999_000_000)
      try await log.index([item], of: "org.example.rail", by: .me, at: Sample.instant(6))
    }
    try await log.pool.writeWithoutTransaction { try $0.execute(sql: statement) }
    return log
  }

  @Test("an identifier that differs from the line's is found (regression)")
  func identifier() async throws {
    // The last byte, because the identifier begins with the time.
    let log = try await store(
      after:
        "UPDATE donation SET identifier = CAST(substr(identifier, 1, 15) || x'01' AS BLOB) WHERE sequence = 2"
    )
    #expect(try await log.integrityProblems() == [.unreadable(table: "donation", row: 2)])
  }

  @Test("a digest of feedback that differs from the line's is found (regression)")
  func digest() async throws {
    let log = try await store(after: "UPDATE feedback SET digest = zeroblob(16)")
    #expect(try await log.integrityProblems() == [.unreadable(table: "feedback", row: 1)])
  }

  @Test("the damaged time of one item does not make the others expire when they are saved")
  func itemTime() async throws {
    let log = try await store(
      after: "UPDATE searchEntry SET time = 250000000000000 WHERE item = CAST('j' AS BLOB)")
    try log.close()
    let report = try await StoreRepair(of: scratch.path()).run(into: scratch.path("saved.sqlite"))
    #expect(report.saved[.item] == 2)
  }

  @Test("a found record that could not be written counts as lost")
  func written() {
    var report = RecoveryReport()
    report.saved = [.donation: 5, .hint: 2]
    report.note(written: [.donation: 3, .hint: 2, .item: 0])
    #expect(report.saved == [.donation: 3, .hint: 2])
    #expect(report.losses.map(\.table) == [.donation] && report.losses.first?.count == 2)
    #expect(!report.isComplete)
  }
}
