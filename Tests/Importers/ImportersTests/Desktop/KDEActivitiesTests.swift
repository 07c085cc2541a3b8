import Activities
import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import Importers

struct KDEActivitiesFixture: HistoryFixture {
  let importer: any HistoryImporter = KDEActivitiesImporter()

  static let tables = """
    CREATE TABLE SchemaInfo (key TEXT PRIMARY KEY, value TEXT);
    CREATE TABLE ResourceEvent (usedActivity TEXT, initiatingAgent TEXT, targettedResource TEXT, start INTEGER, end INTEGER);
    CREATE TABLE ResourceInfo (targettedResource TEXT PRIMARY KEY, title TEXT, mimetype TEXT, autoTitle INTEGER, autoMimetype INTEGER);
    INSERT INTO SchemaInfo VALUES ('version', '2015.02.09');
    """

  func write(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws {
    try database(scratch, name) { db in
      try db.execute(sql: Self.tables)
      for record in records {
        try db.execute(
          sql: "INSERT INTO ResourceEvent VALUES ('a', 'org.kde.kate', ?, ?, ?)",
          arguments: ["/home/ada/file\(record.activity).txt", record.seconds, record.seconds + 5])
      }
    }
  }

  /// Without the table of titles, without ends, and with another number.
  func writeOtherVersion(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws -> Bool {
    try database(scratch, name) { db in
      try db.execute(
        sql: """
          CREATE TABLE SchemaInfo (key TEXT PRIMARY KEY, value TEXT);
          CREATE TABLE ResourceEvent (initiatingAgent TEXT, targettedResource TEXT, start INTEGER, something TEXT);
          INSERT INTO SchemaInfo VALUES ('version', '2031.01.01');
          """)
      for record in records {
        try db.execute(
          sql: "INSERT INTO ResourceEvent VALUES ('org.kde.kate', ?, ?, NULL)",
          arguments: ["/home/ada/file\(record.activity).txt", record.seconds])
      }
    }
    return true
  }
}

@Suite("KDE's activity manager")
struct KDEActivitiesTests {
  /// An event: agent, resource, and times in seconds since the first.
  typealias Event = (agent: String?, resource: String?, start: Int64?, end: Int64?)

  private static let first = 1_700_000_000 as Int64

  private static func fill(_ db: Database, _ events: [Event], titles: [String: String] = [:]) throws {
    try db.execute(sql: KDEActivitiesFixture.tables)
    for event in events {
      try db.execute(
        sql: "INSERT INTO ResourceEvent VALUES ('e25718bb', ?, ?, ?, ?)",
        arguments: [
          event.agent, event.resource, event.start.map { $0 + first },
          event.end.map { $0 == 0 ? 0 : $0 + first },
        ])
    }
    for (resource, title) in titles {
      try db.execute(
        sql: "INSERT INTO ResourceInfo VALUES (?, ?, '', 1, 1)", arguments: [resource, title])
    }
  }

  private func donations(
    _ events: [Event], titles: [String: String] = [:], templatesOnly: Bool = false
  ) async throws -> (donations: [Donation], report: HistoryReport) {
    let (scratch, store) = (try Scratch(), InMemoryDonationStore())
    try database(scratch, "database") { try Self.fill($0, events, titles: titles) }
    let report = try await ImportRun.run(
      KDEActivitiesImporter(), HistoryFile(path: scratch.path("database")), into: store,
      templatesOnly: templatesOnly)
    return (try await store.allDonations(of: .me).map(\.donation), report)
  }

  @Test("programs, files and pages are as in every history, with the program and the duration")
  func resources() async throws {
    let address = "https://example.org/calendar"
    let (donations, report) = try await donations(
      [
        ("org.kde.krunner", "applications:org.kde.dolphin.desktop", 0, 0),
        ("org.kde.kate", "/home/ada/Café plan.txt", 60, 90),
        ("org.kde.dolphin", "/home/ada/sub", 120, 120),
        ("org.kde.gwenview", "file:///home/ada/a%20b.png", 180, nil),
        ("org.kde.konqueror", address, 240, 0),
        ("", "/home/ada/b.txt", 300, 200),
      ], titles: ["/home/ada/Café plan.txt": "Another title", address: " My\ncalendar "])
    #expect(
      donations.map(\.activity.activityType) == [
        "app.use", "file.open", "file.open", "file.open", "web.visit", "file.open",
      ])
    #expect(
      donations.map { $0.text("app") ?? $0.text("path") ?? $0.text("page") } == [
        "dolphin", "/home/ada/Café plan.txt", "/home/ada/sub", "/home/ada/a b.png",
        "example.org/calendar", "/home/ada/b.txt",
      ])
    #expect(
      donations.map(\.activity.title) == [
        "Use Dolphin", "Café plan.txt", "sub", "a b.png", "My calendar", "b.txt",
      ])
    #expect(
      donations.map(\.details.program) == [
        "org.kde.dolphin", "org.kde.kate", "org.kde.dolphin", "org.kde.gwenview", "org.kde.konqueror", nil,
      ])
    #expect(donations.map(\.details.duration) == [nil, 30, nil, nil, nil, nil])
    #expect(donations[1].context.instant.milliseconds == 1_700_000_060_000)
    #expect(donations.allSatisfy { $0.context.attributes.isEmpty })
    #expect((report.read, report.malformedCount, report.filtered) == (6, 0, [:]))
  }

  @Test("the same file in the list of recently used files is the same activity")
  func shared() async throws {
    let (donations, _) = try await donations([("org.kde.kate", "/home/ada/a.txt", 0, 0)])
    let list = RecentFilesTests.list(
      """
      <bookmark href="file:///home/ada/a.txt"><info><metadata owner="http://freedesktop.org"><bookmark:applications>
      <bookmark:application name="Kate" modified="2023-11-14T22:13:20Z"/></bookmark:applications></metadata></info></bookmark>
      """)
    let (others, _) = try await ImportRun.donations(of: list, by: RecentFilesImporter())
    #expect(donations.map(\.identity) == others.map(\.identity))
    #expect(donations.count == 1)
  }

  @Test("other addresses and malformed entries are counted")
  func leftOut() async throws {
    let (donations, report) = try await donations([
      ("org.kde.dolphin", "smb://server/share/a.txt", 0, 0), ("org.kde.dolphin", "trash:/", 1, 1),
      ("org.kde.plasma", "applications:org.kde.plasmashell.desktop", 2, 2),
      ("org.kde.kate", nil, 3, 3), ("org.kde.kate", "", 4, 4), ("org.kde.kate", "/home/ada/a", nil, nil),
      ("org.kde.kate", "/home/ada/\u{7}", 5, 5), ("org.kde.krunner", "applications:.desktop", 6, 6),
      ("org.kde.kate", "/home/ada/ghp_16C7e42F292c6912E7710c838347Ae178B4a", 7, 7),
      ("org.kde.kate", "/home/ada/a", -Self.first, nil),
    ])
    #expect(donations.isEmpty)
    #expect(report.filtered.filter { $0.key.description.hasPrefix("secret") }.map(\.value) == [1])
    #expect(report.filtered[.noFile] == 2 && report.filtered[ApplicationUse.passedThrough] == 1)
    #expect(
      Set(report.malformed.flatMap(\.places))
        == Set(
          [4, 5, 6, 7, 8, 10].map { HistoryPosition.row($0, table: "ResourceEvent") }))
  }

  @Test(
    "an opening that the list of recently used files also has counts once; opening again counts again")
  func echo() async throws {
    let (donations, report) = try await donations([
      ("org.kde.kate", "/home/ada/a.txt", 0, 600), ("kate", "/home/ada/a.txt", 1, 1),
      ("org.kde.kate", "/home/ada/b.txt", 2, nil), ("kate", "/home/ada/a.txt", 30, 30),
      ("org.kde.kate", "/home/ada/a.txt", 31, 40), ("org.kde.krunner", "applications:kate.desktop", 31, 31),
    ])
    #expect(donations.map { $0.context.instant.milliseconds / 1_000 - Self.first } == [0, 2, 30, 31, 31])
    #expect(report.filtered == [KDEActivitiesImporter.goesOn: 1])
  }

  @Test("a program's desktop file may be in a folder, or be named by its path")
  func desktopFiles() async throws {
    let (donations, _) = try await donations([
      ("org.kde.krunner", "applications:kde/konsole.desktop", 0, 0),
      ("org.kde.krunner", "applications:/usr/share/applications/kde4/okular.desktop", 1, 1),
      ("org.kde.krunner", "applications:/home/ada/Desktop/game.desktop", 2, 2),
      ("org.kde.krunner", "applications:firefox", 3, 3),
    ])
    #expect(donations.map { $0.text("app") } == ["kde-konsole", "kde4-okular", "game", "firefox"])
  }

  @Test("a path is one file however it is spelled, and all desktop files of a program are one program")
  func spellings() async throws {
    let paths = [
      "/home/ada/a.txt", "file:///home/ada/a.txt", "/home/ada//a.txt", "/home/ada/./a.txt",
      "/home/ada/x/../a.txt",
      "file:/home/ada/a.txt", "file://localhost/home/ada/%61.txt", "/home/ada/a.txt/",
    ]
    let programs = [
      "firefox.desktop", "org.mozilla.firefox.desktop", "firefox_firefox.desktop", "Firefox.desktop",
    ]
    let events = (paths + programs.map { "applications:" + $0 }).enumerated().map { number, resource in
      ("org.kde.krunner", resource, Int64(number * 60), nil) as Event
    }
    let (donations, _) = try await donations(events)
    #expect(Set(donations.map { $0.text("path") }) == ["/home/ada/a.txt", nil])
    #expect(Set(donations.map(\.identity)).count == 2 && donations.count == 12)
    let (accents, _) = try await self.donations([
      ("k", "/home/ada/\u{E9}t\u{E9}.jpg", 0, nil), ("k", "/home/ada/e\u{301}te\u{301}.jpg", 60, nil),
      ("k", "/../etc/./hosts", 120, nil),
    ])
    #expect(Set(accents.map(\.identity)).count == 2 && accents.last?.text("path") == "/etc/hosts")
  }

  @Test("a page's title is kept only for exactly that page, without secrets, and not with --templates-only")
  func titles() async throws {
    let (token, titled) = ("https://example.org/b", "https://example.org/a")
    let events: [Event] = [
      ("k", titled, 0, 0), ("k", token, 1, 1), ("k", "https://example.org/news/2024-03-04", 2, 2),
    ]
    let titles = [
      titled: "A page", token: "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
      "https://example.org/news/2024-03-04": "What happened",
    ]
    let (donations, report) = try await donations(events, titles: titles)
    #expect(donations.map(\.activity.title) == ["A page", "example.org/b", "example.org/news"])
    #expect(report.withheld.values.reduce(0, +) == 1)
    let (templates, _) = try await self.donations(events, titles: titles, templatesOnly: true)
    #expect(templates.map(\.activity.title) == ["example.org/a", "example.org/b", "example.org/news"])
    #expect(templates.map(\.identity) == donations.map(\.identity))
  }

  @Test("entries in the write-ahead log of a running manager are read; closing them later adds nothing")
  func running() async throws {
    let (scratch, store) = (try Scratch(), InMemoryDonationStore())
    let manager = try DatabaseQueue(path: scratch.path("database"))
    try await manager.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA journal_mode = WAL")
      try Self.fill(db, [("org.kde.kate", "/home/ada/a.txt", 0, nil)])
    }
    func report() async throws -> HistoryReport {
      try await ImportRun.run(
        KDEActivitiesImporter(), HistoryFile(path: scratch.path("database")), into: store)
    }
    #expect(try await report().added == 1)
    try await manager.writeWithoutTransaction { db in
      try db.execute(sql: "UPDATE ResourceEvent SET end = start + 60")
      try db.execute(
        sql: "INSERT INTO ResourceEvent VALUES ('e', 'org.kde.kate', '/home/ada/b.txt', 1700000100, NULL)")
    }
    let second = try await report()
    #expect((second.added, second.known) == (1, 1))
    try manager.close()
  }

  @Test("a database without the column of times is rejected, and the column is named")
  func otherSchema() async throws {
    let scratch = try Scratch()
    try database(scratch, "database") { db in
      try db.execute(
        sql: "CREATE TABLE ResourceEvent (initiatingAgent TEXT, targettedResource TEXT, began INTEGER)")
    }
    let report = try await ImportRun.run(
      KDEActivitiesImporter(), HistoryFile(path: scratch.path("database")), into: InMemoryDonationStore())
    #expect(report.failure?.reason == .otherSchema(missing: "the column resourceevent.start"))
  }
}
