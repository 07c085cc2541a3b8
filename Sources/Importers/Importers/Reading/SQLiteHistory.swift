/// A private copy of a database in which a program keeps its history, open for reading.
///
/// Columns are chosen by name, as versions of a program have different ones: ask ``tables``, and
/// write ``column(_:of:)`` into a query. Joined tables have to be looked up by ``table(_:by:)``.
package final class SQLiteHistory: Sendable {
  /// The path of the history that was copied.
  package let path: String
  /// The tables with their columns, all in lower case; views, virtual tables and generated columns
  /// are not among them.
  package let tables: [String: Set<String>]
  /// The primary keys that are one column, by their tables.
  private let keys: [String: String]
  private let connection: HistoryConnection

  /// Copies a database and opens the copy.
  ///
  /// - Parameter budget: The budget of whatever is read.
  /// - Throws: ``HistoryError`` if it cannot be copied, or is not a database.
  package init(copyOf path: String, budget: ReadingBudget) throws {
    self.path = path
    let copy = try PrivateCopy(of: path, temporary: budget.memory)
    connection = try HistoryConnection(to: copy, of: path, budget: budget)
    (tables, keys) = try connection.findTables()
  }

  /// Returns the tables of a database where it is, without a lock and without its write-ahead log,
  /// or `nil` if that does not work.
  ///
  /// That is enough to recognise it, and writes nothing; everything else reads the copy.
  static func tablesInPlace(of file: HistoryFile) -> [String: Set<String>]? {
    let found = try? HistoryConnection(inPlace: file.path, size: file.size, budget: file.budget).findTables()
    return found.flatMap { $0.columns.isEmpty ? nil : $0.columns }
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

  /// Returns whether a column is the primary key of a table.
  package func isKey(_ column: String, of table: String) -> Bool { keys[table] == column }

  /// Returns a table for a join by a column, with one row at most for each value of it.
  ///
  /// A stranger's table need not have the key that the program gives it. Without one, rows with the
  /// same value would multiply, and each would be searched for.
  package func table(_ name: String, by column: String) -> String {
    if isKey(column, of: name) { return name }
    let columns = (tables[name] ?? []).sorted().map { "\"\($0)\"" }.joined(separator: ", ")
    return "(SELECT \(columns) FROM \(name) GROUP BY \(column)) AS \(name)"
  }

  /// Goes through the rows of a query, one at a time.
  ///
  /// - Parameters:
  ///   - sql: A query. It is the importer's own, and contains no text from the history.
  ///   - receive: Takes a row, which is valid until it returns.
  /// - Throws: ``HistoryError`` if the database is damaged or the query takes more than the budget,
  ///   or what `receive` throws.
  package func forEachRow(_ sql: String, _ receive: (HistoryRow) throws -> Void) throws {
    try connection.forEachRow(sql, receive)
  }
}
