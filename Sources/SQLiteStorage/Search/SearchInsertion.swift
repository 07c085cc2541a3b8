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

  /// The content of an entry that some donations of an activity make.
  struct Entry: Equatable {
    let user: String
    var row: SearchRow
    var latest: LogCursor
    var uses: Int
  }

  private(set) var entries: [Key: Entry] = [:]
  private let cipher: RowCipher

  init(_ cipher: RowCipher) { self.cipher = cipher }

  mutating func add(
    _ row: SearchRow, of identity: UInt128, by user: Int64, named name: String, at place: LogCursor
  ) {
    let key = Key(user: user, identity: identity)
    guard var entry = entries[key] else {
      entries[key] = Entry(user: name, row: row, latest: place, uses: 1)
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
    let content = SearchContent(entry.row, of: key.identity)
    return [key.user, entry.latest.milliseconds, entry.latest.sequence, entry.row.expires]
      + StatementArguments(try content.values(of: entry.user, cipher))
  }
}

extension SearchInsertion {
  /// Makes the entries of all activities from their donations.
  ///
  /// A line that cannot be read is passed over; the integrity check names it.
  static func fill(_ db: Database, _ cipher: RowCipher) throws {
    var insertion = SearchInsertion(cipher)
    for user in try Row.fetchAll(db, sql: "SELECT number, name FROM user") {
      try insertion.read(user[0], named: cipher.user(in: user[1]), among: nil, in: db)
    }
    try insertion.finish(db)
  }

  /// Makes the entries of some activities anew, after donations of theirs were forgotten; returns how
  /// many had one.
  ///
  /// - Parameter identities: As they stand in their column.
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
    try insertion.read(user, named: name, among: found, in: db)
    try insertion.finish(db)
    return found.count
  }

  private mutating func read(
    _ user: Int64, named name: String, among identities: Set<Data>?, in db: Database
  ) throws {
    // Every line of a donation that can be found has this word; most lines have not, and need not be read. Of what is encrypted
    // that cannot be told.
    let word = cipher.isPlain ? Data("isEligibleForSearch".utf8) : Data()
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(StoredDonation.columns), time FROM donation
        WHERE user = ? AND instr(payload, ?)
        """, arguments: [user, word])
    var reader = PayloadReader(cipher, of: name)
    while let row = try rows.next() {
      let stored = try StoredDonation(row: row)
      guard identities?.contains(stored.identity) ?? true, let donation = try? reader.donation(stored),
        let found = SearchRow(donation)
      else { continue }
      let place = LogCursor(milliseconds: try row.time(4), sequence: stored.sequence)
      add(found, of: donation.identity.rawValue, by: user, named: name, at: place)
    }
  }
}
