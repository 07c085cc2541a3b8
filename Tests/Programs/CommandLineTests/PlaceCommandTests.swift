import Foundation
import TestSupport
import Testing

@Suite("Places by name")
struct PlaceCommandTests {
  /// Three weeks of a person who reads mail at one place and listens to music at another.
  private static func log(user: String = "me", named: Bool = false) -> String {
    (1...21).flatMap { day in
      let date = "2026-03-" + (day < 10 ? "0" : "") + "\(day)"
      return [
        line(user, "\(date)T10:00:00+01:00", "mail.open", "Open the inbox", 52.5, named ? "Office" : nil),
        line(user, "\(date)T14:00:00+01:00", "mail.open", "Open the inbox", 52.5001, named ? "office" : nil),
        line(user, "\(date)T10:30:00+01:00", "player.play", "Play Blue in Green", 52.6, nil),
        line(user, "\(date)T14:30:00+01:00", "player.play", "Play Blue in Green", 52.6, nil),
      ]
    }.joined(separator: "\n") + "\n"
  }

  private static func line(
    _ user: String, _ time: String, _ type: String, _ title: String, _ latitude: Double, _ name: String?
  ) -> String {
    let called = name.map { #","name":"\#($0)""# } ?? ""
    return
      #"{"v":1,"user":"\#(user)","time":"\#(time)","activityType":"org.example.\#(type)","title":"\#(title)","location":{"latitude":\#(latitude),"longitude":13.4\#(called)}}"#
  }

  private static let now = ["--at", "2026-03-22T12:00:00+01:00"]

  private func run(_ arguments: String..., in scratch: Scratch, code: Int32 = 0) async throws -> ProcessRun {
    let run = try await Program.run(arguments, in: scratch)
    #expect(run.code == code, "\(arguments): \(run.errors)")
    return run
  }

  private func filled() async throws -> Scratch {
    let scratch = try Scratch()
    let imported = try await Program.run(["import", "-"], in: scratch, input: Self.log())
    #expect(imported.code == 0)
    return scratch
  }

  /// The probability of the activity at 52.6 north.
  private static func music(near place: String, in scratch: Scratch) async throws -> Double {
    let run = try await Program.run(["suggest", "--near", place] + now, in: scratch)
    let line = try #require(run.lines.first { $0.contains("Play Blue in Green") }, "\(run.errors)")
    return try #require(Double(line.split(separator: "\t")[1]))
  }

  private static func json(_ run: ProcessRun) throws -> [[String: Any]] {
    try #require(try JSONSerialization.jsonObject(with: run.output) as? [[String: Any]])
  }

  @Test("queries accept a name in place of its position")
  func questions() async throws {
    let scratch = try await filled()
    _ = try await run("place", "add", "office", "52.5,13.4", in: scratch)
    _ = try await run("place", "add", "the lake", "52.6,13.4", in: scratch)
    for (name, position) in [("OFFICE", "52.5,13.4"), ("the lake", "52.6,13.4")] {
      for command in [["suggest"], ["why", "Open the inbox"]] {
        let arguments = command + Self.now
        let one = try await Program.run(arguments + ["--near", name], in: scratch)
        let other = try await Program.run(arguments + ["--near", position], in: scratch)
        #expect(one.code == 0 && other.code == 0 && !one.text.isEmpty, "\(one.errors)\(other.errors)")
        #expect(one.text == other.text, "\(command) \(name)")
      }
    }
    #expect(try await Self.music(near: "the lake", in: scratch) > Self.music(near: "office", in: scratch))
  }

  @Test("a hint for a place is relevant at the named place, and one for a routine at the routine's")
  func hints() async throws {
    let scratch = try await filled()
    try scratch.write(
      "hints.jsonl",
      """
      {"activityType":"org.example.rail.show","relevance":[{"place":{"latitude":52.5,"longitude":13.4,"radius":100}}]}
      {"activityType":"org.example.rail.ask","relevance":[{"routine":"gym"}]}

      """)
    _ = try await run("hint", "set", "hints.jsonl", "--program", "org.example.rail", in: scratch)
    _ = try await run("place", "add", "Gym", "52.5,13.4", in: scratch)
    func relevance(_ place: String) async throws -> [Double] {
      let found = try await Program.run(["hint", "list", "--json", "--near", place] + Self.now, in: scratch)
      let object = try found.object()
      let hints = try #require(object["hints"] as? [[String: Any]])
      return hints.compactMap { $0["relevance"] as? Double }.sorted()
    }
    #expect(try await relevance("gym") == [1, 1])
    #expect(try await relevance("52.5,13.4").first ?? 1 < 1, "nothing says that this is a gym")
  }

  @Test("a donation, a rule and a deletion take names")
  func changes() async throws {
    let scratch = try await filled()
    _ = try await run("place", "add", "Office", "52.5,13.4", in: scratch)
    _ = try await run("donate", "--type", "org.example.a.b", "--near", "office", "--id", "1", in: scratch)
    _ = try await run(
      "donate", "--type", "org.example.a.b", "--near", "office", "--place-name", "Desk", "--id", "2",
      in: scratch)
    struct Donation: Decodable {
      struct Location: Decodable, Hashable {
        let latitude, longitude: Double
        let name: String?
      }
      let location: Location?
    }
    let donations = try await run("export", in: scratch).jsonLines(as: Donation.self).suffix(2)
    #expect(
      Set(donations.map(\.location))
        == [
          .init(latitude: 52.5, longitude: 13.4, name: "Office"),
          .init(latitude: 52.5, longitude: 13.4, name: "Desk"),
        ])
    _ = try await run("rules", "add", "--drop", "--near", "office", "--within", "100", in: scratch)
    let kept = try await run("donate", "--type", "org.example.a.c", "--near", "52.5,13.4", in: scratch)
    #expect(kept.errors.contains("filtered"))
    let dry = try await run("forget", "--near", "OFFICE", "--within", "100", "--dry-run", in: scratch)
    #expect(dry.lines.first == "would forget 44 donations")
    _ = try await run("forget", "--near", "office", "--within", "100", in: scratch)
    #expect(try await run("export", in: scratch).lines.count == 42)
    _ = try await run("suggest", "--near", "office", "--at", "2026-03-22T12:00:00+01:00", in: scratch)
  }

