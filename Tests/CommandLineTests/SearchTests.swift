import Foundation
import TestSupport
import Testing

@Suite("Searching from the command line")
struct SearchTests {
  private static let log = """
    {"time":"2026-03-01T08:00:00+01:00","activityType":"org.example.notes.open","title":"Open the report","userInfo":{"note":1},"isEligibleForSearch":true,"keywords":["quarterly"]}
    {"time":"2026-03-02T08:00:00+01:00","activityType":"org.example.notes.open","title":"Open the report","userInfo":{"note":1},"isEligibleForSearch":true,"keywords":["quarterly"]}
    {"time":"2026-03-03T08:00:00+01:00","activityType":"org.example.notes.open","title":"Report an error","userInfo":{"note":2},"isEligibleForSearch":true,"expirationDate":"2026-03-20T00:00:00Z","persistentIdentifier":"n2"}
    {"time":"2026-03-04T08:00:00+01:00","activityType":"org.example.notes.open","title":"Secret report","userInfo":{"note":3},"persistentIdentifier":"n3"}
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

  @Test("prints lines of score, title, program, type, uses and last use, the best first")
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

  @Test("P16: what has expired at the moment is not found; nothing found is code 1")
  func expired() async throws {
    let scratch = try await Self.store()
    #expect(try await titles(["error"] + Self.now, in: scratch) == ["Report an error"])
    for (text, moment) in [("error", "2026-03-20T00:00:00Z"), ("report", "2026-05-01T00:00:00Z")] {
      let outcome = try await Program.run(["search", text, "--at", moment], in: scratch)
      #expect(outcome.code == 1)
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors == "hunch: nothing found\n")
    }
    #expect(try await titles(["error", "--at", "2026-03-19T23:59:59Z"], in: scratch) == ["Report an error"])
    let help = try await Program.run(["search", "--help"], in: scratch)
    #expect(help.lines.joined(separator: " ").contains("not used for 30 days"), "the help names the limit")
  }

  @Test("without words lists what can be found, newest use first; of one program if it is named")
  func everything() async throws {
    let scratch = try await Self.store()
    #expect(
      try await titles(Self.now, in: scratch) == ["Pepe's Pizza", "Report an error", "Open the report"])
    #expect(try await titles(Self.now + ["-n", "1"], in: scratch) == ["Pepe's Pizza"])
    #expect(try await titles(Self.now + ["--program", "org.example.notes"], in: scratch).count == 2)
    let nobody = try await Program.run(["search", "--user", "nobody"] + Self.now, in: scratch)
    #expect(nobody.code == 1)
    #expect(nobody.errors == "hunch: nothing can be found\n")
  }

  @Test("JSON tells all that is known, and is an object even if nothing is found")
  func json() async throws {
    let scratch = try await Self.store()
    let outcome = try await Program.run(["search", "pizza", "--json"] + Self.now, in: scratch)
    let object = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    #expect(object["text"] as? String == "pizza")
    let results = try #require(object["results"] as? [[String: Any]])
    #expect(results.count == 1)
    #expect(results[0]["title"] as? String == "Pepe's\tPizza")
    #expect(
      results[0]["link"] as? String == "missing", "row 50: its item is not indexed, it is found all the same")
    #expect((results[0]["activity"] as? [String: Any])?["activityType"] as? String == "org.example.maps.view")
    let nothing = try await Program.run(["search", "nowhere", "--json"] + Self.now, in: scratch)
    #expect(nothing.code == 1)
    let empty = try JSONSerialization.jsonObject(with: nothing.output) as? [String: Any]
    #expect((empty?["results"] as? [Any])?.isEmpty == true)
  }

  @Test("row 105: what one program's donation declares is offered to a text field, with its source")
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
      let began = arguments.contains("berlin") ? " that begins like that" : ""
      #expect(outcome.errors == "hunch: no donation offers a value of that kind\(began)\n")
    }
  }

  @Test("row 98: recents are every activity's newest donation, labelled as no ranking")
  func recent() async throws {
    let scratch = try await Self.store()
    let outcome = try await Program.run(["search", "--recent"] + Self.now, in: scratch)
    #expect(outcome.errors == "the newest donations first; this is no ranking\n")
    #expect(
      outcome.lines.map { $0.components(separatedBy: "\t")[1] }
        == ["Pepe's Pizza", "Secret report", "Report an error", "Open the report"])
    let notes = try await Program.run(
      ["search", "--recent", "-q", "-n", "2", "--program", "org.example.notes"] + Self.now, in: scratch)
    #expect(notes.lines.count == 2)
    #expect(notes.errors.isEmpty)
  }

  @Test("row 60: what is marked for public indexing is listed, and nothing else")
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

  @Test("P11: what is forgotten by its names, or with its item, is found no more")
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
    #expect(linked.text.contains("\"forgotten\":1,"))
    #expect(try await titles(Self.now, in: scratch) == ["Open the report"])
    #expect(
      try await Program.run(["search", "--content-type", "addressCity"] + Self.now, in: scratch).code == 1)
    #expect(try await Program.run(["doctor", "--quiet"], in: scratch).code == 0)
  }

  @Test("a log can say that what is linked to an item shall be forgotten")
  func deletionLine() async throws {
    let scratch = try await Self.store()
    let line = #"{"type":"delete","time":"2026-03-09T00:00:00Z","relatedUniqueIdentifier":"p1"}"#
    #expect(try await Program.run(["import", "-", "--quiet"], in: scratch, input: line + "\n").code == 0)
    #expect(try await Program.run(["search", "pizza"] + Self.now, in: scratch).code == 1)
  }
}
