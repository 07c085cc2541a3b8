import Foundation
import TestSupport
import Testing

@Suite("--within: probabilities within a horizon")
struct HorizonCommandTests {
  private static let at = ["--at", "2026-03-20T08:35:00+01:00"]

  private static func scratch() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", SampleLog.days(18))
    return scratch
  }

  private static func suggest(_ arguments: [String], in scratch: Scratch) async throws -> [String: Any] {
    let outcome = try await Program.run(
      ["suggest", "--log", "log.jsonl", "--json"] + at + arguments, in: scratch)
    return try outcome.object()
  }

  @Test(
    "an answer has its horizon, by default the surface's, and has room for something new only without one",
    arguments: [
      ([], nil), (["--surface", "search"], nil), (["--surface", "list"], 3_600),
      (["--within", "30m"], 1_800), (["--within", "2h", "--surface", "list"], 7_200),
      (["--within", "none", "--surface", "list"], nil),
    ] as [([String], Double?)])
  func answers(arguments: [String], seconds: Double?) async throws {
    let answer = try await Self.suggest(arguments, in: Self.scratch())
    #expect(answer.keys.contains("within_seconds") && answer.keys.contains("noneOfThese"))
    #expect(answer["within_seconds"] as? Double == seconds)
    #expect((answer["noneOfThese"] as? Double == nil) == (seconds != nil))
  }

  @Test("in text a horizon is the last field, and without one there is no such field")
  func text() async throws {
    let scratch = try Self.scratch()
    let suggest = ["suggest", "--log", "log.jsonl"] + Self.at
    let plain = try await Program.run(suggest, in: scratch)
    #expect(plain.lines.allSatisfy { $0.split(separator: "\t").count == 4 && !$0.contains("within") })
    let ahead = try await Program.run(suggest + ["--within", "90m"], in: scratch)
    #expect(ahead.code == 0 && !ahead.lines.isEmpty)
    #expect(ahead.lines.allSatisfy { $0.hasSuffix("\twithin 90 min") })
    let title = try #require(ahead.lines.last?.split(separator: "\t")[2])
    let why = ["why", String(title), "--log", "log.jsonl", "--within", "1h"] + Self.at
    let lines = try await Program.run(why, in: scratch).lines
    #expect(lines.first?.hasSuffix("\twithin 1 h") == true)
    #expect(lines.contains { $0.hasPrefix("gate\tlikely\t") && $0.contains(" % likely within 1 h; ") })
    let alternatives = lines.filter { $0.hasPrefix("alternative\t") }
    #expect(!alternatives.isEmpty && alternatives.allSatisfy { $0.hasSuffix(" % within 1 h") })
    let json = try await Program.run(why + ["--json"], in: scratch).object()
    #expect(json["within_seconds"] as? Double == 3_600)
    let conditional = try await Program.run(
      ["why", String(title), "--log", "log.jsonl", "--json"] + Self.at, in: scratch
    ).object()
    #expect(conditional["within_seconds"] is NSNull)
    let silent = try await Program.run(
      suggest + ["--surface", "list", "--min-probability", "1"], in: scratch)
    #expect(silent.code == 1 && silent.errors.contains("likely within 1 h; at least 100 % needed"))
  }

  @Test("a replay prints the same probabilities, at any moment and on any surface")
  func replay() async throws {
    let scratch = try Self.scratch()
    let span = ["--from", "2026-03-18T08:00:00+01:00", "--to", "2026-03-18T10:00:00+01:00"]
    for (arguments, seconds) in [
      (["--within", "1h"], 3_600.0), (["--surface", "list"], 3_600), (["--within", "none"], nil),
    ] as [([String], Double?)] {
      let replay = ["replay", "--log", "log.jsonl", "--every", "30m", "-n", "3"] + span + arguments
      let json = try await Program.run(replay + ["--json"], in: scratch)
      #expect(json.lines.count == 5, "\(json.errors)")
      for moment in try json.objects().dropLast() {
        #expect(moment["within_seconds"] as? Double == seconds && moment.keys.contains("within_seconds"))
        #expect((moment["noneOfThese"] is NSNull) == (seconds != nil))
        let time = try #require(moment["time"] as? String)
        let suggest = ["suggest", "--log", "log.jsonl", "--json", "-n", "3", "--at", time] + arguments
        let answer = try await Program.run(suggest, in: scratch).object()
        func said(_ list: Any?) -> [Double] {
          (list as? [[String: Any]])?.compactMap { $0["probability"] as? Double } ?? []
        }
        #expect(said(moment["suggestions"]) == said(answer["suggestions"]))
      }
      let text = try await Program.run(replay, in: scratch).lines.filter { !$0.hasPrefix("summary\t") }
      #expect(!text.isEmpty)
      #expect(
        text.allSatisfy { $0.hasSuffix("\tnothing") || $0.hasSuffix("\twithin 1 h") == (seconds != nil) })
    }
  }

  @Test("feedback on an answer keeps its horizon in the store and in exports")
  func feedback() async throws {
    let scratch = try Self.scratch()
    _ = try await Program.run(["import", "log.jsonl"], in: scratch)
    for (number, arguments) in [["--surface", "list"], []].enumerated() {
      let answer = try await Program.run(["suggest", "--json"] + Self.at + arguments, in: scratch)
      try scratch.write("answer.json", answer.text)
      let outcome = try await Program.run(
        ["feedback", "shown", "--from", "answer.json", "--at", "2026-03-20T08:3\(number):00+01:00"],
        in: scratch)
      #expect(outcome.code == 0, "\(outcome.errors)")
    }
    let feedback = try await Program.run(["export"], in: scratch).objects()
      .filter { $0["type"] as? String == "feedback" }
    #expect(feedback.map { $0["within_seconds"] as? Double } == [3_600, nil])
    #expect(feedback.last?.keys.contains("within_seconds") == false)
  }

  @Test(
    "an invalid horizon is rejected with an example",
    arguments: ["59s", "32d", "soon", "1", "nan", "-1h"])
  func refused(text: String) async throws {
    for command in [["suggest"], ["why", "x"], ["replay"]] {
      let outcome = try await Program.run(command + ["--within=\(text)"], in: Self.scratch())
      #expect(outcome.code == 64 && outcome.errors.contains("from 60s to 31d, or none"), "\(outcome.errors)")
    }
  }
}
