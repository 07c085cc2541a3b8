import Foundation
import GRDB
import TestSupport
import Testing

@testable import Importers

/// A reader of untrusted bytes: an importer, a format of locations, or the calendars.
struct UntrustedReader: Sendable, CustomTestStringConvertible {
  let name: String
  /// Writes a valid file with `records` records.
  let write: @Sendable (_ records: Int, _ scratch: Scratch, _ name: String) throws -> Void
  /// Reads a file to its end, like every reader of such files, and returns the number of records.
  let read: @Sendable (HistoryFile) throws -> Int
  /// Returns whether `hunch` would read a file.
  let takes: @Sendable (HistoryFile) throws -> Bool
  /// The arguments with which `hunch` reads files.
  let arguments: @Sendable (_ files: [String]) -> [String]

  var testDescription: String { name }

  /// Returns a valid file of three records, which is written once, under the name "sample".
  func sound(in scratch: Scratch) throws -> [UInt8] {
    if !FileManager.default.fileExists(atPath: scratch.path("sample")) { try write(3, scratch, "sample") }
    return [UInt8](try scratch.read("sample"))
  }

  /// All readers: each importer in the registry is one, with its fixture.
  static let all: [UntrustedReader] =
    ImporterRegistry.all.map(importer) + LocationFixture.all.map(track) + [calendar]

  private struct NoFixture: Error {}

  private static func importer(_ importer: any HistoryImporter) -> UntrustedReader {
    let fixture = Fixtures.all.first { $0.importer.name == importer.name }
    return UntrustedReader(
      name: importer.name,
      write: { count, scratch, name in
        guard let fixture else { throw NoFixture() }
        try fixture.write(Fixtures.records(count), to: scratch, named: name)
      },
      read: { file in
        guard let fixture else { throw NoFixture() }
        var records = 0
        try fixture.importer.readWithinBudget(file, ImportRun.settings()) { _ in records += 1 }
        return records
      },
      takes: { file in
        guard let fixture else { throw NoFixture() }
        return (try? ImporterRegistry.check(file, isFor: fixture.importer)) != nil
      },
      arguments: { ["import", "--from", importer.name, "--dry-run", "-q"] + $0 })
  }

  private static func track(_ fixture: LocationFixture) -> UntrustedReader {
    UntrustedReader(
      name: fixture.name,
      write: { count, scratch, name in
        let points = (0..<count).map { number -> (Int64, Double, Double) in
          (1_700_000_000 + Int64(number) * 60, 52.5, 13.4 + Double(number) / 100_000)
        }
        try scratch.write(name, fixture.text(points))
      },
      read: { file in
        guard let format = LocationFormats.all.first(where: { $0.name == fixture.name }) else {
          throw NoFixture()
        }
        var records = 0
        try format.readWithinBudget(file) { _, _ in records += 1 }
        return records
      }, takes: { LocationFormats.format(of: $0)?.name == fixture.name },
      arguments: { ["place", "import", "--dry-run"] + $0 })
  }

  private static let calendar = UntrustedReader(
    name: "calendar",
    write: { count, scratch, name in
      let events = (0..<count).map {
        "BEGIN:VEVENT\r\nUID:\($0)\r\nDTSTART:20260401T\(10 + $0 % 10)0000Z\r\nSUMMARY:Event \($0)\r\nEND:VEVENT\r\n"
      }
      try scratch.write(name, "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(events.joined())END:VCALENDAR\r\n")
    },
    read: { file in
      let start = 1_775_000_000_000 as Int64
      return try CalendarReading([file], in: start..<start + 31_536_000_000, ImportRun.settings())
        .events.count
    }, takes: { CalendarReading.isCalendar($0) }, arguments: { ["hint", "import"] + $0 })
}

/// A way to make a file that takes as much work as possible.
struct HostileShape: Sendable {
  let name: String
  /// Returns the bytes for a size, or `nil` if the reader's format does not allow such a file.
  let bytes: @Sendable (_ reader: UntrustedReader, _ size: Int, _ scratch: Scratch) throws -> [UInt8]?
  /// A Boolean value that indicates whether the budget may end it, because its work grows faster
  /// than the file.
  var mayEnd = false
  /// A Boolean value that indicates whether another shape has the same bytes at another position,
  /// so that memory need not be measured.
  var isVariant = false

  /// The shapes of a reader's files.
  static func all(for reader: UntrustedReader) throws -> [HostileShape] {
    let scratch = try Scratch()
    try reader.write(3, scratch, "history")
    return [records] + (try HistoryFile(path: scratch.path("history")).isSQLite ? databases : texts)
  }

  /// As many records as fit.
  private static let records = HostileShape(name: "many records") { reader, size, scratch in
    try reader.write(100, scratch, "history")
    let count = try size * 100 / scratch.read("history").count
    try reader.write(max(3, count), scratch, "history")
    return [UInt8](try scratch.read("history"))
  }
}

// MARK: Texts

