import Foundation
import GRDB
import TestSupport
import Testing

@testable import Importers

/// A builder of an importer's histories for the contract suite.
protocol HistoryFixture: Sendable, CustomTestStringConvertible {
  /// The importer that is tested.
  var importer: any HistoryImporter { get }

  /// Writes a history of activities at some seconds since 1970, in this order; the same number is
  /// the same activity.
  ///
  /// - Parameter name: The name of the file in the folder.
  func write(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws

  /// Writes a history as an earlier or later version of the program would; `nil` if there is only
  /// one version.
  func writeOtherVersion(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws -> Bool

  /// The bytes of a record with a text in invalid UTF-8; `nil` if the format cannot have that.
  func recordInLatin1(at seconds: Int64) -> [UInt8]?

  /// A Boolean value that indicates whether the format can have a time before 1970.
  var canBeBefore1970: Bool { get }

  /// A Boolean value that indicates whether the same activity can occur twice in one second.
  var repeatsAtOnce: Bool { get }

  /// A Boolean value that indicates whether a record with a time far from its neighbours is kept
  /// for its order.
  var ordersStrangeTimes: Bool { get }

  /// A Boolean value that indicates whether its content alone says what it is, without a mapping.
  var isKnownByContent: Bool { get }
}

/// An activity of the user.
struct FixtureRecord {
  let seconds: Int64
  let activity: Int
}

extension HistoryFixture {
  func writeOtherVersion(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws -> Bool {
    false
  }
  func recordInLatin1(at seconds: Int64) -> [UInt8]? { nil }
  var canBeBefore1970: Bool { true }
  var repeatsAtOnce: Bool { true }
  var ordersStrangeTimes: Bool { false }
  var isKnownByContent: Bool { true }
  var testDescription: String { importer.name }

  func write(_ records: [FixtureRecord], to scratch: Scratch) throws -> HistoryFile {
    try write(records, to: scratch, named: "history")
    return try HistoryFile(path: scratch.path("history"))
  }
}

/// The fixtures: one for each importer.
enum Fixtures {
  static let all: [any HistoryFixture] = [
    BashFixture(), ZshFixture(), FishFixture(), AtuinFixture(), McflyFixture(), NushellFixture(),
    XonshFixture(),
    FirefoxFixture(), ChromeFixture(), SafariFixture(), SafariExportFixture(), QutebrowserFixture(),
    RecentFilesFixture(), TableFixture(),
    ActivityWatchFixture(),
    GoogleActivityFixture(), GoogleActivityPageFixture(), GoogleChromeFixture(), GoogleTimelineFixture(),
    KnowledgeFixture(), BiomeFixture(), AndroidUsageFixture(), WellbeingFixture(),
    ZeitgeistFixture(), KDEActivitiesFixture(),
    SpotifyFixture(), LastFMFixture(), NetflixFixture(), HomeAssistantFixture(),
  ]

  /// Returns `count` records of fifty activities in turn, a minute apart.
  static func records(_ count: Int, from seconds: Int64 = 1_700_000_000) -> [FixtureRecord] {
    (0..<count).map { FixtureRecord(seconds: seconds + Int64($0) * 60, activity: $0 % 50) }
  }
}

struct BashFixture: HistoryFixture {
  let importer: any HistoryImporter = BashImporter()
  var canBeBefore1970: Bool { false }
  var ordersStrangeTimes: Bool { true }

  func write(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws {
    try scratch.write(name, records.map { "#\($0.seconds)\nprogram\($0.activity) run\n" }.joined())
  }

  func recordInLatin1(at seconds: Int64) -> [UInt8]? { Array("#\(seconds)\nvim caf".utf8) + [0xE9, 0x0A] }
}

struct ZshFixture: HistoryFixture {
  let importer: any HistoryImporter = ZshImporter()
  var canBeBefore1970: Bool { false }

  func write(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws {
    try scratch.write(name, records.map { ": \($0.seconds):0;program\($0.activity) run\n" }.joined())
  }

  func recordInLatin1(at seconds: Int64) -> [UInt8]? { Array(": \(seconds):0;vim caf".utf8) + [0xE9, 0x0A] }
}

struct FishFixture: HistoryFixture {
  let importer: any HistoryImporter = FishImporter()

  func write(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws {
    try scratch.write(
      name, records.map { "- cmd: program\($0.activity) run\n  when: \($0.seconds)\n" }.joined())
  }

  func recordInLatin1(at seconds: Int64) -> [UInt8]? {
    Array("- cmd: vim caf".utf8) + [0xE9] + Array("\n  when: \(seconds)\n".utf8)
  }
}

struct AtuinFixture: HistoryFixture {
  let importer: any HistoryImporter = AtuinImporter()

  func write(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws {
    try database(scratch, name) { db in
      try db.execute(
        sql: """
          CREATE TABLE history (id TEXT PRIMARY KEY, timestamp INTEGER NOT NULL, duration INTEGER NOT NULL,
            exit INTEGER NOT NULL, command TEXT NOT NULL, cwd TEXT NOT NULL, session TEXT NOT NULL,
            hostname TEXT NOT NULL, deleted_at INTEGER, author TEXT, intent TEXT, shell TEXT, author_kind INTEGER)
          """)
      for (index, record) in records.enumerated() {
        try db.execute(
          sql:
            "INSERT INTO history VALUES (?, ?, 1500000000, 0, ?, '/src', 's', 'host:me', NULL, NULL, NULL, 'zsh', NULL)",
          arguments: [
            "id\(index)", record.seconds * 1_000_000_000, "program\(record.activity) run",
          ])
      }
    }
  }

  func writeOtherVersion(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws -> Bool {
    try database(scratch, name) { db in
      try db.execute(
        sql: """
          CREATE TABLE history (id TEXT PRIMARY KEY, timestamp INTEGER NOT NULL, duration INTEGER NOT NULL,
            exit INTEGER NOT NULL, command TEXT NOT NULL, cwd TEXT NOT NULL, session TEXT NOT NULL,
            hostname TEXT NOT NULL, something_new BLOB)
          """)
      for (index, record) in records.enumerated() {
        try db.execute(
          sql: "INSERT INTO history VALUES (?, ?, 0, 0, 'make', '/src', 's', 'host:me', x'00')",
          arguments: ["id\(index)", record.seconds * 1_000_000_000])
      }
    }
    return true
  }
}

struct McflyFixture: HistoryFixture {
  let importer: any HistoryImporter = McflyImporter()

  func write(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws {
    try database(scratch, name) { db in
      try db.execute(
        sql: """
          CREATE TABLE commands (id INTEGER PRIMARY KEY AUTOINCREMENT, cmd TEXT NOT NULL, cmd_tpl TEXT,
            session_id TEXT NOT NULL, when_run INTEGER NOT NULL, exit_code INTEGER NOT NULL,
            selected INTEGER NOT NULL, dir TEXT, old_dir TEXT)
          """)
      for record in records {
        try db.execute(
          sql: "INSERT INTO commands VALUES (NULL, ?, NULL, 's', ?, 0, 0, '/src', NULL)",
          arguments: ["program\(record.activity) run", record.seconds])
      }
    }
  }

  func writeOtherVersion(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws -> Bool {
    try database(scratch, name) { db in
      try db.execute(
        sql: "CREATE TABLE commands (id INTEGER PRIMARY KEY, cmd TEXT, session_id TEXT, when_run INTEGER)")
      for record in records {
        try db.execute(sql: "INSERT INTO commands VALUES (NULL, 'make', 's', ?)", arguments: [record.seconds])
      }
    }
    return true
  }
}

/// Creates a database in one transaction.
func database(_ scratch: Scratch, _ name: String, _ fill: (Database) throws -> Void) throws {
  try? FileManager.default.removeItem(atPath: scratch.path(name))
  let queue = try DatabaseQueue(path: scratch.path(name))
  try queue.write(fill)
  try queue.close()
}
