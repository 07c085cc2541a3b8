internal import Activities
internal import DonationCodec
internal import Foundation
internal import GRDB

/// A row of the table of hints: the line that says one.
struct HintRow {
  let number: Int64
  let program: Data
  let payload: Data

  private init(_ row: Row) throws {
    (number, program, payload) = (try row[0], try row[1], try row[2])
  }

  private static let columns = "number, program, payload"

  /// What the row says; `nil` if this version cannot read it.
  func stated(_ reader: inout PayloadReader) -> StatedHint? {
    reader.hint(payload).flatMap { $0.program == String(key: program) ? $0 : nil }
  }

  /// The rows of a user's list, in its order.
  static func rows(in list: HintList, of user: String, in db: Database) throws -> [HintRow] {
    try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT \(columns) FROM hint WHERE user = (SELECT number FROM user WHERE name = ?) AND list = ?
          ORDER BY program, place
          """), arguments: [user, list.rawValue]
    ).map(HintRow.init)
  }

  /// Every row of the store.
  static func all(in db: Database) throws -> [HintRow] {
    try Row.fetchAll(db, sql: "SELECT \(columns) FROM hint ORDER BY number").map(HintRow.init)
  }

  /// Takes the rows of a deletion out; answers how many there were.
  static func forget(_ deletion: Deletion, of user: Int64, in db: Database, path: String) throws -> Int {
    let rows = try Row.fetchAll(
      db, sql: "SELECT \(columns) FROM hint WHERE user = ?", arguments: [user]
    ).map(HintRow.init)
    var reader = PayloadReader()
    var count = 0
    for row in rows {
      guard let stated = row.stated(&reader) else { throw StoreError(.damaged, at: path) }
      guard deletion.matches(stated) else { continue }
      try db.execute(sql: "DELETE FROM hint WHERE number = ?", arguments: [row.number])
      count += 1
    }
    return count
  }
}
