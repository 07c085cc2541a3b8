import Foundation
import TestSupport
import Testing

@Suite("Searching from the command line")
struct SearchTests {
  private static let log = """
    {"time":"2026-03-01T08:00:00+01:00","activityType":"org.example.notes.open","title":"Open the report","userInfo":{"note":1},"isEligibleForSearch":true,"keywords":["quarterly"]}
    {"time":"2026-03-02T08:00:00+01:00","activityType":"org.example.notes.open","title":"Open the report","userInfo":{"note":1},"isEligibleForSearch":true,"keywords":["quarterly"]}
    {"time":"2026-03-03T08:00:00+01:00","activityType":"org.example.notes.open","title":"Report an error","userInfo":{"note":2},"isEligibleForSearch":true,"expirationDate":"2026-03-20T00:00:00Z","persistentIdentifier":"n2"}
    {"time":"2026-03-04T08:00:00+01:00","activityType":"org.example.notes.open","title":"Secret report","userInfo":{"note":3},"isEligibleForSearch":false,"persistentIdentifier":"n3"}
    {"time":"2026-03-05T08:00:00+01:00","activityType":"org.example.maps.view","title":"Pepe's\\tPizza","program":"org.example.pizza","isEligibleForSearch":true,"isEligibleForPublicIndexing":true,"webpageURL":"https://pizza.example/1","relatedUniqueIdentifier":"p1","contentAttributes":{"city":"Neukölln","namedLocation":"Pepe's"}}

    """

  private static let now = ["--at", "2026-03-10T08:00:00+01:00"]

  private static func store() async throws -> Scratch {
    let scratch = try Scratch()
    #expect(try await Program.run(["import", "-", "--quiet"], in: scratch, input: log).code == 0)
    return scratch
  }

  private func titles(_ arguments: [String], in scratch: Scratch) async throws -> [String] {
    try await Program.run(["search"] + arguments, in: scratch).lines.map {
      $0.components(separatedBy: "\t")[1]
    }
  }

