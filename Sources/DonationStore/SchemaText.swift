internal import GRDB

/// Tables, indexes and triggers of a file, as they were made.
///
/// A file of which they are not just those that this program makes is not opened: a table without its types, another trigger or a
/// view would run a stranger's statements within ours.
struct SchemaText: Equatable, Sendable {
  private let entries: Set<[String]>

  /// Reads what a file has.
  ///
  /// The tables behind the full-text index are SQLite's own, and worded by its version.
  init(of db: Database) throws {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT type, name, tbl_name, sql FROM sqlite_schema
        WHERE NOT (type = 'table' AND name LIKE 'searchText\\_%' ESCAPE '\\')
        """)
    entries = Set(
      try rows.map { row in
        [try row[0], try row[1], try row[2], (try row[3] as String?) ?? ""] as [String]
      })
  }

  /// What the first so many migrations make.
  ///
  /// - Throws: `DatabaseError`, if SQLite cannot make them.
  static func made(version: Int) throws -> SchemaText {
    try DatabaseQueue().write { db in
      for migration in StoreSchema.migrations.prefix(version) { try db.execute(sql: migration) }
      return try SchemaText(of: db)
    }
  }
}
