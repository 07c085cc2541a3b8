internal import Foundation
internal import GRDB
internal import GRDBSQLite

/// A private copy of a database in which a program keeps its history, open for reading.
///
/// Columns are chosen by name, as versions of a program have other ones: ask ``tables``, and write ``column(_:of:)`` into a query. The copy
/// has no name in the file system any more once it is open, so nothing of it stays, however the process ends.
package final class SQLiteHistory: Sendable {
  /// The path of the history that was copied.
  package let path: String
  /// The tables with their columns, all in lower case; views and virtual tables are not among them.
  package let tables: [String: Set<String>]
  private let queue: DatabaseQueue

  /// The length of the longest value and row: what is longer is no record of a history.
  private static let longestValue: Int32 = 16 << 20

  /// Copies a database and opens the copy.
  ///
  /// - Throws: ``HistoryError`` if it cannot be copied, or is none.
  package init(copyOf path: String) throws(HistoryError) {
    self.path = path
    let copy = try PrivateCopy(of: path)
    defer { copy.remove() }
    do {
      if copy.hasJournal { try Self.recover(copy.path) }
      queue = try DatabaseQueue(path: copy.path, configuration: Self.configuration(isReadOnly: true))
      // The first query opens all of its files.
      tables = try queue.read(Self.tables)
    } catch { throw HistoryError(.damaged, at: path) }
  }

  /// Lets SQLite take back what the journal of a copy says was not finished.
  private static func recover(_ path: String) throws {
    let queue = try DatabaseQueue(path: path, configuration: configuration(isReadOnly: false))
    _ = try queue.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") }
    try queue.close()
  }

  private static func configuration(isReadOnly: Bool) -> Configuration {
    var configuration = Configuration()
    configuration.label = "hunch.history"
    configuration.readonly = isReadOnly
    configuration.prepareDatabase { db in
      guard let connection = unsafe db.sqliteConnection else {
        throw DatabaseError(resultCode: .SQLITE_MISUSE)
      }
      _ = unsafe sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, longestValue)
      // The file is a stranger's (https://sqlite.org/security.html), and nothing of it may be written elsewhere.
      try db.execute(
        sql:
          "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY; PRAGMA mmap_size = 0"
      )
    }
    return configuration
  }

  /// Returns the tables of a database where it lies, without a lock and without its write-ahead log, or `nil` if they cannot be told so.
  ///
  /// That is enough to tell what it is, and writes nothing; for everything else there is the copy.
  static func tablesInPlace(path: String) -> [String: Set<String>]? {
    let url = URL(fileURLWithPath: path).absoluteString + "?mode=ro&immutable=1"
    guard let queue = try? DatabaseQueue(path: url, configuration: configuration(isReadOnly: true)),
      let found = try? queue.read(tables), !found.isEmpty
    else { return nil }
    return found
  }

  private static func tables(_ db: Database) throws -> [String: Set<String>] {
    let names = try String.fetchAll(
      db,
      sql:
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    )
    var tables: [String: Set<String>] = [:]
    for name in names {
      let columns = try String.fetchAll(db, sql: "SELECT name FROM pragma_table_info(?)", arguments: [name])
      tables[name.lowercased()] = Set(columns.map { $0.lowercased() })
    }
    return tables
  }

  /// Checks that there are columns without which nothing can be read.
  ///
  /// - Throws: ``HistoryError`` that names the first one that is missing.
  package func require(_ columns: [String], of table: String) throws(HistoryError) {
    guard let found = tables[table] else {
      throw HistoryError(.otherSchema(missing: "the table \(table)"), at: path)
    }
    for column in columns where !found.contains(column) {
      throw HistoryError(.otherSchema(missing: "the column \(table).\(column)"), at: path)
    }
  }

  /// Returns a column for a query, or NULL under its name if the table has none of that name.
  package func column(_ name: String, of table: String) -> String {
    tables[table]?.contains(name) == true ? "\"\(table)\".\"\(name)\" AS \"\(name)\"" : "NULL AS \"\(name)\""
  }

  /// Goes through the rows of a query, one at a time.
  ///
  /// - Parameters:
  ///   - sql: A query. It is the importer's own, and has nothing of the history in it.
  ///   - receive: Takes a row, which is good until it returns.
  /// - Throws: ``HistoryError`` if the database is damaged, or what `receive` throws.
  package func forEachRow(_ sql: String, _ receive: (HistoryRow) throws -> Void) throws {
    do {
      try queue.read { db in
        let rows = try Row.fetchCursor(db, sql: sql)
        while let row = try rows.next() { try receive(HistoryRow(row)) }
      }
    } catch is DatabaseError { throw HistoryError(.damaged, at: path) }
  }
}

/// A row of a query; values of another type than expected are as if they were absent.
package struct HistoryRow {
  private let row: Row

  init(_ row: Row) { self.row = row }

  /// Returns a whole number.
  package func integer(_ column: String) -> Int64? {
    switch value(column) {
    case .int64(let number): number
    case .double(let number): Int64(exactly: number.rounded(.down))
    case .string(let text): Int64(text)
    case .blob, .null, nil: nil
    }
  }

  /// Returns a number.
  package func number(_ column: String) -> Double? {
    switch value(column) {
    case .int64(let number): Double(number)
    case .double(let number): number
    case .string(let text): Double(text)
    case .blob, .null, nil: nil
    }
  }

  /// Returns a text; one that is kept as bytes, too.
  package func text(_ column: String) -> String? {
    switch value(column) {
    case .string(let text): text
    case .blob(let data): HistoryText.decoded(data)
    case .int64(let number): String(number)
    case .double(let number): String(number)
    case .null, nil: nil
    }
  }

  /// Returns the bytes of a value that is kept as bytes.
  package func bytes(_ column: String) -> [UInt8]? {
    guard case .blob(let data) = value(column) else { return nil }
    return [UInt8](data)
  }

  private func value(_ column: String) -> DatabaseValue.Storage? {
    let value: DatabaseValue? = row[column]
    return value?.storage
  }
}
