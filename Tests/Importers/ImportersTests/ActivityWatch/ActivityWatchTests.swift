import Activities
import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import Importers

@Suite("ActivityWatch")
struct ActivityWatchTests {
  private let importer = ActivityWatchImporter()

  /// An event `seconds` after eight o'clock.
  private func event(_ seconds: Int, _ duration: Double, _ data: String) -> String {
    let time = ActivityWatchFixture.time(1_709_539_200 + Int64(seconds)).dropLast() + ".250000+00:00"
    return #"{"id": 1, "timestamp": "\#(time)", "duration": \#(duration), "data": {\#(data)}}"#
  }

  private func window(_ seconds: Int, _ duration: Double, _ app: String, _ title: String = "t") -> String {
    event(seconds, duration, #""app": "\#(app)", "title": "\#(title)""#)
  }

  private func bucket(
    _ id: String, _ type: String, _ events: [String], client: String = "aw-watcher-x", host: String = "laptop"
  ) -> String {
    #"{"id": "\#(id)", "created": "2024-01-01T00:00:00+00:00", "name": null, "type": "\#(type)", "client": "\#(client)", "#
      + #""hostname": "\#(host)", "data": {"id": "other"}, "events": [\#(events.joined(separator: ","))]}"#
  }

  private func export(_ buckets: [String]) -> String {
    let members = buckets.enumerated().map { #""bucket.\#($0)": \#($1)"# }
    return #"{"buckets": {\#(members.joined(separator: ","))}}"#
  }

  private func seconds(_ donations: [Donation]) -> [Int64] {
    donations.map { $0.context.instant.milliseconds / 1_000 - 1_709_539_200 }
  }

  @Test("a program has one identity under all its names, and has Android's label")
  func programs() async throws {
    let names = ["firefox", "Firefox", "firefox.exe", "org.mozilla.firefox", "Navigator"]
    let windows = names.enumerated().map { window($0 * 60, 5, $1) }
    let phone = [
      event(600, 5, #""app": "Signal", "package": "org.thoughtcrime.securesms""#),
      event(660, 5, #""app": "Roof Planner", "package": "com.example.a1""#),
    ]
    let (donations, _) = try await ImportRun.donations(
      of: export([bucket("w", "currentwindow", windows), bucket("p", "currentwindow", phone, host: "phone")]),
      by: importer)
    #expect(Set(donations.prefix(5).map(\.identity)).count == 1)
    #expect(
      donations.map(\.activity.title)
        == Array(repeating: "Use Firefox", count: 5) + ["Use Signal", "Use Roof Planner"])
    #expect(donations.last?.text("app") == "com.example.a1")
    #expect(donations.last?.activity.keywords.contains("Roof Planner") == true)
  }

  @Test("consecutive events of one program are one use, in either order of reading")
  func uses() async throws {
    let events = [
      window(0, 55, "firefox", "News"), window(60, 25, "firefox", "Mail"), window(90, 295, "Alacritty"),
      window(390, 5, "Google Chrome"), window(400, 95, "Alacritty"), window(510, 5, "Alacritty"),
      window(514, 0, "unknown"), window(515, 9, "Code.exe"),
    ]
    for events in [events, events.reversed()] {
      let (donations, report) = try await ImportRun.donations(
        of: export([bucket("w", "currentwindow", events)]), by: importer)
      #expect(seconds(donations) == [0, 90, 390, 400, 510, 515])
      #expect(
        donations.map(\.activity.title)
          == [
            "Use Firefox", "Use Alacritty", "Use Google Chrome", "Use Alacritty", "Use Alacritty",
            "Use Visual Studio Code",
          ])
      #expect(donations.map { $0.text("app") }[2] == "google-chrome")
      #expect(donations.map(\.details.duration) == [85, 295, 5, 95, 5, 9])
      #expect(donations[0].details.program == "firefox")
      #expect(donations[0].details.device == "laptop")
      #expect(report.filtered == [ActivityWatchImporter.goesOn: 1, ActivityWatchImporter.noProgram: 1])
      #expect(report.read == 8)
    }
  }

  @Test("a program counts only while the user is present, by the watcher of the same computer")
  func presence() async throws {
    let windows = [window(0, 300, "A"), window(300, 100, "B"), window(500, 900, "C"), window(1_400, 60, "D")]
    let afk = [
      event(0, 200, #""status": "not-afk""#), event(200, 400, #""status": "afk""#),
      event(600, 100, #""status": "not-afk""#), event(700, 500, #""status": "afk""#),
      event(1_200, 250, #""status": "not-afk""#),
    ]
    let (donations, report) = try await ImportRun.donations(
      of: export([
        bucket("w", "currentwindow", windows), bucket("a", "afkstatus", afk.reversed()),
        bucket("o", "currentwindow", [window(2_000, 60, "E")], host: "other"),
      ]), by: importer)
    #expect(seconds(donations) == [0, 600, 1_200, 1_400, 2_000])
    #expect(donations.map(\.activity.title) == ["A", "C", "C", "D", "E"].map { "Use \($0)" })
    #expect(donations.map(\.details.duration) == [200, 100, 200, 50, 60])
    #expect(report.filtered == [ActivityWatchImporter.away: 1])
  }

  @Test("a computer without a present user has no uses")
  func nobody() async throws {
    let (donations, _) = try await ImportRun.donations(
      of: export([
        bucket("w", "currentwindow", [window(0, 60, "A")]),
        bucket("a", "afkstatus", [event(0, 600, #""status": "afk""#)]),
      ]), by: importer)
    #expect(donations.isEmpty)
  }

  @Test("tabs are visits, and those of private windows are skipped")
  func tabs() async throws {
    func tab(_ seconds: Int, _ url: String, _ title: String, incognito: Bool = false) -> String {
      event(
        seconds, 30,
        #""url": "\#(url)", "title": "\#(title)", "audible": false, "incognito": \#(incognito), "tabCount": 3"#
      )
    }
    let (donations, report) = try await ImportRun.donations(
      of: export([
        bucket(
          "aw-watcher-web-firefox_laptop", "web.tab.current",
          [
            tab(0, "https://example.org/calendar", "Calendar"),
            tab(30, "https://example.org/calendar", "(1) Calendar"),
            tab(60, "https://example.com/private", "Hidden", incognito: true),
            tab(90, "https://example.org/calendar", "Calendar"), tab(120, "about:blank", ""),
            event(150, 1, #""title": "no address""#),
          ], host: "unknown")
      ]), by: importer)
    #expect(seconds(donations) == [0, 90])
    #expect(
      donations.allSatisfy { $0.activity.activityType == "web.visit" && $0.activity.title == "Calendar" })
    #expect(donations.map(\.details.program) == ["firefox", "firefox"])
    #expect(donations.map(\.details.device) == [nil, nil])
    #expect(donations.map(\.details.duration) == [60, 30])
    #expect(report.filtered == [.isPrivate: 1, .noPage: 1, ActivityWatchImporter.goesOn: 1])
    #expect(report.malformed.map(\.places) == [[.row(6, table: "bucket 1")]])
  }

  @Test("editors report opened files")
  func editors() async throws {
    func file(_ seconds: Int, _ file: String) -> String {
      event(seconds, 20, #""file": "\#(file)", "project": "/src", "language": "swift""#)
    }
    let (donations, report) = try await ImportRun.donations(
      of: export([
        bucket(
          "aw-watcher-vscode_laptop", "app.editor.activity",
          [
            file(0, "/src/a.swift"), file(20, "/src/b.swift"), file(40, "Untitled-1"),
            file(60, #"C:\\a.txt"#),
          ],
          client: "aw-watcher-vscode")
      ]), by: importer)
    #expect(donations.map { $0.text("path") } == ["/src/a.swift", "/src/b.swift"])
    #expect(
      donations.allSatisfy { $0.activity.activityType == "file.open" && $0.details.program == "vscode" })
    #expect(report.filtered == [ActivityWatchImporter.noFile: 2])
  }

  @Test("an array of buckets, and a single bucket with its type after its events, are read")
  func forms() async throws {
    let events = [window(0, 5, "A"), window(60, 5, "B")].joined(separator: ",")
    let last =
      #"{"events": [\#(events)], "hostname": "h", "type": "currentwindow", "id": "w", "client": "c"}"#
    let first = bucket("w", "currentwindow", [window(0, 5, "A"), window(60, 5, "B")])
    for text in [
      #"{"buckets": [\#(first)]}"#, #"{"buckets": {"w": \#(last)}}"#, first, last, "\u{FEFF}\n" + first,
    ] {
      let (donations, report) = try await ImportRun.donations(of: text, by: importer)
      #expect(donations.map(\.activity.title) == ["Use A", "Use B"])
      #expect(report.failure == nil)
      let scratch = try Scratch()
      try scratch.write("x", text)
      #expect(try importer.recognition(of: HistoryFile(path: scratch.path("x"))) == .certain)
    }
  }

  @Test("a truncated export gives its complete records and reports the damage")
  func cutOff() async throws {
    let text = export([
      bucket("w", "currentwindow", [window(0, 5, "A"), window(60, 5, "B"), window(120, 5, "C")])
    ])
    let (donations, report) = try await ImportRun.donations(
      of: String(text.prefix(text.count - 30)), by: importer)
    #expect(donations.map(\.activity.title) == ["Use A", "Use B"])
    #expect(report.failure?.reason == .damaged)
  }

  @Test("an event with a missing or mistyped time or program is malformed, and the others are read")
  func malformed() async throws {
    let (donations, report) = try await ImportRun.donations(
      of: export([
        bucket(
          "w", "currentwindow",
          [
            "7", #"{"timestamp": "yesterday", "duration": 1, "data": {"app": "A"}}"#,
            #"{"timestamp": "2024-03-04T08:00:00Z", "data": {"title": "A"}}"#,
            #"{"timestamp": "2024-03-04T08:00:00Z"}"#,
            #"{"timestamp": "2024-03-04T08:00:00Z", "duration": -1, "data": {"app": "  "}}"#,
            #"{"timestamp": "2024-03-04T08:00:00Z", "duration": null, "data": {"app": "A"}}"#,
          ])
      ]), by: importer)
    #expect(donations.map(\.activity.title) == ["Use A"])
    #expect(report.malformedCount == 5)
  }

  @Test("the database of the server in Python has times as text")
  func python() async throws {
    let (scratch, store) = (try Scratch(), InMemoryDonationStore())
    try database(scratch, "peewee.db") { db in
      try db.execute(
        sql: """
          CREATE TABLE "bucketmodel" ("key" INTEGER NOT NULL PRIMARY KEY, "id" VARCHAR(255) NOT NULL, "created" DATETIME NOT NULL,
            "name" VARCHAR(255), "type" VARCHAR(255) NOT NULL, "client" VARCHAR(255) NOT NULL, "hostname" VARCHAR(255) NOT NULL,
            "datastr" VARCHAR(255));
          CREATE TABLE "eventmodel" ("id" INTEGER NOT NULL PRIMARY KEY, "bucket_id" INTEGER NOT NULL,
            "timestamp" DATETIME NOT NULL, "duration" DECIMAL(10, 5) NOT NULL, "datastr" VARCHAR(255) NOT NULL);
          INSERT INTO bucketmodel VALUES (3, 'w', '', NULL, 'currentwindow', 'c', 'h', '{}'), (4, 'a', '', NULL, 'afkstatus', 'c', 'h', '{}');
          INSERT INTO eventmodel VALUES (1, 3, '2024-03-04 08:00:00+00:00', 60, '{"app": "A", "title": "t"}'),
            (2, 3, '2024-03-04 08:01:00.500000+00:00', 60.25, '{"app": "B", "title": "t"}'),
            (3, 4, '2024-03-04 08:00:30+00:00', 600, '{"status": "not-afk"}'), (4, 3, 'x', 1, '{"app": "C"}'),
            (5, 3, '2024-03-04 09:00:00+00:00', 1, 'no JSON');
          """)
    }
    let report = try await ImportRun.run(importer, HistoryFile(path: scratch.path("peewee.db")), into: store)
    let donations = try await store.allDonations(of: .me).map(\.donation)
    #expect(donations.map(\.activity.title) == ["Use A", "Use B"])
    #expect(donations.map(\.details.duration) == [30, 60.25])
    #expect(donations[1].context.instant.rfc3339 == "2024-03-04T08:01:00.500+00:00")
    #expect(
      report.malformed.flatMap(\.places) == [.row(4, table: "eventmodel"), .row(5, table: "eventmodel")])
  }
}
