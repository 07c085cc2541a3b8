import Foundation
import TestSupport
import Testing

@Suite("Evaluation: moments of any kind")
struct EvaluateMomentsTests {
  private static func scratch() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write("one.jsonl", SampleLog.days(18))
    try scratch.write("two.jsonl", SampleLog.days(16, user: "mia") + SampleLog.days(17, user: "leo"))
    try scratch.write("short.jsonl", SampleLog.days(15))
    return scratch
  }

  @Test("a table with a row a ranker; the moments and users are told beside it")
  func table() async throws {
    let outcome = try await Program.run(["evaluate", "two.jsonl", "--moments", "15m"], in: Self.scratch())
    #expect(outcome.code == 0)
    let rows = outcome.lines.map { $0.split(separator: "\t").map(String.init) }
    #expect(
      rows.first == ["ranker", "Brier", "ratio", "ECE", "said ≥ 50 %", "came true", "missed", "per day"])
    #expect(rows.dropFirst().map(\.first) == ["none", "climatology", "conditional"])
    #expect(rows.allSatisfy { $0.count == 8 })
    #expect(rows[1].dropFirst(3) == ["-", "0", "-", "0.000", "0.0"])
    #expect(outcome.errors.contains("two.jsonl: ") && outcome.errors.contains(" moments of 2 users\n"))
    let quiet = try await Program.run(
      ["evaluate", "two.jsonl", "--moments", "900s", "--within", "60m", "--users", "12", "-q"],
      in: Self.scratch())
    #expect(quiet.text == outcome.text && quiet.errors.isEmpty)
  }

  @Test("one JSON object a log, of moments alone")
  func json() async throws {
    let arguments = ["evaluate", "one.jsonl", "two.jsonl", "--moments", "1h", "--within", "2h", "--json"]
    let outcome = try await Program.run(arguments + ["--users", "1"], in: Self.scratch())
    #expect(outcome.code == 0 && outcome.lines.count == 2)
    let objects = try outcome.lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(objects.map { $0["log"] as? String } == ["one.jsonl", "two.jsonl"])
    let moments = objects.compactMap { $0["moments"] as? [String: Any] }
    #expect(objects.allSatisfy { Set($0.keys) == ["log", "moments"] })
    #expect(
      moments.allSatisfy { $0["step_seconds"] as? Int == 3_600 && $0["within_seconds"] as? Int == 7_200 })
    // One: from the 64th donation, on the 13th day at 17:42, to the last one on the 18th at 20:27. Two: Leo, from the 61st on
    // the 13th day at 8:02 to the 17th at 20:26.
    #expect(moments.map { $0["asked"] as? Int } == [5 * 24 + 3, 4 * 24 + 12])
  }

  @Test("a log with too few donations is told")
  func tooFew() async throws {
    let outcome = try await Program.run(["evaluate", "short.jsonl", "--moments", "15m"], in: Self.scratch())
    #expect(outcome.code == 1 && outcome.text.isEmpty)
    #expect(outcome.errors.contains("short.jsonl: there is no moment to ask at"))
    #expect(outcome.errors.contains("80 donations"))
  }

  @Test(
    "what cannot be asked is a usage error that says what can",
    arguments: [
      (["--moments", "often"], "write a number with s, m, h or d"),
      (["--moments", "30s"], "--moments has to be at least a minute"),
      (["--moments", "15m", "--within", "0h"], "write a number with s, m, h or d"),
      (["--moments", "15m", "--users", "0"], "--users has to be at least 1"),
      (["--within", "1h"], "--within and --users are for --moments"),
      (["--users", "3"], "--within and --users are for --moments"),
      (["--moments", "15m", "--details"], "are about donations"),
      (["--moments", "15m", "--report", "page.html"], "are about donations"),
      (["--moments", "15m", "--location", "at-event"], "are about donations"),
    ])
  func usage(arguments: [String], says: String) async throws {
    let outcome = try await Program.run(["evaluate", "one.jsonl"] + arguments, in: Self.scratch())
    #expect(outcome.code == 64 && outcome.text.isEmpty)
    #expect(outcome.errors.contains(says), "\(outcome.errors)")
  }
}
