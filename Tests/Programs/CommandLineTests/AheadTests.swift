import Foundation
import TestSupport
import Testing

@Suite("A moment ahead")
struct AheadTests {
  private static func scratch() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", SampleLog.days(12))
    return scratch
  }

  /// The lines of the log up to a moment; all of them have the same offset.
  private static func lines(upTo time: String) -> String {
    SampleLog.days(12).split(separator: "\n").filter { line in
      let parts = line.components(separatedBy: "\"time\":\"")
      return parts.count > 1 && parts[1].prefix(25) <= time
    }.joined(separator: "\n") + "\n"
  }

  @Test("a replay with a lead gives the same bytes as a log cut off at that moment, asked at that moment")
  func replay() async throws {
    let scratch = try Self.scratch()
    let replay = [
      "replay", "--log", "log.jsonl", "--every", "5h", "--lead", "20h", "--json", "-n", "4",
      "--from", "2026-03-08T08:00:00+01:00", "--to", "2026-03-09T00:00:00+01:00",
    ]
    for options in [[], ["--within", "1h"]] {
      let outcome = try await Program.run(replay + options, in: scratch)
      #expect(outcome.code == 0 && outcome.lines.count == 5, "\(outcome.errors)")
      for moment in try outcome.objects().dropLast() {
        #expect(moment["lead_seconds"] as? Int == 72_000)
        let time = try #require(moment["time"] as? String)
        let hour = try #require(Int(time.dropFirst(11).prefix(2)))
        let day = try #require(Int(time.dropFirst(8).prefix(2))) - (hour < 20 ? 1 : 0)
        let rest = (hour + 4) % 24
        let clock = "2026-03-0\(day)T\(rest < 10 ? "0" : "")\(rest)\(time.dropFirst(13))"
        try scratch.write("cut.jsonl", Self.lines(upTo: clock))
        for log in ["cut.jsonl", "log.jsonl"] {
          let suggest = [
            "suggest", "--log", log, "--at", time, "--observed-until", clock, "--json", "-n", "4",
          ]
          let answer = try await Program.run(suggest + options, in: scratch)
          #expect(answer.code == 0, "\(answer.errors)")
          let asked = try answer.object()
          #expect(asked["lead_seconds"] as? Int == 72_000)
          for (said, expected) in zip(
            try Self.suggestions(moment), try Self.suggestions(asked))
          {
            #expect(said == expected)
          }
          #expect(try Self.suggestions(moment).count == Self.suggestions(asked).count)
          #expect(moment["noneOfThese"] as? Double == asked["noneOfThese"] as? Double)
        }
      }
    }
  }

  /// Identity, rank and probability of each suggestion, to the last digit.
  private static func suggestions(_ answer: [String: Any]) throws -> [String] {
    try #require(answer["suggestions"] as? [[String: Any]]).map {
      "\($0["identity"] ?? "") \($0["rank"] ?? "") \($0["probability"] ?? "")"
    }
  }

  @Test("a replay accepts a lead only with moments")
  func replayUsage() async throws {
    let scratch = try Self.scratch()
    let outcome = try await Program.run(["replay", "--log", "log.jsonl", "--lead", "1h"], in: scratch)
    #expect(outcome.code == 64 && outcome.errors.contains("needs --every or --at-times"))
    try scratch.write("times", "2026-03-08T12:00:00+01:00\n")
    let times = ["replay", "--log", "log.jsonl", "--at-times", "times", "--lead", "1h", "--json"]
    #expect(try await Program.run(times, in: scratch).objects()[0]["lead_seconds"] as? Int == 3_600)
  }

  @Test("a terminal shows how far ahead an answer is; lines for scripts do not")
  func answers() async throws {
    let scratch = try Self.scratch()
    let options = ["--log", "log.jsonl", "--at", "2026-03-12T08:00:00+01:00"]
    let ahead = options + ["--observed-until", "2026-03-11T17:00:00+01:00"]
    let plain = try await Program.run(["suggest"] + ahead, in: scratch)
    #expect(plain.code == 0 && plain.lines.allSatisfy { $0.split(separator: "\t").count == 4 })
    let title = try #require(plain.lines.first?.split(separator: "\t")[2])
    for command in [["suggest"], ["why", String(title)]] {
      let now = try await Program.run(command + options + ["--json"], in: scratch).object()
      #expect(now["lead_seconds"] == nil)
      let then = try await Program.run(command + ahead + ["--json"], in: scratch).object()
      #expect(then["lead_seconds"] as? Int == 54_000)
      let late = try await Program.run(
        command + options + ["--observed-until", "2026-03-12T08:00:01+01:00"], in: scratch)
      #expect(late.code == 64 && late.errors.contains("--observed-until is after the moment"))
    }
  }

  @Test("a moment ahead is observed until now, or until the log's last record before it")
  func clock() async throws {
    let scratch = try Self.scratch()
    let tomorrow = ["suggest", "--log", "log.jsonl", "--at", "in 20h", "--json"]
    let seconds = try await Program.run(tomorrow, in: scratch).object()["lead_seconds"] as? Double
    #expect(seconds.map { (71_990...72_000).contains($0) } == true)
    // Records from a clock that is ahead of this one also count as observed.
    try scratch.write(
      "future.jsonl", SampleLog.days(12).replacing("\"2026-", with: "\"3026-"))
    let future = ["suggest", "--log", "future.jsonl", "--at", "3026-03-14T12:00:00+01:00", "--json"]
    let answer = try await Program.run(future, in: scratch).object()
    #expect((answer["suggestions"] as? [Any])?.isEmpty == false)
    #expect(answer["lead_seconds"] as? Double ?? 0 < 4 * 86_400)
  }
}
