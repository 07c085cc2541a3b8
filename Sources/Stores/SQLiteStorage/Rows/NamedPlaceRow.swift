internal import Activities
internal import Foundation
internal import GRDB

/// A row of the table of named places, with the place's object.
struct NamedPlaceRow {
  let number: Int64
  private let digest: Data
  private let payload: Data
  /// The user of the place, as in the column.
  private let user: String

  private init(_ row: Row) throws {
    (number, digest, payload, user) = (try row[0], try row[1], try row.line(2), try row[3])
  }

  private static let columns = """
    number, digest, payload, (SELECT name FROM user WHERE number = namedPlace.user)
    """

  /// Returns the digest and payload of a row with an object.
  static func columns(
    for object: Data, of user: String, _ cipher: RowCipher
  ) throws -> (digest: Data, payload: Data) {
    let digest = cipher.digest(SHA256Digest(of: object).leading.bytes, of: user)
    return (digest, try cipher.encrypted(object, at: .namedPlace(digest, of: user)))
  }

  /// Returns the place of the row.
  ///
  /// - Throws: ``StoreError/Reason/damaged`` if this version cannot read it, or it was changed.
  func place(_ reader: inout PayloadReader, _ cipher: RowCipher) throws(StoreError) -> NamedPlace {
    let user = try cipher.user(in: user)
    let object = try cipher.decrypted(payload, at: .namedPlace(digest, of: user))
    guard let place = reader.namedPlace(object),
      cipher.digest(SHA256Digest(of: object).leading.bytes, of: user) == digest
    else { throw cipher.damaged }
    return place
  }

  /// Returns the rows of a user.
  private static func rows(of column: String, in db: Database) throws -> [NamedPlaceRow] {
    try Row.fetchAll(
      db.cachedStatement(
        sql: "SELECT \(columns) FROM namedPlace WHERE user = (SELECT number FROM user WHERE name = ?)"),
      arguments: [column]
    ).map(NamedPlaceRow.init)
  }

  /// Returns the places of a user.
  static func places(of column: String, in db: Database, _ cipher: RowCipher) throws -> NamedPlaces {
    var reader = PayloadReader()
    return NamedPlaces(try rows(of: column, in: db).map { try $0.place(&reader, cipher) })
  }

  /// Returns every row of the store.
  static func all(in db: Database) throws -> [NamedPlaceRow] {
    try Row.fetchAll(db, sql: "SELECT \(columns) FROM namedPlace ORDER BY number").map(NamedPlaceRow.init)
  }

  /// Writes the differences; returns whether removed data may still be in the file.
  static func write(
    _ places: NamedPlaces, of user: UserIdentifier, in db: Database, _ cipher: RowCipher
  ) throws -> Bool {
    var (reader, new, leavesBytes) = (PayloadReader(), places.places, false)
    for row in try rows(of: cipher.column(of: user.name), in: db) {
      let known = try row.place(&reader, cipher)
      if let index = new.firstIndex(of: known) {
        new.remove(at: index)
        continue
      }
      try db.execute(sql: "DELETE FROM namedPlace WHERE number = ?", arguments: [row.number])
      leavesBytes = true
    }
    guard !new.isEmpty || leavesBytes else { return false }
    let number = try cipher.makeUser(user.name, in: db)
    for place in new {
      let row = try columns(for: StoredPlace.payload(of: place), of: user.name, cipher)
      try db.execute(
        sql: "INSERT INTO namedPlace (user, digest, payload) VALUES (?, ?, ?)",
        arguments: [number, row.digest, row.payload])
    }
    if leavesBytes { try db.execute(sql: "UPDATE state SET unerased = 1") }
    return leavesBytes
  }

  /// Removes the rows that a deletion covers; returns how many.
  static func forget(
    _ deletion: Deletion, of user: Int64, in db: Database, _ cipher: RowCipher
  ) throws -> Int {
    guard deletion.criteria.all, deletion.origin == .user else { return 0 }
    let rows = try Row.fetchAll(
      db, sql: "SELECT \(columns) FROM namedPlace WHERE user = ?", arguments: [user]
    ).map(NamedPlaceRow.init)
    var (reader, count) = (PayloadReader(), 0)
    for row in rows where try row.place(&reader, cipher).isForgotten(by: deletion) {
      try db.execute(sql: "DELETE FROM namedPlace WHERE number = ?", arguments: [row.number])
      count += 1
    }
    return count
  }
}
