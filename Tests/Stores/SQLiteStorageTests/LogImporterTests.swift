import Activities
import Foundation
import LogFormat
import Storage
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

@Suite("Importing a log")
struct LogImporterTests {
  private static let log = """
    {"v":1,"time":"2026-03-01T08:00:00+01:00","activityType":"org.example.player.play","userInfo":{"track":"a"},"persistentIdentifier":"p-1"}
    {"v":1,"time":"2026-03-01T08:01:00+01:00","activityType":"org.example.player.play","userInfo":{"track":"b"}}
    not a donation
    {"v":1,"time":"2026-03-01T08:01:00+01:00","activityType":"org.example.player.play","userInfo":{"track":"b"}}
    {"v":1,"type":"feedback","time":"2026-03-01T08:02:00+01:00","shown":[{"activityType":"org.example.player.play","userInfo":{"track":"a"}}],"verdict":"never"}
    {"v":1,"user":"ann","time":"2026-03-01T08:01:30+01:00","activityType":"org.example.shell.run","new":{"field":[1,2.0]}}
    {"v":1,"type":"delete","time":"2026-03-01T09:00:00+01:00","persistentIdentifier":"p-1"}
    {"v":1,"time":"2026-03-01T08:00:30+01:00","activityType":"org.example.player.play","userInfo":{"track":"a"},"persistentIdentifier":"p-1"}
    {"v":1,"time":"2026-03-01T10:00:00","activityType":"org.example.player.play"}
    """

  @Test("the import asks about each batch that would forget something, until one is refused")
  func eachDeletion() async throws {
    let own = """
      {"v":1,"time":"2026-03-01T08:00:00+01:00","activityType":"a.b","persistentIdentifier":"p-1"}
      {"v":1,"time":"2026-03-01T08:01:00+01:00","activityType":"a.b","persistentIdentifier":"p-2"}
      {"v":1,"time":"2026-03-01T08:02:00+01:00","activityType":"a.b","persistentIdentifier":"p-3"}
      """
    let deletions = (1...3).map {
      #"{"v":1,"type":"delete","time":"2026-03-01T09:00:00+01:00","persistentIdentifier":"p-\#($0)"}"#
    }.joined(separator: "\n")
    let store = InMemoryDonationStore()
    let importer = LogImporter(into: store, batchSize: 1)
    try await importer.run(LogReader(bytes: Array(own.utf8), named: "own.jsonl"), now: .afterAll())
    var asked: [Int] = []
    let report = try await importer.run(
      LogReader(bytes: Array(deletions.utf8), named: "other.jsonl"), now: .afterAll(),
      allowsDeletions: {
        asked.append($0.donations)
        return asked.count < 2
      })
    #expect(asked == [1, 1])
    #expect(report.deletionsLeftOut == 2)
    #expect(try await store.allDonations(of: .me).count == 2)
  }

  /// A batch of one line, one that ends at the deletion, and one that holds everything.
  @Test(
    "an import applies donations, feedback and deletions in the order of the file", arguments: [1, 2, 7, 100])
  func applies(batchSize: Int) async throws {
    let scratch = try Scratch()
    let store = try SQLiteDonationStore(path: scratch.path())
    let memory = InMemoryDonationStore()
    for log in [store, memory] as [any DonationStore] {
      let importer = LogImporter(into: log, batchSize: batchSize)
      var expected = ImportReport()
      expected.donations = AppendReceipt(added: 5)
      expected.feedback = AppendReceipt(added: 1)
      (expected.deletions, expected.forgotten, expected.badLines) = (1, 1, 2)
      expected.unknownFields = ["new": 1]
      var (problems, progress): ([Int], [ImportReport]) = ([], [])
      let report = try await importer.run(reader(), now: .afterAll()) {
        progress.append($0)
      } problem: {
        problems.append($0.line)
      }
      #expect(report == expected)
      #expect(progress.last == expected)
      #expect(problems == [3, 9])
      let tracks = try await log.allDonations(of: .me).map(\.donation.activity.userInfo["track"])
      #expect(tracks == ["a", "b", "b"])
      #expect(try await log.feedback(of: .me).isEmpty, "its activity was forgotten")
    }
    #expect(try await store.information().erasureIsDue == false)
  }

