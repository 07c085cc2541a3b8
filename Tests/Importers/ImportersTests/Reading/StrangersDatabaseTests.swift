import Foundation
import GRDB
import TestSupport
import Testing

@testable import Importers

/// Malicious databases.
@Suite("Untrusted databases")
struct StrangersDatabaseTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  // MARK: Files

  /// A record at the end of a journal that names a super-journal.
  private static func superJournal(_ path: String) -> Data {
    let name = Array(path.utf8)
    let sum = name.reduce(0) { $0 + Int(Int8(bitPattern: $1)) }
    return Data(number((1 << 30) / 4_096 + 1) + name + number(name.count) + number(sum) + mark)
  }

  private static func number(_ value: Int) -> [UInt8] {
    unsafe withUnsafeBytes(of: UInt32(truncatingIfNeeded: value).bigEndian) { unsafe Array($0) }
  }

  private static let mark: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

  /// A journal without pages.
  private static func journal(pages: Int) -> Data {
    let head = mark + [0, 0, pages, 512, 4_096].flatMap(number)
    return Data(head + [UInt8](repeating: 0, count: 512 - head.count))
  }

  /// `hunch import --dry-run` deleted the file.
  @Test("a journal that names a super-journal deletes no file", arguments: Fixtures.all)
  func superJournal(_ fixture: any HistoryFixture) async throws {
    let file = try fixture.write(Fixtures.records(10), to: scratch)
    guard file.isSQLite else { return }
    try scratch.write("thesis.tex", "only copy")
    let names = [scratch.path("thesis.tex"), scratch.path("history")].map { Self.superJournal($0) }
    let journals = [
      Self.journal(pages: file.size / 4_096) + names[0],
      // A second mark that becomes the last one when the last is removed.
      Self.journal(pages: file.size / 4_096) + names[0] + names[0], names[1],
    ]
    for (number, journal) in journals.enumerated() {
      try journal.write(to: scratch.folder.appending(path: "history-journal"))
      let before = try scratch.names()
      let file = try HistoryFile(path: scratch.path("history"))
      var records = 0
      try fixture.importer.readWithinBudget(file, ImportRun.settings()) { _ in records += 1 }
      #expect(records == 10)
      #expect(try scratch.names() == before, "\(number)")
      #expect(try scratch.read("history-journal") == journal)
    }
  }

  @Test("the transaction of a journal that names a super-journal is rolled back")
  func rollback() throws {
    let program = try DatabaseQueue(path: scratch.path("db"))
    try program.writeWithoutTransaction { db in
      try db.execute(sql: "CREATE TABLE t (x INTEGER, y TEXT); INSERT INTO t VALUES (1, 'one')")
      try db.execute(sql: "PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN EXCLUSIVE")
      for number in 10..<2_000 {
        try db.execute(
          sql: "INSERT INTO t VALUES (?, ?)", arguments: [number, String(repeating: "x", count: 500)])
      }
      for name in ["db", "db-journal"] {
        try FileManager.default.copyItem(atPath: scratch.path(name), toPath: scratch.path("copy-" + name))
      }
      try db.execute(sql: "ROLLBACK")
    }
    try program.close()
    try FileManager.default.moveItem(atPath: scratch.path("copy-db"), toPath: scratch.path("copy"))
    let journal = try scratch.read("copy-db-journal") + Self.superJournal(scratch.path("db"))
    try journal.write(to: scratch.folder.appending(path: "copy-journal"))
    var numbers: [Int64?] = []
    try history("copy").forEachRow("SELECT x FROM t") { numbers.append($0.integer("x")) }
    #expect(numbers == [1])
    #expect(try scratch.names().contains("db"))
  }

  /// It had a name until it was open, and remained if the process was killed before.
  @Test("the files of a copy and of its sorted rows never have a name")
  func unnamed() async throws {
    _ = try FirefoxFixture().write(Fixtures.records(20_000), to: scratch)
    let (folder, long) = (scratch.folder.appending(path: "temporary"), Date(timeIntervalSince1970: 1e9))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    try FileManager.default.setAttributes([.modificationDate: long], ofItemAtPath: folder.path)
    let process = Process()
    process.executableURL = try BuiltProgram.file("hunch")
    process.arguments = ["import", "--from", "firefox", "history", "--dry-run", "-q"]
    process.currentDirectoryURL = scratch.folder
    process.environment = BuiltProgram.environment(home: scratch.folder).merging(["TMPDIR": folder.path]) {
      $1
    }
    let run = try await process.runToEnd()
    #expect(run.code == 0 && run.text.contains("would add 20,000"), "\(run.errors)")
    // Creating and removing a file changes the folder.
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
    #expect(attributes[.modificationDate] as? Date == long)
  }

  @Test("a pipe in place of a write-ahead log is not waited for", .timeLimit(.minutes(1)))
  func pipe() throws {
    _ = try FirefoxFixture().write(Fixtures.records(3), to: scratch)
    try #require(unsafe mkfifo(scratch.path("history-wal"), 0o600) == 0)
    #expect(try history("history").tables.keys.contains("moz_places"))
  }

  // MARK: Queries

  private func history(_ name: String) throws -> SQLiteHistory {
    try SQLiteHistory(
      copyOf: scratch.path(name), budget: ReadingBudget(size: 1 << 16, path: scratch.path(name)))
  }

  /// Returns the number of records that an importer finds, or the reason why it stops.
  private func records(
    by importer: some HistoryImporter, _ fill: (Database) throws -> Void
  ) throws -> Result<Int, HistoryError> {
    try database(scratch, "history", fill)
    let file = try HistoryFile(path: scratch.path("history"))
    var records = 0
    do {
      try importer.readWithinBudget(file, ImportRun.settings()) { _ in records += 1 }
      return .success(records)
    } catch let error as HistoryError { return .failure(error) }
  }

  private func firefox(_ db: Database, id: String = "INTEGER") throws {
    try db.execute(
      sql: """
        CREATE TABLE moz_places (id \(id), url TEXT, title TEXT, hidden INTEGER);
        CREATE TABLE moz_historyvisits (id \(id), from_visit INTEGER, place_id INTEGER, visit_date INTEGER,
          visit_type INTEGER)
        """)
  }

  /// Three visits took more than 981 MiB and did not end: 3^20 rows.
  @Test("redirects that lead to themselves end", arguments: ["INTEGER", "INTEGER PRIMARY KEY"])
  func redirects(_ id: String) throws {
    let found = try records(by: FirefoxImporter()) { db in
      try firefox(db, id: id)
      try db.execute(sql: "INSERT INTO moz_places VALUES (1, 'https://example.org/page', 'Page', 0)")
      for number in 0..<3 {
        let key = id.hasSuffix("KEY") ? number + 1 : 1
        try db.execute(
          sql: "INSERT INTO moz_historyvisits VALUES (?, 1, 1, ?, 5)",
          arguments: [key, 1_763_600_000_000_000 + number])
      }
    }
    #expect(found == .success(3))
  }

  @Test("pages with one identifier do not multiply visits")
  func pages() throws {
    let found = try records(by: FirefoxImporter()) { db in
      try firefox(db)
      for _ in 0..<2_000 {
        try db.execute(sql: "INSERT INTO moz_places VALUES (1, 'https://example.org/page', 'Page', 0)")
      }
      for number in 0..<20_000 {
        try db.execute(
          sql: "INSERT INTO moz_historyvisits VALUES (1, 0, 1, ?, 1)",
          arguments: [1_763_600_000_000_000 + number])
      }
    }
    #expect(found == .success(20_000))
  }

  private func zeitgeist(_ db: Database, _ values: [String]) throws {
    for table in ["uri", "actor", "interpretation", "manifestation", "text"] {
      try db.execute(sql: "CREATE TABLE \(table) (id, value TEXT)")
      for value in values {
        try db.execute(sql: "INSERT INTO \(table) VALUES (\(value), 'file:///home/ada/f')")
      }
    }
    try db.execute(
      sql: """
        CREATE TABLE event (id INTEGER, timestamp INTEGER, interpretation INTEGER, manifestation INTEGER,
          actor INTEGER, subj_id INTEGER, subj_text INTEGER);
        INSERT INTO event VALUES (1, 1763600000000, 1, 1, 1, 1, 1)
        """)
  }

  @Test("texts with one identifier do not multiply events")
  func texts() throws {
    let one = [String](repeating: "1", count: 41)
    #expect(try records(by: ZeitgeistImporter()) { try zeitgeist($0, one) } == .success(1))
  }

  /// To SQLite they are different values, and equal to the same number.
  @Test("a query that multiplies rows anyway ends with its budget")
  func multiplied() throws {
    let ones = (0..<41).map { "'\(String(repeating: "0", count: $0))1'" }
    let found = try records(by: ZeitgeistImporter()) { try zeitgeist($0, ones) }
    #expect(found == .failure(HistoryError(.tooCostly, at: scratch.path("history"))))
  }

  @Test("sorted rows have a limit, too")
  func sorted() throws {
    try database(scratch, "history") { db in
      try db.execute(sql: "CREATE TABLE t (x TEXT)")
      for _ in 0..<1_000 {
        try db.execute(sql: "INSERT INTO t VALUES (?)", arguments: [String(repeating: "x", count: 500)])
      }
    }
    let history = try history("history")
    #expect(throws: HistoryError(.tooCostly, at: history.path)) {
      try history.forEachRow("SELECT 1 FROM t AS a, t AS b ORDER BY a.x || b.x") { _ in }
    }
  }

  /// The author of the file decides the cost of a view or a generated column.
  @Test("queries read neither views nor generated columns, and call no functions")
  func expressions() throws {
    try database(scratch, "history") { db in
      try db.execute(
        sql: """
          CREATE TABLE t (x, y AS (hex(zeroblob(1000000)))); CREATE VIEW v AS SELECT 1 AS x;
          INSERT INTO t VALUES (1)
          """)
    }
    let history = try history("history")
    #expect(history.tables == ["t": ["x"]])
    var rows = 0
    try history.forEachRow("SELECT x, rowid, coalesce(x, 2) FROM t") { _ in rows += 1 }
    #expect(rows == 1)
    for query in [
      "SELECT y FROM t", "SELECT x FROM v", "SELECT hex(x) FROM t", "SELECT sql FROM sqlite_schema",
    ] {
      #expect(throws: HistoryError(.damaged, at: history.path), "\(query)") {
        try history.forEachRow(query) { _ in }
      }
    }
  }

  /// The pages of a long value form a cycle: 8 KiB claim to be a gibibyte.
  @Test("a value longer than its file is damage")
  func circle() throws {
    try database(scratch, "history") { db in
      try db.execute(sql: "CREATE TABLE t (x TEXT)")
      try db.execute(sql: "INSERT INTO t VALUES (?)", arguments: [String(repeating: "x", count: 8 << 20)])
    }
    var bytes = try scratch.read("history")
    // The first page of the value is the third of the file; it continues with itself.
    bytes.replaceSubrange(2 * 4_096..<2 * 4_096 + 4, with: [0, 0, 0, 3])
    bytes = bytes.prefix(3 * 4_096)
    bytes.replaceSubrange(28..<32, with: [0, 0, 0, 3])
    try bytes.write(to: scratch.folder.appending(path: "history"))
    let history = try history("history")
    #expect(throws: HistoryError(.damaged, at: history.path)) {
      try history.forEachRow("SELECT x FROM t") { _ in }
    }
  }
}
