internal import Activities
internal import DonationCodec
internal import Foundation
internal import GRDB

/// Reads entries of the index.
struct SearchReading {
  let db: Database
  let path: String

  static let columns = """
    number, identity, program, item, uses, time, sequence, expires, title, keywords, subtitle, attributes
    """

  /// The entries that have the words, with the items that they are linked to and all that is linked to those; all entries
  /// for a blank pattern.
  func entries(with pattern: SearchPattern, of user: Int64) throws -> [SearchEntry] {
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

  private func read(_ sql: String, _ arguments: StatementArguments) throws -> [SearchEntry] {
    let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
    var entries: [SearchEntry] = []
    while let row = try rows.next() { entries.append(try entry(row)) }
    return entries
  }

  private func entry(_ row: Row) throws -> SearchEntry {
    let identity: ActivityIdentity? = try (try row[1] as Data?).map { bytes in
      guard let rawValue = UInt128(bytes: bytes) else { throw StoreError(.damaged, at: path) }
      return ActivityIdentity(rawValue: rawValue)
    }
    return try SearchEntry(
      number: row[0], identity: identity, program: String(key: row[2]),
      item: (row[3] as Data?).map(String.init(key:)), uses: row[4],
      latest: LogCursor(milliseconds: row[5], sequence: row[6]), expiration: row[7],
      fields: SearchFields(folded: (8...11).map { try row[$0] }))
  }
}

/// Reads what results are about.
struct HitReader {
  let db: Database
  let path: String
  private var payloads = PayloadReader()
  private var objects = RecordDecoder()

  init(db: Database, path: String) {
    self.db = db
    self.path = path
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
      throw StoreError(.damaged, at: path)
    }
    return try StoredDonation(row: row).donation(&payloads, at: path)
  }

  private mutating func item(_ entry: SearchEntry) throws -> SearchableItem {
    let statement = try db.cachedStatement(
      sql: "SELECT item, domain, payload FROM searchEntry WHERE number = ?")
    guard let row = try Row.fetchOne(statement, arguments: [entry.number]), let payload = try row[2] as Data?,
      let item = try StoredItem.item(identifier: row[0], domain: row[1], payload: payload, with: &objects)
    else { throw StoreError(.damaged, at: path) }
    return item
  }
}
