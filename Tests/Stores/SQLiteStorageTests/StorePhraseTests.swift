import Activities
import Foundation
import GRDB
import LogFormat
import Storage
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

@Suite("The user's own phrases in a store")
struct StorePhraseTests {
  private static func phrase(_ text: String?, for track: String, at second: Int64) throws -> OwnPhrase {
    try OwnPhrase(
      at: Sample.instant(second), activityType: "org.example.player.play",
      userInfo: ["track": .string(track)], phrase: text)
  }

  private func occurrences(of word: String, in scratch: Scratch) throws -> Int {
    try scratch.names().reduce(0) { sum, name in
      let text = String(decoding: try scratch.contents(name), as: Unicode.ASCII.self).lowercased()
      return sum + text.components(separatedBy: word).count - 1
    }
  }

  @Test("removing, replacing or forgetting a phrase leaves no byte")
  func bytes() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    _ = try await log.ingest(verbatim: (0..<200).map { try Self.phrase("zebra \($0)", for: "z\($0)", at: 1) })
    #expect(try occurrences(of: "zebra", in: scratch) >= 200)
    try await log.ingest(verbatim: (0..<100).map { try Self.phrase(nil, for: "z\($0)", at: 2) })
    try await log.ingest(verbatim: (100..<150).map { try Self.phrase("plain \($0)", for: "z\($0)", at: 2) })
    #expect(try occurrences(of: "zebra", in: scratch) == 50)
    _ = try await log.forget(Deletion(at: Sample.instant(9), matching: .everything))
    #expect(try occurrences(of: "zebra", in: scratch) == 0)
    #expect(try occurrences(of: "plain", in: scratch) == 0)
  }

  @Test("the mark of a phrase given here survives encryption and a new key, and is in no line")
  func givenHere() async throws {
    let (scratch, key, newKey) = (try Scratch(), StoreKey.makeRandom().key, StoreKey.makeRandom().key)
    var log = try SQLiteDonationStore(path: scratch.path())
    var given = try Self.phrase("Here", for: "a", at: 1)
    given.isGivenHere = true
    let brought = try Self.phrase("There", for: "b", at: 1)
    try await log.ingest([given, brought], at: Sample.instant(2))
    func check(_ log: SQLiteDonationStore) async throws {
      let marks = try await log.phrases(of: .me).map { ($0.phrase, $0.isGivenHere) }
      #expect(marks.allSatisfy { ($0.0 == "Here") == $0.1 } && marks.count == 2, "\(marks)")
      #expect(try await log.integrityProblems() == [])
    }
    try await check(log)
    var lines: [UInt8] = []
    for try await line in log.lines() {
      #expect(line.first == UInt8(ascii: "{"))
      lines += Array(line) + [UInt8(ascii: "\n")]
    }
    // Neither an export nor a line with a mark can claim it.
    let other = try SQLiteDonationStore(path: scratch.path("other.sqlite"))
    let report = try await LogImporter(into: other).run(
      LogReader(bytes: [1] + lines, named: "x"), now: .afterAll())
    #expect(report.badLines == 1 && report.phrases.added == 1)
    #expect(try await other.phrases(of: .me).allSatisfy { !$0.isGivenHere })
    try log.close()

    try await SQLiteDonationStore.encrypt(path: scratch.path(), with: key)
    log = try SQLiteDonationStore(path: scratch.path(), key: key)
    try await check(log)
    try log.close()
    try await SQLiteDonationStore.encrypt(path: scratch.path(), with: newKey, replacing: key)
    try await SQLiteDonationStore.decrypt(path: scratch.path(), key: newKey)
    log = try SQLiteDonationStore(path: scratch.path())
    try await check(log)
  }

  @Test("phrases are exported and imported, each at its time")
  func export() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path("one.sqlite"))
    let phrases = try (0..<3_000).map { try Self.phrase("My \($0)", for: "t\($0)", at: Int64($0 % 7)) }
    try await log.ingest(verbatim: phrases)
    var lines: [UInt8] = []
    var times: [String] = []
    for try await line in log.lines() {
      lines += Array(line) + [UInt8(ascii: "\n")]
      times.append(String(decoding: line, as: UTF8.self))
    }
    #expect(times.count == 3_000)
    let other = try SQLiteDonationStore(path: scratch.path("two.sqlite"))
    for added in [3_000, 0] {
      let report = try await LogImporter(into: other).run(
        LogReader(bytes: lines, named: "x"), now: .afterAll())
      #expect(report.phrases == AppendReceipt(added: added, duplicates: 3_000 - added))
    }
    #expect(try await other.phrases(of: .me) == log.phrases(of: .me))
    let memory = InMemoryDonationStore()
    try await LogImporter(into: memory).run(LogReader(bytes: lines, named: "x"), now: .afterAll())
    #expect(try await memory.phrases(of: .me) == log.phrases(of: .me))
  }

  @Test("a deletion by persistent identifier keeps the phrase, and one by type removes it")
  func lines() async throws {
    for log in [InMemoryDonationStore(), try SQLiteDonationStore(path: Scratch().path())]
      as [any DonationStore]
    {
      func take(_ line: String) async throws {
        try await LogImporter(into: log).run(LogReader(bytes: Array(line.utf8), named: "x"), now: .afterAll())
      }
      let donation = #"{"time":"2026-03-02T08:10:00Z","activityType":"a.b","persistentIdentifier":"n"}"#
      try await take(donation)
      try await take(#"{"type":"phrase","time":"2026-03-02T08:11:00Z","activityType":"a.b","phrase":"Mine"}"#)
      try await take(#"{"type":"delete","time":"2026-03-02T08:12:00Z","persistentIdentifier":"n"}"#)
      #expect(try await log.allDonations(of: .me).isEmpty)
      #expect(try await log.phrases(of: .me).map(\.phrase) == ["Mine"])
      try await take(#"{"type":"delete","time":"2026-03-02T08:13:00Z","activityType":"a.b"}"#)
      #expect(try await log.phrases(of: .me).isEmpty)
    }
  }

  @Test("a store of an older version gets a table for phrases")
  func migration() async throws {
    let scratch = try Scratch()
    do {
      let log = try SQLiteDonationStore(path: scratch.path())
      try await log.pool.writeWithoutTransaction { db in try db.goBack(toSchema: 3) }
      try log.close()
    }
    let log = try SQLiteDonationStore(path: scratch.path())
    #expect(try await log.ingest(verbatim: [Self.phrase("Mine", for: "a", at: 1)]).added == 1)
    #expect(try await log.phrases(of: .me).map(\.phrase) == ["Mine"])
    #expect(try await log.integrityProblems() == [])
  }

  @Test("the check reports a line that differs from its columns")
  func check() async throws {
    let log = try SQLiteDonationStore(path: Scratch().path())
    try await log.ingest(verbatim: [Self.phrase("Mine", for: "a", at: 1)])
    #expect(try await log.integrityProblems() == [])
    try await log.pool.write { try $0.execute(sql: "UPDATE phrase SET time = time + 1") }
    #expect(try await log.integrityProblems() == [.unreadable(table: "phrase", row: 1)])
  }
}
