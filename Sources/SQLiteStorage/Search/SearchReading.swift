internal import Activities
internal import Foundation
internal import GRDB
internal import LogFormat
internal import Storage

/// Reads entries of the index.
struct SearchReading {
  let db: Database
  let cipher: RowCipher
  /// The name of the user.
  let name: String

  private static let columns = """
    number, identity, program, item, uses, time, sequence, expires, title, keywords, subtitle, attributes
    """

  /// The entries that have the words, with the items that they are linked to and all that is linked to those; all entries
  /// for a blank pattern.
  func entries(with pattern: SearchPattern, of user: Int64) throws -> [SearchEntry] {
    guard cipher.isPlain else { return try encryptedEntries(of: user) }
    if pattern.isBlank {
      return try read("SELECT \(Self.columns) FROM searchEntry WHERE user = ?", [user])
    }
    guard let question = pattern.fullTextQuery else { return [] }
    return try read(
      """
      WITH found AS MATERIALIZED (
        SELECT number, program, item FROM searchText JOIN searchEntry ON number = searchText.rowid
        WHERE searchText MATCH ?2 AND user = ?1
      )
      SELECT \(Self.columns) FROM searchEntry WHERE number IN (
        SELECT number FROM found
        UNION
        SELECT other.number FROM found JOIN searchEntry AS other
          ON other.user = ?1 AND other.program = found.program AND other.item = found.item
      )
      """, [user, question])
  }

  /// Returns all entries: what is encrypted has to be decrypted before it is known which words it has.
  private func encryptedEntries(of user: Int64) throws -> [SearchEntry] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT number, uses, time, sequence, expires, \(SearchContent.columns) FROM searchEntry WHERE user = ?
        """, arguments: [user])
    var entries: [SearchEntry] = []
    while let row = try rows.next() {
      let content = try SearchContent(row, from: 5, of: name, cipher)
      entries.append(
        SearchEntry(
          number: try row[0], identity: content.identity.map(ActivityIdentity.init(rawValue:)),
          program: String(key: content.program), item: content.item.map(String.init(key:)),
          uses: try row.count(1),
          latest: LogCursor(milliseconds: try row.time(2), sequence: try row.sequence(3)),
          expiration: try row[4],
          fields: SearchFields(folded: content.words)))
    }
    return entries
  }

  private func read(_ sql: String, _ arguments: StatementArguments) throws -> [SearchEntry] {
    let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
    var entries: [SearchEntry] = []
    while let row = try rows.next() { entries.append(try entry(row)) }
    return entries
  }

  private func entry(_ row: Row) throws -> SearchEntry {
    let identity: ActivityIdentity? = try (row[1] as Data?).map { bytes in
      guard let rawValue = UInt128(bytes: bytes) else { throw cipher.damaged }
      return ActivityIdentity(rawValue: rawValue)
    }
    return SearchEntry(
      number: try row[0], identity: identity, program: String(key: try row[2]),
      item: try (row[3] as Data?).map(String.init(key:)), uses: try row.count(4),
      latest: LogCursor(milliseconds: try row.time(5), sequence: try row.sequence(6)), expiration: try row[7],
      fields: SearchFields(folded: try (8...11).map { try row[$0] }))
  }
}

/// Reads what results are about.
struct HitReader {
  let db: Database
  private let cipher: RowCipher
  private let name: String
  private var payloads: PayloadReader
  private var objects = RecordDecoder()

  init(db: Database, of user: String, _ cipher: RowCipher) {
    (self.db, self.cipher, name, payloads) = (db, cipher, user, PayloadReader(cipher, of: user))
  }

  mutating func hit(_ result: SearchRanking.Result) throws -> SearchHit {
    SearchHit(
      result, donation: try result.activity.map { try donation($0) },
      item: try result.item.map { try item($0) })
  }

  private mutating func donation(_ entry: SearchEntry) throws -> Donation {
    let statement = try db.cachedStatement(
      sql: "SELECT \(StoredDonation.columns) FROM donation WHERE sequence = ?")
    guard let row = try Row.fetchOne(statement, arguments: [entry.latest.sequence]) else {
      throw cipher.damaged
    }
    return try payloads.donation(StoredDonation(row: row))
  }

  private mutating func item(_ entry: SearchEntry) throws -> SearchableItem {
    let statement = try db.cachedStatement(
      sql: "SELECT \(SearchContent.columns) FROM searchEntry WHERE number = ?")
    guard let row = try Row.fetchOne(statement, arguments: [entry.number]),
      let item = StoredItem.item(try SearchContent(row, of: name, cipher), with: &objects)
    else { throw cipher.damaged }
    return item
  }
}
