internal import Activities
internal import GRDB

/// The SQL texts of a file's tables, indexes and triggers.
///
/// A file with any other texts than this program's is not opened: a table without its types,
/// another trigger or a view would run a stranger's statements within ours.
struct SchemaText: Equatable, Sendable {
  private let entries: [[String]]

  /// The ``digest`` of the result of all migrations, because computing it at every start would cost
  /// a millisecond.
  ///
  /// If a version of SQLite words the texts differently, it is computed after all. A migration
  /// changes it; a test computes it.
  static let current = "ad24332f00edbd7f1c0e745a691d63aefdbc4bc2012a3824edd7d965d19bfa38"

  /// Reads the texts of a file.
  ///
  /// The tables behind the full-text indexes are SQLite's own, and their text depends on its
  /// version.
  init(of db: Database) throws {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT type, name, tbl_name, sql FROM sqlite_schema
        WHERE NOT (type = 'table'
          AND (name LIKE 'searchText\\_%' ESCAPE '\\' OR name LIKE 'searchPart\\_%' ESCAPE '\\'))
        ORDER BY type, name, tbl_name, sql
        """)
    entries = try rows.map { row in [try row[0], try row[1], try row[2], (try row[3] as String?) ?? ""] }
  }

  /// The SHA-256 of the entries, each text after its length, in hexadecimal.
  var digest: String {
    var hash = SHA256()
    for text in entries.joined() { hash.update(Array("\(text.utf8.count):\(text)".utf8)) }
    return hash.finalize().hexadecimal
  }

  /// Returns whether it is exactly the result of the first `version` migrations.
  ///
  /// - Throws: `DatabaseError` if SQLite cannot run them.
  func isMade(version: Int) throws -> Bool {
    if version == StoreSchema.version, digest == Self.current { return true }
    return try self == Self.made(version: version)
  }

  /// Returns the result of the first `version` migrations.
  ///
  /// - Throws: `DatabaseError` if SQLite cannot run them.
  static func made(version: Int) throws -> SchemaText {
    try DatabaseQueue().write { db in
      for migration in StoreSchema.migrations.prefix(version) { try db.execute(sql: migration) }
      return try SchemaText(of: db)
    }
  }
}
