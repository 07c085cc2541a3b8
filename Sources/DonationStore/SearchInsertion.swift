internal import Activities
internal import Foundation
internal import GRDB

/// Gathers what a batch of donations says about the activities that can be found, and then writes it, an activity at a
/// time: many donations of a batch are of the same activity.
struct SearchInsertion {
  /// An activity of a user.
  struct Key: Hashable {
    let user: Int64
    let identity: UInt128
  }

  /// What some donations of an activity say about it.
  struct Entry: Equatable {
    var row: SearchRow
    var latest: LogCursor
    var uses: Int
  }

  private(set) var entries: [Key: Entry] = [:]

  mutating func add(_ row: SearchRow, of identity: UInt128, by user: Int64, at place: LogCursor) {
    let key = Key(user: user, identity: identity)
    guard var entry = entries[key] else {
      entries[key] = Entry(row: row, latest: place, uses: 1)
      return
    }
    entry.uses += 1
    if place > entry.latest { (entry.row, entry.latest) = (row, place) }
    entries[key] = entry
  }

  /// Writes what was gathered, in the order of arrival; what is there already is kept if it is newer.
  func finish(_ db: Database) throws {
    let ordered = entries.sorted { $0.value.latest.sequence < $1.value.latest.sequence }
    for (key, entry) in ordered where try !update(entry, of: key, in: db) {
      try insert(entry, of: key, in: db)
    }
  }

  /// Answers whether there was an entry.
  private func update(_ entry: Entry, of key: Key, in db: Database) throws -> Bool {
    let counting = try db.cachedStatement(
      sql: "UPDATE searchEntry SET uses = uses + ? WHERE user = ? AND identity = ?")
    try counting.execute(arguments: [entry.uses, key.user, key.identity.bytes])
    guard db.changesCount > 0 else { return false }
    let renewing = try db.cachedStatement(
      sql: """
        UPDATE searchEntry SET program = ?3, item = ?4, time = ?5, sequence = ?6, expires = ?7, offers = ?8,
          title = ?9, keywords = ?10, subtitle = ?11, attributes = ?12
        WHERE user = ?1 AND identity = ?2 AND (time, sequence) < (?5, ?6)
        """)
    try renewing.execute(arguments: arguments(for: entry, of: key))
    return true
  }

  private func insert(_ entry: Entry, of key: Key, in db: Database) throws {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO searchEntry (user, identity, program, item, time, sequence, expires, offers, title, keywords,
          subtitle, attributes, uses)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
        """)
    try statement.execute(arguments: arguments(for: entry, of: key) + [entry.uses])
  }

  private func arguments(for entry: Entry, of key: Key) -> StatementArguments {
    let row = entry.row
    return [
      key.user, key.identity.bytes, row.program, row.item, entry.latest.milliseconds, entry.latest.sequence,
      row.expires, row.offers,
    ] + StatementArguments(row.words)
  }
}

extension SearchInsertion {
  /// Makes the entries of all activities from their donations.
  ///
  /// A line that cannot be read is passed over; the integrity check names it.
  static func fill(_ db: Database) throws {
    var insertion = SearchInsertion()
    for user in try Int64.fetchAll(db, sql: "SELECT number FROM user") {
      try insertion.read(user, among: nil, in: db)
    }
    try insertion.finish(db)
  }

  /// Makes the entries of some activities anew, after donations of theirs were forgotten; answers how many had one.
  static func renew(_ identities: Set<Data>, of user: Int64, in db: Database) throws -> Int {
    let deletion = try db.cachedStatement(sql: "DELETE FROM searchEntry WHERE user = ? AND identity = ?")
    var found: Set<Data> = []
    for identity in identities {
      try deletion.execute(arguments: [user, identity])
      if db.changesCount > 0 { found.insert(identity) }
    }
    guard !found.isEmpty else { return 0 }
    var insertion = SearchInsertion()
    try insertion.read(user, among: found, in: db)
    try insertion.finish(db)
    return found.count
  }

  private mutating func read(_ user: Int64, among identities: Set<Data>?, in db: Database) throws {
    // Every line of a donation that can be found has this word; most lines have not, and need not be read.
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(StoredDonation.columns), time FROM donation
        WHERE user = ? AND instr(payload, ?)
        """, arguments: [user, Data("isEligibleForSearch".utf8)])
    var reader = PayloadReader()
    while let row = try rows.next() {
      let stored = try StoredDonation(row: row)
      guard identities?.contains(stored.identity) ?? true, let identity = UInt128(bytes: stored.identity),
        let found = (try? stored.donation(&reader, at: "")).flatMap(SearchRow.init)
      else { continue }
      add(found, of: identity, by: user, at: LogCursor(milliseconds: try row[4], sequence: stored.sequence))
    }
  }
}
