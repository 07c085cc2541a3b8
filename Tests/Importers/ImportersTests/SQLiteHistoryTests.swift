import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import Importers

@Suite("Databases of running programs")
struct SQLiteHistoryTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func open(_ mode: String) throws -> DatabaseQueue {
    let queue = try DatabaseQueue(path: scratch.path("db"))
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA journal_mode = \(mode)")
      try db.execute(sql: "CREATE TABLE t (x INTEGER, y TEXT); INSERT INTO t VALUES (1, 'one')")
    }
    return queue
  }

  private func copy(of name: String = "db") throws -> SQLiteHistory {
    try SQLiteHistory(
      copyOf: scratch.path(name), budget: ReadingBudget(size: 1 << 20, path: scratch.path(name)))
  }

  private func numbers() throws -> [Int64?] {
    var numbers: [Int64?] = []
    try copy().forEachRow("SELECT x FROM t ORDER BY x") {
      numbers.append($0.integer("x"))
    }
    return numbers
  }

  private func files() throws -> [String: Data] {
    try Dictionary(uniqueKeysWithValues: scratch.names().map { ($0, try scratch.read($0)) })
  }

  @Test("rows that are only in the write-ahead log are read, and the source is unchanged")
  func log() throws {
    let program = try open("WAL")
    try program.writeWithoutTransaction { try $0.execute(sql: "INSERT INTO t VALUES (2, 'two')") }
    let before = try files()
    #expect(before.keys.contains("db-wal"))
    #expect(try numbers() == [1, 2])
    #expect(try files() == before)
    try program.close()
  }

  @Test(
    "a database is read while its program holds a lock in an unfinished transaction",
    arguments: ["DELETE", "WAL"])
  func locked(_ mode: String) throws {
    let program = try open(mode)
    try program.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN EXCLUSIVE")
      // More than fits into the cache, so that a part is already in the file.
      for number in 10..<2_000 {
        try db.execute(
          sql: "INSERT INTO t VALUES (?, ?)", arguments: [number, String(repeating: "x", count: 500)])
      }
      #expect(try numbers() == [1])
      try db.execute(sql: "ROLLBACK")
    }
  }

  @Test("a copy can be read repeatedly, and an unreadable database is refused")
  func copies() throws {
    let program = try open("WAL")
    let history = try copy()
    #expect(history.tables == ["t": ["x", "y"]])
    var rows = 0
    for _ in 0..<3 { try history.forEachRow("SELECT * FROM t") { _ in rows += 1 } }
    #expect(rows == 3)
    var bytes = try scratch.read("db")
    bytes.replaceSubrange(100..<bytes.count, with: Data(repeating: 0xAA, count: bytes.count - 100))
    try bytes.write(to: scratch.folder.appending(path: "broken"))
    #expect(throws: HistoryError(.damaged, at: scratch.path("broken"))) {
      try copy(of: "broken")
    }
    try program.close()
  }

  @Test("values of another type count as absent, and so do columns that a version lacks")
  func values() throws {
    try database(scratch, "db") { db in
      try db.execute(
        sql:
          "CREATE TABLE T (X ANY, y); INSERT INTO t VALUES ('7', 'a'), (7.5, x'636166E9'), ('seven', NULL), (x'00', 3)"
      )
    }
    let history = try copy()
    var found: [String] = []
    try history.forEachRow("SELECT x, y, \(history.column("z", of: "t")) FROM t") { row in
      found.append(
        "\(row.integer("x") ?? -1) \(row.text("y") ?? "-") \(row.text("z") ?? "-") \(row.text("w") ?? "-")")
    }
    #expect(found == ["7 a - -", "7 café - -", "-1 - - -", "-1 3 - -"])
    #expect(throws: HistoryError(.otherSchema(missing: "the column t.z"), at: history.path)) {
      try history.require(["x", "z"], of: "t")
    }
  }

  @Test("views and virtual tables of an untrusted file do not count as tables")
  func views() throws {
    try database(scratch, "db") { db in
      try db.execute(
        sql: "CREATE TABLE t (x); CREATE VIEW v AS SELECT 1 AS x; CREATE VIRTUAL TABLE f USING fts5(x)")
    }
    let tables = try HistoryFile(path: scratch.path("db")).tables()
    #expect(tables["t"] == ["x"])
    #expect(tables["v"] == nil && tables["f"] == nil)
  }
}
