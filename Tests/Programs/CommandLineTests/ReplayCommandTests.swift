import Foundation
import TestSupport
import Testing

@Suite("Time travel")
struct ReplayCommandTests {
  @Test("a replay asks just before each donation, and gives the same bytes each time")
  func donations() async throws {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", SampleLog.days(6))
    let arguments = ["replay", "--log", "log.jsonl", "-n", "2"]
    let outcome = try await Program.run(arguments, in: scratch)
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(outcome.lines[0] == "2026-03-01T08:00:00+01:00\tnothing")
    #expect(outcome.lines[1].hasPrefix("2026-03-01T08:30:00+01:00\t1\t0."))
    #expect(outcome.lines.contains { $0.hasSuffix("\tdone") })
    #expect(outcome.lines.suffix(4).first == "summary\tmoments\t30")
    #expect(try await Program.run(arguments, in: scratch).output == outcome.output)
    let json = try await Program.run(arguments + ["--json"], in: scratch)
    #expect(try await Program.run(arguments + ["--json"], in: scratch).output == json.output)
    #expect(json.lines.count == 31)
    let last = try json.objects()[30]
    #expect((last["summary"] as? [String: Any])?["moments"] as? Int == 30)
  }

  @Test("a chosen moment has the same answer as suggest --at")
  func sameAsSuggest() async throws {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", SampleLog.days(6))
    let moment = "2026-03-05T12:00:00+01:00"
    try scratch.write("times", "\(moment)\n\n")
    let replay = try await Program.run(
      ["replay", "--log", "log.jsonl", "--at-times", "times", "-n", "3"], in: scratch)
    let suggest = try await Program.run(
      ["suggest", "--log", "log.jsonl", "--at", moment, "-n", "3"], in: scratch)
    let replayed = replay.lines.prefix(3).map {
      $0.split(separator: "\t").dropFirst().prefix(3).joined(separator: "\t")
    }
    #expect(replayed == suggest.lines.map { $0.split(separator: "\t").prefix(3).joined(separator: "\t") })
    _ = try await Program.run(["import", "log.jsonl"], in: scratch)
    #expect(
      try await Program.run(["replay", "--at-times", "times", "-n", "3"], in: scratch).output
        == replay.output,
      "from the store")
  }

  @Test("a comparison with itself has no differences; one with another log prints them")
  func against() async throws {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", SampleLog.days(6))
    try scratch.write(
      "other.jsonl",
      SampleLog.days(6, user: "mia").replacing("org.example.maps.home", with: "org.example.bus.home"))
    let same = try await Program.run(
      ["replay", "--log", "log.jsonl", "--against-log", "log.jsonl"], in: scratch)
    #expect(same.code == 0 && same.lines.allSatisfy { $0.hasPrefix("summary\t") })
    #expect(same.lines.contains("summary\tsame suggestions in order\t30"))
    let every = ["replay", "--log", "log.jsonl", "--against-log", "other.jsonl", "--every", "6h"]
    let other = try await Program.run(every, in: scratch)
    #expect(other.lines.contains { $0.contains("\twent\tDirections home\t") })
    #expect(other.lines.contains { $0.contains("\tcame\tDirections home\t-\t") })
    let json = try await Program.run(every + ["--json", "--all"], in: scratch)
    let objects = try json.objects()
    #expect(objects[1]["difference"] is [String: Any] && objects[1]["other"] is [Any])
    #expect((objects.last?["summary"] as? [String: Any])?["moments"] as? Int == objects.count - 1)
  }

  @Test("another model is compared")
  func models() async throws {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", SampleLog.days(22))
    let trained = try await Program.run(
      ["train", "log.jsonl", "--until", "0.6", "--epochs", "1", "--seed", "7", "--out", "m.safetensors"],
      in: scratch)
    try #require(trained.code == 0, "\(trained.errors)")
    let outcome = try await Program.run(
      [
        "replay", "--log", "log.jsonl", "--from", "2026-03-21T00:00:00+01:00", "--against", "m.safetensors",
        "--all",
      ],
      in: scratch)
    #expect(outcome.code == 0)
    #expect(outcome.lines.contains("summary\tmoments\t10"))
    #expect(outcome.lines.contains { $0.hasPrefix("summary\tmean change of probability\t0.") })
  }

  @Test("without a moment to ask at the code is 1; bad times are reported with their line")
  func nothing() async throws {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", SampleLog.days(2))
    let late = try await Program.run(
      ["replay", "--log", "log.jsonl", "--from", "2027-01-01T00:00:00Z"], in: scratch)
    #expect(late.code == 1 && late.output.isEmpty && late.errors.contains("no moment to ask at"))
    try scratch.write("windows", "2026-03-03T12:00:00+01:00\r\n2026-03-03T13:00:00+01:00\r\n")
    let lines = try await Program.run(
      ["replay", "--log", "log.jsonl", "--at-times", "windows", "-n", "1", "--json"], in: scratch)
    #expect(lines.code == 0 && lines.lines.count == 3)
    try scratch.write("times", "2026-03-05T12:00:00+01:00\nnoon\n")
    let bad = try await Program.run(["replay", "--log", "log.jsonl", "--at-times", "times"], in: scratch)
    #expect(bad.code == 65 && bad.errors.hasPrefix("hunch: times:2: "))
    #expect(try await Program.run(["replay"], in: scratch).code == 1)
  }
}
