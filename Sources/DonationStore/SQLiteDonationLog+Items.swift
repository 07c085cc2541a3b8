public import Activities
internal import DonationCodec
internal import Foundation
internal import GRDB

extension SQLiteDonationLog {
  /// Indexes items in one transaction.
  ///
  /// - Throws: ``StoreError``, `ActivityError.empty(field:)` for a program without a name, or `RecordError` for an item that
  ///   is longer than a line of a log may be.
  /// - Complexity: O(batch · log of the index), and looking at each of the program's items.
  public func index(
    _ items: [SearchableItem], of program: String, by user: UserIdentifier, at now: Instant
  ) async throws {
    guard !program.isEmpty else { throw ActivityError.empty(field: "program") }
    let rows = try items.map { try ItemRow($0, of: program, time: now.milliseconds) }
    try await write { db in
      guard try !DoorTable.rules(in: db).keepsOut(itemsOf: program, by: user, at: now) else { return }
      let number = try Self.makeUser(user.name, in: db)
      for row in rows { try row.insert(for: number, into: db) }
      try db.execute(
        sql: """
          DELETE FROM searchEntry WHERE user = ? AND program = ? AND identity IS NULL
            AND ? >= ifnull(expires, time + ?)
          """,
        arguments: [
          number, Data(name: program), now.milliseconds, Int64(SearchQuery.defaultExpiration * 1_000),
        ])
    }
  }

  /// The items of a program.
  ///
  /// - Complexity: O(n log n) for n items of the program.
  public func items(
    _ selection: ItemSelection, of program: String, by user: UserIdentifier
  ) async throws -> [SearchableItem] {
    let path = path
    return try await read { db in
      guard let number = try Self.number(of: user.name, in: db) else { return [] }
      let rows = try ItemRow.select(selection, "item, domain, payload", of: program, by: number, in: db)
      var decoder = RecordDecoder()
      let items = try rows.map { row in
        let item = try StoredItem.item(
          identifier: row[0], domain: row[1], payload: row[2], with: &decoder)
        guard let item else { throw StoreError(.damaged, at: path) }
        return item
      }
      return items.sorted { $0.uniqueIdentifier < $1.uniqueIdentifier }
    }
  }

  /// Deletes items and what is linked to them in one transaction, and overwrites their bytes.
  ///
  /// - Throws: ``StoreError``; with ``StoreError/Reason/erasureDelayed`` all of it is gone but the bytes.
  /// - Complexity: O(size of the store).
  @discardableResult
  public func deleteItems(
    _ selection: ItemSelection, of program: String, by user: UserIdentifier
  ) async throws -> ItemDeletion {
    let path = path
    let deletion = try Deletion(ofItemsOf: program, by: user)
    let receipt = try await write { db in
      guard let number = try Self.number(of: user.name, in: db) else {
        return ItemDeletion(items: 0, donations: 0)
      }
      let rows = try ItemRow.select(selection, "item, number", of: program, by: number, in: db)
      var names = Set(try rows.map { String(key: try $0[0]) })
      let count = names.count
      if case .identifiers(let named) = selection { names.formUnion(named) }
      for row in rows {
        try db.execute(sql: "DELETE FROM searchEntry WHERE number = ?", arguments: [try row[1] as Int64])
      }
      if count > 0 { try db.execute(sql: "UPDATE state SET unerased = 1") }
      let donations = try Forgetting(deletion, linkedTo: names, in: db, path: path)?.run()
      return ItemDeletion(items: count, donations: donations?.donations ?? 0)
    }
    try await eraseForgotten()
    return receipt
  }
}

/// An item made ready for the table, outside of the transaction.
private struct ItemRow: Sendable {
  let program: Data
  let item: Data
  let domain: Data?
  let time: Int64
  let expires: Int64?
  let words: [String]
  let payload: Data

  init(_ item: SearchableItem, of program: String, time: Int64) throws {
    let indexed = IndexedItem(item, of: program, time: time)
    self.program = Data(name: program)
    self.item = Data(name: item.uniqueIdentifier)
    domain = item.domainIdentifier.map(Data.init(name:))
    self.time = time
    expires = indexed.expiration
    words = SearchFields(item).folded
    payload = try StoredItem.payload(of: item)
  }

  func insert(for user: Int64, into db: Database) throws {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO searchEntry (user, program, item, domain, time, sequence, uses, expires, offers, payload, title,
          keywords, subtitle, attributes)
        VALUES (?, ?, ?, ?, ?, 0, 0, ?, 0, ?, ?, ?, ?, ?)
        ON CONFLICT (user, program, item) WHERE identity IS NULL DO UPDATE SET domain = excluded.domain,
          time = excluded.time, expires = excluded.expires, payload = excluded.payload, title = excluded.title,
          keywords = excluded.keywords, subtitle = excluded.subtitle, attributes = excluded.attributes
        """)
    let arguments: StatementArguments = [user, program, item, domain, time, expires, payload]
    try statement.execute(arguments: arguments + StatementArguments(words))
  }

  /// The rows of some items of a program, each once.
  static func select(
    _ selection: ItemSelection, _ columns: String, of program: String, by user: Int64, in db: Database
  ) throws -> [Row] {
    func rows(_ condition: String = "", _ values: [Data] = []) throws -> [Row] {
      try Row.fetchAll(
        db,
        sql: """
          SELECT \(columns) FROM searchEntry
          WHERE user = ? AND program = ? AND identity IS NULL \(condition)
          """,
        arguments: [user, Data(name: program)] + StatementArguments(values))
    }
    switch selection {
    case .identifiers(let names): return try names.flatMap { try rows("AND item = ?", [Data(name: $0)]) }
    case .domains(let names):
      // What is inside of a domain begins with its name and a full stop; the slash is the sign after it.
      let found = try names.flatMap { name in
        try rows(
          "AND (domain = ? OR domain >= ? AND domain < ?)",
          [Data(name: name), Data(name: name + "."), Data(name: name + "/")])
      }
      var seen: Set<Data> = []
      return try found.filter { seen.insert(try $0[0]).inserted }
    case .all: return try rows()
    }
  }
}
