public import Activities
internal import Foundation
internal import GRDB
internal import Storage

extension SQLiteDonationStore {
  /// Searches in one transaction, so that concurrent changes are seen completely or not at all.
  ///
  /// The full-text indexes find the entries that may have the words. SearchRanking chooses the
  /// results from them.
  ///
  /// - Complexity: O(entries that may have the words), of which at most some thousands are read. In
  ///   an encrypted store O(entries of the user); at a moment before the newest use of any activity
  ///   O(donations of the user).
  public func search(_ query: SearchQuery) async throws -> SearchResults {
    let cipher = cipher
    return try await read { db in try StoredSearch(db: db, cipher: cipher).search(query) }
  }

  /// Explains why a search found nothing, in one transaction.
  ///
  /// - Complexity: O(donations of the user), plus a search of each of at most 100 other users.
  public func diagnosis(of query: SearchQuery) async throws -> SearchDiagnosis {
    let cipher = cipher
    return try await read { db in try StoredSearch(db: db, cipher: cipher).diagnosis(of: query) }
  }

  /// Returns the values that donations offer to a text field.
  ///
  /// - Complexity: O(entries of the user with such values, down to the limit); at a moment before
  ///   the newest use of any activity O(donations of the user).
  public func values(_ query: TextFieldQuery) async throws -> [OfferedValue] {
    let cipher = cipher
    return try await read { db in
      guard let user = try cipher.number(of: query.user.name, in: db) else { return [] }
      let past = PastDonations(db: db, cipher: cipher, user: user, name: query.user.name)
      var later = try past.activitiesUsedLater(than: query.now).values.map(\.newest)
        .sorted { $0.cursor > $1.cursor }[...]
      // Encrypted entries do not show their offers, so the donations of all entries are read.
      let filter = cipher.isPlain ? "offers <> 0 AND offers & ?" : "?"
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT donation.sequence, identifier, donation.identity, donation.payload, searchEntry.time
          FROM searchEntry JOIN donation ON donation.sequence = searchEntry.sequence
          WHERE searchEntry.user = ? AND \(filter) AND searchEntry.time <= ? AND ifnull(expires > ?, TRUE)
          ORDER BY searchEntry.time DESC, searchEntry.sequence DESC
          """,
        arguments: [user, query.contentType.bit, query.now.milliseconds, query.now.milliseconds])
      var (collector, reader) = (ValueCollector(query), PayloadReader(cipher, of: query.user.name))
      while !collector.isFull, let row = try rows.next() {
        let logged = try StoredDonation(row: row).logged(&reader)
        while let first = later.first, first.cursor > logged.cursor {
          collector.add(first.donation)
          later.removeFirst()
        }
        collector.add(logged.donation)
      }
      for logged in later where !collector.isFull { collector.add(logged.donation) }
      return collector.values
    }
  }

  /// Returns the newest donation of each activity.
  ///
  /// - Complexity: O(donations of the user, down to the limit); reads only the newest of each
  ///   activity.
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

  /// Rebuilds the entries of all activities from their donations, and the indexes of words from the
  /// entries.
  ///
  /// Appending donations keeps them up to date. This repairs a store after the integrity check
  /// found differences.
  ///
  /// - Complexity: O(size of the store).
  public func rebuildSearchIndex() async throws {
    let cipher = cipher
    try await write { db in try SearchInsertion.remake(db, cipher) }
  }
}
