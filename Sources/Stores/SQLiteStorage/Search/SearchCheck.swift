internal import Activities
internal import Foundation
internal import GRDB
internal import LogFormat
internal import Storage

/// Compares the entries of the search index with their donations and items.
struct SearchCheck {
  private let db: Database
  private let cipher: RowCipher
  private var expected: [SearchInsertion.Key: Entry] = [:]
  /// The first donation that makes an activity findable, so that a missing entry can be reported.
  private var sources: [SearchInsertion.Key: Int64] = [:]

  /// The entry that the donations of an activity should have.
  private struct Entry {
    var row: SearchRow
    var latest: LogCursor
    var uses: Int
  }

  init(_ db: Database, _ cipher: RowCipher) { (self.db, self.cipher) = (db, cipher) }

  /// Records a donation.
  mutating func expect(_ donation: Donation, sequence: Int64, user: Int64) {
    guard donation.activity.isEligibleForSearch else { return }
    let key = SearchInsertion.Key(user: user, identity: donation.identity.rawValue)
    let place = LogCursor(milliseconds: donation.context.instant.milliseconds, sequence: sequence)
    if sources[key] == nil { sources[key] = sequence }
    guard var entry = expected[key] else {
      expected[key] = Entry(row: SearchRow(donation), latest: place, uses: 1)
      return
    }
    entry.uses += 1
    if place > entry.latest { (entry.row, entry.latest) = (SearchRow(donation), place) }
    expected[key] = entry
  }

  /// Returns the differences, after every donation was recorded.
  mutating func problems() throws -> [StoreProblem] {
    var problems: [StoreProblem] = []
    var decoder = RecordDecoder()
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(SearchContent.columns), number, user, uses, time, sequence, expires,
          (SELECT name FROM user WHERE number = searchEntry.user) AS name
        FROM searchEntry ORDER BY number
        """)
    while let row = try rows.next() {
      let name = (try row["name"] as String?).flatMap { try? cipher.user(in: $0) } ?? ""
      let content = try? SearchContent(row, of: name, cipher)
      let agrees =
        try content.map {
          try $0.identity == nil ? Self.isItem($0, row, &decoder) : isExpected($0, row)
        } ?? false
      if !agrees { problems.append(.searchEntry(row: try row["number"])) }
    }
    return problems + sources.values.sorted().map { .notSearchable(donation: $0) }
  }

  /// Returns whether an entry agrees with its donations, which are then accounted for.
  private mutating func isExpected(_ content: SearchContent, _ row: Row) throws -> Bool {
    guard let identity = content.identity else { return false }
    let key = SearchInsertion.Key(user: try row["user"], identity: identity)
    guard sources.removeValue(forKey: key) != nil, let entry = expected[key] else { return false }
    return try row["uses"] == entry.uses && row["time"] == entry.latest.milliseconds
      && row["sequence"] == entry.latest.sequence && row["expires"] == entry.row.expires
      && content == SearchContent(entry.row, of: identity)
  }

  /// Returns whether an entry can be read as an item, and has the item's words.
  private static func isItem(
    _ content: SearchContent, _ row: Row, _ decoder: inout RecordDecoder
  ) throws -> Bool {
    guard let item = StoredItem.item(content, with: &decoder) else { return false }
    return try content.words == SearchFields(item).folded
      && row["expires"] == item.expirationDate.map(SearchEntry.milliseconds)
  }

  /// Returns whether a search finds each word of a full-text index.
  ///
  /// SQLite's own check reads the index sequentially, and does not check the table (`…_idx`) that
  /// leads a search to the page of a word.
  ///
  /// - Complexity: O(words · log of the words).
  private static func findsEveryWord(of index: String, _ db: Database) throws -> Bool {
    try db.execute(sql: "CREATE VIRTUAL TABLE temp.searchVocabulary USING fts5vocab(main, \(index), row)")
    defer { try? db.execute(sql: "DROP TABLE temp.searchVocabulary") }
    let words = try String.fetchCursor(db, sql: "SELECT term FROM temp.searchVocabulary")
    let found = try db.cachedStatement(
      sql: "SELECT EXISTS (SELECT 1 FROM \(index) WHERE \(index) MATCH ?)")
    while let word = try words.next() {
      let phrase = "\"" + word.replacing("\"", with: "\"\"") + "\""
      guard try Bool.fetchOne(found, arguments: [phrase]) == true else { return false }
    }
    return true
  }

  /// Returns whether the full-text indexes have the words of the entries, and no others.
  ///
  /// SQLite runs this check within a writing statement, so it needs a connection that may write;
  /// nothing is written.
  static func isIndexOfWordsIntact(_ db: Database) throws -> Bool {
    do {
      try db.inTransaction {
        for index in StoreSchema.wordIndexes {
          try db.execute(sql: "INSERT INTO \(index) (\(index), rank) VALUES ('integrity-check', 1)")
        }
        return .rollback
      }
      return try StoreSchema.wordIndexes.allSatisfy { try findsEveryWord(of: $0, db) }
    } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_ERROR].contains(error.resultCode) {
      // The index returns this error without details if its own tables are inconsistent.
      return false
    }
  }
}
