public import Activities
internal import Foundation
internal import GRDB

extension SQLiteDonationStore {
  /// Returns a page in the order of (time, arrival).
  ///
  /// - Complexity: O(log of the store + page).
  public func donations(
    of user: UserIdentifier, in times: Range<Int64>, after cursor: LogCursor?, limit: Int
  ) async throws -> [LoggedDonation] {
    let start = LogCursor(milliseconds: times.lowerBound, sequence: 0)
    let from = max(cursor ?? start, start)
    return try await page(
      """
      WHERE user = (SELECT number FROM user WHERE name = ?) AND (time, sequence) > (?, ?) AND time < ?
      ORDER BY time, sequence LIMIT ?
      """,
      [cipher.column(of: user.name), from.milliseconds, from.sequence, times.upperBound, max(1, limit)],
      of: user)
  }

  /// Returns a page in the order of arrival.
  ///
  /// - Complexity: O(donations of all users that arrived after the sequence number), and O(1) if
  ///   this user has none there. An index would make every append slower, and callers have seen all
  ///   but the newest donations.
  public func arrivals(of user: UserIdentifier, after sequence: Int64, limit: Int) async throws
    -> [LoggedDonation]
  {
    guard try await version(of: user).lastSequence > sequence else { return [] }
    return try await page(
      // The plus keeps SQLite from collecting and sorting all of the user's rows with the index on
      // (user, time).
      "WHERE +user = (SELECT number FROM user WHERE name = ?) AND sequence > ? ORDER BY sequence LIMIT ?",
      [cipher.column(of: user.name), sequence, max(1, limit)], of: user)
  }

  /// Returns the donations at some positions, in one transaction.
  ///
  /// - Complexity: O(positions · log of the store).
  public func donations(of user: UserIdentifier, at places: [LogCursor]) async throws -> [LoggedDonation] {
    guard !places.isEmpty else { return [] }
    let name = try cipher.column(of: user.name)
    let rows = try await read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT \(StoredDonation.columns) FROM donation
          WHERE sequence = ? AND time = ? AND user = (SELECT number FROM user WHERE name = ?)
          """)
      return try places.compactMap { place in
        try Row.fetchOne(statement, arguments: [place.sequence, place.milliseconds, name])
          .map(StoredDonation.init)
      }
    }
    var reader = PayloadReader(cipher, of: user.name)
    return try rows.map { try $0.logged(&reader) }
  }

  /// Returns whether an importer of a shell's history made a donation, so that the user typed its
  /// command.
  ///
  /// It returns false for a donation from a log, a program or another history, and for one that was
  /// stored before this was recorded.
  ///
  /// - Complexity: O(log of the store).
  package func isFromShell(_ donation: Donation) async throws -> Bool {
    let (cipher, name) = (cipher, donation.user.name)
    let column = cipher.identifier(
      donation.identifier.rawValue, at: donation.context.instant.milliseconds, of: name
    ).bytes
    return try await read { db in
      let row = try Row.fetchOne(
        db, sql: "SELECT \(StoredDonation.columns) FROM donation WHERE identifier = ?", arguments: [column])
      return try row.map(StoredDonation.init)?.content(of: name, cipher).isFromShell ?? false
    }
  }

  private func page(
    _ clause: String, _ arguments: StatementArguments, of user: UserIdentifier
  ) async throws -> [LoggedDonation] {
    let name = try cipher.column(of: user.name)
    let rows = try await read { db in
      let statement = try db.cachedStatement(
        sql: "SELECT \(StoredDonation.columns) FROM donation \(clause)")
      let rows = try Array(Row.fetchCursor(statement, arguments: arguments).map(StoredDonation.init(row:)))
      if let newest = rows.lazy.map(\.sequence).max() {
        try Self.checkCounters(of: name, newest: newest, in: db)
      }
      return rows
    }
    var reader = PayloadReader(cipher, of: user.name)
    // Here and not above, to free the connection while lines are read.
    return try rows.map { try $0.logged(&reader) }
  }

  /// Checks that the counters fit the donations.
  ///
  /// Readers skip donations beyond the counter, so a counter that is too low would hide donations,
  /// and one that is too high would hide future ones.
  ///
  /// - Throws: `DatabaseError` with `SQLITE_CORRUPT` if a donation arrived after the user's last
  ///   one, or the user's last one after the store's last one.
  /// - Complexity: O(log of the users).
  private static func checkCounters(of name: String, newest: Int64, in db: Database) throws {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: "SELECT lastSequence, (SELECT lastSequence FROM state) FROM user WHERE name = ?"),
      arguments: [name])
    guard let row, case let last = try row.sequence(0), newest <= last, last <= (try row.sequence(1)) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT)
    }
  }

  /// Returns all feedback of a user in the order of (time, arrival).
  ///
  /// - Complexity: O(log of the store + feedback).
  public func feedback(of user: UserIdentifier) async throws -> [Feedback] {
    let name = try cipher.column(of: user.name)
    let rows = try await read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT payload, digest FROM feedback WHERE user = (SELECT number FROM user WHERE name = ?)
          ORDER BY time, sequence
          """, arguments: [name]
      ).map { (payload: try $0.line(0), digest: try $0[1] as Data) }
    }
    var reader = PayloadReader(cipher, of: user.name)
    return try rows.map { try reader.feedback($0.payload, digest: $0.digest) }
  }

  /// Returns all users with donations.
  ///
  /// - Complexity: O(users).
  public func users() async throws -> [(user: UserIdentifier, donations: Int)] {
    let cipher = cipher
    return try await read { db in
      try Row.fetchAll(db, sql: "SELECT name, donations FROM user WHERE donations > 0")
        .map { (user: try cipher.userIdentifier(in: $0[0]), donations: try $0.count(1)) }
        .sorted { $0.user < $1.user }
    }
  }

  /// Returns the version of a user's log, as of the last commit of any process.
  ///
  /// - Complexity: O(log of the users): one row.
  public func version(of user: UserIdentifier) async throws -> LogVersion {
    let (cipher, name) = (cipher, try cipher.column(of: user.name))
    return try await read(checking: false) { db in
      let statement = try db.cachedStatement(
        sql: "SELECT generation, lastSequence, feedback FROM user WHERE name = ?")
      if let row = try Row.fetchOne(statement, arguments: [name]) {
        return LogVersion(
          generation: try row[0], lastSequence: try row.sequence(1), feedbackCount: try row.count(2))
      }
      // Every query calls this, so it checks the key only where it matters: with another key, users
      // have other columns.
      try cipher.check(db)
      return LogVersion(generation: 0, lastSequence: 0, feedbackCount: 0)
    }
  }
}
