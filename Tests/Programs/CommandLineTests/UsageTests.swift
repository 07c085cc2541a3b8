import Foundation
import TestSupport
import Testing

/// Arguments, and their expected outcome.
struct UsageCase: CustomTestStringConvertible, Sendable {
  let behaviour: String
  let arguments: [String]
  var input = ""
  let code: Int32
  /// The text that standard error must contain.
  let says: String

  var testDescription: String { behaviour }
}

@Suite("Wrong usage and missing things")
struct UsageTests {
  static let cases = [
    UsageCase(
      behaviour: "an unknown command is a usage error", arguments: ["frob"], code: 64,
      says: "unknown command 'frob'"),
    UsageCase(
      behaviour: "a failure of the parser begins as others do, and has the usage after it",
      arguments: ["expect"], code: 64, says: "hunch: Missing expected argument"),
    UsageCase(
      behaviour: "what a command refuses begins as others do", arguments: ["forget"], code: 64,
      says: "hunch: Missing criterion"),
    UsageCase(
      behaviour: "a wrong value begins as others do", arguments: ["suggest", "-n", "x"], code: 64,
      says: "hunch: The value 'x' is invalid"),
    UsageCase(
      behaviour: "help is about a command, and about nothing else", arguments: ["help", "feedback", "never"],
      code: 64, says: "hunch: unexpected argument 'never' after `hunch help feedback`"),
    UsageCase(
      behaviour: "help of a group's command, too", arguments: ["help", "phrase", "match", "tea"], code: 64,
      says: "after `hunch help phrase match`"),
    UsageCase(
      behaviour: "help of an unknown command", arguments: ["help", "frob"], code: 64,
      says: "unknown command 'frob'"),
    UsageCase(
      behaviour: "an unknown option is a usage error", arguments: ["suggest", "--frob"], code: 64,
      says: "--frob"),
    UsageCase(
      behaviour: "there is nothing else to benchmark", arguments: ["benchmark", "frob"], code: 64,
      says: "subject"),
    UsageCase(
      behaviour: "a benchmark of no repetitions is a usage error",
      arguments: ["benchmark", "--repetitions", "0"], code: 64, says: "--repetitions must be at least 1"),
    UsageCase(
      behaviour: "a benchmark is short or long", arguments: ["benchmark", "--quick", "--full"], code: 64,
      says: "opposites"),
    UsageCase(
      behaviour: "only the store's benchmark reads a log",
      arguments: ["benchmark", "ranking", "--log", "x.jsonl"], code: 64, says: "--log is for the store"),
    UsageCase(
      behaviour: "a log to be imported has to be there",
      arguments: ["benchmark", "store", "--quick", "--log", "no.jsonl"], code: 66, says: "no.jsonl"),
    UsageCase(
      behaviour: "what is no time is a usage error, with examples of times",
      arguments: ["suggest", "--at", "2026-03-01T08"],
      code: 64, says: "write a time like 8:00"),
    UsageCase(
      behaviour: "what is no time zone is a usage error",
      arguments: ["suggest", "--at", "8:00", "--tz", "Europe/Nowhere"], code: 64, says: "Europe/Berlin"),
    UsageCase(
      behaviour: "a place is two numbers", arguments: ["suggest", "--near", "52.5"], code: 64,
      says: "like 52.52,13.405"),
    UsageCase(
      behaviour: "a place has to be on earth", arguments: ["suggest", "--near", "91,0"], code: 64,
      says: "latitude is out of range"),
    UsageCase(
      behaviour: "a probability is at most 1", arguments: ["suggest", "--min-probability", "2"], code: 64,
      says: "a number from 0 to 1"),
    UsageCase(
      behaviour: "a number of suggestions is at least 1", arguments: ["suggest", "-n", "0"], code: 64,
      says: "-n must be at least 1"),
    UsageCase(
      behaviour: "circumstances are scalars", arguments: ["suggest", "--context", "a=[1]"], code: 64,
      says: "must be a string, number, boolean or null"),
    UsageCase(
      behaviour: "circumstances have names", arguments: ["suggest", "--context", "home"], code: 64,
      says: "write NAME=VALUE"),
    UsageCase(
      behaviour: "a title alone is no donation", arguments: ["donate", "--title", "x"], code: 64,
      says: "Missing --type"),
    UsageCase(
      behaviour: "an activity type has no spaces", arguments: ["donate", "--type", "a b"], code: 64,
      says: "activityType: not a name for an activity type"),
    UsageCase(
      behaviour: "a donation from the future is refused",
      arguments: ["donate", "--type", "a.b", "--at", "9000-01-01T00:00:00Z"], code: 65, says: "in the future"),
    UsageCase(
      behaviour: "an empty path is not the usual store",
      arguments: ["donate", "--type", "a.b", "--store", ""],
      code: 64, says: "--store is empty"),
    UsageCase(
      behaviour: "a device is not replaced by a model",
      arguments: ["train", "log.jsonl", "--out", "/dev/null"], code: 73, says: "not a regular file"),
    UsageCase(
      behaviour: "a device is not replaced by a card",
      arguments: ["train", "log.jsonl", "--out", "m.safetensors", "--card", "/dev/null"], code: 73,
      says: "not a regular file"),
    UsageCase(
      behaviour: "a log without anything to score is told",
      arguments: ["evaluate", "-", "--score-from", "1"],
      input: SampleLog.days(3), code: 1, says: "no donation is left to score"),
    UsageCase(
      behaviour: "a duration is a number", arguments: ["donate", "--type", "a.b", "--duration", "nan"],
      code: 64,
      says: "give seconds, 0 or more"),
    UsageCase(
      behaviour: "a time is exact, or tells the day or the order",
      arguments: ["donate", "--type", "a.b", "--time-precision", "hour"], code: 64,
      says: "timePrecision: not a known word; use exact, day, order"),
    UsageCase(
      behaviour: "forgetting needs a criterion", arguments: ["forget"], code: 64, says: "Missing criterion"),
    UsageCase(
      behaviour: "a missing log is told", arguments: ["import", "missing.jsonl"], code: 66,
      says: "missing.jsonl: no such file"),
    UsageCase(behaviour: "a folder is no log", arguments: ["evaluate", "."], code: 66, says: "a folder"),
    UsageCase(
      behaviour: "a missing model is told", arguments: ["suggest", "--model", "no.safetensors"], code: 66,
      says: "no.safetensors: no such file"),
    UsageCase(
      behaviour: "a missing persona is told", arguments: ["simulate", "no.json"], code: 66,
      says: "no.json: no such file"),
    UsageCase(
      behaviour: "a persona that is not JSON is bad data", arguments: ["simulate", "-"], input: "{", code: 65,
      says: "-: $: not JSON"),
    UsageCase(
      behaviour: "without a store there is nothing to suggest", arguments: ["suggest"], code: 1,
      says: "no donations yet"),
    UsageCase(
      behaviour: "without a store there is nothing to find", arguments: ["search", "x"], code: 1,
      says: "no donations yet"),
    UsageCase(
      behaviour: "a number of results is at least 1", arguments: ["search", "-n", "0"], code: 64,
      says: "-n must be at least 1"),
    UsageCase(
      behaviour: "a content type is one of those that there are",
      arguments: ["search", "--content-type", "city"],
      code: 64, says: "give one of name, organizationName"),
    UsageCase(
      behaviour: "recents are not searched", arguments: ["search", "x", "--recent"], code: 64,
      says: "leave the text out"),
    UsageCase(
      behaviour: "one kind of list at a time", arguments: ["search", "--recent", "--export-public"], code: 64,
      says: "Give one of"),
    UsageCase(
      behaviour: "without a store there is nothing to count", arguments: ["stats"], code: 1,
      says: "no donations yet"),
    UsageCase(
      behaviour: "without a store there is nothing to export", arguments: ["export"], code: 1,
      says: "no donations yet"),
    UsageCase(
      behaviour: "an empty log is nothing to import", arguments: ["import", "-"], code: 1,
      says: "nothing to import"),
    UsageCase(
      behaviour: "an empty log is nothing to evaluate", arguments: ["evaluate", "-"], code: 1,
      says: "no donations in it"),
    UsageCase(
      behaviour: "a log without a good line is bad data", arguments: ["import", "-"], input: "{}\nx\n",
      code: 65,
      says: "none of the lines could be read"),
    UsageCase(
      behaviour: "a log that is too small to learn from is named",
      arguments: ["train", "-", "--out", "m.safetensors"], input: SampleLog.days(2), code: 65,
      says: "standard input: 10 donations are too few"),
    UsageCase(
      behaviour: "a model cannot go into a folder that is not there",
      arguments: ["train", "-", "--out", "no/m.safetensors"], code: 73, says: "the folder does not exist"),
    UsageCase(
      behaviour: "moments are every so often or from a file",
      arguments: ["replay", "--every", "1h", "--at-times", "x"], code: 64,
      says: "--every or --at-times, not both"),
    UsageCase(
      behaviour: "a span has a unit", arguments: ["replay", "--every", "60"], code: 64,
      says: "like 90s, 30m, 8h or 2d"),
    UsageCase(
      behaviour: "a replay ends after it begins",
      arguments: ["replay", "--from", "2026-03-02T00:00:00Z", "--to", "2026-03-02T00:00:00Z"], code: 64,
      says: "--to must be after --from"),
    UsageCase(
      behaviour: "all moments are for comparing", arguments: ["replay", "--all"], code: 64,
      says: "--all needs --against"),
    UsageCase(
      behaviour: "a log to compare with has to be there",
      arguments: ["replay", "--log", "-", "--against-log", "no.jsonl"],
      input: SampleLog.days(1), code: 66, says: "no.jsonl: no such file"),
    UsageCase(
      behaviour: "a model to compare with has to be there",
      arguments: ["replay", "--log", "-", "--against", "no.safetensors"], input: SampleLog.days(1), code: 66,
      says: "no.safetensors: no such file"),
    UsageCase(
      behaviour: "without a store there is nothing to replay", arguments: ["replay"], code: 1,
      says: "no donations yet"),
    UsageCase(
      behaviour: "expectations need a file", arguments: ["expect"], code: 64,
      says: "Missing expected argument"),
    UsageCase(
      behaviour: "there is at least one seed", arguments: ["expect", "x.json", "--seeds", "0"], code: 64,
      says: "--seeds must be from 1 to 10000"),
    UsageCase(
      behaviour: "missing expectations are told", arguments: ["expect", "no.json"], code: 66,
      says: "no.json: no such file"),
    UsageCase(
      behaviour: "a persona without expectations is bad data", arguments: ["expect", "-"],
      input: #"{"user": "u", "timeZone": "UTC"}"#, code: 65, says: "\"expectations\" is missing"),
    UsageCase(
      behaviour: "without a store there is nothing to lint", arguments: ["lint"], code: 1,
      says: "no donations yet"),
    UsageCase(
      behaviour: "logs or a store are linted", arguments: ["lint", "x.jsonl", "--store", "y"], code: 64,
      says: "logs or --store, not both"),
    UsageCase(
      behaviour: "a folder is no store", arguments: ["stats", "--store", "."], code: 69,
      says: "the store's path is a folder"),
  ]

  @Test(arguments: cases)
  func outcome(_ usage: UsageCase) async throws {
    let outcome = try await Program.run(usage.arguments, in: Scratch(), input: usage.input)
    #expect(outcome.code == usage.code)
    let words = outcome.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains(usage.says), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }
}
