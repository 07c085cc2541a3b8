public import Activities
internal import Foundation
internal import GRDB
internal import Storage

extension SQLiteDonationStore {
  /// Searches, in one transaction: what others append or forget meanwhile is there in whole or not at all.
  ///
  /// The full-text index says which entries have the words, SearchRanking which of them are results.
  ///
  /// - Complexity: O(entries that have the words); for blank text, and in an encrypted store, O(entries of the user).
  public func search(_ query: SearchQuery) async throws -> SearchResults {
    let cipher = cipher
    return try await read { db in
      let ranking = SearchRanking(query)
      guard let user = try cipher.number(of: query.user.name, in: db) else {
        return SearchResults(to: query, [])
      }
      let reading = SearchReading(db: db, cipher: cipher, name: query.user.name)
      let results = ranking.results(try reading.entries(with: ranking.pattern, of: user))
      var hits = HitReader(db: db, of: query.user.name, cipher)
      return SearchResults(to: query, try results.map { try hits.hit($0) })
    }
  }

  /// Returns the values that donations have to offer to a text field.
  ///
  /// - Complexity: O(entries of the user that have such values, down to the limit).
  public func values(_ query: TextFieldQuery) async throws -> [OfferedValue] {
    let cipher = cipher
    return try await read { db in
      guard let user = try cipher.number(of: query.user.name, in: db) else { return [] }
      // What is encrypted does not show what it offers; the donations of all entries are then read.
      let filter = cipher.isPlain ? "offers <> 0 AND offers & ?" : "?"
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT donation.sequence, identifier, donation.identity, donation.payload, searchEntry.time, expires
          FROM searchEntry JOIN donation ON donation.sequence = searchEntry.sequence
          WHERE searchEntry.user = ? AND \(filter)
          ORDER BY searchEntry.time DESC, searchEntry.sequence DESC
          """, arguments: [user, query.contentType.bit])
      var (collector, reader) = (ValueCollector(query), PayloadReader(cipher, of: query.user.name))
      while !collector.isFull, let row = try rows.next() {
        guard try !SearchEntry.isExpired(at: query.now, expiration: row[5], since: row.time(4)) else {
          continue
        }
        collector.add(try reader.donation(StoredDonation(row: row)))
      }
      return collector.values
    }
  }

  /// The newest donation of each activity.
  ///
  /// - Complexity: O(donations of the user, down to the limit); only the newest of each activity is read.
  public func recentActivities(of user: UserIdentifier, at now: Instant, limit: Int) async throws
    -> [Donation]
  {
    let (cipher, name) = (cipher, try cipher.column(of: user.name))
    return try await read { db in
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT \(StoredDonation.columns) FROM donation
          WHERE user = (SELECT number FROM user WHERE name = ?) AND time <= ? ORDER BY time DESC, sequence DESC
          """, arguments: [name, now.milliseconds])
      var (collector, reader) = (RecentCollector(at: now, limit: limit), PayloadReader(cipher, of: user.name))
      var seen: Set<Data> = []
      while !collector.isFull, let row = try rows.next() {
        let stored = try StoredDonation(row: row)
        guard seen.insert(stored.identity).inserted else { continue }
        collector.add(try reader.donation(stored))
      }
      return collector.donations
    }
  }

  /// Makes the entries of all activities anew from their donations, and the index of words from the entries.
  ///
  /// They are made as donations are appended; this mends a store in which the integrity check found them to differ.
  ///
  /// - Complexity: O(size of the store).
  public func rebuildSearchIndex() async throws {
    let cipher = cipher
    try await write { db in
      // Without its words the index cannot take an entry out, so it is built before and after.
      try db.execute(sql: "INSERT INTO searchText (searchText) VALUES ('rebuild')")
      try db.execute(sql: "DELETE FROM searchEntry WHERE identity IS NOT NULL")
      try SearchInsertion.fill(db, cipher)
      try db.execute(sql: "INSERT INTO searchText (searchText) VALUES ('rebuild')")
    }
  }
}