  @Test("search prints score, title, program, type, uses and last use, the best first")
  func lines() async throws {
    let outcome = try await Program.run(["search", "REP"] + Self.now, in: Self.store())
    #expect(outcome.code == 0, "\(outcome.errors)")
    let fields = outcome.lines.map { $0.components(separatedBy: "\t") }
    #expect(fields.map(\.count) == [6, 6])
    #expect(fields.map { $0[1] } == ["Open the report", "Report an error"])
    #expect(
      fields[0][2...] == ["org.example.notes", "org.example.notes.open", "2", "2026-03-02T08:00:00+01:00"])
    #expect((Double(fields[0][0]) ?? 0) > (Double(fields[1][0]) ?? .infinity))
    #expect(
      try await titles(["the", "quarterly"] + Self.now, in: Self.store()) == ["Open the report"],
      "several words")
  }

  @Test("P16: an activity that has expired by the moment is not found; an empty result is code 1")
  func expired() async throws {
    let scratch = try await Self.store()
    #expect(try await titles(["error"] + Self.now, in: scratch) == ["Report an error"])
    let outcome = try await Program.run(["search", "error", "--at", "2026-03-20T00:00:00Z"], in: scratch)
    #expect(outcome.code == 1)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors == "hunch: nothing found: 1 activity matches, but it has expired\n")
    #expect(
      try await titles(["quarterly", "--at", "2027-05-01T00:00:00Z"], in: scratch) == ["Open the report"])
    #expect(try await titles(["error", "--at", "2026-03-19T23:59:59Z"], in: scratch) == ["Report an error"])
    let help = try await Program.run(["search", "--help"], in: scratch)
    #expect(help.lines.joined(separator: " ").contains("after 30 days"), "the help names the limit")
  }

  @Test("an empty answer has the reason, and similar titles")
  func reasons() async throws {
    let scratch = try await Self.store()
    let table = [
      (["secret"], "nothing found: 1 activity matches, but its program excludes it from searches"),
      (["qurtrlyy"], "nothing found"),
      (["nowhere"], "nothing found"),
      (["(*)"], "nothing found: the text has no letter or digit; give a word"),
      (
        ["pizza", "--user", "ada"],
        "nothing found for user ada: 1 activity of user me matches; add --user me"
      ),
      (
        ["nowhere", "--user", "ada"],
        "nothing found: user ada has no donations here; name another with --user (me)"
      ),
      (["report", "--at", "2026-02-01T00:00:00Z"], "nothing found"),
    ]
    for (arguments, message) in table {
      let outcome = try await Program.run(["search"] + Self.now + arguments, in: scratch)
      #expect(outcome.code == 1 && outcome.errors == "hunch: \(message)\n", "\(arguments)")
    }
    let json = try await Program.run(["search", "secret", "--json"] + Self.now, in: scratch)
    let object = try json.object()
    #expect(object["reason"] as? String == "notEligible" && object["notEligible"] as? Int == 1)
    #expect(try await Program.run(["forget", "--all", "--yes"], in: scratch).code == 0)
    let empty = try await Program.run(["search", "report"], in: scratch)
    #expect(empty.errors == "hunch: nothing found: no donations yet\n")
  }

  @Test(
    "similar titles are printed on terminals, and in JSON for scripts",
    .enabled(if: TerminalRun.isPossible))
  func near() async throws {
    let scratch = try await Self.store()
    let command = "search qurtrlyy \(Self.now.joined(separator: " "))"
    let screen = try await TerminalRun.run("hunch \(command)", in: scratch, columns: 80, hasColours: false)
    #expect(screen.code == 1)
    #expect(
      screen.lines.contains("hunch: nothing found; did you mean \"Open the report\"?"), "\(screen.lines)")
    let json = try await Program.run(command.split(separator: " ").map(String.init) + ["--json"], in: scratch)
    #expect(try json.object()["near"] as? [String] == ["Open the report"])
  }

  @Test("donations are found at once, unless they are excluded")
  func donated() async throws {
    let scratch = try Scratch()
    let donate = ["donate", "--type", "org.example.player.play"]
    #expect(try await Program.run(donate + ["--title", "Play So What"], in: scratch).code == 0)
    let hidden = donate + ["--title", "Play Flamenco", "--info", "n=2", "--no-search"]
    #expect(try await Program.run(hidden, in: scratch).code == 0)
    #expect(try await titles(["play"], in: scratch) == ["Play So What"])
    #expect(try await titles(["wha"], in: scratch) == ["Play So What"])
    let export = try await Program.run(["export"], in: scratch)
    #expect(export.lines.map { $0.contains("isEligibleForSearch\":false") } == [false, true])
    #expect(try await Program.run(["donate", "--no-search"], in: scratch).code == 64)
  }

  @Test("a search finds nothing later than its moment")
  func moment() async throws {
    let scratch = try await Self.store()
    let outcome = try await Program.run(
      ["search", "report", "--at", "2026-03-01T12:00:00+01:00"], in: scratch)
    let fields = outcome.lines.map { $0.components(separatedBy: "\t") }
    #expect(fields.map { $0[1] } == ["Open the report"])
    #expect(fields.first?[4...] == ["1", "2026-03-01T08:00:00+01:00"])
  }

  /// Returns the commands of the examples in a command's help.
  private static func examples(of command: String) async throws -> [String] {
    let help = try await Program.run([command, "--help"], in: Scratch())
    var examples: [String] = []
    var isContinued = false
    for line in help.lines.prefix(while: { !$0.hasPrefix("USAGE:") }) {
      let text = line.drop { $0 == " " }
      if isContinued {
        examples[examples.count - 1] += "\n" + text
      } else if line.hasPrefix("  "), text.hasPrefix("hunch ") || text.hasPrefix("echo ") {
        examples.append(String(text))
      } else {
        continue
      }
      isContinued = text.hasSuffix("\\")
    }
    return examples
  }

  @Test("the examples of donate and search work as printed, in sequence")
  func examples() async throws {
    let scratch = try Scratch()
    let (donate, search) = (
      try await Self.examples(of: "donate"), try await Self.examples(of: "search")
    )
    #expect(donate.count == 2 && search.count == 4)
    for example in donate + search {
      let script = "hunch() { '\(Program.path.path)' \"$@\"; }\n\(example)\n"
      let process = try Program.process([], in: scratch)
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", script]
      let outcome = try await process.runToEnd()
      #expect(outcome.code == 0, "\(example): \(outcome.errors)")
      if example.contains("search") { #expect(!outcome.output.isEmpty, "\(example)") }
    }
  }

  @Test("search without words lists everything, or everything of one program, newest use first")
  func everything() async throws {
    let scratch = try await Self.store()
    #expect(
      try await titles(Self.now, in: scratch) == ["Pepe's Pizza", "Report an error", "Open the report"])
    #expect(try await titles(Self.now + ["-n", "1"], in: scratch) == ["Pepe's Pizza"])
    #expect(try await titles(Self.now + ["--program", "org.example.notes"], in: scratch).count == 2)
    let nobody = try await Program.run(["search", "--user", "nobody"] + Self.now, in: scratch)
    #expect(nobody.code == 1)
    #expect(
      nobody.errors
        == "hunch: nothing found for user nobody: 3 activities of user me match; add --user me\n")
  }

  @Test("JSON has everything, and is an object even if nothing is found")
  func json() async throws {
    let scratch = try await Self.store()
    let outcome = try await Program.run(["search", "pizza", "--json"] + Self.now, in: scratch)
    let object = try outcome.object()
    #expect(object["text"] as? String == "pizza")
    let results = try #require(object["results"] as? [[String: Any]])
    #expect(results.count == 1)
    #expect(results[0]["title"] as? String == "Pepe's\tPizza")
    #expect(
      results[0]["link"] as? String == "missing", "row 50: its item is not indexed, it is found all the same")
    #expect((results[0]["activity"] as? [String: Any])?["activityType"] as? String == "org.example.maps.view")
    let nothing = try await Program.run(["search", "nowhere", "--json"] + Self.now, in: scratch)
    #expect(nothing.code == 1)
    let empty = try nothing.object()
    #expect((empty["results"] as? [Any])?.isEmpty == true)
    #expect(empty["reason"] as? String == "noMatch" && (empty["near"] as? [Any])?.isEmpty == true)
    #expect(object["reason"] == nil, "only where nothing is found")
  }

  @Test("row 105: values of a program's donation are offered to a text field, with their source")
  func contentType() async throws {
    let scratch = try await Self.store()
    let outcome = try await Program.run(["search", "--content-type", "addressCity"] + Self.now, in: scratch)
    #expect(outcome.lines == ["Neukölln\torg.example.pizza\tPepe's Pizza\t2026-03-05T08:00:00+01:00"])
    #expect(
      try await Program.run(["search", "--content-type", "addressCity", "neuko"] + Self.now, in: scratch).code
        == 0)
    for arguments in [
      ["addressCity", "berlin"], ["postalCode"], ["addressCity", "--program", "org.example.notes"],
    ] {
      let outcome = try await Program.run(["search", "--content-type"] + arguments + Self.now, in: scratch)
      #expect(outcome.code == 1, "\(arguments)")
      let began = arguments.contains("berlin") ? " with these words" : ""
      #expect(outcome.errors == "hunch: no donation has a value of that kind\(began)\n")
    }
  }

  @Test("row 98: recents are every activity's newest donation, labelled as sorted by time")
  func recent() async throws {
    let scratch = try await Self.store()
    let outcome = try await Program.run(["search", "--recent"] + Self.now, in: scratch)
    #expect(outcome.errors == "sorted by time, not relevance\n")
    #expect(
      outcome.lines.map { $0.components(separatedBy: "\t")[1] }
        == ["Pepe's Pizza", "Secret report", "Report an error", "Open the report"])
    let notes = try await Program.run(
      ["search", "--recent", "-q", "-n", "2", "--program", "org.example.notes"] + Self.now, in: scratch)
    #expect(notes.lines.count == 2)
    #expect(notes.errors.isEmpty)
  }

  @Test("row 60: only activities marked for public indexing are listed")
  func publicIndexing() async throws {
    let scratch = try await Self.store()
    let outcome = try await Program.run(["search", "--export-public"] + Self.now, in: scratch)
    #expect(outcome.lines.count == 1)
    #expect(outcome.lines.first?.hasSuffix("org.example.pizza\thttps://pizza.example/1") == true)
    let none = try await Program.run(
      ["search", "--export-public", "--program", "org.example.notes"] + Self.now, in: scratch)
    #expect(none.code == 1)
    #expect(none.errors.contains("nothing is marked"))
  }

  @Test("P11: activities forgotten by name or with their item are no longer found")
  func forgetting() async throws {
    let scratch = try await Self.store()
    let outcome = try await Program.run(
      [
        "forget", "--persistent-identifier", "n2", "--persistent-identifier", "n3", "--persistent-identifier",
        "none",
      ],
      in: scratch)
    #expect(outcome.lines.first == "forgot 2 donations")
    #expect(try await titles(["report"] + Self.now, in: scratch) == ["Open the report"])
    let linked = try await Program.run(["forget", "--related-item", "p1", "--json"], in: scratch)
    #expect(try linked.object()["forgotten"] as? Int == 1)
    #expect(try await titles(Self.now, in: scratch) == ["Open the report"])
    #expect(
      try await Program.run(["search", "--content-type", "addressCity"] + Self.now, in: scratch).code == 1)
    #expect(try await Program.run(["doctor", "--quiet"], in: scratch).code == 0)
  }

  @Test("a log can delete the activities linked to an item")
  func deletionLine() async throws {
    let scratch = try await Self.store()
    let line = #"{"type":"delete","time":"2026-03-09T00:00:00Z","relatedUniqueIdentifier":"p1"}"#
    #expect(
      try await Program.run(["import", "-", "--deletions", "--quiet"], in: scratch, input: line + "\n").code
        == 0)
    #expect(try await Program.run(["search", "pizza"] + Self.now, in: scratch).code == 1)
  }
}
