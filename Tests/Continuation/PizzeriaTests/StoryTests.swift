import Foundation
import TestSupport
import Testing

/// Each line is a separate process; all share what they remember through the store.
@Suite("Pizzeria: browse, view, quit, and continue from a suggestion the next day")
struct StoryTests {
  private static let office = "52.50,13.42"
  private static let home = "52.54,13.41"
  private static let daNina = ["Da Nina: Lindengasse 12, Berlin, 10999, Germany, +49 30 555 0112"]

  /// Four workdays: Da Nina at noon near the office, Forno Vecchio in the evening near home.
  private static func week() async throws -> World {
    let world = try World()
    for day in 2...5 {
      let noon = "2026-03-0\(day)T12:10:00+01:00"
      let evening = "2026-03-0\(day)T19:30:00+01:00"
      for (name, place, moment) in [("Da Nina", office, noon), ("forno-vecchio", home, evening)] {
        let outcome = try await world.pizzeria("view", name, "--near", place, "--at", moment)
        #expect(outcome.code == 0, "\(outcome.errors)")
      }
    }
    return world
  }

  /// The titles of the suggestions, most likely first.
  private func suggested(_ world: World, near place: String, at moment: String) async throws -> [String] {
    try await world.pizzeria("suggest", "--near", place, "--at", moment).lines.map { line in
      line.components(separatedBy: "%  ").last?.components(separatedBy: ":").first ?? line
    }
  }

  /// The fields of all donations in the store, read by another program.
  private func donations(_ world: World) async throws -> [[String: Any]] {
    try await world.hunch("export").lines.compactMap {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }

  @Test("browse lists the nearest first, view shows a place, whichever way its name is written")
  func browsing() async throws {
    let world = try World()
    let list = try await world.pizzeria("browse", "--near", Self.office)
    #expect(list.code == 0, "\(list.errors)")
    #expect(list.lines.first == "Da Nina, Berlin  0 km")
    #expect(list.lines.count == 6)
    #expect(list.lines.last == "Red Oven, Portland  8340 km")
    #expect(
      try await world.pizzeria("browse").lines.first == "Chez Paolo, Paris", "by name, if nobody knows where")
    for name in ["Da Nina", "da nina", "da-nina"] {
      #expect(try await world.pizzeria("view", name).lines == Self.daNina)
    }
  }

  @Test(
    "what was viewed at noon near the office is suggested there and then, the other one in the evening at home"
  )
  func suggesting() async throws {
    let world = try await Self.week()
    let noon = try await suggested(world, near: Self.office, at: "2026-03-06T12:05:00+01:00")
    #expect(noon == ["View Da Nina"], "and nothing that is hardly wanted now")
    let evening = try await suggested(world, near: Self.home, at: "2026-03-06T19:25:00+01:00")
    #expect(evening == ["View Forno Vecchio", "View Da Nina"])
  }

