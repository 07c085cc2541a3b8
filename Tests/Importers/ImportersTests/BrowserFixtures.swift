import GRDB
import TestSupport

@testable import Importers

struct FirefoxFixture: HistoryFixture {
  let importer: any HistoryImporter = FirefoxImporter()

  func write(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws {
    try database(scratch, name) { db in
      try db.execute(
        sql: """
          CREATE TABLE moz_places (id INTEGER PRIMARY KEY, url LONGVARCHAR, title LONGVARCHAR, hidden INTEGER DEFAULT 0 NOT NULL);
          CREATE TABLE moz_historyvisits (id INTEGER PRIMARY KEY, from_visit INTEGER, place_id INTEGER, visit_date INTEGER,
            visit_type INTEGER, session INTEGER, source INTEGER DEFAULT 0 NOT NULL);
          CREATE INDEX moz_historyvisits_fromindex ON moz_historyvisits (from_visit)
          """)
      for activity in Set(records.map(\.activity)) {
        try db.execute(
          sql: "INSERT INTO moz_places VALUES (?, ?, ?, 0)",
          arguments: [activity + 1, "https://example.org/page/\(word(activity))", "Page \(activity)"])
      }
      for record in records {
        try db.execute(
          sql: "INSERT INTO moz_historyvisits VALUES (NULL, 0, ?, ?, 1, 0, 0)",
          arguments: [record.activity + 1, record.seconds * 1_000_000])
      }
    }
  }

  /// Firefox for Android before 2020.
  func writeOtherVersion(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws -> Bool {
    try database(scratch, name) { db in
      try db.execute(
        sql: """
          CREATE TABLE history (_id INTEGER PRIMARY KEY, title TEXT, url TEXT NOT NULL, guid TEXT NOT NULL, deleted INTEGER);
          CREATE TABLE visits (_id INTEGER PRIMARY KEY, history_guid TEXT NOT NULL, visit_type TINYINT, date INTEGER NOT NULL);
          INSERT INTO history VALUES (1, 'Example', 'https://example.org/', 'g', 0)
          """)
      for record in records {
        try db.execute(
          sql: "INSERT INTO visits VALUES (NULL, 'g', 1, ?)", arguments: [record.seconds * 1_000_000])
      }
    }
    return true
  }
}

struct ChromeFixture: HistoryFixture {
  let importer: any HistoryImporter = ChromeImporter()

  func write(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws {
    try write(
      records, to: scratch, named: name, columns: "visit_duration INTEGER DEFAULT 0 NOT NULL, app_id TEXT")
  }

  func writeOtherVersion(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws -> Bool {
    try write(records, to: scratch, named: name, columns: "is_indexed BOOLEAN")
    return true
  }

  private func write(
    _ records: [FixtureRecord], to scratch: Scratch, named name: String, columns: String
  ) throws {
    try database(scratch, name) { db in
      try db.execute(
        sql: """
          CREATE TABLE urls (id INTEGER PRIMARY KEY AUTOINCREMENT, url LONGVARCHAR, title LONGVARCHAR, hidden INTEGER DEFAULT 0 NOT NULL);
          CREATE TABLE visits (id INTEGER PRIMARY KEY, url INTEGER NOT NULL, visit_time INTEGER NOT NULL, from_visit INTEGER,
            transition INTEGER DEFAULT 0 NOT NULL, \(columns));
          CREATE INDEX visits_time_index ON visits (visit_time)
          """)
      for activity in Set(records.map(\.activity)) {
        try db.execute(
          sql: "INSERT INTO urls VALUES (?, ?, ?, 0)",
          arguments: [activity + 1, "https://example.org/page/\(word(activity))", "Page \(activity)"])
      }
      for record in records {
        try db.execute(
          sql: "INSERT INTO visits (url, visit_time, from_visit, transition) VALUES (?, ?, 0, ?)",
          arguments: [record.activity + 1, (record.seconds + 11_644_473_600) * 1_000_000, 0x3000_0001])
      }
    }
  }
}

struct SafariFixture: HistoryFixture {
  let importer: any HistoryImporter = SafariImporter()

  func write(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws {
    try write(
      records, to: scratch, named: name,
      columns:
        "load_successful BOOLEAN NOT NULL DEFAULT 1, redirect_source INTEGER NULL, redirect_destination INTEGER NULL"
    )
  }

  func writeOtherVersion(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws -> Bool {
    try write(records, to: scratch, named: name, columns: "something_new BLOB")
    return true
  }

  private func write(
    _ records: [FixtureRecord], to scratch: Scratch, named name: String, columns: String
  ) throws {
    try database(scratch, name) { db in
      try db.execute(
        sql: """
          CREATE TABLE history_items (id INTEGER PRIMARY KEY AUTOINCREMENT, url TEXT NOT NULL UNIQUE);
          CREATE TABLE history_visits (id INTEGER PRIMARY KEY AUTOINCREMENT, history_item INTEGER NOT NULL, visit_time REAL NOT NULL,
            title TEXT NULL, \(columns))
          """)
      for activity in Set(records.map(\.activity)) {
        try db.execute(
          sql: "INSERT INTO history_items VALUES (?, ?)",
          arguments: [activity + 1, "https://example.org/page/\(word(activity))"])
      }
      for record in records {
        try db.execute(
          sql: "INSERT INTO history_visits (history_item, visit_time, title) VALUES (?, ?, ?)",
          arguments: [record.activity + 1, Double(record.seconds - 978_307_200), "Page \(record.activity)"])
      }
    }
  }
}

struct QutebrowserFixture: HistoryFixture {
  let importer: any HistoryImporter = QutebrowserImporter()

  func write(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws {
    try database(scratch, name) { db in
      try db.execute(
        sql: "CREATE TABLE History (url NOT NULL, title NOT NULL, atime NOT NULL, redirect NOT NULL)")
      for record in records {
        try db.execute(
          sql: "INSERT INTO History VALUES (?, ?, ?, 0)",
          arguments: [
            "https://example.org/page/\(word(record.activity))", "Page \(record.activity)", record.seconds,
          ])
      }
    }
  }

  func writeOtherVersion(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws -> Bool {
    try database(scratch, name) { db in
      try db.execute(sql: "CREATE TABLE History (url NOT NULL, title NOT NULL, atime NOT NULL)")
      for record in records {
        try db.execute(
          sql: "INSERT INTO History VALUES ('https://example.org/', '', ?)", arguments: [record.seconds])
      }
    }
    return true
  }
}

/// A word for a number, so that a page's address has no part that varies.
private func word(_ number: Int) -> String {
  String(String(number).unicodeScalars.compactMap { Unicode.Scalar($0.value + 49) }.map(Character.init))
}
