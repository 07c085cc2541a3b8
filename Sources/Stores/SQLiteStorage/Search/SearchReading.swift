internal import Activities
internal import Foundation
internal import GRDB
internal import LogFormat
internal import Storage

/// A search in a store, within a transaction.
struct StoredSearch: SearchSource {
  let db: Database
  let cipher: RowCipher

  func users() throws -> [(user: UserIdentifier, donations: Int)] {
    try Row.fetchAll(db, sql: "SELECT name, donations FROM user WHERE donations > 0").map {
      (user: try cipher.userIdentifier(in: $0[0]), donations: try $0.count(1))
    }
  }

  func entries(for ranking: SearchRanking) throws -> [SearchEntry] {
    let (name, now) = (ranking.query.user.name, ranking.query.now)
    guard let user = try cipher.number(of: name, in: db) else { return [] }
    let reading = SearchReading(db: db, cipher: cipher, name: name, user: user)
    let past = PastDonations(db: db, cipher: cipher, user: user, name: name)
    guard try past.isAnyLater(than: now) else { return try reading.entries(for: ranking) }
    let before = try reading.allEntries().filter { $0.latest.milliseconds <= now.milliseconds }
    return try before + past.activitiesUsedLater(than: now).values.map(\.entry)
  }

  func hiddenEntries(of query: SearchQuery) throws -> [SearchEntry] {
    guard let user = try cipher.number(of: query.user.name, in: db) else { return [] }
    return try PastDonations(db: db, cipher: cipher, user: user, name: query.user.name)
      .activitiesKeptOut(at: query.now).values.map(\.entry)
  }

  func hit(_ result: SearchRanking.Result, of user: UserIdentifier) throws -> SearchHit {
    var reader = HitReader(db: db, of: user.name, cipher)
    return try reader.hit(result)
  }
}

/// Reads entries of a user from the index.
struct SearchReading {
  let db: Database
  let cipher: RowCipher
  /// The name of the user.
  let name: String
  let user: Int64

  private static let columns = """
    number, identity, program, item, uses, time, sequence, expires, title, keywords, subtitle, attributes
    """

  /// Returns the entries that may be results, with the items they are linked to and everything else
  /// linked to those items.
  ///
  /// If there are many entries, it reads only the most recently used ones, up to
  /// ``SearchRanking/mostEntries``.
  ///
  /// - Complexity: O(candidates) lookups in an index, and O(``SearchRanking/mostEntries``) rows. In
  ///   an encrypted store O(entries of the user), because the words of an entry are unknown until
  ///   it is decrypted.
  func entries(for ranking: SearchRanking) throws -> [SearchEntry] {
    let pattern = ranking.pattern
    guard cipher.isPlain else { return try allEntries() }
    if pattern.isBlank { return try withLinked(newest(for: ranking, nil)) }
    guard !pattern.words.isEmpty else { return [] }
    let candidates = SearchCandidates(pattern, of: user)
    var found = try newest(for: ranking, candidates, isBroad: false)
    if found.count > ranking.mostEntries {
      found = try newest(for: ranking, candidates)
      // The newest ones may be weaker matches than some older ones.
      if pattern.tolerance == .asTyped {
        found += try newest(for: ranking, SearchCandidates(pattern, whole: false))
        found += try newest(for: ranking, SearchCandidates(pattern, whole: true))
      }
    }
    return try withLinked(found)
  }

  /// Returns all entries of the user.
  func allEntries() throws -> [SearchEntry] {
    guard cipher.isPlain else { return try encryptedEntries() }
    return try read("SELECT \(Self.columns) FROM searchEntry WHERE user = ?", [user])
  }

  /// Returns the numbers of the entries that a query may find among some candidates; if there are
  /// too many, the most recently used ones.
  ///
  /// - Parameters:
  /// - ranking: The query and its limits.
  /// - candidates: The candidates, or `nil` for all entries of the user.
  /// - isBroad: Whether there may be so many candidates that it is faster to start with the newest
  ///   entries. Otherwise it returns up to one more than the limit.
  private func newest(
    for ranking: SearchRanking, _ candidates: SearchCandidates?, isBroad: Bool = true
  ) throws -> [Int64] {
    // A plus sign keeps SQLite from starting with an index on the column.
    var sql = "SELECT number FROM searchEntry WHERE \(isBroad ? "" : "+")user = ?"
    var arguments: StatementArguments = [user]
    if let candidates {
      sql += " AND \(candidates.condition)"
      arguments += candidates.arguments
    }
    if let program = ranking.query.program {
      sql += " AND +program = ?"
      arguments += [Data(name: program)]
    }
    if !ranking.findsExpired {
      sql += " AND ifnull(expires, CASE WHEN identity IS NULL THEN time + ? ELSE ? END) > ?"
      arguments += [
        Int64(SearchQuery.defaultExpiration * 1_000), Int64.max, ranking.query.now.milliseconds,
      ]
    }
    sql += isBroad ? " ORDER BY time DESC, sequence DESC LIMIT ?" : " LIMIT ?"
    arguments += [ranking.mostEntries + (isBroad ? 0 : 1)]
    return try Int64.fetchAll(db.cachedStatement(sql: sql), arguments: arguments)
  }

  /// Reads entries, with the items they are linked to and everything else linked to those items,
  /// each once.
  private func withLinked(_ numbers: [Int64]) throws -> [SearchEntry] {
    let byNumber = try db.cachedStatement(sql: "SELECT \(Self.columns) FROM searchEntry WHERE number = ?")
    let byItem = try db.cachedStatement(
      sql: "SELECT \(Self.columns) FROM searchEntry WHERE user = ? AND program = ? AND item = ?")
    var (entries, seen, links): ([SearchEntry], Set<Int64>, Set<[Data]>) = ([], [], [])
    for number in numbers where !seen.contains(number) {
      guard let row = try Row.fetchOne(byNumber, arguments: [number]) else { throw cipher.damaged }
      let (program, item): (Data, Data?) = (try row[2], try row[3])
      guard let item else {
        seen.insert(number)
        entries.append(try entry(row))
        continue
      }
      guard links.insert([program, item]).inserted else { continue }
      for linked in try Row.fetchAll(byItem, arguments: [user, program, item]) {
        let linked = try entry(linked)
        if seen.insert(linked.number).inserted { entries.append(linked) }
      }
    }
    return entries
  }

  /// Returns all entries, because the words of an entry are unknown until it is decrypted.
  private func encryptedEntries() throws -> [SearchEntry] {
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

/// Reads the donations and items of results.
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
