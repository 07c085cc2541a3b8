import Foundation
import TestSupport
import Testing

@Suite("Expectations as tests of donations")
struct ExpectCommandTests {
  private static let datasets = Repository.file("datasets")

  private static func person(_ expectations: String) -> String {
    #"""
    {"user": "u", "timeZone": "UTC", "days": 20,
     "activities": {"mail": {"activityType": "org.example.mail.open", "title": "Open <mail> & more"}, "tea": {"activityType": "org.example.tea.make", "title": "Make tea"}},
     "routines": [{"name": "a", "at": "08:00", "steps": [{"do": "mail"}]}, {"name": "b", "at": "16:00", "jitter": 5, "steps": [{"do": "tea"}]}],
     "expectations": [\#(expectations)]}
    """#
  }

  private static let holds =
    #"{"name": "mail at eight", "at": "2026-03-20 07:55", "expect": {"first": "mail"}}"#
  private static let fails =
    #"{"name": "tea at \"eight\"", "at": "2026-03-20 07:55", "expect": {"first": "tea"}}"#

  @Test("the examples hold with 10 seeds: a pizzeria's customer, a life that changes, and places that decide")
  func examples() async throws {
    for (name, count) in [("pizzeria", 7), ("changes", 8), ("places", 8)] {
      let file = Self.datasets.appending(path: "expect/\(name).json").path
      let outcome = try await Program.run(["expect", file, "--seeds", "10", "-q"], in: Scratch())
      #expect(outcome.code == 0, "\(outcome.text)")
      #expect(outcome.lines.count == count && outcome.lines.allSatisfy { $0.hasPrefix("pass\t") })
      #expect(outcome.errors.isEmpty)
    }
  }

  @Test("a failed expectation is reported with the actual suggestions and the reason, with code 1")
  func failing() async throws {
    let scratch = try Scratch()
    try scratch.write("e.json", Self.person("\(Self.holds), \(Self.fails)"))
    let outcome = try await Program.run(["expect", "e.json", "--junit", "junit.xml"], in: scratch)
    #expect(outcome.code == 1 && outcome.errors == "hunch: 1 of 2 expectations did not hold\n")
    let rows = outcome.lines.map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(rows.map { $0[0] } == ["pass", "fail"])
    #expect(
      rows[1][2...6].joined(separator: "|") == "tea at \"eight\"|2026-03-20T07:55:00+00:00|tea first|0|1")
    #expect(rows[1][9].contains("; the first because of ") && rows[1][9].contains("Make tea is number 2"))
    let xml = String(decoding: try scratch.read("junit.xml"), as: UTF8.self)
    #expect(xml.contains(#"<testsuite name="e.json" tests="2" failures="1">"#))
    #expect(xml.contains("tea at &quot;eight&quot;") && xml.contains("Open &lt;mail&gt; &amp; more"))
    let parser = XMLCheck.isWellFormed(xml)
    #expect(parser)
  }

  @Test("a share of the seeds is enough if the file allows it; JSON has the same bytes each time")
  func seeds() async throws {
    let scratch = try Scratch()
    try scratch.write(
      "e.json", Self.person(Self.fails.replacing("\"expect\"", with: "\"holds\": 0, \"expect\"")))
    let arguments = ["expect", "e.json", "--seeds", "3", "--json", "-q"]
    let outcome = try await Program.run(arguments, in: scratch)
    #expect(outcome.code == 0)
    #expect(try await Program.run(arguments, in: scratch).output == outcome.output)
    let object = try outcome.object()
    let one = try #require((object["expectations"] as? [[String: Any]])?.first)
    #expect(one["seeds"] as? Int == 3 && one["held"] as? Int == 0 && one["passes"] as? Bool == true)
    #expect(object["failed"] as? Int == 0)
  }

  @Test("a file can name a persona or a log next to it")
  func named() async throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(
      at: scratch.folder.appending(path: "tests"), withIntermediateDirectories: true)
    try scratch.write("tests/person.json", Self.person(Self.holds))
    try scratch.write("tests/e.json", #"{"persona": "person.json", "expectations": [\#(Self.holds)]}"#)
    #expect(try await Program.run(["expect", "tests/e.json"], in: scratch).code == 0)
    try scratch.write("tests/log.jsonl", SampleLog.days(18))
    let first = #"{"activityType": "org.example.calendar.open"}"#
    try scratch.write(
      "tests/l.json",
      #"{"log": "log.jsonl", "expectations": [{"at": "2026-03-20T08:32:00+01:00", "after": {"activityType": "org.example.mail.open"}, "expect": {"first": \#(first)}}]}"#
    )
    let log = try await Program.run(["expect", "tests/l.json"], in: scratch)
    #expect(log.code == 0, "\(log.text)")
  }

  @Test("a wrong file is reported before the simulation: 65, or 66 if it does not exist")
  func wrong() async throws {
    let scratch = try Scratch()
    try scratch.write("good.json", Self.person(Self.holds))
    try scratch.write("bad.json", Self.person(#"{"at": "noon", "expect": {"first": "mail"}}"#))
    let bad = try await Program.run(["expect", "good.json", "bad.json"], in: scratch)
    #expect(bad.code == 65 && bad.output.isEmpty)
    #expect(bad.errors.hasPrefix("hunch: bad.json: $.expectations[0].at: not a date and time"))
    try scratch.write("lost.json", #"{"persona": "nobody.json", "expectations": []}"#)
    let lost = try await Program.run(["expect", "lost.json"], in: scratch)
    #expect(lost.code == 66 && lost.errors.hasPrefix("hunch: nobody.json: no such file"))
    try scratch.write("empty.jsonl", "")
    try scratch.write(
      "none.json",
      #"{"log": "empty.jsonl", "expectations": [{"at": "2026-03-20T08:32:00Z", "expect": {"first": {"activityType": "a.b"}}}]}"#
    )
    #expect(try await Program.run(["expect", "none.json"], in: scratch).code == 65)
  }
}

/// Returns whether text is strict XML: every element is closed in order, every reference
/// known.
enum XMLCheck {
  static func isWellFormed(_ xml: String) -> Bool {
    var open: [Substring] = []
    for piece in xml.split(separator: "<").dropFirst() {
      guard let end = piece.firstIndex(of: ">"), !piece[piece.index(after: end)...].contains(">") else {
        return false
      }
      let tag = piece[..<end]
      if tag.hasPrefix("?") || tag.hasSuffix("/") { continue }
      if tag.hasPrefix("/") {
        guard open.popLast() == tag.dropFirst() else { return false }
      } else {
        open.append(tag.prefix { $0 != " " })
      }
    }
    return open.isEmpty
      && xml.components(separatedBy: "&").dropFirst().allSatisfy { reference in
        ["amp;", "lt;", "gt;", "quot;"].contains { reference.hasPrefix($0) }
      }
  }
}
