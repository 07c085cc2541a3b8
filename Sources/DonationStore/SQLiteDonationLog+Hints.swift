public import Activities
internal import DonationCodec
internal import Foundation
internal import GRDB

extension SQLiteDonationLog: HintLog {
  /// Replaces a program's list in one transaction.
  ///
  /// What is replaced is overwritten where it stood, as SQLite's `secure_delete` does; that no copy of it is left anywhere
  /// in the file is promised of what is forgotten only.
  ///
  /// - Throws: ``StoreError``, `HintError`, or `RecordError` for a hint that no line can hold.
  /// - Complexity: O(length of the list · log of the store).
  public func setHints(
    _ hints: [Hint], in list: HintList, of program: String, for user: UserIdentifier
  ) async throws {
    try list.check(hints, of: program)
    let key = Data(name: program)
    let lines = try hints.map { Data(try RecordEncoder().encode(StatedHint(by: String(key: key), $0))) }
    try await write { db in
      let known = try Self.number(of: user.name, in: db)
      if known == nil, lines.isEmpty { return }
      let number = try known ?? Self.makeUser(user.name, in: db)
      try db.execute(
        sql: "DELETE FROM hint WHERE user = ? AND list = ? AND program = ?",
        arguments: [number, list.rawValue, key])
      let statement = try db.cachedStatement(
        sql: "INSERT INTO hint (user, list, program, place, payload) VALUES (?, ?, ?, ?, ?)")
      for (place, line) in lines.enumerated() {
        try statement.execute(arguments: [number, list.rawValue, key, place, line])
      }
    }
  }

  /// A list of all programs.
  ///
  /// - Complexity: O(log of the store + length of the list).
  public func hints(in list: HintList, of user: UserIdentifier) async throws -> [StatedHint] {
    let rows = try await read { db in try HintRow.rows(in: list, of: user.name, in: db) }
    guard !rows.isEmpty else { return [] }
    let path = path
    var reader = PayloadReader()
    return try rows.map { row in
      guard let stated = row.stated(&reader) else { throw StoreError(.damaged, at: path) }
      return stated
    }
  }
}
