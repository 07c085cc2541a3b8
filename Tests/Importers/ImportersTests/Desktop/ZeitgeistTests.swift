import Activities
import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import Importers

struct ZeitgeistFixture: HistoryFixture {
  let importer: any HistoryImporter = ZeitgeistImporter()

  static let ontology = "http://www.zeitgeist-project.com/ontologies/2010/01/27/zg#"

  /// The tables that are read, with the columns of version 11.
  static func makeTables(_ db: Database, hasCurrent: Bool = true) throws {
    for table in ["uri", "interpretation", "manifestation", "mimetype", "actor", "text"] {
      try db.execute(sql: "CREATE TABLE \(table) (id INTEGER PRIMARY KEY, value VARCHAR UNIQUE)")
    }
    try db.execute(
      sql: """
        CREATE TABLE schema_version (schema VARCHAR PRIMARY KEY ON CONFLICT REPLACE, version INT);
        INSERT INTO schema_version VALUES ('core', 11);
        CREATE TABLE event (id INTEGER NOT NULL, timestamp INTEGER NOT NULL, interpretation INTEGER NOT NULL,
          manifestation INTEGER NOT NULL, actor INTEGER NOT NULL, payload INTEGER, subj_id INTEGER NOT NULL,
          subj_interpretation INTEGER, subj_manifestation INTEGER, subj_origin INTEGER, subj_mimetype INTEGER,
          subj_text INTEGER, subj_storage INTEGER, origin INTEGER\(hasCurrent ? ", subj_id_current INTEGER" : ""),
          PRIMARY KEY (timestamp, interpretation, manifestation, actor, subj_id));
        """)
  }

  /// Returns the number of a value in a table, and inserts it if it is missing.
  static func number(_ value: String, in table: String, _ db: Database) throws -> Int64 {
    try db.execute(sql: "INSERT OR IGNORE INTO \(table) (value) VALUES (?)", arguments: [value])
    return try Int64.fetchOne(db, sql: "SELECT id FROM \(table) WHERE value = ?", arguments: [value]) ?? 0
  }

  /// Inserts an event with one subject.
  static func insert(
    _ id: Int, at milliseconds: Int64, _ kind: String = "AccessEvent", by how: String = "UserActivity",
    actor: String = "application://org.gnome.gedit.desktop", of uri: String, text: String? = nil,
    current: String? = nil, hasCurrent: Bool = true, into db: Database
  ) throws {
    let subject = try number(uri, in: "uri", db)
    try db.execute(
      sql: """
        INSERT INTO event (id, timestamp, interpretation, manifestation, actor, payload, subj_id, subj_text)
        VALUES (?, ?, ?, ?, ?, 0, ?, ?)
        """,
      arguments: [
        id, milliseconds, try number(ontology + kind, in: "interpretation", db),
        try number(ontology + how, in: "manifestation", db), try number(actor, in: "actor", db), subject,
        try text.map { try number($0, in: "text", db) },
      ])
    if hasCurrent {
      try db.execute(
        sql: "UPDATE event SET subj_id_current = ? WHERE rowid = last_insert_rowid()",
        arguments: [try current.map { try number($0, in: "uri", db) } ?? subject])
    }
  }

