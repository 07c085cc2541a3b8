import Activities
import Foundation
import GRDB
import LogFormat
import Storage
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

@Suite("Counters, lengths and structure that a stranger changed")
struct StoreBoundTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// A store with three donations and an item, after a statement of another program.
  private func store(after statement: String) async throws -> SQLiteDonationStore {
    let log = try SQLiteDonationStore(path: scratch.path())
    _ = try await log.ingest(verbatim: (0..<3).map { try Sample.donation("t\($0)", at: $0) })
    try await log.index(
      [SearchableItem(uniqueIdentifier: "i", title: "Ticket")], of: "org.example.rail", by: .me,
      at: Sample.instant(6))
    try log.close()
    let other = try scratch.foreignConnection()
    try await other.writeWithoutTransaction { try $0.execute(sql: statement) }
    try other.close()
    return try SQLiteDonationStore(path: scratch.path())
  }

  private func reason(_ body: () async throws -> Void) async throws -> StoreError.Reason? {
    do {
      try await body()
      return nil
    } catch let error as StoreError {
      return error.reason
    }
  }

  private static let all = Int64.min..<Int64.max

  /// The check only noticed counters that were too low.
  @Test(
    "the check reports every counter for which the store is refused",
    arguments: [("state", Int64.max), ("state", 1 << 60), ("user", .max), ("user", 1000), ("user", 1)])
  func counters(table: String, value: Int64) async throws {
    let log = try await store(after: "UPDATE \(table) SET lastSequence = \(value)")
    #expect(try await log.integrityProblems() == [.counter("\(table).lastSequence")])
    let refused = try await reason {
      if table == "state" {
        _ = try await log.ingest(verbatim: [Sample.donation("new", at: 99)])
      } else {
        _ = try await log.version(of: .me)
        _ = try await log.donations(of: .me, in: Self.all, after: nil, limit: 9)
      }
    }
    #expect(refused == .damaged)
    #expect(try await log.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM donation") } == 3)
  }

  @Test("a donation whose number would exceed the maximum is refused")
  func lastPlace() async throws {
    let log = try await store(after: "UPDATE state SET lastSequence = \((1 << 60) - 1)")
    #expect(try await log.integrityProblems().isEmpty)
    _ = try? await log.ingest(verbatim: [Sample.donation("a", at: 10), Sample.donation("b", at: 11)])
    #expect(try await log.integrityProblems().isEmpty)
  }

  /// A payload of 900 MB took 3.6 GB of memory.
  @Test(
    "a line longer than any that can be written is damage, and a very long one is never read",
    arguments: [2_000_000, 80_000_000])
  func lengths(bytes: Int) async throws {
    let log = try await store(after: "UPDATE donation SET payload = zeroblob(\(bytes)) WHERE sequence = 2")
    #expect(try await reason { _ = try await log.arrivals(of: .me, after: 0, limit: 9) } == .damaged)
    #expect(try await reason { for try await _ in log.lines() {} } == .damaged)
    #expect(try await !log.integrityProblems().isEmpty)
    let isRead = try await reason {
      _ = try await log.read { try Data.fetchOne($0, sql: "SELECT payload FROM donation WHERE sequence = 2") }
    }
    #expect(isRead == (bytes > Connection.longestValue ? .damaged : nil))
  }

  /// Such an item was acknowledged, and after that none of its user's data could be forgotten.
  @Test("a text that no reader accepts is not stored, and does no harm")
  func marks() async throws {
    let log = try await store(after: "SELECT 1")
    var item = try SearchableItem(uniqueIdentifier: "j", title: "Ticket")
    item.keywords = ["a" + String(repeating: "\u{301}", count: 31)]
    var refused: LogFormat.RecordError?
    do {
      try await log.index([item], of: "org.example.rail", by: .me, at: Sample.instant(7))
    } catch let error as LogFormat.RecordError {
      refused = error
    }
    #expect(refused == LogFormat.RecordError("", .tooManyMarks(limit: 30)))
    #expect(try await log.integrityProblems().isEmpty)
    let everything = try Deletion(at: Sample.instant(99), matching: .everything)
    #expect(try await log.forget(everything) == 3)
  }

  /// Using a closed log reported that the file is damaged.
  @Test("a log that is closed is not damaged")
  func closed() async throws {
    let log = try await store(after: "SELECT 1")
    try log.close()
    let refused = try await reason { _ = try await log.integrityProblems() }
    #expect(refused != nil && refused != .damaged)
  }

  @Test("a file that grows during reading does not crash the reader")
  func growing() throws {
    let path = scratch.path("growing")
    #expect(FileManager.default.createFile(atPath: path, contents: Data(count: 4_096)))
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.truncate(atOffset: 1 << 20)
    let file = try #require(ReadOnlyFile(path: path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(repeating: 1, count: 4_096))
    try handle.close()
    #expect(file.writtenParts().allSatisfy { $0.upperBound <= file.size })
  }

  @Test("a checkpoint that could not be read again is not kept")
  func checkpoint() async throws {
    let log = try await store(after: "SELECT 1")
    let last = try #require(try await log.arrivals(of: .me, after: 2, limit: 1).first)
    for (count, kept) in [(CheckpointRow.longestState + 1, 0), (CheckpointRow.longestState, 1)] {
      let checkpoint = Checkpoint(
        key: "k",
        cursor: LogCursor(
          milliseconds: last.donation.context.instant.milliseconds, sequence: last.sequence),
        lastSequence: 3, donations: 3, state: [UInt8](repeating: 1, count: count))
      #expect(try await log.save([checkpoint], of: .me, generation: 0) == kept)
    }
    #expect(try await log.checkpoint(of: .me, key: "k", before: .max, arrivedBy: 9)?.donations == 3)
  }

  @Test("each line of SQLite's check is a problem, without headings, up to a limit")
  func structure() {
    #expect(IntegrityCheck.structure(["ok"]).isEmpty)
    #expect(
      IntegrityCheck.structure(["*** in database main ***\nPage 3 is never used", "row 1 missing"])
        == [.structure("Page 3 is never used"), .structure("row 1 missing")])
    let many =
      "*** in database main ***\n" + (0..<37).map { "Page \($0) is never used" }.joined(separator: "\n")
    let problems = IntegrityCheck.structure([many])
    #expect(problems.count == 11 && problems.last == .structure("and 27 more of this kind"))
  }

  /// The check recommended itself.
  @Test("a search index that cannot be opened is reported as damage of the index")
  func searchConfiguration() async throws {
    let log = try await store(after: "UPDATE searchText_config SET v = 99 WHERE k = 'version'")
    let problems = try await log.integrityProblems()
    #expect(problems == [.searchText])
  }
}
