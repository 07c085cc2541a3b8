/// A private copy of a program's database, open for reading.
///
/// Columns are chosen by name, because they differ between versions of a program: check ``tables``,
/// and write ``column(_:of:)`` into a query. Join tables with ``table(_:by:)``.
package final class SQLiteHistory: Sendable {
  /// The path of the history that was copied.
  package let path: String
  /// The tables with their columns, all in lower case, without views, virtual tables and generated
  /// columns.
  package let tables: [String: Set<String>]
  /// The single-column primary keys, by table.
  private let keys: [String: String]
  private let connection: HistoryConnection

  /// Copies a database and opens the copy.
  ///
  /// - Parameter budget: The budget of all readings.
  /// - Throws: ``HistoryError`` if it cannot be copied, or is not a database.
  package init(copyOf path: String, budget: ReadingBudget) throws {
    self.path = path
    let copy = try PrivateCopy(of: path, temporary: budget.memory)
    connection = try HistoryConnection(to: copy, of: path, budget: budget)
    (tables, keys) = try connection.findTables()
  }

  /// Returns the tables of a database in place, without a lock and without its write-ahead log, or
  /// `nil` if that fails.
  ///
  /// That is enough to recognise it, and writes nothing; everything else reads the copy.
  static func tablesInPlace(of file: HistoryFile) -> [String: Set<String>]? {
    let found = try? HistoryConnection(inPlace: file.path, size: file.size, budget: file.budget).findTables()
    return found.flatMap { $0.columns.isEmpty ? nil : $0.columns }
  }

  /// Checks that the required columns exist.
  ///
  /// - Throws: ``HistoryError`` that names the first missing one.
  package func require(_ columns: [String], of table: String) throws(HistoryError) {
    guard let found = tables[table] else {
      throw HistoryError(.otherSchema(missing: "the table \(table)"), at: path)
    }
    for column in columns where !found.contains(column) {
      throw HistoryError(.otherSchema(missing: "the column \(table).\(column)"), at: path)
    }
  }

  /// Returns a column for a query, or NULL under its name if the table lacks it.
  package func column(_ name: String, of table: String) -> String {
    tables[table]?.contains(name) == true ? "\"\(table)\".\"\(name)\" AS \"\(name)\"" : "NULL AS \"\(name)\""
  }

  /// Returns whether a column is the primary key of a table.
  package func isKey(_ column: String, of table: String) -> Bool { keys[table] == column }

  /// Returns a table for a join by a column, with at most one row for each value.
  ///
  /// An untrusted table may lack the key that the program creates. Without it, rows with the same
  /// value would multiply, and each would be searched for.
  package func table(_ name: String, by column: String) -> String {
    if isKey(column, of: name) { return name }
    let columns = (tables[name] ?? []).sorted().map { "\"\($0)\"" }.joined(separator: ", ")
    return "(SELECT \(columns) FROM \(name) GROUP BY \(column)) AS \(name)"
  }

  /// Goes through the rows of a query, one at a time.
  ///
  /// - Parameters:
  ///   - sql: A query of the importer, without text from the history.
  ///   - receive: Takes a row, which is valid until it returns.
  /// - Throws: ``HistoryError`` if the database is damaged or the query exceeds the budget; errors
  ///   of `receive`.
  package func forEachRow(_ sql: String, _ receive: (HistoryRow) throws -> Void) throws {
    try connection.forEachRow(sql, receive)
  }
}
