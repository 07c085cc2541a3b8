import Activities
import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import Importers

struct WellbeingFixture: HistoryFixture {
  let importer: any HistoryImporter = WellbeingImporter()

  static let tables = """
    CREATE TABLE packages (_id INTEGER PRIMARY KEY, package_name TEXT NOT NULL);
    CREATE TABLE events (_id INTEGER PRIMARY KEY, timestamp INTEGER NOT NULL, type INTEGER NOT NULL,
      package_id INTEGER, instance_id INTEGER);
    CREATE TABLE app_usage_periods (_id INTEGER PRIMARY KEY, package_id INTEGER, start_timestamp INTEGER,
      end_timestamp INTEGER);
    """

  private func fill(_ db: Database, _ records: [FixtureRecord]) throws {
    try db.execute(sql: Self.tables)
    for activity in Set(records.map(\.activity)) {
      try db.execute(
        sql: "INSERT INTO packages VALUES (?, ?)", arguments: [activity + 1, "com.example.app\(activity)"])
    }
  }

  func write(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws {
    try database(scratch, name) { db in
      try fill(db, records)
      for record in records {
        for type in [1, 16] {
          try db.execute(
            sql: "INSERT INTO events VALUES (NULL, ?, ?, ?, 1)",
            arguments: [record.seconds * 1_000, type, record.activity + 1])
        }
      }
    }
  }

  /// A database with whole uses instead of events.
  func writeOtherVersion(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws -> Bool {
    try database(scratch, name) { db in
      try fill(db, records)
      for record in records {
        try db.execute(
          sql: "INSERT INTO app_usage_periods VALUES (NULL, ?, ?, ?)",
          arguments: [record.activity + 1, record.seconds * 1_000, record.seconds * 1_000 + 500])
      }
    }
    return true
  }
}

@Suite("Digital Wellbeing")
struct WellbeingTests {
  @Test("screens of a program are one use until the last one leaves or the screen goes dark")
  func events() async throws {
    let scratch = try Scratch()
    try database(scratch, "app_usage") { db in
      try db.execute(sql: WellbeingFixture.tables)
      try db.execute(
        sql: """
          INSERT INTO packages VALUES (1, 'org.example.chat'), (2, 'org.example.maps'), (3, 'com.android.systemui');
          INSERT INTO events (timestamp, type, package_id) VALUES
            (1700000000500, 1, 1), (1700000010000, 1, 1), (1700000020000, 23, 1), (1700000030500, 2, 1),
            (1700000031000, 12, 2), (1700000040000, 1, 2), (1700000050000, 16, 3), (1700000060000, 1, 2),
            (1700000070000, 1, 3), (1700000080000, 99, 1), (1700000090000, 1, 77);
          """)
    }
    let store = InMemoryDonationStore()
    let file = try HistoryFile(path: scratch.path("app_usage"))
    #expect(try ImporterRegistry.importer(of: file)?.name == "android-wellbeing")
    let report = try await ImportRun.run(WellbeingImporter(), file, into: store)
    let donations = try await store.allDonations(of: .me).map(\.donation)
    #expect(donations.map(\.activity.title) == ["Use Chat", "Use Maps", "Use Maps"])
    #expect(donations.map(\.details.duration) == [30, nil, nil])
    #expect(donations[0].context.instant.milliseconds == 1_700_000_000_500)
    #expect(report.filtered == [FrontProgram.sameUse: 1, ApplicationUse.passedThrough: 1])
    #expect(report.malformed.map(\.problem) == [AndroidEvent.unknown, .field("package_name")])
  }
}
