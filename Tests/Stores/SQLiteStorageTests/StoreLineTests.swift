import Activities
import Foundation
import LogFormat
import Storage
import TestSupport
import Testing

@testable import SQLiteStorage
@testable import SQLiteStorageExercises

@Suite("A row is the original line")
struct StoreLineTests {
  private static let start = #""time":"2026-03-01T08:00:00+01:00","activityType":"org.example.player.play""#

  private static func lines(of store: SQLiteDonationStore) async throws -> [String] {
    var lines: [String] = []
    for try await line in store.lines() { lines.append(String(decoding: line, as: UTF8.self)) }
    return lines
  }

  private static func imported(
    _ line: String, into store: SQLiteDonationStore
  ) async throws -> [String] {
    let reader = LogReader(bytes: Array(line.utf8), named: "log")
    #expect(try await LogImporter(into: store).run(reader, now: .afterAll()).donations.added == 1)
    #expect(try await store.integrityProblems() == [])
    return try await lines(of: store)
  }

  @Test(
    "a row is the original line with its spaces, order, numbers and unknown fields",
    arguments: [
      "{\(start)}", "{ \(start), \"v\": 1 , \"mood\" : [1.0, 1e2, null]}",
      "{\"userInfo\":{\"z\":1.50,\"a\":\"é\"},\"title\":null,\(start)}",
      "{\(start),\"location\":{\"longitude\":13.4050,\"latitude\":52.52}}",
    ], [false, true])
  func verbatim(line: String, isEncrypted: Bool) async throws {
    let scratch = try Scratch()
    let key = isEncrypted ? StoreKey.makeRandom().key : nil
    let store = try SQLiteDonationStore(path: scratch.path(), key: key)
    #expect(try await Self.imported(line, into: store) == [line])
  }

  @Test(
    "a row is a new line if the original has more than is kept, or is spelled differently",
    arguments: [
      // Forgetting and searching would not find an escaped name by its bytes.
      (#"{"time":"2026-03-01T08:00:00+01:00","activityType":"org.example.pl\u0061yer.play"}"#, ""),
      ("{\(start),\"\\u0069sEligibleForSearch\":false}", #","isEligibleForSearch":false"#),
      ("{\(start),\"\\u0069sEligibleForSearch\":true}", ""),
      (
        "{\(start),\"location\":{\"latitude\":1,\"longitude\":2,\"note\":\"secret\"}}",
        #","location":{"latitude":1.0,"longitude":2.0}"#
      ),
      (" {\(start)}", ""),
    ])
  func rewritten(line: String, rest: String) async throws {
    let scratch = try Scratch()
    let store = try SQLiteDonationStore(path: scratch.path())
    #expect(try await Self.imported(line, into: store) == ["{\"v\":1,\(Self.start)\(rest)}"])
    var criteria = Deletion.Criteria()
    criteria.activityType = "org.example.player.play"
    #expect(try await store.forget(Deletion(at: .afterAll(), matching: criteria)) == 1)
  }

  @Test("a row is a new line if a rule changed the donation")
  func redacted() async throws {
    let scratch = try Scratch()
    let store = try SQLiteDonationStore(path: scratch.path())
    let rule = try PrivacyRule(.redactKeys(["url"]), matching: .everything)
    try await store.changePrivacyRules { _ = $0.add(rule) }
    let line = "{ \(Self.start),\"userInfo\":{\"url\":\"https://bank.example\",\"n\":1}}"
    #expect(
      try await Self.imported(line, into: store) == ["{\"v\":1,\(Self.start),\"userInfo\":{\"n\":1}}"])
  }

  @Test("no record of a batch is stored, and no hit is counted, if a line cannot hold one of them")
  func allOrNothing() async throws {
    let scratch = try Scratch()
    let store = try SQLiteDonationStore(path: scratch.path())
    let rule = try PrivacyRule(.redactKeys(["url"]), matching: .everything)
    try await store.changePrivacyRules { _ = $0.add(rule) }
    var details = Donation.Details()
    details.additionalFields = ["time": "noon"]
    let context = try Context(at: Instant(milliseconds: 1_000))
    let good = try Donation(
      of: UserActivity(activityType: "a.b", userInfo: ["url": "x"]), in: context)
    let bad = try Donation(of: UserActivity(activityType: "a.c"), in: context, details: details)
    await #expect(throws: RecordError("time", .reservedName)) {
      try await store.ingest([good, bad], at: .afterAll())
    }
    #expect(try await store.users().isEmpty)
    #expect(try await store.privacyRules().rules.map(\.count) == [0])
  }
}
