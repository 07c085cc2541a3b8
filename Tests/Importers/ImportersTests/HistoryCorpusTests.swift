import Foundation
import GRDB
import TestSupport
import Testing

@testable import Importers
@testable import ImportersExercises

@Suite struct HistoryCorpusTests {
  private static let corpus = Corpus("History")

  @Test("inputs and seeds of the fuzzer keep every promise", arguments: corpus.names)
  func replay(_ name: String) throws {
    let _: HistoryOutcome = try exerciseHistory(Self.corpus.bytes(name))
  }

  @Test("2,000 variations of the fuzzer's inputs keep every promise")
  func variations() throws {
    try Self.corpus.vary(2_000) { let _: HistoryOutcome = try exerciseHistory($0) }
  }

  @Test("a corpus has an input for each importer of texts, which reads it")
  func complete() throws {
    let known = try Self.corpus.names.flatMap { try exerciseHistory(Self.corpus.bytes($0)).importers }
    let databases: Set = [
      "atuin", "mcfly", "firefox", "chrome", "safari", "qutebrowser", "apple-knowledge", "zeitgeist",
      "kde-activities", "home-assistant", "nushell", "android-wellbeing",
      "table",
    ]
    let missing = ImporterRegistry.all.map(\.name).filter { !databases.contains($0) && !known.contains($0) }
    #expect(missing == [])
  }

  @Test("databases with any value in a column keep every promise", arguments: Fixtures.all)
  func values(_ fixture: any HistoryFixture) throws {
    let scratch = try Scratch()
    let path = scratch.path("history")
    _ = try fixture.write(Fixtures.records(3), to: scratch)
    guard let queue = try? DatabaseQueue(path: path), let columns = try? queue.read(Self.columns) else {
      return
    }
    try queue.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
    }
    // A landing tries one in ten, and each day other ones.
    let percent = Campaign.count("HUNCH_VARIATIONS", usually: 10)
    var random = SeededNumbers(seed: Campaign.seed)
    for column in columns {
      for value in Self.values where Int.random(in: 0..<100, using: &random) < percent {
        // A constraint of the column rejects the value.
        guard let old = try? queue.write({ try Self.replace(column, by: value, in: $0) }) else { continue }
        let _: HistoryOutcome = try exerciseHistory([UInt8](Data(contentsOf: URL(filePath: path))))
        _ = try queue.write { try Self.replace(column, by: old, in: $0) }
      }
    }
  }

  private struct Column {
    let table: String
    let name: String
  }

  private static func columns(_ db: Database) throws -> [Column] {
    try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'").filter {
      !$0.hasPrefix("sqlite_")
    }
    .flatMap { table in try db.columns(in: table).map { Column(table: table, name: $0.name) } }
  }

  /// Replaces the value of a column in the last row, and returns the old value.
  private static func replace(_ column: Column, by value: DatabaseValue, in db: Database) throws
    -> DatabaseValue
  {
    let (table, name) = ("\"\(column.table)\"", "\"\(column.name)\"")
    let last = try Int64.fetchOne(db, sql: "SELECT max(rowid) FROM \(table)")
    let old = try DatabaseValue.fetchOne(
      db, sql: "SELECT \(name) FROM \(table) WHERE rowid = ?", arguments: [last])
    try db.execute(sql: "UPDATE \(table) SET \(name) = ? WHERE rowid = ?", arguments: [value, last])
    return old ?? .null
  }

  /// Values of all types, because SQLite does not enforce the type of a column.
  private static let values: [DatabaseValue] = [
    .null, Int64.max.databaseValue, Int64.min.databaseValue, (-1).databaseValue, 0.databaseValue,
    Double.infinity.databaseValue, 1e300.databaseValue, (-0.5).databaseValue, "".databaseValue,
    "ZQXJ".databaseValue, "ZQXJ\u{0}\u{1B}[31m\u{202E}".databaseValue, "{\"ZQXJ\": [".databaseValue,
    "https://ZQXJ:ZQXJ@[::1]:99999/%ZZ?ZQXJ#".databaseValue,
    Data([0x5A, 0x51, 0x58, 0x4A, 0xFF, 0]).databaseValue,
    String(repeating: "ZQXJ ", count: 40_000).databaseValue,
  ]
}
