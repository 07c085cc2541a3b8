public import Activities
internal import Foundation
internal import GRDB

extension SQLiteDonationLog: SearchIndex {
  /// Searches, in one transaction: what others append or forget meanwhile is there in whole or not at all.
  ///
  /// The full-text index says which entries have the words, SearchRanking which of them are results.
  ///
  /// - Complexity: O(entries that have the words); for blank text O(entries of the user).
  public func search(_ query: SearchQuery) async throws -> SearchResults {
    let path = path
    return try await read { db in
      let ranking = SearchRanking(query)
      guard let user = try Self.number(of: query.user.name, in: db) else {
        return SearchResults(to: query, [])
      }
      let results = ranking.results(
        try SearchReading(db: db, path: path).entries(with: ranking.pattern, of: user))
      var hits = HitReader(db: db, path: path)
      return SearchResults(to: query, try results.map { try hits.hit($0) })
    }
  }

  /// What donations have to offer to a text field.
  ///
  /// - Complexity: O(entries of the user that have such values, down to the limit).
  public func values(_ query: TextFieldQuery) async throws -> [OfferedValue] {
    let path = path
    return try await read { db in
      guard let user = try Self.number(of: query.user.name, in: db) else { return [] }
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT donation.sequence, identifier, donation.identity, donation.payload, searchEntry.time, expires
          FROM searchEntry JOIN donation ON donation.sequence = searchEntry.sequence
          WHERE searchEntry.user = ? AND offers <> 0 AND offers & ?
          ORDER BY searchEntry.time DESC, searchEntry.sequence DESC
          """, arguments: [user, query.contentType.bit])
      var (collector, reader) = (ValueCollector(query), PayloadReader())
      while !collector.isFull, let row = try rows.next() {
        guard !SearchEntry.isExpired(at: query.now, expiration: try row[5], since: try row[4]) else {
          continue
        }
        collector.add(try StoredDonation(row: row).donation(&reader, at: path))
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
    let path = path
    return try await read { db in
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT \(StoredDonation.columns) FROM donation
          WHERE user = (SELECT number FROM user WHERE name = ?) AND time <= ? ORDER BY time DESC, sequence DESC
          """, arguments: [user.name, now.milliseconds])
      var (collector, reader) = (RecentCollector(at: now, limit: limit), PayloadReader())
      while !collector.isFull, let row = try rows.next() {
        let stored = try StoredDonation(row: row)
        let identity = UInt128(bytes: stored.identity).map(ActivityIdentity.init(rawValue:))
        guard identity.map(collector.isNew) ?? true else { continue }
        collector.add(try stored.donation(&reader, at: path))
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
    try await write { db in
      // Without its words the index cannot take an entry out, so it is built before and after.
      try db.execute(sql: "INSERT INTO searchText (searchText) VALUES ('rebuild')")
      try db.execute(sql: "DELETE FROM searchEntry WHERE identity IS NOT NULL")
      try SearchInsertion.fill(db)
      try db.execute(sql: "INSERT INTO searchText (searchText) VALUES ('rebuild')")
    }
  }
}
