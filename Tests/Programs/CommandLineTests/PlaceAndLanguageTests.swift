import Foundation
import TestSupport
import Testing

/// Answers depend on the log and the moment asked about, not on the machine's time zone or
/// language.
@Suite("Other time zones and languages")
struct PlaceAndLanguageTests {
  private static let settings: [[String: String]] = [
    ["TZ": "Asia/Kolkata"], ["TZ": "America/St_Johns"], ["TZ": "Pacific/Apia"], ["TZ": "Europe/Berlin"],
    ["LC_ALL": "de_DE.UTF-8"], ["LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"], ["LC_ALL": "C"],
    ["LC_ALL": "ar_EG.UTF-8", "TZ": "Africa/Cairo"],
  ]

  private static let commands = [
    ["suggest", "--log", "log.jsonl", "--at", "2026-03-18T08:10:00+01:00", "--json", "--why"],
    [
      "suggest", "--log", "log.jsonl", "--at", "2026-03-18T22:40:00-03:30", "--json", "--min-probability",
      "0",
    ],
    ["replay", "--log", "log.jsonl", "--every", "12h", "--json"],
    ["evaluate", "log.jsonl", "--json"],
    ["lint", "log.jsonl", "--json"],
  ]

  @Test(
    "the same question has the same answer, byte for byte, in every time zone and language",
    arguments: commands)
  func sameBytes(arguments: [String]) async throws {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", SampleLog.days(18))
    let usual = try await Program.run(arguments, in: scratch)
    // Code 1 means nothing to fix.
    #expect(usual.code == (arguments[0] == "lint" ? 1 : 0), "\(usual.errors)")
    #expect(!usual.output.isEmpty)
    for setting in Self.settings {
      let other = try await Program.run(arguments, in: scratch, environment: setting)
      #expect(other.code == usual.code, "\(setting): \(other.errors)")
      #expect(Self.withoutDurations(other.text) == Self.withoutDurations(usual.text), "\(setting)")
    }
  }

  /// The duration of an evaluation differs each time.
  private static func withoutDurations(_ text: String) -> String {
    text.replacing(/"[a-z_]*(?:seconds|microseconds|duration)[a-z_]*" *: *[-+0-9.eE]+/, with: "")
  }

  @Test(
    "a store filled in one time zone gives the same answers in another",
    arguments: ["America/St_Johns", "Asia/Kolkata"])
  func store(zone: String) async throws {
    let (here, there) = (try Scratch(), try Scratch())
    let moment = ["--at", "2026-03-18T08:10:00+01:00", "--json"]
    for (scratch, zone) in [(here, "UTC"), (there, zone)] {
      let environment = ["TZ": zone, "LC_ALL": zone == "UTC" ? "C" : "tr_TR.UTF-8"]
      let made = try await Program.run(
        ["import", "-"], in: scratch, input: SampleLog.days(18), environment: environment)
      #expect(made.code == 0, "\(made.errors)")
    }
    for (command, code) in [
      (["suggest"] + moment, Int32(0)), (["search", "inbox"] + moment, 0), (["export"], 0),
    ] {
      let (one, other) = (
        try await Program.run(command, in: here),
        try await Program.run(command, in: there, environment: ["TZ": zone])
      )
      #expect(one.code == code && other.code == code && one.output == other.output, "\(command)")
    }
  }
}