extension HostileShape {
  /// Repeated strings, and the resulting text.
  private static let units: [(name: String, unit: String)] = [
    ("a long word", "a"), ("many words", "a b "), ("empty lines", "\n"), ("lines of blanks", "   \n"),
    ("Windows' empty lines", "\r\n"), ("deep arrays", "["), ("deep objects", "{\"a\":"),
    ("deep elements", "<a>"), ("deep substitutions", "$("), ("parentheses", "("), ("quotes", "\""),
    ("apostrophes", "'"), ("backslashes", "\\"), ("continued lines", "\\\n"), ("folded lines", "\r\n a"),
    ("NULs", "\0"), ("combining marks", "\u{301}"), ("U+FDFA", "\u{FDFA}"), ("commas", ","),
    ("semicolons", ";"),
    ("pipes", "|"), ("digits", "9"), ("equals signs", "a="), ("slashes", "/"), ("escaped octets", "%25"),
    ("entities", "&amp;"), ("equal keys", "\"a\":1,"), ("tabs", "\t"), ("colons", ":"),
    ("addresses", "https://u:p@a.example/?a=b&"), ("here-documents", "<<A "), ("comments", "<!--"),
    ("an endless recurrence", endless), ("a part of the text", ""),
  ]

  /// An event that never takes place, which libical would search for endlessly.
  private static let endless =
    "BEGIN:VEVENT\r\nUID:1\r\nDTSTART:20250101T090000\r\nRRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30\r\n"
    + "SUMMARY:E\r\nEND:VEVENT\r\n"

  /// The positions of the insertion: before the text, in its middle, and at its end.
  private static let places: [(name: String, share: Double)] = [
    ("before", 0), ("in", 0.55), ("after", 1),
  ]

  fileprivate static let texts: [HostileShape] = repeatedUnits + repeatedTexts

  private static let repeatedUnits: [HostileShape] = units.flatMap { unit in
    places.map { place -> HostileShape in
      var shape = HostileShape(name: "\(unit.name) \(place.name) the text") { reader, size, scratch in
        let base = try reader.sound(in: scratch)
        var bytes = [UInt8](unit.unit.utf8)
        if bytes.isEmpty { bytes = [UInt8](base[base.count / 3..<base.count / 2]) }
        let index = Int(Double(base.count) * place.share)
        return base[..<index] + repeated(bytes, size) + base[index...]
      }
      shape.isVariant = place.name != "in"
      return shape
    }
  }

  private static func repeated(_ bytes: [UInt8], _ size: Int) -> [UInt8] {
    var repeated = bytes
    while repeated.count < size { repeated += repeated }
    return Array(repeated.prefix(size / bytes.count * bytes.count))
  }

  private static let repeatedTexts: [HostileShape] = [
    HostileShape(name: "no UTF-8") { reader, size, scratch in
      try reader.sound(in: scratch) + repeated([0xFF], size)
    },
    HostileShape(name: "the whole text again and again") { reader, size, scratch in
      try repeated(reader.sound(in: scratch), size)
    },
    HostileShape(name: "one record again and again") { reader, size, scratch in
      try reader.write(1, scratch, "history")
      let one = [UInt8](try scratch.read("history"))
      try reader.write(2, scratch, "history")
      let two = [UInt8](try scratch.read("history"))
      // The bytes that the second record adds, after the beginning that both share.
      let shared = zip(one, two).prefix { $0 == $1 }.count
      let end = min(two.count, shared + max(1, two.count - one.count))
      guard end > shared else { return nil }
      return two[..<shared] + repeated([UInt8](two[shared..<end]), size) + one[shared...]
    },
  ]
}

// MARK: Databases

/// The tables of a valid history, with one row of each.
private struct TableSample {
  let name: String
  let columns: [String]
  let row: [DatabaseValue]