  func write(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws {
    try write(records, hasCurrent: true, to: scratch, named: name)
  }

  /// The tables before version 8, which do not follow moved files.
  func writeOtherVersion(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws -> Bool {
    try write(records, hasCurrent: false, to: scratch, named: name)
    return true
  }

  private func write(
    _ records: [FixtureRecord], hasCurrent: Bool, to scratch: Scratch, named name: String
  ) throws {
    try database(scratch, name) { db in
      try Self.makeTables(db, hasCurrent: hasCurrent)
      for (index, record) in records.enumerated() {
        // Equal events have different programs, because Zeitgeist does not keep two of one program.
        try Self.insert(
          index + 1, at: record.seconds * 1_000, actor: "application://program\(index % 3).desktop",
          of: "file:///home/ada/file\(record.activity).txt", hasCurrent: hasCurrent, into: db)
      }
    }
  }
}

@Suite("Zeitgeist")
struct ZeitgeistTests {
  private static let first = 1_700_000_000_123 as Int64

  private func donations(
    _ fill: (Database) throws -> Void
  ) async throws -> (donations: [Donation], report: HistoryReport) {
    let (scratch, store) = (try Scratch(), InMemoryDonationStore())
    try database(scratch, "activity.sqlite") { db in
      try ZeitgeistFixture.makeTables(db)
      try fill(db)
    }
    let report = try await ImportRun.run(
      ZeitgeistImporter(), HistoryFile(path: scratch.path("activity.sqlite")), into: store)
    return (try await store.allDonations(of: .me).map(\.donation), report)
  }

  @Test("programs, files and pages are as in every history; each subject of an event counts")
  func resources() async throws {
    let (donations, report) = try await donations { db in
      let time = { (minute: Int64) in Self.first + minute * 60_000 }
      try ZeitgeistFixture.insert(
        1, at: time(0), of: "file:///home/ada/Caf%C3%A9%20plan.txt", text: "Another title", into: db)
      try ZeitgeistFixture.insert(
        2, at: time(1), actor: "application://org.gnome.Shell.desktop",
        of: "application://org.gnome.Evolution.desktop", text: "Evolution Mail", into: db)
      try ZeitgeistFixture.insert(
        3, at: time(2), actor: "application://firefox.desktop", of: "https://example.org/calendar",
        text: "My calendar", into: db)
      for file in ["a", "b"] {
        try ZeitgeistFixture.insert(
          4, at: time(3), actor: "application://org.gnome.Nautilus.desktop",
          of: "file:///home/ada/\(file).txt",
          into: db)
      }
      try ZeitgeistFixture.insert(
        5, at: time(4), "CreateEvent", actor: "dbus://org.example", of: "file:///home/ada/new.odt", into: db)
    }
    #expect(
      donations.map { $0.text("app") ?? $0.text("path") ?? $0.text("page") } == [
        "/home/ada/Café plan.txt", "evolution", "example.org/calendar", "/home/ada/a.txt",
        "/home/ada/b.txt", "/home/ada/new.odt",
      ])
    #expect(
      donations.map(\.activity.title) == [
        "Café plan.txt", "Use Evolution Mail", "My calendar", "a.txt", "b.txt", "new.odt",
      ])
    #expect(
      donations.map(\.details.program) == [
        "org.gnome.gedit", "org.gnome.Evolution", "firefox", "org.gnome.Nautilus", "org.gnome.Nautilus", nil,
      ])
    #expect(donations[0].context.instant.milliseconds == Self.first)
    #expect((report.read, report.malformedCount, report.filtered) == (6, 0, [:]))
  }

  /// Events that the user did not open, and the rule that skips each.
  static let others: [(kind: String, how: String, filter: HistoryFilter)] = [
    ("LeaveEvent", "UserActivity", ZeitgeistImporter.noOpening),
    ("DeleteEvent", "UserActivity", ZeitgeistImporter.noOpening),
    ("MoveEvent", "UserActivity", ZeitgeistImporter.noOpening),
    ("SendEvent", "UserActivity", ZeitgeistImporter.noOpening),
    ("AccessEvent", "ScheduledActivity", ZeitgeistImporter.notByUser),
    ("AccessEvent", "HeuristicActivity", ZeitgeistImporter.notByUser),
    ("ReceiveEvent", "WorldActivity", ZeitgeistImporter.notByUser),
    ("AccessEvent", "SystemNotification", ZeitgeistImporter.notByUser),
  ]

  @Test("closing, moving, deleting and actions of others are skipped", arguments: others)
  func leftOut(_ kind: String, _ how: String, _ filter: HistoryFilter) async throws {
    let (donations, report) = try await donations { db in
      try ZeitgeistFixture.insert(1, at: Self.first, kind, by: how, of: "file:///home/ada/a.txt", into: db)
      try ZeitgeistFixture.insert(2, at: Self.first + 1, of: "file:///home/ada/b.txt", into: db)
    }
    #expect(donations.map { $0.text("path") } == ["/home/ada/b.txt"])
    #expect(report.filtered == [filter: 1])
  }

  @Test("saving an open file is not a second opening, unless an hour later or in another program")
  func saved() async throws {
    let (donations, report) = try await donations { db in
      let minutes: [(Int64, String, String)] = [
        (0, "AccessEvent", "gedit"), (5, "ModifyEvent", "gedit"), (18, "ModifyEvent", "gedit"),
        (19, "AccessEvent", "gedit"), (20, "ModifyEvent", "emacs"), (60, "ModifyEvent", "gedit"),
      ]
      for (index, (minute, kind, program)) in minutes.enumerated() {
        try ZeitgeistFixture.insert(
          index + 1, at: Self.first + minute * 60_000, kind, actor: "application://\(program).desktop",
          of: "file:///home/ada/a.txt", into: db)
      }
    }
    #expect(
      donations.map { ($0.context.instant.milliseconds - Self.first) / 60_000 } == [0, 19, 20, 60])
    #expect(report.filtered == [ZeitgeistImporter.saved: 2])
  }

  @Test("a moved file has its current path, and is the same event at the next import")
  func moved() async throws {
    let (scratch, store) = (try Scratch(), InMemoryDonationStore())
    for current in [nil, "file:///home/ada/renamed.txt"] {
      try database(scratch, "activity.sqlite") { db in
        try ZeitgeistFixture.makeTables(db)
        try ZeitgeistFixture.insert(
          7, at: Self.first, of: "file:///home/ada/a.txt", current: current, into: db)
        if current != nil {
          try ZeitgeistFixture.insert(
            8, at: Self.first + 1, of: "file:///home/ada/a.txt", current: current, into: db)
        }
      }
      let report = try await ImportRun.run(
        ZeitgeistImporter(), HistoryFile(path: scratch.path("activity.sqlite")), into: store)
      #expect((report.added, report.known) == (1, current == nil ? 0 : 1))
    }
    #expect(
      try await store.allDonations(of: .me).map { $0.donation.text("path") } == [
        "/home/ada/a.txt", "/home/ada/renamed.txt",
      ])
  }

  @Test("other subjects and incomplete events are counted")
  func malformed() async throws {
    let (donations, report) = try await donations { db in
      try ZeitgeistFixture.insert(1, at: Self.first, of: "x-telepathy-identifier:bob", into: db)
      try ZeitgeistFixture.insert(2, at: Self.first + 1, of: "file:///home/ada/%07", into: db)
      try ZeitgeistFixture.insert(3, at: Self.first + 2, of: "file:///home/ada/gone", into: db)
      try ZeitgeistFixture.insert(4, at: Self.first + 3, by: "Unknown", of: "file:///home/ada/c", into: db)
      try db.execute(sql: "DELETE FROM uri WHERE value LIKE '%gone'")
      try db.execute(sql: "DELETE FROM manifestation WHERE value LIKE '%Unknown'")
    }
    #expect(donations.isEmpty)
    #expect(report.filtered[.noFile] == 2)
    #expect(
      Set(report.malformed.flatMap(\.places)).isSuperset(of: [
        .row(3, table: "event"), .row(4, table: "event"),
      ]))
    #expect(report.read == 4 && report.filtered.values.reduce(0, +) + report.malformedCount == 4)
  }

  @Test("a database without the subjects' numbers is rejected, and the column is named")
  func otherSchema() async throws {
    let scratch = try Scratch()
    try database(scratch, "activity.sqlite") { db in
      try ZeitgeistFixture.makeTables(db)
      try db.execute(sql: "ALTER TABLE event RENAME COLUMN timestamp TO time")
    }
    let report = try await ImportRun.run(
      ZeitgeistImporter(), HistoryFile(path: scratch.path("activity.sqlite")),
      into: InMemoryDonationStore())
    #expect(report.failure?.reason == .otherSchema(missing: "the column event.timestamp"))
  }
}
