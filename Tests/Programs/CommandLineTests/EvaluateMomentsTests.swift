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

  @Test("a table has one row per ranker, with the numbers of moments and users")
  func table() async throws {
    let outcome = try await Program.run(["evaluate", "two.jsonl", "--moments", "15m"], in: Self.scratch())
    #expect(outcome.code == 0)
    let rows = outcome.lines.map { $0.split(separator: "\t").map(String.init) }
    #expect(
      rows.first == [
        "ranker", "Brier", "ratio", "ECE", "said ≥ 50 %", "came true", "missed", "per day", "expected",
      ])
    let rankers = ["none", "climatology", "conditional", "hunch"]
    let measured = rows.prefix(1 + rankers.count)
    #expect(measured.dropFirst().map(\.first) == rankers && measured.allSatisfy { $0.count == 9 })
    let policy = rows.dropFirst(1 + rankers.count)
    #expect(policy.first == ["interruptions", "per day", "came true", "missed per day"])
    #expect(policy.dropFirst().map(\.first) == rankers && policy.allSatisfy { $0.count == 4 })
    #expect(policy.dropFirst().first == ["none", "0.00", "-", "0.00"])
    #expect(rows[1].dropFirst(3) == ["-", "0", "-", "0.000", "0.0", "0.00"])
    #expect(outcome.errors.contains("two.jsonl: ") && outcome.errors.contains(" moments of 2 users\n"))
    let quiet = try await Program.run(
      ["evaluate", "two.jsonl", "--moments", "900s", "--within", "60m", "--users", "12", "-q"],
      in: Self.scratch())
    #expect(quiet.text == outcome.text && quiet.errors.isEmpty)
  }

  @Test("JSON has one object per log, with moments only")
  func json() async throws {
    let arguments = ["evaluate", "one.jsonl", "two.jsonl", "--moments", "1h", "--within", "2h", "--json"]
    let outcome = try await Program.run(arguments + ["--users", "1"], in: Self.scratch())
    #expect(outcome.code == 0 && outcome.lines.count == 2)
    let objects = try outcome.objects()
    #expect(objects.map { $0["log"] as? String } == ["one.jsonl", "two.jsonl"])
    let moments = objects.compactMap { $0["moments"] as? [String: Any] }
    #expect(objects.allSatisfy { Set($0.keys) == ["log", "moments"] })
    #expect(
      moments.allSatisfy { $0["step_seconds"] as? Int == 3_600 && $0["within_seconds"] as? Int == 7_200 })
    // One: from the 64th donation, on the 13th day at 17:42, to the last one on the 18th at 20:27.
    // Two: Leo, from the 61st on the 13th day at 8:02 to the 17th at 20:26.
    #expect(moments.map { $0["asked"] as? Int } == [5 * 24 + 3, 4 * 24 + 12])
  }

  @Test("a lead of a day asks at the same moments, and the answers, the heading and the page show it")
  func lead() async throws {
    let scratch = try Self.scratch()
    let arguments = ["evaluate", "one.jsonl", "--moments", "6h", "--within", "6h"]
    let ahead = ["--lead", "24h"]
    var moments: [[String: Any]] = []
    for options in [["--json"], ahead + ["--json"]] {
      let outcome = try await Program.run(arguments + options, in: scratch)
      moments.append(try #require(try outcome.object()["moments"] as? [String: Any]))
    }
    #expect(moments.map { $0["lead_seconds"] as? Int } == [0, 86_400])
    #expect(moments[0]["asked"] as? Int == moments[1]["asked"] as? Int)
    let rankers = moments.map { $0["rankers"] as? [[String: Any]] ?? [] }
    func figures(_ name: String, of index: Int) -> [Double?] { rankers.map { $0[index][name] as? Double } }
    for index in 0..<4 {
      let (expected, happened) = (figures("expected", of: index), figures("happened", of: index))
      #expect(happened[0] == happened[1] && happened[0] ?? 0 > 0)
      #expect((expected[0] == expected[1]) == (index == 0))
    }
    let text = try await Program.run(arguments + ahead + ["--report", "page.html"], in: scratch)
    #expect(text.errors.contains(" moments of 1 user, asked 24 h ahead\n"))
    #expect(String(decoding: try scratch.read("page.html"), as: UTF8.self).contains("Asked 1 d ahead."))
  }

  @Test("the page has three charts per log, and the same bytes each time")
  func page() async throws {
    let scratch = try Self.scratch()
    let arguments = ["evaluate", "one.jsonl", "two.jsonl", "--moments", "1h", "--report"]
    let outcome = try await Program.run(arguments + ["page.html"], in: scratch)
    #expect(outcome.code == 0 && outcome.errors.hasSuffix("wrote page.html\n"))
    let page = try scratch.read("page.html")
    let again = try await Program.run(arguments + ["again.html", "-q"], in: scratch)
    #expect(try scratch.read("again.html") == page && again.text == outcome.text)
    let html = String(decoding: page, as: UTF8.self)
    #expect(html.hasPrefix("<!DOCTYPE html>\n") && html.contains("Model: the one that is shipped."))
    #expect(html.contains("A moment every 1 h; an activity counts as done within 1 h."))
    for log in ["log-1", "log-2"] {
      for picture in ["reliability", "interruptions", "week"] {
        #expect(html.contains("<figure id=\"\(log)-\(picture)\">"), "\(log) \(picture)")
      }
    }
    #expect(html.components(separatedBy: "<figure").count == 1 + 2 * 3)
    let short = try await Program.run(
      ["evaluate", "short.jsonl", "--moments", "1h", "--report", "none.html"], in: scratch)
    #expect(short.code == 1)
    #expect(!FileManager.default.fileExists(atPath: scratch.folder.appending(path: "none.html").path))
    let folder = try await Program.run(arguments + ["no/page.html"], in: scratch)
    #expect(folder.code == 73 && folder.output.isEmpty, "reported before anything is measured")
  }

  @Test("a log with too few donations is reported")
  func tooFew() async throws {
    let outcome = try await Program.run(["evaluate", "short.jsonl", "--moments", "15m"], in: Self.scratch())
    #expect(outcome.code == 1 && outcome.text.isEmpty)
    #expect(outcome.errors.contains("short.jsonl: no moment to ask at"))
    #expect(outcome.errors.contains("80 donations"))
  }

  @Test(
    "invalid combinations are usage errors with a solution",
    arguments: [
      (["--moments", "often"], "write a number with s, m, h or d"),
      (["--moments", "30s"], "--moments must be at least a minute"),
      (["--moments", "15m", "--within", "0h"], "write a number with s, m, h or d"),
      (["--moments", "15m", "--users", "0"], "--users must be at least 1"),
      (["--within", "1h"], "--within, --lead and --users need --moments"),
      (["--users", "3"], "--within, --lead and --users need --moments"),
      (["--lead", "24h"], "--within, --lead and --users need --moments"),
      (["--moments", "15m", "--lead", "0h"], "write a number with s, m, h or d"),
      (["--moments", "15m", "--details"], "are about donations"),
      (["--moments", "15m", "--report", "./one.jsonl"], "--report names a log"),
      (["--moments", "15m", "--location", "at-event"], "are about donations"),
    ])
  func usage(arguments: [String], says: String) async throws {
    let outcome = try await Program.run(["evaluate", "one.jsonl"] + arguments, in: Self.scratch())
    #expect(outcome.code == 64 && outcome.text.isEmpty)
    #expect(outcome.errors.contains(says), "\(outcome.errors)")
  }
}