  static func all(of path: String) throws -> [TableSample] {
    try DatabaseQueue(path: path).read { db in
      let names = try String.fetchAll(
        db,
        sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
      return try names.map { name in
        let columns = try db.columns(in: name).map(\.name)
        let row = try Row.fetchOne(db, sql: "SELECT * FROM \"\(name)\"")
        return TableSample(
          name: name, columns: columns,
          row: row.map { Array($0.databaseValues) } ?? columns.map { _ in .null })
      }
    }
  }
}

extension HostileShape {
  /// Creates a shape of tables without keys, with rows made from those of a valid history.
  ///
  /// - Parameters:
  ///   - rowSize: About how many bytes a row takes.
  ///   - rows: The number of rows of each table, whatever the size is.
  ///   - prepare: Changes the schema before there are rows.
  ///   - finish: Changes the database after.
  private init(
    _ name: String, rowSize: Int = 60, rows: Int? = nil, mayEnd: Bool = false,
    prepare: @escaping @Sendable (Database) throws -> Void = { _ in },
    column: @escaping @Sendable (String, DatabaseValue) -> String = { name, _ in "\"\(name)\"" },
    value: @escaping @Sendable (DatabaseValue, _ row: Int, _ size: Int) -> DatabaseValue = { value, _, _ in
      value
    },
    finish: @escaping @Sendable (Database, _ tables: [String]) throws -> Void = { _, _ in }
  ) {
    self.init(
      name: name,
      bytes: { reader, size, scratch in
        _ = try reader.sound(in: scratch)
        let samples = try TableSample.all(of: scratch.path("sample"))
        let count = rows ?? max(1, size / rowSize / samples.count)
        try? FileManager.default.removeItem(atPath: scratch.path("history"))
        // The data need not be on the disk.
        var configuration = Configuration()
        configuration.prepareDatabase {
          try $0.execute(sql: "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY")
        }
        let queue = try DatabaseQueue(path: scratch.path("history"), configuration: configuration)
        try queue.writeWithoutTransaction(prepare)
        try queue.write { db in
          for sample in samples {
            var columns = zip(sample.columns, sample.row).map { column($0, $1) }
            // A table needs at least one column that is not generated.
            if columns.allSatisfy({ $0.contains(" AS ") }) { columns[0] = "\"\(sample.columns[0])\"" }
            try db.execute(sql: "CREATE TABLE \"\(sample.name)\" (\(columns.joined(separator: ", ")))")
            let kept = zip(columns.indices, columns).filter { !$0.1.contains(" AS ") }.map(\.0)
            let names = kept.map { "\"\(sample.columns[$0])\"" }.joined(separator: ", ")
            let insert = try db.makeStatement(
              sql:
                "INSERT INTO \"\(sample.name)\" (\(names)) VALUES (\(kept.map { _ in "?" }.joined(separator: ", ")))"
            )
            for row in 0..<count {
              try insert.execute(arguments: StatementArguments(kept.map { value(sample.row[$0], row, size) }))
            }
          }
          try finish(db, samples.map(\.name))
        }
        try queue.close()
        return [UInt8](try scratch.read("history"))
      }, mayEnd: mayEnd)
  }

  private static func number(_ value: DatabaseValue, _ other: Int) -> DatabaseValue {
    guard case .int64(let number) = value.storage, number < 1_000_000 else { return value }
    return other.databaseValue
  }

  private static func text(_ value: DatabaseValue, _ other: @autoclosure () -> String) -> DatabaseValue {
    guard case .string = value.storage else { return value }
    return other().databaseValue
  }

  fileprivate static let databases: [HostileShape] = changedTables + longTexts

  private static let changedTables: [HostileShape] = [
    HostileShape("equal rows without keys"),
    // Identifiers, their references and types are all the same: in Firefox, redirects that lead to
    // themselves.
    HostileShape("numbers that are all 1", value: { value, _, _ in number(value, 1) }),
    HostileShape("numbers that are all 5", value: { value, _, _ in number(value, 5) }),
    HostileShape(
      "numbers that are all 5, under statistics that say there is one row",
      value: { value, _, _ in number(value, 5) },
      finish: { db, tables in
        try db.execute(sql: "ANALYZE; DELETE FROM sqlite_stat1")
        for table in tables {
          try db.execute(sql: "INSERT INTO sqlite_stat1 VALUES (?, NULL, '1')", arguments: [table])
        }
      }),
    HostileShape("numbers that lead to the next", value: { value, row, _ in number(value, row) }),
    HostileShape(
      "texts that are equal numbers", rowSize: 200, mayEnd: true,
      value: { value, row, _ in
        guard case .int64(let number) = value.storage, number < 1_000_000 else { return value }
        return (String(repeating: "0", count: row % 200) + "1").databaseValue
      }),
    HostileShape("rows of nothing", rowSize: 12, value: { _, _, _ in .null }),
    HostileShape(
      "bytes in place of all", value: { _, _, _ in Data(repeating: 0, count: 20).databaseValue }),
    HostileShape(
      "views in place of tables", mayEnd: true,
      finish: { db, tables in
        for table in tables {
          try db.execute(
            sql: """
              ALTER TABLE "\(table)" RENAME TO "x\(table)";
              CREATE VIEW "\(table)" AS SELECT a.* FROM "x\(table)" a, "x\(table)" b, "x\(table)" c
              """)
        }
      }),
    HostileShape(
      "texts that are computed", mayEnd: true,
      column: { name, value in
        guard case .string = value.storage else { return "\"\(name)\"" }
        return "\"\(name)\" AS (hex(zeroblob(1000000)))"
      }),
    HostileShape("small pages", prepare: { try $0.execute(sql: "PRAGMA page_size = 512") }),
    HostileShape(
      "many tables",
      finish: { db, _ in for number in 0..<200 { try db.execute(sql: "CREATE TABLE t\(number) (x)") } }),
    HostileShape(
      "many columns",
      finish: { db, tables in
        for table in tables {
          for number in 0..<200 { try db.execute(sql: "ALTER TABLE \"\(table)\" ADD COLUMN c\(number)") }
        }
      }),
  ]

  private static let longTexts: [HostileShape] = units.map { unit in
    // Four rows of each table, which grow with the size.
    HostileShape(
      "\(unit.name) in each text", rows: 4,
      value: { value, _, size in
        let part = unit.unit.isEmpty ? "{\"a\":1,\"a\":2," : unit.unit
        return text(value, String(repeating: part, count: size / 8 / part.utf8.count))
      })
  }
}
