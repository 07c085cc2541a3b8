import Activities
import Foundation
import GRDB
import LogFormat
import Storage
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

@Suite("A store remembers which donations came from shell histories")
struct StoreShellTests {
  private static func batch(_ track: String, isFromShell: Bool) throws -> IngestionBatch {
    IngestionBatch(
      [.init(.donation(try Sample.donation(track, at: 0)), isFromShell: isFromShell)], occurrences: nil)
  }

  private static func expectMarks(_ log: SQLiteDonationStore) async throws {
    #expect(try await log.isFromShell(Sample.donation("typed", at: 0)))
    #expect(try await !log.isFromShell(Sample.donation("logged", at: 0)))
    #expect(try await !log.isFromShell(Sample.donation("absent", at: 0)))
    #expect(try await log.integrityProblems() == [])
    let donations = try await log.donations(of: .me, in: 0..<Int64.max, after: nil, limit: 9)
    #expect(donations.map(\.donation.activity.title) == ["Play typed", "Play logged"])
  }

  @Test("the mark of a shell's donations survives encryption, a new key and decryption, and is in no log")
  func kept() async throws {
    let (scratch, key, newKey) = (try Scratch(), StoreKey.makeRandom().key, StoreKey.makeRandom().key)
    var log = try SQLiteDonationStore(path: scratch.path())
    _ = try await log.ingest(Self.batch("typed", isFromShell: true), at: Sample.instant(1))
    _ = try await log.ingest(Self.batch("logged", isFromShell: false), at: Sample.instant(1))
    // A duplicate from a history does not mark a donation that came from a log.
    let again = try await log.ingest(Self.batch("logged", isFromShell: true), at: Sample.instant(1))
    #expect(again.donations.duplicates == 1)
    try await Self.expectMarks(log)
    var lines: [Data] = []
    for try await line in log.lines() { lines.append(line) }
    #expect(lines.allSatisfy { $0.first == UInt8(ascii: "{") } && lines.count == 2)
    try log.close()

    try await SQLiteDonationStore.encrypt(path: scratch.path(), with: key)
    log = try SQLiteDonationStore(path: scratch.path(), key: key)
    try await Self.expectMarks(log)
    // Rows of equal lines are equally long except for that byte, which is encrypted with them.
    try log.close()
    try await SQLiteDonationStore.encrypt(path: scratch.path(), with: newKey, replacing: key)
    try await SQLiteDonationStore.decrypt(path: scratch.path(), key: newKey)
    log = try SQLiteDonationStore(path: scratch.path())
    try await Self.expectMarks(log)
    _ = try await log.forget(Deletion(at: Sample.instant(9), matching: .everything))
    #expect(try await !log.isFromShell(Sample.donation("typed", at: 0)))
  }

  @Test(
    "no line of a log can claim the mark of a shell's donation",
    arguments: ["\u{1}", "\u{1} ", " \u{1}", "\u{FEFF}\u{1}"])
  func forged(_ beginning: String) async throws {
    let line = String(
      decoding: try RecordEncoder().encode(.donation(Sample.donation("a", at: 0))), as: UTF8.self)
    let scratch = try Scratch()
    try Data((beginning + line + "\n").utf8).write(to: scratch.folder.appending(path: "log.jsonl"))
    let log = try SQLiteDonationStore(path: scratch.path())
    let report = try await LogImporter(into: log).run(
      LogReader(path: scratch.folder.appending(path: "log.jsonl").path), now: Sample.instant(1))
    #expect(report.badLines == 1 && report.donations.added == 0)
  }
}
