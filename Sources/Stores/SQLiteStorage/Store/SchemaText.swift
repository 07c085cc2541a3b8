internal import Activities
internal import GRDB

/// The texts of a file's tables, indexes and triggers, as they were made.
///
/// A file of which they are not just those that this program makes is not opened: a table without
/// its types, another trigger or a view would run a stranger's statements within ours.
struct SchemaText: Equatable, Sendable {
  private let entries: [[String]]

  /// ``digest`` of what all migrations make: making that anew at every start would cost a
  /// millisecond.
  ///
  /// With a version of SQLite that words it otherwise it is made anew. A migration changes it; a
  /// test computes it.
  static let current = "ad24332f00edbd7f1c0e745a691d63aefdbc4bc2012a3824edd7d965d19bfa38"

  /// Reads what a file has.
  ///
  /// The tables behind the full-text indexes are SQLite's own, and worded by its version.
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

  /// SHA-256 of the entries, each text behind its length, in hexadecimal.
  var digest: String {
    var hash = SHA256()
    for text in entries.joined() { hash.update(Array("\(text.utf8.count):\(text)".utf8)) }
    return hash.finalize().hexadecimal
  }

  /// Returns whether it is just what the first so many migrations make.
  ///
  /// - Throws: `DatabaseError`, if SQLite cannot make them.
  func isMade(version: Int) throws -> Bool {
    if version == StoreSchema.version, digest == Self.current { return true }
    return try self == Self.made(version: version)
  }

  /// Returns what the first so many migrations make.
  ///
  /// - Throws: `DatabaseError`, if SQLite cannot make them.
  static func made(version: Int) throws -> SchemaText {
    try DatabaseQueue().write { db in
      for migration in StoreSchema.migrations.prefix(version) { try db.execute(sql: migration) }
      return try SchemaText(of: db)
    }
  }
}
