import Foundation
import TestSupport
import Testing

/// Input above a limit is rejected with a message that names the limit (the article *Limits*).
@Suite("Limits of the program")
struct LimitsTests {
  private static let donation = #"{"time":"2026-03-01T08:10:00Z","activityType":"a.b","#

  /// Files by their names, each longer or deeper than it may be.
  private static let files: [(name: String, text: @Sendable () -> String)] = [
    ("long.jsonl", { donation + "\"title\":\"\(String(repeating: "x", count: 1 << 20))\"}" }),
    (
      "deep.jsonl",
      {
        donation
          + "\"userInfo\":\(String(repeating: "{\"a\":", count: 70))1\(String(repeating: "}", count: 71))"
      }
    ),
    ("hints.jsonl", { String(repeating: "{\"activityType\":\"a.b\",\"program\":\"a\"}\n", count: 65) }),
    ("large.json", { String(repeating: " ", count: 16 << 20) + "{}" }),
    (
      "many.json",
      {
        #"{"user":"p","timeZone":"UTC","activities":{"a":{"activityType":"a.b"}},"#
          + #""routines":[{"name":"r","at":"08:00","steps":[{"do":"a","times":[90000,90000]}]}]}"#
      }
    ),
    (
      "persona.json",
      { #"{"user":"p","timeZone":"UTC","activities":{"a":{"activityType":"a.b"}},"routines":[]}"# }
    ),
  ]

  private static let cases = [
    UsageCase(
      behaviour: "a line of more than a mebibyte", arguments: ["import", "long.jsonl"], code: 65,
      says: "longer than 1048576 bytes"),
    UsageCase(
      behaviour: "a value of more than 64 levels", arguments: ["import", "deep.jsonl"], code: 65,
      says: "nested deeper than 64 levels"),
    UsageCase(
      behaviour: "more than 64 hints", arguments: ["hint", "set", "hints.jsonl", "--program", "a"], code: 65,
      says: "a program's list has more than 64 entries"),
    UsageCase(
      behaviour: "a persona of more than 16 MiB", arguments: ["simulate", "large.json"], code: 65,
      says: "large.json: the file is larger than 16777216 bytes"),
    UsageCase(
      behaviour: "expectations that never end", arguments: ["expect", "/dev/zero"], code: 65,
      says: "/dev/zero: the file is larger than 16777216 bytes"),
    UsageCase(
      behaviour: "an answer of more than 16 MiB",
      arguments: ["feedback", "accepted", "--from", "large.json"], code: 65,
      says: "larger than 16777216 bytes"),
    UsageCase(
      behaviour: "a simulation of more than ten years",
      arguments: ["simulate", "persona.json", "--days", "4000"],
      code: 64, says: "give 0 to 3653"),
    UsageCase(
      behaviour: "a step that is done 90,000 times", arguments: ["simulate", "many.json"], code: 65,
      says: "out of range; give a number from 0 to 1000"),
    UsageCase(
      behaviour: "a model of more than 64 MiB", arguments: ["suggest", "--model", "model.safetensors"],
      code: 65,
      says: "larger than 67108864 bytes"),
    UsageCase(
      behaviour: "an age beyond all times", arguments: ["retention", "--keep-days", "1e300"], code: 64,
      says: "days must be at most 3652425"),
    UsageCase(
      behaviour: "a number that has no tenth more", arguments: ["retention", "--keep-count", "\(Int.max)"],
      code: 64, says: "count must be at most 1000000000000"),
    UsageCase(
      behaviour: "a pause of more than 10^9 seconds", arguments: ["pause", "--for", "1e6d"], code: 64,
      says: "write a number with s, m, h or d"),
    UsageCase(
      behaviour: "a year of five digits", arguments: ["suggest", "--at", "10000-01-01T00:00:00Z"], code: 64,
      says: "write a time like 8:00"),
  ]

  @Test("exceeding a limit is reported", arguments: cases)
  func limit(_ test: UsageCase) async throws {
    let scratch = try Scratch()
    for file in Self.files where test.arguments.contains(file.name) {
      try scratch.write(file.name, file.text())
    }
    if test.arguments.contains("model.safetensors") {
      // No bytes on the disk: a file with a hole.
      let url = scratch.folder.appending(path: "model.safetensors")
      try Data().write(to: url)
      try FileHandle(forWritingTo: url).truncate(atOffset: (64 << 20) + 1)
    }
    let outcome = try await Program.run(test.arguments, in: scratch)
    #expect(
      outcome.code == test.code && outcome.errors.contains(test.says), "\(outcome.code): \(outcome.errors)")
  }

  /// `--chosen` counts from 1, and subtracting 1 from the smallest integer once crashed the
  /// process.
  @Test("the smallest integer is rejected as a choice like any other")
  func leastChoice() async throws {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", Self.donation + "\"title\":\"T\"}\n")
    _ = try await Program.run(["import", "log.jsonl"], in: scratch)
    let outcome = try await Program.run(["feedback", "accepted", "T", "--chosen=\(Int.min)"], in: scratch)
    #expect(outcome.code == 64 && outcome.errors.contains("ranks start at 1"), "\(outcome.errors)")
  }

  @Test("the number of suggestions may be the largest integer")
  func largest() async throws {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", Self.donation + "\"title\":\"T\"}\n")
    for command in [["suggest"], ["search", "T"], ["stats", "--top", "\(Int.max)"]] {
      let number = command.count > 2 ? [] : ["-n", "\(Int.max)"]
      let log = command[0] == "search" ? [] : ["--log", "log.jsonl"]
      let outcome = try await Program.run(command + number + log, in: scratch)
      #expect(outcome.code < 2, "\(command): \(outcome.code) \(outcome.errors)")
    }
  }
}
