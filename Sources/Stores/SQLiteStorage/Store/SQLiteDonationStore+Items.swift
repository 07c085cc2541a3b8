public import Activities
internal import Foundation
internal import GRDB
internal import LogFormat
internal import Storage

extension SQLiteDonationStore {
  /// Indexes items in one transaction.
  ///
  /// - Throws: ``StoreError``, `ActivityError.empty(field:)` for a program without a name, or
  ///   `RecordError` for an item longer than a line of a log.
  /// - Complexity: O(batch · log of the index), plus a check of each of the program's items.
  public func index(
    _ items: [SearchableItem], of program: String, by user: UserIdentifier, at now: Instant
  ) async throws {
    try SearchableItem.checkNames(of: program, by: user)
    let cipher = cipher
    let rows = try items.map { try ItemRow($0, of: program, time: now.milliseconds) }
    try await write { db in
      guard try !PrivacyRuleTable.rules(in: db, cipher).filters(itemsOf: program, by: user, at: now) else {
        return
      }
      let number = try cipher.makeUser(user.name, in: db)
      for row in rows { try row.insert(for: number, named: user.name, into: db, cipher) }
      try db.execute(
        sql: """
          DELETE FROM searchEntry WHERE user = ? AND program = ? AND identity IS NULL
            AND ? >= ifnull(expires, time + ?)
          """,
        arguments: [
          number, cipher.name(Data(name: program), of: user.name), now.milliseconds,
          Int64(SearchQuery.defaultExpiration * 1_000),
        ])
    }
  }

  /// Restores items of a program from another store, with the times they had there; this makes no
  /// other item expire.
  ///
  /// - Throws: ``StoreError``, or `RecordError` for an item longer than a line of a log.
  func restore(_ items: [(item: SearchableItem, time: Int64)], of program: String, by user: String)
    async throws
  {
    let cipher = cipher
    let rows = try items.map { try ItemRow($0.item, of: program, time: $0.time) }
    try await write { db in
      let number = try cipher.makeUser(user, in: db)
      for row in rows { try row.insert(for: number, named: user, into: db, cipher) }
    }
  }

  /// Returns the items of a program.
  ///
  /// - Complexity: O(n log n) for n items of the program.
  public func items(
    _ selection: ItemSelection, of program: String, by user: UserIdentifier
  ) async throws -> [SearchableItem] {
    let cipher = cipher
    return try await read { db in
      guard let number = try cipher.number(of: user.name, in: db) else { return [] }
      let rows = try ItemSelecting(program: program, user: number, name: user.name, db: db, cipher: cipher)
        .rows(selection)
      var decoder = RecordDecoder()
      let items = try rows.map { row in
        guard let item = StoredItem.item(row.content, with: &decoder) else { throw cipher.damaged }
        return item
      }
      return items.sorted { $0.uniqueIdentifier < $1.uniqueIdentifier }
    }
  }

  /// Deletes items and the donations linked to them in one transaction, and overwrites their bytes.
  ///
  /// - Throws: ``StoreError``; with ``StoreError/Reason/erasureDelayed`` everything is deleted but
  ///   the bytes.
  /// - Complexity: O(size of the store).
  @discardableResult
  public func deleteItems(
    _ selection: ItemSelection, of program: String, by user: UserIdentifier
  ) async throws -> ItemDeletion {
    let cipher = cipher
    let deletion = try Deletion(ofItemsOf: program, by: user)
    let receipt = try await write { db in
      guard let number = try cipher.number(of: user.name, in: db) else {
        return ItemDeletion(items: 0, donations: 0)
      }
      let rows = try ItemSelecting(program: program, user: number, name: user.name, db: db, cipher: cipher)
        .rows(selection)
      var names = Set(rows.compactMap { $0.content.item.map(String.init(key:)) })
      let count = names.count
      if case .identifiers(let named) = selection { names.formUnion(named) }
      for row in rows {
        try db.execute(sql: "DELETE FROM searchEntry WHERE number = ?", arguments: [row.number])
      }
      if count > 0 { try db.execute(sql: "UPDATE state SET unerased = 1") }
      let donations = try Forgetting(deletion, linkedTo: names, in: db, cipher)?.run()
      return ItemDeletion(items: count, donations: donations?.donations ?? 0)
    }
    try await eraseForgotten()
    return receipt
  }
}

/// An item prepared for the table, outside the transaction.
private struct ItemRow: Sendable {
  let content: SearchContent
  let time: Int64
  let expires: Int64?

  init(_ item: SearchableItem, of program: String, time: Int64) throws {
    let indexed = IndexedItem(item, of: program, time: time)
    content = SearchContent(
      program: Data(name: program), item: Data(name: item.uniqueIdentifier),
      domain: item.domainIdentifier.map(Data.init(name:)), words: SearchFields(item).folded,
      payload: try StoredItem.payload(of: item))
    self.time = time
    expires = indexed.expiration
  }

  func insert(for user: Int64, named name: String, into db: Database, _ cipher: RowCipher) throws {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO searchEntry (user, time, expires, \(SearchContent.columns), sequence, uses)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)
        ON CONFLICT (user, program, item) WHERE identity IS NULL DO UPDATE SET domain = excluded.domain,
          time = excluded.time, expires = excluded.expires, payload = excluded.payload, title = excluded.title,
          keywords = excluded.keywords, subtitle = excluded.subtitle, attributes = excluded.attributes
        """)
    let arguments: StatementArguments = [user, time, expires]
    try statement.execute(arguments: arguments + StatementArguments(try content.values(of: name, cipher)))
  }
}

/// Finds the rows of a program's items.
private struct ItemSelecting {
  let program: String
  let user: Int64
  let name: String
  let db: Database
  let cipher: RowCipher

  /// An item and its row.
  struct Found {
    let number: Int64
    let content: SearchContent
  }

  /// Returns the rows of some items, each once.
  func rows(_ selection: ItemSelection) throws -> [Found] {
    switch selection {
    case .identifiers(let names):
      return try names.flatMap { try rows("AND item = ?", [cipher.name(Data(name: $0), of: name)]) }
    case .domains(let names):
      guard cipher.isPlain else { return try rows().filter { $0.content.isInside(names) } }
      // Nested domains begin with the domain's name and a full stop; the slash is the next
      // character after the full stop.
      let found = try names.flatMap { name in
        try rows(
          "AND (domain = ? OR domain >= ? AND domain < ?)",
          [Data(name: name), Data(name: name + "."), Data(name: name + "/")])
      }
      var seen: Set<Int64> = []
      return found.filter { seen.insert($0.number).inserted }
    case .all: return try rows()
    }
  }

  private func rows(_ condition: String = "", _ values: [Data] = []) throws -> [Found] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT number, \(SearchContent.columns) FROM searchEntry
        WHERE user = ? AND program = ? AND identity IS NULL \(condition)
        """,
      arguments: [user, cipher.name(Data(name: program), of: name)] + StatementArguments(values)
    ).map { Found(number: try $0[0], content: try SearchContent($0, from: 1, of: name, cipher)) }
  }
}

extension SearchContent {
  /// Returns whether an item is in one of some domains, or in a domain nested in one.
  fileprivate func isInside(_ domains: Set<String>) -> Bool {
    guard let domain else { return false }
    return domains.contains { domain == Data(name: $0) || domain.starts(with: Data(name: $0 + ".")) }
  }
}
