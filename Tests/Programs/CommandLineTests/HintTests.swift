import Foundation
import TestSupport
import Testing

@Suite("Hints and app catalogs on the command line")
struct HintTests {
  private static let moment = ["--at", "2026-03-20T08:35:00+01:00"]

  private static func line(
    _ name: String, program: String = "org.example.rail",
    relevance: String = #"{"date":{"from":"2026-03-20T08:35:00+01:00"}}"#
  ) -> String {
    let members = relevance.isEmpty ? "" : #","relevance":[\#(relevance)]"#
    return
      #"{"activityType":"\#(program).show","title":"Show \#(name)","userInfo":{"n":"\#(name)"}\#(members)}"#
      + "\n"
  }

  @Test("a hint is set, listed with its relevance, suggested as one, explained, and cleared")
  func life() async throws {
    let scratch = try Scratch()
    _ = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(18))
    let plain = try await Program.run(["suggest"] + Self.moment, in: scratch)
    let set = try await Program.run(["hint", "set", "-"], in: scratch, input: Self.line("ticket"))
    #expect(set.code == 0 && set.text == "org.example.rail has 1 hint now\n", "\(set.errors)")
    let list = try await Program.run(["hint", "list"] + Self.moment, in: scratch)
    #expect(
      list.lines == [
        "relevance\tprogram\tactivity\tbecause",
        "1.00\torg.example.rail\tShow ticket\tdate 100 % (08:35 today)",
      ])
    let later = try await Program.run(["hint", "list", "--at", "2026-03-20T09:15:00+01:00"], in: scratch)
    #expect(later.lines.last?.hasPrefix("0.24\t") == true)

    let suggested = try await Program.run(["suggest", "--details"] + Self.moment, in: scratch)
    let own = try #require(suggested.lines.first { $0.contains("Show ticket") })
    #expect(own.hasSuffix("\tShow ticket\torg.example.rail.show\thint of org.example.rail"))
    #expect(suggested.text.contains("\thint\t"))
    #expect(suggested.text.contains("org.example.rail suggests it: date 100 %"))
    #expect(!plain.text.contains("hint of"))

    let cleared = try await Program.run(["hint", "clear", "--program", "org.example.rail"], in: scratch)
    #expect(cleared.text == "cleared 1 hint\n")
    #expect(try await Program.run(["suggest"] + Self.moment, in: scratch).output == plain.output)
    let empty = try await Program.run(["hint", "list"], in: scratch)
    #expect(empty.code == 1 && empty.errors.hasPrefix("hunch: no unexpired hints"))
  }

  @Test("appointments become hints; a file that is not a calendar replaces nothing")
  func calendar() async throws {
    let scratch = try Scratch()
    let soon = Date().addingTimeInterval(7_200)
    let stamp = soon.formatted(
      .iso8601.year().month().day().dateSeparator(.omitted).time(includingFractionalSeconds: false)
        .timeSeparator(
          .omitted))
    func calendar(_ title: String) -> String {
      "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:7\r\nSUMMARY:\(title)\r\nDTSTART:\(stamp)Z\r\nDURATION:PT1H\r\n"
        + "RRULE:FREQ=DAILY\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    }
    try scratch.write("work.ics", calendar("Standup"))
    try scratch.write("notes.txt", "nothing\n")
    let rehearsed = try await Program.run(
      ["hint", "import", "work.ics", "--days", "3", "--dry-run"], in: scratch)
    #expect(
      rehearsed.lines.count == 3 && rehearsed.lines.allSatisfy { $0.hasSuffix("\tStandup") },
      "\(rehearsed.errors)")
    #expect(try !scratch.names().contains("store"))
    let set = try await Program.run(["hint", "import", "work.ics", "--days", "3"], in: scratch)
    #expect(set.code == 0 && set.text == "calendar has 3 hints now\n", "\(set.errors)")
    #expect(set.errors.contains("work.ics: 1 entry, 3 in these days"))
    let list = try await Program.run(["hint", "list"], in: scratch)
    #expect(list.lines.contains { $0.contains("\tcalendar\tStandup\t") }, "\(list.text)")
    // Each hint has its time, and the next one comes first.
    let tomorrow = try #require(list.lines.firstIndex { $0.hasSuffix(" tomorrow)") }, "\(list.text)")
    #expect(list.lines.suffix(from: tomorrow + 1).allSatisfy { $0.contains(" on 20") }, "\(list.text)")
    let full = try await Program.run(["hint", "import", "work.ics", "--days", "100", "--json"], in: scratch)
    let report = try full.object()
    #expect((report["set"] as? Int, report["leftOut"] as? Int) == (64, 36))
    let before = try await Program.run(["hint", "list"], in: scratch).lines.count
    for (file, code) in [("notes.txt", 65 as Int32), ("none.ics", 66), ("-", 66)] {
      let refused = try await Program.run(["hint", "import", "work.ics", file], in: scratch)
      #expect(refused.code == code, "\(file): \(refused.errors)")
    }
    #expect(try await Program.run(["hint", "import", "work.ics", "--days", "0"], in: scratch).code == 64)
    #expect(try await Program.run(["hint", "list"], in: scratch).lines.count == before)
  }

  @Test("a newer export leaves one hint of an appointment, alone or with the older one")
  func newerCalendar() async throws {
    let scratch = try Scratch()
    func calendar(_ sequence: Int, after hours: Double) -> String {
      let stamp = Date().addingTimeInterval(hours * 3_600).formatted(
        .iso8601.year().month().day().dateSeparator(.omitted).time(includingFractionalSeconds: false)
          .timeSeparator(.omitted))
      return
        "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:7\r\nSEQUENCE:\(sequence)\r\nSUMMARY:Choir \(sequence)\r\n"
        + "DTSTART:\(stamp)Z\r\nDURATION:PT1H\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    }
    try scratch.write("old.ics", calendar(0, after: 20))
    try scratch.write("new.ics", calendar(2, after: 30))
    for files in [["old.ics"], ["new.ics"], ["old.ics", "new.ics"], ["new.ics", "old.ics"]] {
      let set = try await Program.run(["hint", "import"] + files, in: scratch)
      #expect(set.text == "calendar has 1 hint now\n", "\(set.errors)")
      let list = try await Program.run(["hint", "list"], in: scratch)
      let titles = ["Choir 0", "Choir 2"].filter { list.text.contains($0) }
      #expect(titles == [files == ["old.ics"] ? "Choir 0" : "Choir 2"], "\(list.text)")
    }
    let both = try await Program.run(["hint", "import", "new.ics", "old.ics"], in: scratch)
    #expect(
      both.errors.contains("old.ics: 1 entry, 0 in these days, 1 outdated or doubled"), "\(both.errors)")
  }

  @Test("in JSON, the parts of a hint add up, and its program is named")
  func json() async throws {
    let scratch = try Scratch()
    _ = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(18))
    let set = try await Program.run(["hint", "set", "-", "--json"], in: scratch, input: Self.line("ticket"))
    #expect(set.text == #"{"list":"hints","program":"org.example.rail","set":1}"# + "\n")
    let list = try await Program.run(["hint", "list", "--json"] + Self.moment, in: scratch)
    let object = try list.object()
    let hint = try #require((object["hints"] as? [[String: Any]])?.first)
    #expect(hint["relevance"] as? Double == 1 && hint["role"] as? String == "action")
    #expect((hint["providers"] as? [[String: Any]])?.count == 1)
    let suggested = try await Program.run(
      ["suggest", "--json", "--why", "-n", "50"] + Self.moment, in: scratch)
    let answer = try suggested.object()
    let suggestions = try #require(answer["suggestions"] as? [[String: Any]])
    let sum = suggestions.reduce(answer["noneOfThese"] as? Double ?? .nan) {
      $0 + ($1["probability"] as? Double ?? .nan)
    }
    #expect(abs(sum - 1) < 1e-5)
    let hinted = suggestions.filter { $0["hintedBy"] as? String == "org.example.rail" }
    #expect(hinted.count == 1)
    for suggestion in suggestions {
      let explanation = try #require(suggestion["explanation"] as? [String: Any])
      let parts = try #require(explanation["contributions"] as? [[String: Any]])
      let sum = parts.reduce(0) { $0 + ($1["amount"] as? Double ?? .nan) }
      #expect(abs(sum - (explanation["score"] as? Double ?? .nan)) < 1e-3)
    }
  }

  @Test("setting replaces the whole list; a bad line, several programs or too many hints replace nothing")
  func replacing() async throws {
    let scratch = try Scratch()
    let (one, two) = (Self.line("a") + Self.line("b"), Self.line("c"))
    #expect(try await Program.run(["hint", "set", "-"], in: scratch, input: one).text.contains("2 hints"))
    #expect(try await Program.run(["hint", "set", "-"], in: scratch, input: two).code == 0)
    func titles() async throws -> [String] {
      try await Program.run(["hint", "list"] + Self.moment, in: scratch).lines.dropFirst()
        .map { String($0.split(separator: "\t")[2]) }
    }
    #expect(try await titles() == ["Show c"])
    let cases: [(input: String, arguments: [String], code: Int32, says: String)] = [
      (Self.line("d") + "{}\n", [], 65, "-:2: activityType: missing or null; it is required"),
      (Self.line("d") + Self.line("e", program: "org.example.air"), [], 65, "hints of 2 programs"),
      (
        Self.line("d", program: "org.example.air") + #"{"activityType":"a.b","program":"c"}"#,
        ["--program", "org.example.rail"], 65, "another program"
      ),
      ((0..<65).map { Self.line("n\($0)") }.joined(), [], 65, "more than 64"),
      (Self.line("d", relevance: #"{"routine":"lunch"}"#), [], 65, "relevance: hint.relevance"),
      (Self.line("d"), ["--catalogue"], 65, "an app catalog entry has relevance"),
      ("", [], 64, "name its program with --program"),
    ]
    for (input, arguments, code, says) in cases {
      let outcome = try await Program.run(["hint", "set", "-"] + arguments, in: scratch, input: input)
      #expect(outcome.code == code, "\(outcome.errors)")
      #expect(outcome.errors.contains(says), "\(outcome.errors)")
      #expect(outcome.output.isEmpty)
    }
    #expect(try await titles() == ["Show c"])
    #expect(try await Program.run(["hint", "set", "nowhere.jsonl"], in: scratch).code == 66)
    let emptied = try await Program.run(["hint", "set", "-", "--program", "org.example.rail"], in: scratch)
    #expect(emptied.text == "org.example.rail has 0 hints now\n")
    #expect(try await titles().isEmpty)
  }

  @Test(
    "P6: an app catalog is listed on request or without predictions, and never with a probability"
  )
  func catalogue() async throws {
    let scratch = try Scratch()
    let entries = Self.line("a", relevance: "") + Self.line("b", relevance: "")
    let set = try await Program.run(["hint", "set", "-", "--catalogue"], in: scratch, input: entries)
    #expect(set.text == "org.example.rail has 2 entries now\n")
    let nothing = try await Program.run(["suggest"] + Self.moment, in: scratch)
    #expect(nothing.code == 0)
    #expect(
      nothing.lines
        == ["a", "b"].map {
          "-\t-\tShow \($0)\torg.example.rail.show\tcatalogue of org.example.rail"
        })
    _ = try await Program.run(["import", "-"], in: scratch, input: SampleLog.days(18))
    #expect(
      try await !Program.run(["suggest", "-n", "50"] + Self.moment, in: scratch).text.contains("catalogue"))
    let asked = try await Program.run(
      ["suggest", "-n", "50", "--catalogue", "--json"] + Self.moment, in: scratch)
    let answer = try asked.object()
    #expect((answer["catalogue"] as? [[String: Any]])?.count == 2)
    #expect((answer["catalogue"] as? [[String: Any]])?.contains { $0["probability"] != nil } == false)
    #expect((answer["suggestions"] as? [Any])?.count == 6)
    let listed = try await Program.run(["hint", "list", "--catalogue"], in: scratch)
    #expect(listed.lines.count == 3)
    _ = try await Program.run(["hint", "clear", "--catalogue", "--program", "org.example.rail"], in: scratch)
    #expect(try await Program.run(["hint", "list", "--catalogue"], in: scratch).code == 1)
  }

  @Test("forgetting a program forgets its hints, and erases their bytes")
  func forgetting() async throws {
    let scratch = try Scratch()
    _ = try await Program.run(["hint", "set", "-"], in: scratch, input: Self.line("SECRET"))
    _ = try await Program.run(["forget", "--program", "org.example.rail"], in: scratch)
    #expect(try await Program.run(["hint", "list"], in: scratch).code == 1)
    let store = scratch.folder.appending(path: "store")
    for file in try FileManager.default.contentsOfDirectory(at: store, includingPropertiesForKeys: nil) {
      #expect(try Data(contentsOf: file).range(of: Data("SECRET".utf8)) == nil, "\(file.lastPathComponent)")
    }
  }

  @Test("routines are shown with their evidence, and are unknown without any")
  func routines() async throws {
    let outcome = try await Program.run(
      ["hint", "routines", "--log", "-", "--at", "2026-12-31T00:00:00Z"], in: Scratch(),
      input: SampleLog.days(18))
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.lines.first == "routine\tusual\trests on")
    #expect(outcome.lines.contains("waking, workdays\t08:04 ± 2 min\t13 days"), "\(outcome.text)")
    #expect(outcome.lines.contains { $0.hasPrefix("home\tunknown") })
    let json = try await Program.run(
      ["hint", "routines", "--log", "-", "--json", "--at", "2026-12-31T00:00:00Z"], in: Scratch(),
      input: SampleLog.days(18))
    let object = try json.object()
    #expect(object["donations"] as? Int == 90 && object["days"] as? Int == 18)
    let none = try await Program.run(["hint", "routines"], in: Scratch())
    #expect(none.code == 1 && none.output.isEmpty)
  }

  @Test(
    "each subcommand's help has an abstract and an example", arguments: ["set", "list", "clear", "routines"])
  func help(_ name: String) async throws {
    let outcome = try await Program.run(["hint", name, "--help"], in: Scratch())
    #expect(outcome.code == 0 && outcome.text.hasPrefix("OVERVIEW: "))
    #expect(outcome.text.contains("hunch hint \(name)"))
  }
}
