import Activities
import Foundation
import GRDB
import Storage
import StoreRecovery
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

@Suite("Saving a damaged store does not restore forgotten records")
struct StoreDamageForgettingTests {
  private static let secret = "Zebrafinch"

  /// Returns a store that forgot every third donation while another process was reading, so that
  /// the bytes still exist.
  private func unfinished(_ count: Int64 = 150) async throws -> [String: Data] {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path(), busyTimeout: 0.05)
    for first in stride(from: 0, to: count, by: 10) {
      _ = try await log.ingest(
        verbatim: (first..<first + 10).map { second in
          try Sample.donation(
            second.isMultiple(of: 3)
              ? "\(Self.secret) \(second)" : "t\(second)" + String(repeating: "x", count: 300),
            at: second)
        })
    }
    try await log.pool.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
    let reader = try scratch.foreignConnection()
    try await reader.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN")
      _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM donation")
    }
    var criteria = Deletion.Criteria()
    criteria.text = Self.secret
    let error = await #expect(throws: StoreError.self) {
      try await log.forget(Deletion(at: Sample.instant(9_000), matching: criteria))
    }
    #expect(error?.reason == .erasureDelayed)
    var files: [String: Data] = [:]
    for suffix in ["", "-wal"] { files[suffix] = try scratch.contents("donations.sqlite\(suffix)") }
    try await reader.writeWithoutTransaction { db in try db.execute(sql: "COMMIT") }
    return files
  }

  private func write(_ files: [String: Data], into scratch: Scratch) throws -> String {
    for (suffix, bytes) in files {
      try bytes.write(to: URL(filePath: scratch.path() + suffix))
      try scratch.setMode(0o600, of: "donations.sqlite\(suffix)")
    }
    return scratch.path()
  }

  @Test(
    "forgotten donations stay away before their bytes are overwritten, whatever is damaged",
    arguments: 0..<12 as Range<UInt64>)
  func unfinishedErasure(seed: UInt64) async throws {
    var (files, numbers) = (try await unfinished(), SeededNumbers(seed: seed))
    #expect(files[""]?.range(of: Data(Self.secret.utf8)) != nil, "the bytes are there")
    let kinds: [DamageKind] = [
      .zeroedPage, .garbagePage, .flippedBytes, .zeroedBeginning, .journalFlippedByte, .journalGarbageRun,
      .duplicatedPage,
    ]
    if seed > 0 { _ = kinds[Int(seed) % kinds.count].damage(&files, &numbers) }
    let scratch = try Scratch()
    let repair = StoreRepair(of: try write(files, into: scratch))
    do {
      let report = try await repair.run(into: scratch.path("saved.sqlite"))
      #expect(seed > 0 || report.saved[.donation] == 100)
      #expect(report.erasure == .unfinished || seed > 0)
    } catch let error as StoreError {
      #expect([.nothingReadable, .onlyDoubtful].contains(error.reason))
      return
    }
    #expect(try scratch.contents("saved.sqlite").range(of: Data(Self.secret.utf8)) == nil)
    let log = try SQLiteDonationStore(path: scratch.path("saved.sqlite"))
    #expect(try await log.integrityProblems() == [])
  }

  /// Returns the same after a power cut before the journal was moved into the file, which still has
  /// the old pages.
  private func interrupted() async throws -> (files: [String: Data], journal: Journal) {
    let files = try await unfinished()
    let scratch = try Scratch()
    let journal = try journal(at: try write(files, into: scratch))
    let commits = journal.frames.indices.filter { journal.frames[$0].isCommit }
    #expect(commits.count == 2, "the donations, the entries of the search")
    return (files, journal)
  }

  private func journal(at path: String) throws -> Journal {
    let file = try #require(ReadOnlyFile(path: path + "-wal"))
    return try #require(Journal(file, pageSize: 4_096))
  }

  @Test("pages with possibly forgotten donations are read only on request, and then may restore them")
  func doubtful() async throws {
    var (files, journal) = try await interrupted()
    // The journal's version of a page with forgotten donations is damaged, and the file's version
    // is older.
    let commit = journal.frames.firstIndex { $0.isCommit }
    files["-wal"]?[journal.offset(ofFrame: try #require(commit) / 2) + 1_000] ^= 1
    let scratch = try Scratch()
    let path = try write(files, into: scratch)
    let wary = try await StoreRepair(of: path).run(into: scratch.path("wary.sqlite"))
    #expect(wary.erasure == .unfinished && wary.doubtfulPages > 0 && wary.journal == .damaged)
    #expect((1..<100).contains(wary.saved[.donation] ?? 0) && !wary.isComplete)
    #expect(try scratch.contents("wary.sqlite").range(of: Data(Self.secret.utf8)) == nil)
    let bold = try await StoreRepair(of: path, includingDoubtful: true).run(
      into: scratch.path("bold.sqlite"))
    #expect(bold.erasure == .unfinished && bold.doubtfulPages == 0)
    #expect((101..<150).contains(bold.saved[.donation] ?? 0), "all remaining, and some forgotten")
    #expect(try scratch.contents("bold.sqlite").range(of: Data(Self.secret.utf8)) != nil)
  }

  @Test("if there are only such pages, nothing is saved, and the error names the option for reading them")
  func onlyDoubtful() async throws {
    var files = try await interrupted().files
    // The list of tables is gone, so no page can be reached from it.
    files[""]?.replaceSubrange(0..<4_096, with: Data(count: 4_096))
    let scratch = try Scratch()
    let path = try write(files, into: scratch)
    let error = await #expect(throws: StoreError.self) {
      try await StoreRepair(of: path).run(into: scratch.path("saved.sqlite"))
    }
    #expect(error?.reason == .onlyDoubtful)
    #expect(error?.description.contains("--include-doubtful") == true)
    #expect(try scratch.names() == ["donations.sqlite", "donations.sqlite-wal"])
    let report = try await StoreRepair(of: path, includingDoubtful: true).run(
      into: scratch.path("saved.sqlite"))
    #expect(report.saved[.donation] == 100, "every newest page is intact")
    #expect(try scratch.contents("saved.sqlite").range(of: Data(Self.secret.utf8)) == nil)
  }

  @Test("bytes in unused space or on free pages are not restored either")
  func unusedMiddle() async throws {
    let scratch = try Scratch()
    let log = try SQLiteDonationStore(path: scratch.path())
    _ = try await log.ingest(verbatim: (0..<80).map { try Sample.donation("\(Self.secret) \($0)", at: $0) })
    _ = try await log.ingest(verbatim: (80..<120).map { try Sample.donation("t\($0)", at: $0) })
    // As with a library that overwrites nothing: rows are deleted, but their bytes remain.
    try await log.pool.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA secure_delete = OFF; DELETE FROM donation WHERE sequence <= 80")
      try db.execute(sql: "UPDATE user SET donations = 40")
    }
    try log.close()
    #expect(try scratch.contents().range(of: Data(Self.secret.utf8)) != nil)
    let report = try await StoreRepair(of: scratch.path()).run(into: scratch.path("saved.sqlite"))
    #expect(report.saved[.donation] == 40 && report.isComplete)
    #expect(try scratch.contents("saved.sqlite").range(of: Data(Self.secret.utf8)) == nil)
  }
}
