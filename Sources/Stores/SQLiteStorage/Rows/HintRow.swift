internal import Activities
internal import Foundation
internal import GRDB
internal import LogFormat

/// A row of the table of hints, with the hint's line.
struct HintRow {
  let number: Int64
  private let list: Int
  private let program: Data
  private let place: Int
  private let payload: Data
  /// The user of the hint, as in the column.
  let user: String

  private init(_ row: Row) throws {
    (number, list, program, place, payload, user) = (
      try row[0], try row[1], try row[2], try row[3], try row[4], try row[5]
    )
  }

  private static let columns = """
    number, list, program, place, payload, (SELECT name FROM user WHERE number = hint.user)
    """

  /// Returns the hint of the row.
  ///
  /// - Throws: ``StoreError/Reason/damaged`` if this version cannot read it.
  func stated(_ reader: inout PayloadReader, _ cipher: RowCipher) throws(StoreError) -> StatedHint {
    let user = try cipher.user(in: user)
    let line = try cipher.decrypted(payload, at: .hint(list: list, program: program, place: place, of: user))
    guard let stated = reader.hint(line), cipher.name(Data(name: stated.program), of: user) == program else {
      throw cipher.damaged
    }
    return stated
  }

  /// Returns the rows of a user's list, by program and position.
  static func rows(in list: HintList, of column: String, in db: Database) throws -> [HintRow] {
    try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT \(columns) FROM hint WHERE user = (SELECT number FROM user WHERE name = ?) AND list = ?
          ORDER BY program, place
          """), arguments: [column, list.rawValue]
    ).map(HintRow.init)
  }

  /// Returns every row of the store.
  static func all(in db: Database) throws -> [HintRow] {
    try Row.fetchAll(db, sql: "SELECT \(columns) FROM hint ORDER BY number").map(HintRow.init)
  }

  /// Removes the rows that a deletion covers; returns how many.
  static func forget(
    _ deletion: Deletion, of user: Int64, in db: Database, _ cipher: RowCipher
  ) throws -> Int {
    let rows = try Row.fetchAll(
      db, sql: "SELECT \(columns) FROM hint WHERE user = ?", arguments: [user]
    ).map(HintRow.init)
    var reader = PayloadReader()
    var count = 0
    for row in rows {
      guard deletion.matches(try row.stated(&reader, cipher)) else { continue }
      try db.execute(sql: "DELETE FROM hint WHERE number = ?", arguments: [row.number])
      count += 1
    }
    return count
  }
}
