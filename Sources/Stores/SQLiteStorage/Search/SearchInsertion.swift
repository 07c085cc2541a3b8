internal import Activities
internal import Foundation
internal import GRDB

/// Collects the changes that a batch of donations makes to search entries, and then writes them
/// once per activity: many donations of a batch are of the same activity.
struct SearchInsertion {
  /// An activity of a user.
  struct Key: Hashable {
    let user: Int64
    let identity: UInt128
  }

  /// The changes to an activity's entry.
  private struct Entry {
    let user: String
    /// The newest donation.
    var donation: Donation
    var latest: LogCursor
    var uses: Int
  }

  private var entries: [Key: Entry] = [:]
  private let cipher: RowCipher

  init(_ cipher: RowCipher) { self.cipher = cipher }

  /// Adds a donation, unless it is not eligible for search.
  mutating func add(_ donation: Donation, by user: Int64, at place: LogCursor) {
    guard donation.activity.isEligibleForSearch else { return }
    let key = Key(user: user, identity: donation.identity.rawValue)
    guard var entry = entries[key] else {
      entries[key] = Entry(user: donation.user.name, donation: donation, latest: place, uses: 1)
      return
    }
    entry.uses += 1
    if place > entry.latest { (entry.donation, entry.latest) = (donation, place) }
    entries[key] = entry
  }

  /// Writes the changes, in the order of arrival; an existing entry stays if it is newer.
  func finish(_ db: Database) throws {
    let ordered = entries.sorted { $0.value.latest.sequence < $1.value.latest.sequence }
    for (key, entry) in ordered where try !update(entry, of: key, in: db) {
      try insert(entry, of: key, in: db)
    }
  }

  /// Updates an entry; returns whether it existed.
  private func update(_ entry: Entry, of key: Key, in db: Database) throws -> Bool {
    let counting = try db.cachedStatement(
      sql: "UPDATE searchEntry SET uses = uses + ? WHERE user = ? AND identity = ?")
    try counting.execute(
      arguments: [entry.uses, key.user, cipher.identity(key.identity, of: entry.user).bytes])
    guard db.changesCount > 0 else { return false }
    let renewing = try db.cachedStatement(
      sql: """
        UPDATE searchEntry SET program = ?6, item = ?7, domain = ?8, offers = ?9, title = ?10, keywords = ?11,
          subtitle = ?12, attributes = ?13, payload = ?14, time = ?2, sequence = ?3, expires = ?4
        WHERE user = ?1 AND identity = ?5 AND (time, sequence) < (?2, ?3)
        """)
    try renewing.execute(arguments: arguments(for: entry, of: key))
    return true
  }

  private func insert(_ entry: Entry, of key: Key, in db: Database) throws {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO searchEntry (user, time, sequence, expires, \(SearchContent.columns), uses)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    try statement.execute(arguments: arguments(for: entry, of: key) + [entry.uses])
  }

  private func arguments(for entry: Entry, of key: Key) throws -> StatementArguments {
    let row = SearchRow(entry.donation)
    let content = SearchContent(row, of: key.identity)
    return [key.user, entry.latest.milliseconds, entry.latest.sequence, row.expires]
      + StatementArguments(try content.values(of: entry.user, cipher))
  }
}

extension SearchInsertion {
  /// The number of donations to read at once while rebuilding entries, so that memory does not grow
  /// with the store.
  private static let pageSize = 2_000

  /// Rebuilds the entries of all activities from their donations, and the indexes from the entries.
  ///
  /// An unreadable line is skipped; the integrity check reports it.
  ///
  /// - Complexity: O(size of the store).
  static func remake(_ db: Database, _ cipher: RowCipher) throws {
    // The indexes need an entry's words to remove it, so they are rebuilt before and after.
    try rebuildWordIndexes(db)
    try db.execute(sql: "DELETE FROM searchEntry WHERE identity IS NOT NULL")
    let names = Dictionary(
      try Row.fetchAll(db, sql: "SELECT number, name FROM user").map { row in
        (try row[0] as Int64, try cipher.user(in: row[1]))
      }
    ) { first, _ in first }
    var reader = PayloadReader(cipher)
    var last: Int64 = .min
    while true {
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT \(StoredDonation.columns), time, user FROM donation WHERE sequence > ? ORDER BY sequence LIMIT ?
          """, arguments: [last, pageSize])
      var insertion = SearchInsertion(cipher)
      for row in rows {
        let (stored, user) = (try StoredDonation(row: row), try row[5] as Int64)
        last = stored.sequence
        guard let name = names[user] else { continue }
        reader.user = name
        guard let donation = try? reader.donation(stored) else { continue }
        let place = LogCursor(milliseconds: try row.time(4), sequence: stored.sequence)
        insertion.add(donation, by: user, at: place)
      }
      try insertion.finish(db)
      guard rows.count == pageSize else { break }
    }
    try rebuildWordIndexes(db)
  }

  /// Rebuilds the full-text indexes from the entries.
  static func rebuildWordIndexes(_ db: Database) throws {
    for index in StoreSchema.wordIndexes {
      try db.execute(sql: "INSERT INTO \(index) (\(index)) VALUES ('rebuild')")
    }
  }

  /// Removes the entries of all activities, if there are no others, without writing the pages that
  /// become free.
  ///
  /// - Returns: The number of entries that the user had; `nil`, with nothing removed, if there are
  ///   items, which need their entries.
  static func removeAll(of user: Int64, in db: Database) throws -> Int? {
    let hasItems = try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM searchEntry WHERE identity IS NULL)")
    guard hasItems == false else { return nil }
    let count = try Int.fetchOne(
      db, sql: "SELECT count(*) FROM searchEntry WHERE user = ?", arguments: [user])
    try db.makeAnew("searchEntry")
    for index in StoreSchema.wordIndexes {
      try db.execute(sql: "INSERT INTO \(index) (\(index)) VALUES ('delete-all')")
    }
    return count
  }

  /// Rebuilds the entries of some activities, after donations of theirs were forgotten; returns how
  /// many had an entry.
  ///
  /// - Parameter identities: The identities as in their column.
  static func renew(
    _ identities: Set<Data>, of user: Int64, named name: String, in db: Database, _ cipher: RowCipher
  ) throws -> Int {
    let deletion = try db.cachedStatement(sql: "DELETE FROM searchEntry WHERE user = ? AND identity = ?")
    var found: Set<Data> = []
    for identity in identities {
      try deletion.execute(arguments: [user, identity])
      if db.changesCount > 0 { found.insert(identity) }
    }
    guard !found.isEmpty else { return 0 }
    var insertion = SearchInsertion(cipher)
    try PastDonations(db: db, cipher: cipher, user: user, name: name).each(of: found) { logged in
      insertion.add(logged.donation, by: user, at: logged.cursor)
    }
    try insertion.finish(db)
    return found.count
  }
}
