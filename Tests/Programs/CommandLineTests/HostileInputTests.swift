import Foundation
import TestSupport
import Testing

/// Attacks by files and options on a terminal, on other files, and on a person who trusts the
/// answer.
@Suite("Hostile input of the program", .timeLimit(.minutes(3)))
struct HostileInputTests {
  private static let persona =
    #"{"user":"p","timeZone":"UTC","days":2,"activities":{"a":{"activityType":"a.b"}},"routines":[{"name":"r","at":"08:00","steps":[{"do":"a"}]}]"#
  private static let expectations =
    #","expectations":[{"at":"2026-03-03 08:05","expect":"a"}]}"#
  private static let donation = #"{"time":"2026-03-01T08:10:00Z","activityType":"a.b"}"#

  /// `--junit` and `--out` once overwrote their inputs, hidden by a link or another spelling.
  @Test(
    "no output overwrites an input",
    arguments: [
      ["expect", "in.json", "--junit", "in.json"], ["expect", "in.json", "--junit", "./folder/../in.json"],
      ["expect", "in.json", "--junit", "link.json"], ["expect", "of-log.json", "--junit", "log.jsonl"],
      ["expect", "of-persona.json", "--junit", "in.json"],
      ["expect", "in.json", "--junit", "model", "--model", "model"],
      ["simulate", "in.json", "--out", "in.json"], ["simulate", "in.json", "--out", "link.json"],
    ])
  func overwriting(arguments: [String]) async throws {
    let scratch = try Scratch()
    let files = [
      "in.json": Self.persona + Self.expectations, "log.jsonl": Self.donation, "model": "m",
      "of-log.json":
        #"{"log":"log.jsonl","expectations":[{"at":"2026-03-03T08:05:00Z","expect":{"first":{"activityType":"a.b"}}}]}"#,
      "of-persona.json": #"{"persona":"in.json"\#(Self.expectations)"#,
    ]
    for (name, text) in files { try scratch.write(name, text) }
    try FileManager.default.createDirectory(
      at: scratch.folder.appending(path: "folder"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: scratch.folder.appending(path: "link.json").path, withDestinationPath: "in.json")
    let run = try await Program.run(arguments, in: scratch)
    #expect(run.code == 64)
    #expect(run.errors.contains("named twice"), "\(run.errors)")
    for (name, text) in files {
      #expect(try String(contentsOf: scratch.folder.appending(path: name), encoding: .utf8) == text)
    }
  }

  @Test(
    "every command prints an impossible date as it is in the log",
    arguments: [
      "1e300", "-1e300", "1e18", "1e15", "9e14", "-1e11", "0.5", "1e308", #""2026-03-01T08:10:00Z""#,
    ])
  func dates(_ date: String) async throws {
    let scratch = try Scratch()
    let line =
      #"{"time":"2026-03-01T08:10:00Z","activityType":"a.b","title":"Do it","userInfo":{"d":{"$date":\#(date)},"o":{"deep":[{"$date":\#(date)}]}}}"#
    #expect(try await Program.run(["import", "-"], in: scratch, input: line).code == 0)
    let at = ["--at", "2026-03-02T08:10:00Z"]
    for arguments in [
      ["suggest", "--json"] + at, ["search", "it", "--json"] + at, ["why", "Do it", "--json"] + at,
      ["export"],
    ] {
      let outcome = try await Program.run(arguments, in: scratch)
      #expect(outcome.code == 0, "\(arguments): \(outcome.errors)")
      #expect(outcome.text.contains("$date") == (arguments[0] != "why"), "\(outcome.text)")
    }
  }

  private static let cases = [
    UsageCase(
      behaviour: "a pause of a program without a name kept nothing out",
      arguments: ["pause", "--program", ""],
      code: 64, says: "--program is empty"),
    UsageCase(
      behaviour: "nor is there one to end", arguments: ["resume", "--program", ""], code: 64,
      says: "--program is empty"),
    UsageCase(
      behaviour: "a verdict about a pattern of types did nothing",
      arguments: ["feedback", "never", "--type", "org.example.*"], code: 64, says: "* is not a wildcard"),
    UsageCase(
      behaviour: "nor is there one of programs", arguments: ["feedback", "never", "--program", "org.*"],
      code: 64, says: "* is not a wildcard"),
    UsageCase(
      behaviour: "a log without a name", arguments: ["import", ""], code: 66, says: "name of a file is empty"),
    UsageCase(
      behaviour: "a persona without a name", arguments: ["simulate", ""], code: 66,
      says: "name of a file is empty"),
    UsageCase(
      behaviour: "a log behind links that go in a circle", arguments: ["import", "circle"], code: 66,
      says: "no such file"),
    UsageCase(
      behaviour: "a persona that starts before all years", arguments: ["simulate", "start.json"], code: 65,
      says: "start.json: $.start: out of range; give a date in the years 1900 to 2999"),
    UsageCase(
      behaviour: "a persona with a text that is too long", arguments: ["simulate", "long.json"], code: 65,
      says: "long.json: $.activities.a.title: longer than 4096 bytes"),
    UsageCase(
      behaviour: "a persona whose texts multiply to more than a line", arguments: ["simulate", "many.json"],
      code: 65, says: "many.json: a simulated donation cannot be written to a log: longer than 1048576 bytes"),
    UsageCase(
      behaviour: "a hint with a role that is none names the role", arguments: ["hint", "set", "hint.jsonl"],
      code: 65, says: "hint.jsonl:1: role: "),
    UsageCase(
      behaviour: "a pause that is too long", arguments: ["pause", "--for", "1000000001s"], code: 64,
      says: "to 10^9 seconds"),
    UsageCase(
      behaviour: "an option with more marks in a row than anybody writes",
      arguments: ["search", "a" + String(repeating: "\u{301}", count: 20_000)], code: 64,
      says: "more than 30 combining marks in a row"),
    UsageCase(
      behaviour: "an answer whose text no reader would take was stored, and then nothing could be forgotten",
      arguments: ["feedback", "accepted", "--from", "answer.json"], code: 65,
      says: "answer.json: not an answer of `hunch suggest --json`"),
    UsageCase(
      behaviour: "a persona with a long name above many values: its place was copied for each of them",
      arguments: ["simulate", "wide.json"], code: 65, says: "wide.json: $: "),
    UsageCase(
      behaviour: "a receipt that cannot be written says that the donation is kept",
      arguments: ["donate", "--type", "a.b", "--json"], code: 74, says: "the donation is kept"),
  ]

  /// The text of a file that a case names.
  private static func file(_ name: String) -> String? {
    func x(_ count: Int) -> String { String(repeating: "x", count: count) }
    func person(_ fields: String) -> String {
      persona.replacing(#""a.b""#, with: #""a.b",\#(fields)"#) + "}"
    }
    return switch name {
    case "start.json": persona + #","start":"0001-01-01"}"#
    case "long.json": person(#""title":"\#(x(5_000))""#)
    case "many.json":
      person(
        #""userInfo":{\#((0..<300).map { #""k\#($0)":"\#(x(4_000))""# }.joined(separator: ","))}"#)
    case "wide.json": #"{"\#(x(4 << 20))":[0\#(String(repeating: ",0", count: 500_000))]}"#
    case "hint.jsonl": #"{"activityType":"a.b","program":"a","role":"king"}"#
    case "answer.json":
      #"{"suggestion":"a\#(String(repeating: "\u{301}", count: 31))","suggestions":[{"identity":"\#(String(repeating: "0", count: 32))"}]}"#
    default: nil
    }
  }

  @Test("hostile input is rejected with the reason", arguments: cases)
  func refused(_ usage: UsageCase) async throws {
    let scratch = try Scratch()
    for name in usage.arguments { if let text = Self.file(name) { try scratch.write(name, text) } }
    try FileManager.default.createSymbolicLink(
      atPath: scratch.folder.appending(path: "circle").path, withDestinationPath: "circle")
    let isFull = usage.arguments.first == "donate"
    let run = try await Program.run(
      usage.arguments, in: scratch, into: isFull ? URL(filePath: "/dev/full") : nil)
    #expect(run.code == usage.code, "\(run.errors)")
    #expect(run.errors.contains(usage.says), "\(run.errors)")
  }

  /// Names of fields, files and options were once printed with their control characters.
  @Test(
    "text on standard error never moves the cursor, and has a maximum length",
    arguments: [
      ["simulate", "field.json"], ["import", "\u{1B}[2J\u{202E}.jsonl"],
      ["suggest", "--surface", "\u{1B}[2J\u{9B}"],
      ["\u{1B}]0;title\u{7}"], ["suggest", "--\u{1B}[2J\u{202E}"], ["suggest", "--at", "\u{1B}[2J"],
      ["simulate", "long-field.json"],
    ])
  func terminal(arguments: [String]) async throws {
    let scratch = try Scratch()
    try scratch.write("field.json", #"{"\u001b[2J\u009b\u202e":1}"#)
    try scratch.write("long-field.json", #"{"\#(String(repeating: "x", count: 100_000))":1}"#)
    let run = try await Program.run(arguments, in: scratch)
    #expect(run.code != 0)
    #expect(!run.errors.isEmpty && run.errors.count < 10_000)
    let bad = run.errors.unicodeScalars.filter {
      $0 != "\n" && ($0.properties.generalCategory == .control || $0.properties.generalCategory == .format)
    }
    #expect(bad.isEmpty, "\(bad.map(\.value))")
  }

  @Test("JSON on a terminal has escapes, and means the same")
  func json() async throws {
    let scratch = try Scratch()
    let title = "a\u{7F}\u{9B}\u{202E}\u{2069}\u{2028}\u{E0001}b 👩‍🚀"
    let given = try await Program.run(["donate", "--type", "a.b", "--title", title], in: scratch)
    #expect(given.code == 0, "\(given.errors)")
    let run = try await Program.run(["search", "b", "--json"], in: scratch)
    let list = try await Program.run(["suggest", "--json", "--min-probability", "0"], in: scratch)
    let outputs = [run.text, list.text].filter { $0.contains("a.b") }
    #expect(!outputs.isEmpty)
    for output in outputs {
      #expect(output.contains(#"a\u007f\u009b\u202e\u2069\u2028\udb40\udc01b 👩‍🚀"#), "\(output)")
    }
  }
}