  @Test(
    "continue shows it in a process that never saw it; its donation is marked as suggested, all others are not"
  )
  func continuing() async throws {
    let world = try await Self.week()
    let place = ["--near", Self.office, "--at", "2026-03-06T12:06:00+01:00"]
    let outcome = try await world.run("pizzeria", ["continue"] + place)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.lines == Self.daNina)
    let donations = try await donations(world)
    #expect(donations.count == 9)
    let marked = donations.filter { $0["source"] as? String == "suggestion" }
    #expect(marked.count == 1)
    #expect(marked.first?["time"] as? String == "2026-03-06T12:06:00+01:00")
    #expect(marked.first?["title"] as? String == "View Da Nina")
  }

  @Test("continue uses the suggestion of a rank, and rejects a missing rank")
  func continuingByRank() async throws {
    let world = try await Self.week()
    let evening = ["--near", Self.home, "--at", "2026-03-06T19:25:00+01:00"]
    #expect(try await world.run("pizzeria", ["continue", "2"] + evening).lines == Self.daNina)
    let none = try await world.run("pizzeria", ["continue", "7"] + evening)
    #expect(none.code == 1)
    #expect(none.errors == "pizzeria: there is no suggestion 7; `pizzeria suggest` lists them\n")
  }

  @Test(
    "row 100: hunch open starts the program, which was not running, and it shows what was chosen: one process after the other"
  )
  func fromOutside() async throws {
    let world = try await Self.week()
    let page = try await world.hunch("open", "View Da Nina", "--print")
    #expect(page.lines == ["https://pizza.example.org/place/da-nina"], "without a manifest, its page")
    #expect(try await world.pizzeria("install").code == 0)
    let preview = try await world.hunch("open", "View Da Nina", "--print", "--json")
    let report = try #require(
      try JSONSerialization.jsonObject(with: preview.output) as? [String: Any])
    #expect(report["kind"] as? String == "continuation")
    #expect(report["program"] as? String == "org.example.pizzeria")
    let target = try #require(report["target"] as? String)
    #expect(
      target.contains(#""userInfo":{"place":"da-nina"}"#), "what it needs, and no telephone number: \(target)"
    )
    let identity = try #require(report["identity"] as? String)
    for arguments in [["View Da Nina"], ["View Da Nina", "--yes"], [identity]] {
      let refused = try await world.run("hunch", ["open"] + arguments)
      #expect(refused.code == 64 && refused.lines.isEmpty && refused.errors.contains("place"), "\(arguments)")
    }
    let opened = try await world.hunch("open", identity, "--yes")
    #expect(opened.code == 0, "\(opened.errors)")
    #expect(opened.lines == Self.daNina, "the screen of the other process")
    #expect(opened.errors.contains("for org.example.pizzeria"))
    let records = try await donations(world)
    #expect(records.filter { $0["source"] as? String == "suggestion" }.count == 1)
    #expect(records.filter { $0["verdict"] as? String == "accepted" }.count == 1)
    let left = try FileManager.default.contentsOfDirectory(atPath: world.folder.path)
    #expect(!left.contains { $0.hasPrefix("hunch-continue-") }, "\(left)")
  }

  @Test("a file that is handed over is taken once, and only if it is an activity that the program continues")
  func handedOver() async throws {
    let world = try World()
    let path = world.folder.appending(path: "activity.json")
    let line =
      #"{"v":1,"activityType":"org.example.pizzeria.places.view-place","title":"x","userInfo":{"place":"da-nina"}}"#
    try Data(line.utf8).write(to: path)
    #expect(try await world.pizzeria("continue", "--activity", path.path).lines == Self.daNina)
    #expect(try await world.pizzeria("continue", "--activity", path.path).code == 66, "it is gone")
    for (text, code) in [
      ("{", 66), (line.replacing("view-place", with: "burn"), 65), (line.replacing("da-nina", with: "x"), 65),
    ] as [(String, Int32)] {
      try Data(text.utf8).write(to: path)
      #expect(try await world.pizzeria("continue", "--activity", path.path).code == code, "\(text)")
    }
  }

  @Test("a place opens by the program's scheme and by its web page, and is not donated as suggested")
  func opening() async throws {
    let world = try World()
    for url in [
      "pizzeria://place/da-nina", "PIZZERIA://place/da-nina", "https://pizza.example.org/place/da-nina",
    ] {
      #expect(try await world.pizzeria("open", url).lines == Self.daNina, "\(url)")
    }
    #expect(try await world.pizzeria("open", "pizzeria://places").lines.count == 6, "an action without input")
    #expect(
      try await donations(world).allSatisfy { $0["source"] == nil || $0["source"] as? String == "user" })
    #expect(try await donations(world).count == 4)
  }

  @Test("search finds what was viewed, and nothing else; complete offers its address, to other programs too")
  func finding() async throws {
    let world = try await Self.week()
    let now = ["--at", "2026-03-06T12:00:00+01:00"]
    let found = try await world.run("pizzeria", ["search", "nina"] + now)
    #expect(found.lines == ["View Da Nina: Lindengasse 12, Berlin, 10999, Germany"])
    #expect(try await world.run("pizzeria", ["search", "PIZZ"] + now).lines.count == 2, "a keyword of both")
    let unseen = try await world.run("pizzeria", ["search", "gatto"] + now)
    #expect(unseen.code == 1)
    #expect(unseen.errors == "pizzeria: nothing found\n")
    let address = "Lindengasse 12, Berlin, 10999, Germany"
    #expect(
      try await world.run("pizzeria", ["complete", "fullStreetAddress", "linden"] + now).lines == [address])
    let elsewhere = try await world.run(
      "hunch", ["search", "--content-type", "fullStreetAddress", "linden"] + now)
    #expect(elsewhere.text.contains(address), "\(elsewhere.errors)")
    #expect(elsewhere.text.contains("org.example.pizzeria"), "and says whose it is")
    #expect(try await world.run("pizzeria", ["complete", "emailAddress"] + now).code == 1)
  }

  @Test("share prints the web page of the current activity")
  func sharing() async throws {
    let outcome = try await World().pizzeria("share", "Da Nina")
    #expect(outcome.lines == Self.daNina + ["https://pizza.example.org/place/da-nina"])
  }

  @Test("forget removes it from suggest, search and complete, in all programs, and keeps the rest")
  func forgetting() async throws {
    let world = try await Self.week()
    let noon = ["--near", Self.office, "--at", "2026-03-06T12:05:00+01:00"]
    #expect(try await world.run("pizzeria", ["forget", "da nina"] + noon).text == "forgot 4 visits\n")
    let left = try await suggested(world, near: Self.office, at: "2026-03-06T12:05:00+01:00")
    #expect(left == ["View Forno Vecchio"])
    #expect(try await world.run("pizzeria", ["search", "nina"] + noon).code == 1)
    let cities = try await world.run("pizzeria", ["complete", "fullStreetAddress"] + noon)
    #expect(cities.lines == ["Am Speicher 4, Berlin, 10437, Germany"])
    #expect(try await donations(world).allSatisfy { $0["title"] as? String == "View Forno Vecchio" })
    let again = try await world.run("pizzeria", ["forget", "da nina"] + noon)
    #expect(again.code == 1)
    #expect(again.errors == "pizzeria: there was nothing to forget\n")
  }

  @Test("explain names every gate, and leaves no trace")
  func explaining() async throws {
    let world = try World()
    let outcome = try await world.pizzeria("explain", "Da Nina")
    #expect(outcome.lines.first == "publishing View Place of Places: open")
    #expect(outcome.lines.contains("  yes  use: hand-off"))
    #expect(outcome.lines.contains("  NO   use: public indexing: publicIndexing is not listed"))
    #expect(!outcome.text.contains("hint"), "a model program gives no reason for advice")
    #expect(try await donations(world).isEmpty)
  }

  @Test(
    "errors state the fault and the fix, with a code of sysexits",
    arguments: [
      (["view", "Nowhere"], 64, "`pizzeria browse` lists them"),
      (["open", "pizzeria://place/nowhere"], 65, "there is no such pizzeria"),
      (["open", "pizzeria://nowhere"], 65, "no action here matches that URL"),
      (["open", "other://place/da-nina"], 65, "no action here matches that URL"),
      (["open", "nowhere"], 64, "write a URL like pizzeria://place/da-nina"),
      (["complete", "shoeSize"], 64, "fullStreetAddress"),
      (["suggest"], 1, "view a pizzeria first"),
      (["browse", "--at", "yesterday"], 64, "--at"),
      (["browse", "--near", "52.5"], 64, "like 52.52,13.405"),
      (["browse", "--near", "99,0"], 64, "latitude"),
      (["browse", "--store", "/"], 69, "folder"),
      (["browse", "--manifest", "missing.json"], 66, "missing.json cannot be read"),
    ])
  func errors(_ arguments: [String], _ code: Int32, _ words: String) async throws {
    let outcome = try await World().run("pizzeria", arguments)
    #expect(outcome.code == code, "\(outcome.errors)")
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(outcome.text.isEmpty)
  }
}
