import Activities
import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import Importers

struct NushellFixture: HistoryFixture {
  let importer: any HistoryImporter = NushellImporter()

  static let table = """
    CREATE TABLE history (id INTEGER PRIMARY KEY AUTOINCREMENT, command_line TEXT NOT NULL,
      start_timestamp INTEGER, session_id INTEGER, hostname TEXT, cwd TEXT, duration_ms INTEGER,
      exit_status INTEGER, more_info TEXT) STRICT
    """

  func write(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws {
    try database(scratch, name) { db in
      try db.execute(sql: Self.table)
      for record in records {
        try db.execute(
          sql: "INSERT INTO history VALUES (NULL, ?, ?, 1, 'host', '/src', 1500, 0, NULL)",
          arguments: ["program\(record.activity) run", record.seconds * 1_000])
      }
    }
  }

  /// The text form, which has no times.
  func writeOtherVersion(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws -> Bool {
    try scratch.write(name, records.map { "program\($0.activity) run\n" }.joined())
    return true
  }
}

@Suite("nushell's history")
struct NushellTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test("rows have folder, host and duration; a row without a time gives order only")
  func rows() async throws {
    try database(scratch, "history") { db in
      try db.execute(sql: NushellFixture.table)
      try db.execute(
        sql: """
          INSERT INTO history VALUES (1, 'cargo build | save out.txt', NULL, 1, 'box', '/src', NULL, 0, NULL),
            (2, 'make check', 0, 1, 'box', '/src', NULL, 0, NULL),
            (3, 'git push', 1700000000123, 1, 'box', '/src', 2500, 0, NULL),
            (4, 'gti push', 1700000001000, 1, 'box', '/src', 10, 127, NULL),
            (5, 'make all', -172800000, 1, 'box', '/src', 10, 0, NULL)
          """)
    }
    let store = InMemoryDonationStore()
    let file = try HistoryFile(path: scratch.path("history"))
    let report = try await ImportRun.run(NushellImporter(), file, into: store)
    let donations = try await store.allDonations(of: .me).map(\.donation)
    #expect(donations.map { $0.text("line") } == ["cargo build | save out.txt", "make check", "git push"])
    #expect(donations.map(\.hasExactTime) == [false, false, true])
    #expect(donations[2].context.instant.milliseconds == 1_700_000_000_123)
    #expect(donations[2].details.duration == 2.5 && donations[2].details.device == "box")
    #expect(donations[2].context.attributes["cwd"] == "/src")
    #expect(report.filtered == [.notFound: 1])
    #expect(report.malformed.map(\.problem) == [.timeBefore1970])
  }

  @Test("a command that never succeeded is not suggested, and one that failed once is")
  func outcomes() async throws {
    try database(scratch, "history") { db in
      try db.execute(sql: NushellFixture.table)
      try db.execute(
        sql: """
          INSERT INTO history VALUES (1, 'git stauts', 1700000000000, 1, 'box', '/src', 10, 1, NULL),
            (2, 'make check', 1700000060000, 1, 'box', '/src', 10, 2, NULL),
            (3, 'make check', 1700000120000, 1, 'box', '/src', 10, 0, NULL)
          """)
    }
    let store = InMemoryDonationStore()
    _ = try await ImportRun.run(NushellImporter(), HistoryFile(path: scratch.path("history")), into: store)
    let donations = try await store.allDonations(of: .me).map(\.donation)
    #expect(donations.map(\.activity.isEligibleForPrediction) == [false, true, true])
  }

  @Test("a line of the text may have a command of several lines")
  func lines() async throws {
    let (donations, _) = try await ImportRun.donations(
      of: "make all\n\nmake one<\\n>make two\n", by: NushellImporter())
    #expect(donations.map { $0.text("line") } == ["make all", "make one\nmake two"])
    #expect(donations.allSatisfy { !$0.hasExactTime })
  }

  @Test("a text is recognised by its location, and skipped if the database has its commands")
  func found() throws {
    let folder = scratch.folder.appending(path: ".config/nushell")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try scratch.write(".config/nushell/history.txt", "program0 run\n")
    try scratch.write("history.txt", "program0 run\n")
    try NushellFixture().write(Fixtures.records(3), to: scratch, named: ".config/nushell/history.sqlite3")
    var finder = HistoryFinder(home: scratch.folder.path, environment: [:])
    let found = try finder.at([scratch.folder.path]).histories
    #expect(found.map(\.file.name) == ["history.sqlite3", "history.txt"])
    #expect(found.map(\.coveredBy) == [nil, "nushell"])
  }
}
