public import Activities
internal import Foundation
internal import GRDB
internal import LogFormat

extension SQLiteDonationStore {
  /// Replaces a program's list in one transaction, as far as the privacy rules allow.
  ///
  /// Replaced hints are overwritten in place by SQLite's `secure_delete`. Only forgetting promises
  /// that no copy remains anywhere in the file.
  ///
  /// - Throws: ``StoreError``, `HintError`, or `RecordError` for a hint that no line can hold.
  /// - Complexity: O(length of the list · log of the store).
  @discardableResult
  public func setHints(
    _ hints: [Hint], in list: HintList, of program: String, for user: UserIdentifier
  ) async throws -> Int {
    try list.check(hints, of: program)
    try HintList.checkNames(hints, of: program, for: user)
    let key = Data(name: program)
    let cipher = cipher
    let column = cipher.name(key, of: user.name)
    return try await write { db in
      let admitted = try PrivacyRuleTable.rules(in: db, cipher).admit(hints, of: program, for: user)
      let payloads = try admitted.enumerated().map { place, hint in
        try cipher.encrypted(
          RecordEncoder().encode(StatedHint(by: String(key: key), hint)),
          at: .hint(list: list.rawValue, program: column, place: place, of: user.name))
      }
      let known = try cipher.number(of: user.name, in: db)
      let filtered = hints.count - admitted.count
      if known == nil, payloads.isEmpty { return filtered }
      let number = try known ?? cipher.makeUser(user.name, in: db)
      try db.execute(
        sql: "DELETE FROM hint WHERE user = ? AND list = ? AND program = ?",
        arguments: [number, list.rawValue, column])
      let statement = try db.cachedStatement(
        sql: "INSERT INTO hint (user, list, program, place, payload) VALUES (?, ?, ?, ?, ?)")
      for (place, payload) in payloads.enumerated() {
        try statement.execute(arguments: [number, list.rawValue, column, place, payload])
      }
      return filtered
    }
  }

  /// Returns the hints of all programs in a list.
  ///
  /// - Complexity: O(log of the store + length of the list).
  public func hints(in list: HintList, of user: UserIdentifier) async throws -> [StatedHint] {
    let (cipher, name) = (cipher, try cipher.column(of: user.name))
    let rows = try await read { db in try HintRow.rows(in: list, of: name, in: db) }
    guard !rows.isEmpty else { return [] }
    var reader = PayloadReader()
    let stated = try rows.map { try $0.stated(&reader, cipher) }
    guard !cipher.isPlain else { return stated }
    // Blinded names have another order; within a program, the hints are already in order.
    return stated.enumerated().sorted { left, right in
      let (one, other) = (Data(name: left.element.program), Data(name: right.element.program))
      return one == other ? left.offset < right.offset : one.lexicographicallyPrecedes(other)
    }.map(\.element)
  }
}
