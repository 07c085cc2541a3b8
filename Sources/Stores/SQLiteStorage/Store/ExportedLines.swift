public import Activities
public import Foundation
internal import GRDB

extension SQLiteDonationStore {
  /// Returns all records as lines of a donation log, by user, then by (time, arrival).
  ///
  /// At the same moment, donations come before feedback, which may be about them, and the user's
  /// own phrases come last.
  ///
  /// Importing them into an empty store gives the same log. The lines are fetched in pages, so
  /// memory stays small; concurrent changes may or may not be seen.
  ///
  /// - Parameter user: The user, or `nil` for all users.
  public func lines(of user: UserIdentifier? = nil) -> ExportedLines {
    ExportedLines(log: self, user: user)
  }
}

/// The lines of a store, each without its line feed, as UTF-8.
public struct ExportedLines: AsyncSequence, Sendable {
  /// A line.
  public typealias Element = Data

  let log: SQLiteDonationStore
  let user: UserIdentifier?

  /// Starts at the first line.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(log: log, user: user)
  }

  /// Fetches pages on demand.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let log: SQLiteDonationStore
    private let user: UserIdentifier?
    private var users: [(number: Int64, name: String)]?
    private var place = ExportPlace.start
    private var page: ArraySlice<ExportedRow> = []
    private static let pageSize = 1_024

    init(log: SQLiteDonationStore, user: UserIdentifier?) {
      self.log = log
      self.user = user
    }

    /// Returns the next line, or `nil` after the last.
    ///
    /// - Throws: ``StoreError``.
    public mutating func next() async throws -> Data? {
      if users == nil { users = try await log.userNumbers(user) }
      while true {
        if let row = page.popFirst() {
          place.pass(row)
          return row.payload
        }
        guard let user = users?.first else { return nil }
        let (from, limit) = (place, Self.pageSize)
        page = try await log.exportPage(of: user.number, user.name, after: from, limit: limit)[...]
        if page.isEmpty {
          users?.removeFirst()
          place = .start
        }
      }
    }
  }
}

/// A line and its position in the order of export.
struct ExportedRow: Sendable {
  /// The table of a line, in the order in which lines of one moment are exported.
  enum Table: Int {
    case donation, feedback, phrase
  }

  let cursor: LogCursor
  let table: Table
  let payload: Data
}

extension ExportedRow {
  /// Reads time, table, sequence, payload, key and identifier.
  fileprivate init(_ row: Row, of user: String, _ cipher: RowCipher) throws {
    cursor = LogCursor(milliseconds: try row[0], sequence: try row[2])
    table = Table(rawValue: try row[1]) ?? .donation
    let key: Data = try row[4]
    switch table {
    case .donation:
      let stored = StoredDonation(
        sequence: try row[2], identifier: try row[5], identity: key, payload: try row.line(3))
      payload = try stored.content(of: user, cipher).line
    case .feedback: payload = try cipher.decrypted(row.line(3), at: .feedback(key, of: user))
    case .phrase:
      payload = OwnMark.removed(from: try cipher.decrypted(row.line(3), at: .phrase(key, of: user)))
    }
  }
}

/// The progress of a user's export in each of the tables.
struct ExportPlace: Sendable {
  var donations: LogCursor
  var feedback: LogCursor
  var phrases: LogCursor

  static let start = {
    let first = LogCursor(milliseconds: .min, sequence: 0)
    return ExportPlace(donations: first, feedback: first, phrases: first)
  }()

  mutating func pass(_ row: ExportedRow) {
    let endOfMoment = LogCursor(milliseconds: row.cursor.milliseconds, sequence: .max)
    switch row.table {
    case .donation: donations = row.cursor
    case .feedback: (donations, feedback) = (max(donations, endOfMoment), row.cursor)
    case .phrase:
      (donations, feedback, phrases) = (max(donations, endOfMoment), max(feedback, endOfMoment), row.cursor)
    }
  }
}

extension SQLiteDonationStore {
  /// Returns one user or all, ordered by name.
  fileprivate func userNumbers(_ user: UserIdentifier?) async throws -> [(number: Int64, name: String)] {
    let cipher = cipher
    return try await read { db in
      if let user { return try cipher.number(of: user.name, in: db).map { [($0, user.name)] } ?? [] }
      let rows = try Row.fetchAll(db, sql: "SELECT number, name FROM user")
      return try rows.map { (number: try $0[0] as Int64, user: try cipher.userIdentifier(in: $0[1])) }
        .sorted { $0.user < $1.user }.map { ($0.number, $0.user.name) }
    }
  }

  fileprivate func exportPage(
    of user: Int64, _ name: String, after place: ExportPlace, limit: Int
  ) async throws -> [ExportedRow] {
    let cipher = cipher
    return try await read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT time, 0 AS kind, sequence, payload, identity AS key, identifier FROM donation WHERE user = ?1 AND (time, sequence) > (?2, ?3)
          UNION ALL
          SELECT time, 1, sequence, payload, digest, NULL FROM feedback WHERE user = ?1 AND (time, sequence) > (?4, ?5)
          UNION ALL
          SELECT time, 2, sequence, payload, identity, NULL FROM phrase WHERE user = ?1 AND (time, sequence) > (?6, ?7)
          ORDER BY time, kind, sequence LIMIT ?8
          """)
      let arguments: StatementArguments = [
        user, place.donations.milliseconds, place.donations.sequence, place.feedback.milliseconds,
        place.feedback.sequence, place.phrases.milliseconds, place.phrases.sequence, limit,
      ]
      return try Array(
        Row.fetchCursor(statement, arguments: arguments).map { row in
          try ExportedRow(row, of: name, cipher)
        })
    }
  }
}
