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
    let seal = seal
    let column = seal.name(key, of: user.name)
    let payloads = try hints.enumerated().map { place, hint in
      try seal.sealed(
        RecordEncoder().encode(StatedHint(by: String(key: key), hint)),
        at: .hint(list: list.rawValue, program: column, place: place, of: user.name))
    }
    try await write { db in
      let known = try seal.number(of: user.name, in: db)
      if known == nil, payloads.isEmpty { return }
      let number = try known ?? seal.makeUser(user.name, in: db)
      try db.execute(
        sql: "DELETE FROM hint WHERE user = ? AND list = ? AND program = ?",
        arguments: [number, list.rawValue, column])
      let statement = try db.cachedStatement(
        sql: "INSERT INTO hint (user, list, program, place, payload) VALUES (?, ?, ?, ?, ?)")
      for (place, payload) in payloads.enumerated() {
        try statement.execute(arguments: [number, list.rawValue, column, place, payload])
      }
    }
  }

  /// A list of all programs.
  ///
  /// - Complexity: O(log of the store + length of the list).
  public func hints(in list: HintList, of user: UserIdentifier) async throws -> [StatedHint] {
    let (seal, name) = (seal, try seal.column(of: user.name))
    let rows = try await read { db in try HintRow.rows(in: list, of: name, in: db) }
    guard !rows.isEmpty else { return [] }
    var reader = PayloadReader()
    let stated = try rows.map { try $0.stated(&reader, seal) }
    guard !seal.isPlain else { return stated }
    // Blinded names have another order; of each program the places are in order already.
    return stated.enumerated().sorted { left, right in
      let (one, other) = (Data(name: left.element.program), Data(name: right.element.program))
      return one == other ? left.offset < right.offset : one.lexicographicallyPrecedes(other)
    }.map(\.element)
  }
}
