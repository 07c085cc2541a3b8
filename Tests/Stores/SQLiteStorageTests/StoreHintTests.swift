import Activities
import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

@Suite("Hints in a store")
struct StoreHintTests {
  private static func hint(_ name: String) throws -> Hint {
    let activity = try UserActivity(
      activityType: "org.example.rail.show", title: "Show \(name)", userInfo: ["ticket": .string(name)])
    return try Hint(of: activity, relevance: [.routine(.commute)])
  }

  @Test("hints are forgotten with their bytes", arguments: [1, 2, 3] as [UInt64])
  func erased(seed: UInt64) async throws {
    var numbers = SeededNumbers(seed: seed)
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    for _ in 0..<20 {
      let hints = try (0..<Int.random(in: 0...40, using: &numbers)).map { _ in
        try Self.hint("SECRET\(numbers.next())" + String(repeating: "x", count: Int(numbers.next() % 400)))
      }
      try await log.setHints(hints, in: .hints, of: "org.example.rail", for: .me)
      try await log.setHints(
        Array(hints.prefix(5)).map { try Hint(of: $0.activity) }, in: .appCatalog, of: "org.example.rail",
        for: .me)
      try await log.setHints([Self.hint("plain")], in: .hints, of: "org.example.air", for: .me)
    }
    try await log.setHints([Self.hint("SECRET")], in: .hints, of: "org.example.rail", for: .me)
    #expect(try scratch.occurrences(of: "SECRET") > 0)
    var criteria = Deletion.Criteria()
    criteria.program = "org.example.rail"
    #expect(try await log.forget(Deletion(at: Sample.instant(9), matching: criteria)) == 0)
    #expect(try scratch.occurrences(of: "SECRET") == 0, "seed \(seed)")
    #expect(try scratch.occurrences(of: "plain") > 0)
    #expect(try await log.hints(in: .hints, of: .me).map(\.program) == ["org.example.air"])
    #expect(try await log.integrityProblems() == [])
    _ = try await log.forget(Deletion(at: Sample.instant(9), matching: .everything))
    #expect(try scratch.occurrences(of: "org.example") == 0)
  }

  @Test("another connection to the same file sees hints at once")
  func shared() async throws {
    let scratch = try Scratch()
    let (one, other) = (
      try SQLiteDonationStore(path: scratch.path()), try SQLiteDonationStore(path: scratch.path())
    )
    #expect(try await other.hints(in: .hints, of: .me).isEmpty)
    try await one.setHints([Self.hint("a")], in: .hints, of: "org.example.rail", for: .me)
    #expect(try await other.hints(in: .hints, of: .me).map(\.hint) == [Self.hint("a")])
  }

  @Test("a store of an older version gets a table for hints, and a damaged hint is reported")
  func olderAndDamaged() async throws {
    let scratch = try Scratch()
    do {
      let log = try SQLiteDonationStore(path: scratch.path())
      _ = try await log.ingest(verbatim: [Sample.donation("a", at: 0)])
      try await log.pool.writeWithoutTransaction { db in try db.goBack(toSchema: 4) }
      try log.close()
    }
    let log = try SQLiteDonationStore(path: scratch.path())
    #expect(try await log.information().schemaVersion == StoreSchema.version)
    try await log.setHints([Self.hint("a")], in: .hints, of: "org.example.rail", for: .me)
    #expect(try await log.integrityProblems() == [])
    try await log.pool.writeWithoutTransaction { db in
      try db.execute(sql: "UPDATE hint SET payload = x'7B7D'")
    }
    #expect(try await log.integrityProblems() == [.unreadable(table: "hint", row: 1)])
    await #expect(throws: StoreError.self) { try await log.hints(in: .hints, of: .me) }
  }
}

extension Scratch {
  /// Returns how often a text is in any file of the folder.
  fileprivate func occurrences(of text: String) throws -> Int {
    try names().reduce(0) { sum, name in
      let contents = try self.contents(name)
      var (count, start) = (0, contents.startIndex)
      while let found = contents.range(of: Data(text.utf8), in: start..<contents.endIndex) {
        count += 1
        start = found.upperBound
      }
      return sum + count
    }
  }
}
