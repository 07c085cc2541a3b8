internal import Activities
internal import Foundation
internal import GRDB

/// Decrypts every row of a store with one cipher and encrypts it with another, within one
/// transaction.
///
/// It does not interpret lines, so a line that this version does not understand keeps its bytes.
/// Rows are read in pages, so that memory does not grow with the store.
struct Reencryption {
  let db: Database
  let old: RowCipher
  let new: RowCipher

  /// The number of rows to read at once; only a few for checkpoints, which are large.
  private static let pageSize = 512
  private static let checkpoints = 8

  /// Re-encrypts all tables.
  ///
  /// - Throws: ``StoreError/Reason/damaged`` if a row cannot be decrypted: a loss must not be
  ///   silent.
  func run() throws {
    try donations()
    try feedback()
    try phrases()
    try hints()
    try namedPlaces()
    try searchEntries()
    try privacyRules()
    try forgottenSecret()
    try checkpoints()
    try users()  // last: all other rows are read with the old names
  }

  private func donations() throws {
    let update = try db.cachedStatement(
      sql: "UPDATE donation SET identifier = ?, identity = ?, payload = ? WHERE sequence = ?")
    try eachRow("sequence", of: "donation", "\(StoredDonation.columns), time") { row, user in
      let stored = try StoredDonation(row: row)
      let content = try stored.content(of: user, old)
      let identifier = new.identifier(content.identifier, at: try row.time(4), of: user).bytes
      let identity = new.identity(content.identity, of: user).bytes
      let payload = try content.encrypted(as: identifier, identity, of: user, new)
      try update.execute(arguments: [identifier, identity, payload, stored.sequence])
    }
  }

  private func feedback() throws {
    let update = try db.cachedStatement(sql: "UPDATE feedback SET digest = ?, payload = ? WHERE sequence = ?")
    try eachRow("sequence", of: "feedback", "sequence, digest, payload") { row, user in
      let digest: Data = try row[1]
      let line = try old.decrypted(row[2], at: .feedback(digest, of: user))
      let columns = try FeedbackRow.columns(for: line, of: user, new)
      try update.execute(arguments: [columns.digest, columns.payload, row[0] as Int64])
    }
  }

  /// The column has the blind index of the identity; the identity itself is in the line.
  private func phrases() throws {
    let update = try db.cachedStatement(sql: "UPDATE phrase SET identity = ?, payload = ? WHERE sequence = ?")
    var reader = PayloadReader()
    try eachRow("sequence", of: "phrase", "sequence, identity, payload") { row, user in
      let index: Data = try row[1]
      let line = try old.decrypted(row[2], at: .phrase(index, of: user))
      guard let phrase = reader.phrase(line) else { throw old.damaged }
      let identity = new.identity(phrase.identity.rawValue, of: user).bytes
      let payload = try new.encrypted(line, at: .phrase(identity, of: user))
      try update.execute(arguments: [identity, payload, row[0] as Int64])
    }
  }

  private func hints() throws {
    let update = try db.cachedStatement(sql: "UPDATE hint SET program = ?, payload = ? WHERE number = ?")
    var reader = PayloadReader()
    try eachRow("number", of: "hint", "number, list, program, place, payload") { row, user in
      let (list, index, place): (Int, Data, Int) = (try row[1], try row[2], try row[3])
      let line = try old.decrypted(row[4], at: .hint(list: list, program: index, place: place, of: user))
      guard let stated = reader.hint(line) else { throw old.damaged }
      let program = new.name(Data(name: stated.program), of: user)
      let payload = try new.encrypted(line, at: .hint(list: list, program: program, place: place, of: user))
      try update.execute(arguments: [program, payload, row[0] as Int64])
    }
  }

  private func namedPlaces() throws {
    let update = try db.cachedStatement(
      sql: "UPDATE namedPlace SET digest = ?, payload = ? WHERE number = ?")
    try eachRow("number", of: "namedPlace", "number, digest, payload") { row, user in
      let digest: Data = try row[1]
      let object = try old.decrypted(row[2], at: .namedPlace(digest, of: user))
      let columns = try NamedPlaceRow.columns(for: object, of: user, new)
      try update.execute(arguments: [columns.digest, columns.payload, row[0] as Int64])
    }
  }