  /// Logs that are imported one after the other, each as the numbers of its lines in ``parts``.
  private static let rehearsedLogs = [
    [[0, 1, 3]], [[0, 1, 3, 0]], [[3], [0, 1]], [[0, 1], [3], [0, 1]], [[0], [3], [0], [3, 0, 0]],
    [[2, 0], [4], [2], [5], [2, 0]], [[6, 7], [4, 7], [6]], [[1, 0], [8], [1, 2]],
    [[0], [8, 3], [0, 2, 1]],
    [[6], [5], [6, 3], [0, 6]], [[9, 0], [4, 9], [8, 3, 9]],
  ]

  private static let parts = [
    #"{"time":"2026-03-01T08:00:00Z","activityType":"a.b","persistentIdentifier":"p-1"}"#,
    #"{"time":"2026-03-01T08:01:00Z","activityType":"a.c","title":"C"}"#,
    #"{"time":"2026-03-01T08:02:00Z","type":"feedback","shown":[{"activityType":"a.b"}],"verdict":"never"}"#,
    #"{"time":"2026-03-02T08:00:00Z","type":"delete","persistentIdentifier":"p-1"}"#,
    #"{"time":"2026-03-02T08:00:00Z","type":"delete","all":true}"#,
    #"{"time":"2026-03-02T08:00:00Z","type":"delete","activityType":"a.b"}"#,
    #"{"time":"2026-03-01T08:03:00Z","type":"phrase","activityType":"a.b","phrase":"my b"}"#,
    #"{"time":"2026-03-01T08:04:00Z","type":"phrase","activityType":"a.b","phrase":null}"#,
    #"{"user":"mia","time":"2026-03-02T08:00:00Z","type":"delete","all":true}"#,
    #"{"user":"mia","time":"2026-03-01T08:00:00Z","activityType":"a.b"}"#,
  ]

  @Test("rehearsing logs gives the report of importing them, and changes nothing", arguments: rehearsedLogs)
  func rehearsal(_ logs: [[Int]]) async throws {
    func reader(_ numbers: [Int]) -> LogReader {
      LogReader(bytes: numbers.flatMap { Array((Self.parts[$0] + "\n").utf8) }, named: "log.jsonl")
    }
    for before in [[], [0, 1, 6], [0, 2, 9]] {
      for (batchSize, applies) in [(1, true), (2, true), (100, true), (1, false), (100, false)] {
        let scratch = try Scratch()
        for store in [try SQLiteDonationStore(path: scratch.path()), InMemoryDonationStore()]
          as [any DonationStore]
        {
          let importer = LogImporter(into: store, batchSize: batchSize)
          try await importer.run(reader(before), now: .afterAll())
          let (donations, feedback) = (
            try await store.allDonations(of: .me), try await store.feedback(of: .me)
          )
          var rehearsal = LogRehearsal(of: store)
          var expected: [ImportReport] = []
          for log in logs {
            expected.append(
              try await importer.rehearse(
                reader(log), in: &rehearsal, now: .afterAll(), allowsDeletions: { _ in applies }))
          }
          #expect(try await store.allDonations(of: .me) == donations)
          #expect(try await store.feedback(of: .me) == feedback)
          for (log, expected) in zip(logs, expected) {
            let report = try await importer.run(
              reader(log), now: .afterAll(), allowsDeletions: { _ in applies })
            #expect(report == expected, "after \(before), \(batchSize) lines at once, \(applies)")
          }
        }
      }
    }
  }