  @Test("names in donations are known, in a log and in a store; the user's own names come first")
  func donated() async throws {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", Self.log(named: true))
    let log = ["--log", "log.jsonl"]
    let named = try await Program.run(["suggest", "--near", "OFFICE"] + log + Self.now, in: scratch)
    let there = try await Program.run(["suggest", "--near", "52.5001,13.4"] + log + Self.now, in: scratch)
    #expect(named.code == 0 && named.text == there.text, "\(named.errors)")
    let list = try await Program.run(["place", "list", "--json"] + log, in: scratch)
    let rows = try Self.json(list)
    #expect(rows.map { $0["kind"] as? String } == ["donated", "learned"])
    #expect(rows[0]["name"] as? String == "office" && rows[0]["latitude"] as? Double == 52.5001)
    _ = try await run("import", "log.jsonl", in: scratch)
    let imported = try await Program.run(["suggest", "--near", "office"] + Self.now, in: scratch)
    #expect(imported.text == there.text)
    let before = try await Self.music(near: "office", in: scratch)
    _ = try await run("place", "add", "office", "52.6,13.4", in: scratch)
    #expect(try await Self.music(near: "office", in: scratch) > before)
  }

  @Test("named places and learned ones without a name are listed")
  func list() async throws {
    let scratch = try await filled()
    #expect(
      try await run("place", "list", in: scratch).lines == [
        "kind\tname\tposition\tdonations\tdays\twhen",
        "learned\t\t52.5001,13.4000\t42\t21\tmostly 10:00–15:00",
        "learned\t\t52.6000,13.4000\t42\t21\tmostly 10:00–15:00",
      ])
    _ = try await run("place", "add", "work", "52.501,13.4", in: scratch)
    _ = try await run("place", "add", "Attic", "48,2", in: scratch)
    #expect(
      try await run("place", "list", in: scratch).lines.dropFirst() == [
        "named\tAttic\t48.0000,2.0000\t\t\t", "named\twork\t52.5010,13.4000\t42\t21\tmostly 10:00–15:00",
        "learned\t\t52.6000,13.4000\t42\t21\tmostly 10:00–15:00",
      ])
    #expect(try await run("place", "list", "-n", "1", "--user", "nobody", in: scratch, code: 1).text.isEmpty)
    let nothing = try await run("place", "list", in: Scratch(), code: 1)
    #expect(nothing.errors.contains("no store"))
  }

  @Test("adding, moving, renaming and removing report in JSON, and print nothing else to scripts")
  func commands() async throws {
    let scratch = try Scratch()
    let added = try await run("place", "add", "home", "-33.9,151.2", in: scratch)
    #expect(added.text.isEmpty && added.errors.isEmpty)
    _ = try await run("place", "add", "home", "-33.9,151.2", in: scratch)
    let taken = try await run("place", "add", "HOME", "1,2", in: scratch, code: 64)
    #expect(taken.errors.contains("another place has that name"))
    let moved = try await run("place", "add", "HOME", "1,2", "--replace", "--json", in: scratch)
    #expect(moved.text == #"{"kind":"named","latitude":1,"longitude":2,"name":"HOME"}"# + "\n")
    _ = try await run("place", "rename", "home", "cabin", in: scratch)
    _ = try await run("place", "rename", "home", "cabin", in: scratch, code: 1)
    _ = try await run("place", "add", "work", "3,4", "--user", "ada", in: scratch)
    _ = try await run("place", "remove", "work", in: scratch, code: 1)
    _ = try await run("place", "remove", "WORK", "--user", "ada", in: scratch)
    let removed = try await run("place", "remove", "CABIN", "--json", in: scratch)
    #expect(try removed.object()["name"] as? String == "cabin")
    _ = try await run("place", "list", in: scratch, code: 1)
    _ = try await run("place", "remove", "cabin", in: try Scratch(), code: 1)
  }

  @Test(
    "invalid names and positions are rejected with a solution",
    arguments: [
      (["1,2", "3,4"], "must not read like a position"), ([" ", "3,4"], "name must not be empty"),
      (["home\u{7}", "3,4"], "U+0007"), (["home", "3"], "degrees north and east"),
      (["home", "91,0"], "latitude is out of range"), (["home"], "Missing position"),
      (["the", "lake", "3,4"], "quote a name"), (["home", "3,4", "--frob"], "--frob"),
      ([String(repeating: "a", count: 65), "3,4"], "at most 64 characters"),
    ])
  func refused(arguments: [String], says: String) async throws {
    let scratch = try Scratch()
    let run = try await Program.run(["place", "add"] + arguments, in: scratch)
    #expect(run.code == 64 && run.errors.contains(says), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: scratch.path("store")))
  }

  @Test(
    "an unknown name is an error with a solution, and on a terminal with a similar name")
  func unknown() async throws {
    let scratch = try await filled()
    _ = try await run("place", "add", "Office", "52.5,13.4", in: scratch)
    let run = try await run("suggest", "--near", "ofice", in: scratch, code: 64)
    #expect(run.errors.contains("hunch place list") && !run.errors.contains("Office"), "\(run.errors)")
    guard TerminalRun.isPossible else { return }
    let screen = try await TerminalRun.run(
      "hunch suggest --near ofice", in: scratch, columns: 120, hasColours: false)
    #expect(
      screen.code == 64 && screen.lines.contains { $0.contains("did you mean Office?") }, "\(screen.lines)")
  }

  @Test(
    "a terminal gets confirmations, and proposals to name learned places",
    .enabled(if: TerminalRun.isPossible))
  func terminal() async throws {
    let scratch = try await filled()
    func drawn(_ command: String) async throws -> [String] {
      let screen = try await TerminalRun.run(command, in: scratch, columns: 120, hasColours: false)
      #expect(screen.code == 0, "\(screen.lines)")
      return screen.lines.filter { !$0.isEmpty }
    }
    let offered = try await drawn("hunch place list")
    #expect(offered.contains("  hunch place add NAME 52.6000,13.4000"), "\(offered)")
    for (command, words) in [
      ("add home 52.6,13.4", "home is at 52.6000,13.4000"),
      ("add home 52.6,13.4", "home already exists; nothing changed"),
      ("rename home attic", "renamed to attic"),
      ("remove attic", "removed attic, which was at 52.6000,13.4000"),
    ] {
      #expect(try await drawn("hunch place \(command)") == [words])
    }
    #expect(try await drawn("hunch place add home 52.6,13.4 --quiet").isEmpty)
  }

  @Test("routines and alternatives have the names of their places")
  func names() async throws {
    let scratch = try Scratch()
    let lines = (2...20).flatMap { day in
      let date = "2026-03-" + (day < 10 ? "0" : "") + "\(day)"
      return [("07:00", 52.6), ("09:30", 52.5), ("12:00", 52.5), ("16:00", 52.5), ("22:00", 52.6)].map {
        Self.line("me", "\(date)T\($0.0):00+01:00", $0.1 == 52.6 ? "tea" : "mail", "Do it", $0.1, nil)
      }
    }
    _ = try await Program.run(["import", "-"], in: scratch, input: lines.joined(separator: "\n") + "\n")
    let now = ["--at", "2026-03-20T23:00:00+01:00"]
    let before = try await Program.run(["routines"] + now, in: scratch)
    #expect(before.lines.contains { $0.hasPrefix("home\t52.6000,13.4000\t") }, "\(before.text)")
    _ = try await run("place", "add", "Villa Kunterbunt", "52.6,13.4", in: scratch)
    let routines = try await Program.run(["routines"] + now, in: scratch)
    #expect(routines.lines.contains { $0.hasPrefix("home\tVilla Kunterbunt\t") }, "\(routines.text)")
    #expect(
      try await Program.run(["routines", "--json"] + now, in: scratch).text.contains("Villa Kunterbunt"))
    let why = try await Program.run(
      ["why", "org.example.tea", "--at", "2026-03-20T12:10:00+01:00", "--near", "52.5,13.4"], in: scratch)
    #expect(!why.text.contains("52.6"), "\(why.text)")
  }

  @Test("forgetting everything removes the names; a dry run reports them")
  func forgotten() async throws {
    let scratch = try await filled()
    _ = try await run("place", "add", "Zebraplace", "52.5,13.4", in: scratch)
    let dry = try await run("forget", "--all", "--dry-run", in: scratch)
    #expect(dry.lines.contains("place\t1\tnamed by you"), "\(dry.text)")
    let done = try await run("forget", "--all", "--json", in: scratch)
    #expect(try done.object()["places"] as? Int == 1)
    #expect(try scratch.read("store/donations.sqlite").range(of: Data("Zebraplace".utf8)) == nil)
    _ = try await run("place", "list", in: scratch, code: 1)
  }

  @Test("an encrypted store keeps names through a change of key and decryption")
  func encrypted() async throws {
    let scratch = try Scratch()
    _ = try await run("place", "add", "Zebraplace", "52.5,13.4", in: scratch)
    _ = try await run("encrypt", "--new-key-file", "a.key", in: scratch)
    #expect(try scratch.read("store/donations.sqlite").range(of: Data("Zebraplace".utf8)) == nil)
    _ = try await run("encrypt", "--rotate", "--key-file", "a.key", "--new-key-file", "b.key", in: scratch)
    let listed = try await run("place", "list", "--key-file", "b.key", in: scratch)
    #expect(listed.lines.last == "named\tZebraplace\t52.5000,13.4000\t\t\t")
    _ = try await run("decrypt", "--key-file", "b.key", "--yes", in: scratch)
    #expect(try await run("place", "list", in: scratch).lines == listed.lines)
  }

  @Test(
    "names are imported from other programs' files; none moves to another place, and a second import adds nothing"
  )
  func imported() async throws {
    let scratch = try Scratch()
    try scratch.write(
      "points.gpx",
      "<gpx><wpt lat=\"52.5\" lon=\"13.4\"><name>Office</name></wpt><wpt lat=\"52.6\" lon=\"13.4\"><name>The lake</name></wpt><wpt lat=\"1\" lon=\"1\"><name>1,1</name></wpt></gpx>"
    )
    _ = try await run("place", "add", "office", "48.1,11.5", in: scratch)
    let rehearsed = try await run("place", "import", "points.gpx", "--dry-run", in: scratch)
    #expect(rehearsed.lines.first == "The lake\t52.6000,13.4000")
    #expect(
      rehearsed.errors.contains("would name 1 place, 0 named before, 2 skipped"), "\(rehearsed.errors)")
    let named = try await run("place", "import", "points.gpx", in: scratch)
    #expect(named.lines.count == 3 && named.lines[0] == "The lake\t52.6000,13.4000")
    #expect(named.lines[1].hasPrefix("Office\t\tanother place has that name"), "\(named.lines)")
    #expect(named.lines[2].hasPrefix("1,1\t\tthe name of a place must not read like a position"))
    #expect(!named.errors.contains("Office"))
    let again = try await run("place", "import", "points.gpx", "--json", in: scratch)
    let report = try again.object()
    #expect(report["known"] as? Int == 1)
    #expect((report["added"] as? [Any])?.isEmpty == true)
    #expect(
      (report["leftOut"] as? [[String: Any]])?.compactMap { $0["name"] as? String } == ["Office", "1,1"])
    let places = try await run("place", "list", "--json", in: scratch)
    #expect(try Self.json(places).compactMap { $0["latitude"] as? Double }.sorted() == [48.1, 52.6])
  }

  @Test("a name that contains a secret is skipped, and neither stored nor shown")
  func secretNames() async throws {
    let scratch = try Scratch()
    let token = "gh" + "p_Ab3dEf6hIj9kLmN0pQrStUvWxYz12345678"
    try scratch.write(
      "points.gpx",
      "<gpx><wpt lat=\"52.5\" lon=\"13.4\"><name>Door \(token)</name></wpt><wpt lat=\"52.6\" lon=\"13.4\"><name>Cabin, wifi password: Sommer417!</name></wpt><wpt lat=\"52.7\" lon=\"13.4\"><name>The lake</name></wpt></gpx>"
    )
    let named = try await run("place", "import", "points.gpx", in: scratch)
    #expect(named.lines == ["The lake\t52.7000,13.4000"])
    #expect(
      named.errors.contains(
        "named 1 place, 0 named before, 2 skipped, 2 of them because the name contains a secret"),
      "\(named.errors)")
    let places = try await run("place", "list", in: scratch)
    for text in [named.text + named.errors, places.text] {
      #expect(!text.contains(token) && !text.contains("Sommer417"))
    }
  }

  @Test("files that have no names, are foreign or do not exist are rejected without a change")
  func refusedFiles() async throws {
    let scratch = try Scratch()
    try scratch.write(
      "track.gpx",
      "<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"1\"><time>2024-01-01T00:00:00Z</time></trkpt></trkseg></trk></gpx>"
    )
    try scratch.write("notes.txt", "nothing\n")
    let track = try await run("place", "import", "track.gpx", in: scratch, code: 1)
    #expect(track.errors.contains("hunch import --track"), "\(track.errors)")
    let foreign = try await run("place", "import", "notes.txt", in: scratch, code: 65)
    #expect(foreign.errors.contains("notes.txt: not a file of locations"), "\(foreign.errors)")
    _ = try await run("place", "import", "none.gpx", in: scratch, code: 66)
    _ = try await run("place", "import", "-", in: scratch, code: 66)
    #expect(try !scratch.names().contains("store"))
  }
}