  private func searchEntries() throws {
    let update = try db.cachedStatement(
      sql:
        "UPDATE searchEntry SET (\(SearchContent.columns)) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE number = ?")
    try eachRow("number", of: "searchEntry", "\(SearchContent.columns), number") { row, user in
      let content = try SearchContent(row, of: user, old)
      let arguments = StatementArguments(try content.values(of: user, new))
      try update.execute(arguments: arguments + [row[10] as Int64])
    }
  }

  private func privacyRules() throws {
    if let secret = try Data.fetchOne(db, sql: "SELECT hashSecret FROM door") {
      let bytes = try old.decrypted(secret, at: .hashSecret)
      try db.execute(
        sql: "UPDATE door SET hashSecret = ?", arguments: [new.encrypted(bytes, at: .hashSecret)])
    }
    for row in try Row.fetchAll(db, sql: "SELECT number, payload FROM doorRule") {
      let number: Int = try row[0]
      let line = try old.decrypted(row[1], at: .privacyRule(number))
      try db.execute(
        sql: "UPDATE doorRule SET payload = ? WHERE number = ?",
        arguments: [new.encrypted(line, at: .privacyRule(number)), number])
    }
  }

  private func forgottenSecret() throws {
    guard let secret = try Data.fetchOne(db, sql: "SELECT secret FROM forgottenSecret") else { return }
    let bytes = try old.decrypted(secret, at: .forgottenSecret)
    try db.execute(
      sql: "UPDATE forgottenSecret SET secret = ?", arguments: [new.encrypted(bytes, at: .forgottenSecret)])
  }

  /// A checkpoint that cannot be decrypted is removed: the donations will give a new one.
  private func checkpoints() throws {
    let update = try db.cachedStatement(sql: "UPDATE checkpoint SET checksum = ?, state = ? WHERE number = ?")
    let columns = "\(CheckpointRow.columns), number"
    try eachRow("number", of: "checkpoint", columns, pageSize: Self.checkpoints) { row, user in
      guard let checkpoint = try? CheckpointRow.checkpoint(row, of: user, old) else {
        try db.execute(sql: "DELETE FROM checkpoint WHERE number = ?", arguments: [try row[7] as Int64])
        return
      }
      let encrypted = try CheckpointRow(checkpoint, of: user, new)
      try update.execute(
        arguments: [encrypted.checksum, Data(encrypted.checkpoint.state), try row[7] as Int64])
    }
  }

  private func users() throws {
    let update = try db.cachedStatement(sql: "UPDATE user SET name = ? WHERE number = ?")
    var last: Int64 = .min
    while true {
      let rows = try Row.fetchAll(
        db, sql: "SELECT number, name FROM user WHERE number > ? ORDER BY number LIMIT ?",
        arguments: [last, Self.pageSize])
      for row in rows {
        last = try row[0]
        // A plain store would truncate a name with U+0000, which was once accepted.
        let name = try old.user(in: row[1]).replacing("\0", with: new.isPlain ? "\u{FFFD}" : "\0")
        try update.execute(arguments: [new.column(of: name), last])
      }
      guard rows.count == Self.pageSize else { return }
    }
  }

  /// Calls the body with each row of a table and the name of its user, in the order of its key.
  ///
  /// A page is fetched before its rows are changed: a cursor over a changing table may return a row
  /// twice.
  private func eachRow(
    _ key: String, of table: String, _ columns: String, pageSize: Int = pageSize,
    _ body: (Row, String) throws -> Void
  ) throws {
    var last: Int64 = .min
    while true {
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT \(columns), \(key) AS placeInTable, (SELECT name FROM user WHERE number = \(table).user) AS userName
          FROM \(table) WHERE \(key) > ? ORDER BY \(key) LIMIT ?
          """, arguments: [last, pageSize])
      for row in rows {
        last = try row["placeInTable"]
        guard let column = try row["userName"] as String? else { throw old.damaged }
        try body(row, old.user(in: column))
      }
      guard rows.count == pageSize else { return }
    }
  }
}
