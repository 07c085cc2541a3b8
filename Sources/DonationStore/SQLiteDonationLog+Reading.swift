public import Activities
internal import Foundation
internal import GRDB

extension SQLiteDonationLog {
  /// A page in the order of (time, arrival).
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
      [user.name, from.milliseconds, from.sequence, times.upperBound, max(1, limit)])
  }

  /// A page in the order of arrival.
  ///
  /// - Complexity: O(what arrived of all users after the sequence number), and O(1) if nothing of this user did. There is
  ///   no index for it: it would make every append dearer, and who asks has seen all but the newest.
  public func arrivals(of user: UserIdentifier, after sequence: Int64, limit: Int) async throws
    -> [LoggedDonation]
  {
    guard try await version(of: user).lastSequence > sequence else { return [] }
    return try await page(
      // The plus keeps SQLite from gathering and sorting all of the user's rows by the index on (user, time).
      "WHERE +user = (SELECT number FROM user WHERE name = ?) AND sequence > ? ORDER BY sequence LIMIT ?",
      [user.name, sequence, max(1, limit)])
  }

  /// The donations at some places, in one transaction.
  ///
  /// - Complexity: O(places · log of the store).
  public func donations(of user: UserIdentifier, at places: [LogCursor]) async throws -> [LoggedDonation] {
    guard !places.isEmpty else { return [] }
    let rows = try await read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT \(StoredDonation.columns) FROM donation
          WHERE sequence = ? AND time = ? AND user = (SELECT number FROM user WHERE name = ?)
          """)
      return try places.compactMap { place in
        try Row.fetchOne(statement, arguments: [place.sequence, place.milliseconds, user.name])
          .map(StoredDonation.init)
      }
    }
    var reader = PayloadReader()
    return try rows.map { try $0.logged(&reader, at: path) }
  }

  private func page(_ clause: String, _ arguments: StatementArguments) async throws -> [LoggedDonation] {
    let rows = try await read { db in
      let statement = try db.cachedStatement(
        sql: "SELECT \(StoredDonation.columns) FROM donation \(clause)")
      return try Array(Row.fetchCursor(statement, arguments: arguments).map(StoredDonation.init))
    }
    var reader = PayloadReader()
    // Here and not above, so that the connection is free while lines are read.
    return try rows.map { try $0.logged(&reader, at: path) }
  }

  /// All feedback of a user in the order of (time, arrival).
  ///
  /// - Complexity: O(log of the store + feedback).
  public func feedback(of user: UserIdentifier) async throws -> [Feedback] {
    let lines = try await read { db in
      try Data.fetchAll(
        db,
        sql: """
          SELECT payload FROM feedback WHERE user = (SELECT number FROM user WHERE name = ?)
          ORDER BY time, sequence
          """, arguments: [user.name])
    }
    var reader = PayloadReader()
    return try lines.map { line in
      guard let feedback = reader.feedback(line) else { throw StoreError(.damaged, at: path) }
      return feedback
    }
  }

  /// Everyone who has a donation.
  ///
  /// - Complexity: O(users).
  public func users() async throws -> [(user: UserIdentifier, donations: Int)] {
    let path = path
    return try await read { db in
      try Row.fetchAll(db, sql: "SELECT name, donations FROM user WHERE donations > 0")
        .map { (user: try Self.user(named: $0[0], at: path), donations: try $0[1]) }
        .sorted { $0.user < $1.user }
    }
  }

  /// Where a user's log stands, as of the last commit of any process.
  ///
  /// - Complexity: O(log of the users): one row.
  public func version(of user: UserIdentifier) async throws -> LogVersion {
    try await read { db in
      let statement = try db.cachedStatement(
        sql: "SELECT generation, lastSequence, feedback FROM user WHERE name = ?")
      let row = try Row.fetchOne(statement, arguments: [user.name])
      return try row.map {
        LogVersion(generation: try $0[0], lastSequence: try $0[1], feedbackCount: try $0[2])
      }
        ?? LogVersion(generation: 0, lastSequence: 0, feedbackCount: 0)
    }
  }
}