  @Test(
    "a donation more than a day in the future is a bad line, reported in the file's order",
    arguments: [1, 100])
  func future(batchSize: Int) async throws {
    let lines = [
      "2026-03-03T08:00:01Z", "2026-03-03T08:00:00Z", "no time", "2026-03-09T08:00:00Z",
      "2026-03-01T08:00:00Z",
    ]
    .map { "{\"time\":\"\($0)\",\"activityType\":\"org.example.player.play\"}\n" }
    let now = try Instant(rfc3339: "2026-03-02T09:00:00+01:00")
    let scratch = try Scratch()
    let logs =
      [try SQLiteDonationStore(path: scratch.path()), InMemoryDonationStore()] as [any DonationStore]
    for log in logs {
      var problems: [LineProblem] = []
      let reader = LogReader(bytes: lines.flatMap { Array($0.utf8) }, named: "test.jsonl")
      let report = try await LogImporter(into: log, batchSize: batchSize)
        .run(reader, now: now) { _ in
        } problem: {
          problems.append($0)
        }
      #expect(report.donations == AppendReceipt(added: 2))
      #expect(report.badLines == 3)
      #expect(problems.map(\.line) == [1, 3, 4])
      #expect([problems[0], problems[2]].allSatisfy { $0.error == RecordError("time", .fromTheFuture) })
      #expect(try await log.allDonations(of: .me).count == 2)
    }
  }

  @Test("importing the same log again adds nothing on balance")
  func again() async throws {
    let scratch = try Scratch()
    let store = try SQLiteDonationStore(path: scratch.path())
    let importer = LogImporter(into: store)
    try await importer.run(reader(), now: .afterAll())
    let before = try await lines(of: store)
    let report = try await importer.run(reader(), now: .afterAll())
    #expect(report.forgotten == 2, "the one before the deletion, and the late one that exists by now")
    #expect(report.donations.added == 2)
    #expect(try await lines(of: store) == before)
  }

  @Test("fields that this version does not know are in the export, and the export is a log")
  func keepsUnknownFields() async throws {
    let scratch = try Scratch()
    let store = try SQLiteDonationStore(path: scratch.path())
    try await LogImporter(into: store).run(reader(), now: .afterAll())
    let exported = try await lines(of: store)
    #expect(exported.contains { String(decoding: $0, as: UTF8.self).contains(#""new":{"field":[1,2.0]}"#) })
    let copy = try SQLiteDonationStore(path: scratch.path("copy.sqlite"))
    try await LogImporter(into: copy).run(Self.reader(of: exported), now: .afterAll())
    #expect(try await lines(of: copy) == exported)
  }

  @Test(
    "real logs are imported completely and once, and exported as they are stored",
    .enabled(if: Self.logs != nil, "HUNCH_LOGS names no folder"),
    arguments: ["desktop", "shell"])
  func realLogs(name: String) async throws {
    let path = try #require(Self.logs).appending(path: "\(name).jsonl").path
    let count = try String(contentsOfFile: path, encoding: .utf8).utf8.count { $0 == UInt8(ascii: "\n") }
    let scratch = try Scratch()
    let store = try SQLiteDonationStore(path: scratch.path())
    let importer = LogImporter(into: store)
    #expect(
      try await importer.run(LogReader(path: path), now: .afterAll()).donations == AppendReceipt(added: count)
    )
    #expect(
      try await importer.run(LogReader(path: path), now: .afterAll()).donations
        == AppendReceipt(duplicates: count))
    #expect(try await store.integrityProblems() == [])
    let exported = try await lines(of: store)
    let copy = try SQLiteDonationStore(path: scratch.path("copy.sqlite"))
    try await LogImporter(into: copy).run(Self.reader(of: exported), now: .afterAll())
    #expect(try await lines(of: copy) == exported)
  }

  private static var logs: URL? {
    ProcessInfo.processInfo.environment["HUNCH_LOGS"].map { URL(filePath: $0) }
  }

  private func reader() -> LogReader { LogReader(bytes: Array(Self.log.utf8), named: "test.jsonl") }

  private static func reader(of lines: [Data]) -> LogReader {
    LogReader(bytes: lines.flatMap { Array($0) + [UInt8(ascii: "\n")] }, named: "copy.jsonl")
  }

  private func lines(of store: SQLiteDonationStore) async throws -> [Data] {
    var lines: [Data] = []
    for try await line in store.lines() { lines.append(line) }
    return lines
  }
}
