internal import Activities
internal import Foundation
internal import SQLiteStorage

/// A survey of the readable data in a damaged store, in one pass over all pages.
///
/// Forgotten rows must not return. They can be in three places: in the unused middle of pages,
/// which is never read; on free pages, which are not read either (and were overwritten when they
/// were freed); and, if an erasure was interrupted, on pages of the file that the journal replaces.
/// So while an erasure is or may be unfinished, a page is read only if it is reachable from the
/// list of tables, coherent and certainly the newest.
struct StoreSurvey {
  /// The position of a row.
  struct Place {
    let row: Int64
    let page: Int
    let cell: Int
  }

  let pages: StorePages
  let map: StoreMap
  private(set) var evidence: RowEvidence
  private(set) var report = RecoveryReport()
  private(set) var donations: [Place] = []
  private(set) var feedback: [Place] = []
  private(set) var phrases: [(phrase: OwnPhrase, row: Int64)] = []
  private(set) var hints: [(hint: StatedHint, row: FoundRow.Hint)] = []
  private(set) var places: [(place: NamedPlace, row: FoundRow.NamedPlace)] = []
  private(set) var items: [(item: SearchableItem, row: FoundRow.Item)] = []
  private(set) var rules: [(rule: PrivacyRule, number: Int64)] = []
  private(set) var settings: FoundRow.Settings?
  /// The secret of the hashes that rules put in place of values.
  private(set) var secret: HashSecret?
  /// The rows of users, with their counters.
  private(set) var counters: [Int64: FoundRow.User] = [:]
  /// The numbers of the rows that were read.
  private(set) var read: [RecoveryReport.Table: Set<Int64>] = [:]
  private var unreadable: Set<RecoveryReport.UnreadableRow> = []
  /// The names of the rows that were read: a page may exist twice, and the number of a row may be
  /// damaged.
  private var seen: [RecoveryReport.Table: Set<Data>] = [:]
  /// The names that lines give to a user's number, each with the number of lines.
  private var votes: [Int64: [String: Int]] = [:]

  /// Surveys a store.
  ///
  /// - Parameter includingDoubtful: Whether to read pages that may contain forgotten rows.
  /// - Complexity: O(store), in memory of some bytes per row.
  init(_ pages: StorePages, _ cipher: RowCipher, includingDoubtful: Bool) {
    self.pages = pages
    map = StoreMap(pages)
    evidence = RowEvidence(EncryptedRows(cipher, names: [:]))
    report.pages = pages.count
    report.unreadablePages = map.unreadablePages
    report.journal = pages.journal.map { $0.losesCommits ? .damaged : .whole } ?? .absent
    for number in map.trees["user"]?.pages ?? [] { look(at: number) { $0.noteUser($1, $2) } }
    evidence = RowEvidence(EncryptedRows(cipher, names: counters.mapValues(\.name), more: otherNames(cipher)))
    report.erasure = erasure()
    let isStrict = !includingDoubtful && isErasureOpen
    let (reachable, free) = (map.reachable, pages.freePages())
    for number in pages.numbers {
      if !reachable.contains(number) && free.contains(number) { continue }
      guard let page = pages.tree(number), page.kind == .leafTable else { continue }
      if isStrict && !(reachable.contains(number) && page.isCoherent && pages.isNewest(number)) {
        report.doubtfulPages += 1
        continue
      }
      look(at: number, page) { $0.note($1, $2) }
    }
    unreadable = unreadable.filter { !(read[$0.table]?.contains($0.row) ?? false) }
    report.unreadable = unreadable.sorted { ($0.table, $0.row) < ($1.table, $1.row) }
  }

  /// Returns the name for a user's number: the one that most lines have, or else the one in the
  /// user's own row.
  func name(of user: Int64, owner: String? = nil) -> UserIdentifier? {
    if let owner { return try? UserIdentifier(owner) }
    let name = votes[user]?.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? counters[user]?.name
    return name.flatMap { try? UserIdentifier($0) }
  }

  /// A Boolean value that indicates whether an erasure may be unfinished: without a journal, no
  /// page of the file is outdated.
  private var isErasureOpen: Bool {
    switch report.erasure {
    case .finished: false
    case .unfinished: true
    case .unknown: pages.journal != nil
    }
  }

  // MARK: - Looking at pages

  private mutating func look(
    at number: Int, _ page: TreePage? = nil, _ note: (inout Self, FoundRow, Place) -> Void
  ) {
    guard let page = page ?? pages.tree(number), page.kind == .leafTable else { return }
    for (index, cell) in page.cells.enumerated() {
      guard let cell, let columns = pages.columns(of: cell, on: page),
        let row = FoundRow(columns, row: cell.row)
      else { continue }
      note(&self, row, Place(row: cell.row, page: number, cell: index))
    }
  }

  /// Returns the row at a position that was found before.
  func row(at place: Place) -> FoundRow? {
    guard let page = pages.tree(place.page), case let cells = page.cells, place.cell < cells.count,
      let cell = cells[place.cell]
    else { return nil }
    return pages.columns(of: cell, on: page).flatMap { FoundRow($0, row: cell.row) }
  }

  /// Returns the state of the erasure that the store records: finished, unfinished, or unknown.
  private func erasure() -> RecoveryReport.Erasure {
    let named = map.trees["state"]?.pages ?? []
    var (found, isNewest): (Set<Bool>, Bool) = ([], true)
    for number in named.isEmpty ? pages.numbers : named {
      guard let page = pages.tree(number), page.kind == .leafTable, case let cells = page.cells,
        cells.count == 1, let cell = cells[0], let columns = pages.columns(of: cell, on: page),
        case .state(let isUnerased)? = FoundRow(columns, row: cell.row)
      else { continue }
      found.insert(isUnerased)
      isNewest = isNewest && pages.isNewest(number)
    }
    if found.contains(true) { return .unfinished }
    guard found == [false] else { return .unknown }
    // A deletion and its note of the erasure are in one transaction. So a single damaged frame
    // cannot hold both the note and the rows. Several frames can, unless the note was written after
    // them.
    return isNewest || pages.readable.wrong <= 1 ? .finished : .unknown
  }

  /// Returns the names of users in an encrypted store from other places than the table: each opens
  /// the rows of its user.
  private func otherNames(_ cipher: RowCipher) -> Set<String> {
    guard !cipher.isPlain else { return [] }
    var columns = map.entries(of: "sqlite_autoindex_user_1").compactMap(\.first?.text)
    for number in pages.numbers {
      guard let page = pages.tree(number), page.kind == .leafTable else { continue }
      for cell in page.cells.compactMap(\.self) where cell.length < 4_096 {
        guard let found = pages.columns(of: cell, on: page),
          case .user(let user)? = FoundRow(found, row: cell.row)
        else { continue }
        columns.append(user.name)
      }
    }
    return Set(columns.compactMap { try? cipher.user(in: $0) })
  }

  // MARK: - Recording rows

  private mutating func noteUser(_ found: FoundRow, _ place: Place) {
    guard case .user(var user) = found, counters[place.row] == nil else { return }
    user.name = (try? evidence.rows.cipher.user(in: user.name)) ?? ""
    counters[place.row] = user
  }

  private mutating func note(_ found: FoundRow, _ place: Place) {
    switch found {
    case .state, .encryption: break
    case .user: noteUser(found, place)
    case .donation(let row):
      guard let donation = keep(evidence.donation(row), .donation, place, { $0.identifier.rawValue.bytes })
      else { return }
      votes[row.user, default: [:]][donation.user.name, default: 0] += 1
      donations.append(place)
    case .feedback(let row):
      guard let said = keep(evidence.feedback(row), .feedback, place, { _ in row.payload }) else { return }
      votes[row.user, default: [:]][said.user.name, default: 0] += 1
      feedback.append(place)
    case .phrase(let row):
      guard let phrase = keep(evidence.phrase(row), .phrase, place, { _ in row.payload }) else { return }
      votes[row.user, default: [:]][phrase.user.name, default: 0] += 1
      phrases.append((phrase, place.row))
    case .hint(let row):
      let found = evidence.hint(row).map(Self.whole)
      guard let found = keep(found, .hint, place, { _ in row.name }) else { return }
      hints.append(found)
    case .namedPlace(let row):
      guard let found = keep(evidence.namedPlace(row), .place, place, { $0.row.name }) else { return }
      places.append(found)
    case .item(let row):
      let found = evidence.item(row).map(Self.whole)
      guard let found = keep(found, .item, place, { _ in row.name }) else { return }
      items.append(found)
    case .settings(let row):
      guard settings == nil else { return }
      (settings, secret) = (row, evidence.rows.secret(row))
    case .privacyRule(let row):
      guard
        var rule = keep(
          evidence.rule(row, number: place.row).map(Self.whole), .rule, place, { _ in row.payload })
      else {
        return
      }
      rule.count = Int(row.count)
      rules.append((rule, place.row))
    }
  }

  private static func whole<Value>(_ value: Value) -> RowEvidence.Reading<Value> {
    RowEvidence.Reading(value: value, isMended: false)
  }

  /// Returns the value of a row, unless it cannot be read or was already read.
  private mutating func keep<Value>(
    _ reading: RowEvidence.Reading<Value>?, _ table: RecoveryReport.Table, _ place: Place,
    _ name: (Value) -> Data
  ) -> Value? {
    guard let reading else {
      unreadable.insert(RecoveryReport.UnreadableRow(table: table, row: place.row))
      return nil
    }
    read[table, default: []].insert(place.row)
    guard seen[table, default: []].insert(name(reading.value)).inserted else { return nil }
    if reading.isMended { report.mended += 1 }
    return reading.value
  }
}

// MARK: - Losses

extension StoreSurvey {
  /// The report with the saved rows and the losses.
  var finalReport: RecoveryReport {
    var report = report
    report.saved = [
      .donation: donations.count, .feedback: feedback.count, .phrase: phrases.count,
      .hint: hints.count { name(of: $0.row.user, owner: $0.row.owner) != nil },
      .item: items.count { name(of: $0.row.user, owner: $0.row.owner) != nil },
      .place: places.count { name(of: $0.row.user, owner: $0.row.owner) != nil },
      .rule: rules.count, .settings: settings == nil ? 0 : 1,
    ].filter { $0.value > 0 }
    var tally = LossTally()
    for table in RecoveryReport.Table.allCases { count(table, in: &tally, &report) }
    report.losses = tally.losses
    return report
  }

  /// Returns the index over the rows of a table, with the user as first column and the row as last.
  private static func index(of table: RecoveryReport.Table) -> (name: String, hasTimes: Bool)? {
    switch table {
    case .donation: ("donationByTime", true)
    case .feedback: ("feedbackByTime", true)
    case .phrase: ("sqlite_autoindex_phrase_1", false)
    case .hint: ("hintByProgram", false)
    case .item: ("searchEntryOfItem", false)
    case .place: ("sqlite_autoindex_namedPlace_1", false)
    case .rule, .settings: nil
    }
  }

  private func count(
    _ table: RecoveryReport.Table, in tally: inout LossTally, _ report: inout RecoveryReport
  ) {
    let (found, broken) = (read[table] ?? [], Set(report.unreadable.filter { $0.table == table }.map(\.row)))
    guard let index = Self.index(of: table) else {
      tally.add(table, of: nil, broken.subtracting(found).count)
      let tree = map.trees[table == .rule ? "doorRule" : "door"]
      if table == .settings, settings == nil {
        tally.add(table, of: nil, tree == nil && map.hasSchema ? 0 : 1)
      }
      if !(tree?.isWhole ?? map.hasSchema) { report.isLossKnown = false }
      return
    }
    var lost = broken
    for entry in map.entries(of: index.name) {
      guard let user = entry.first?.integer, let row = entry.last?.integer, !found.contains(row) else {
        continue
      }
      lost.remove(row)
      tally.add(table, of: name(of: user), 1, at: index.hasTimes ? entry[1].integer : nil)
    }
    tally.add(table, of: nil, lost.subtracting(found).count)
    let tree = map.trees[index.name]
    guard !(tree?.isWhole ?? map.hasSchema) || !map.hasSchema else { return }
    let isCounted = table == .donation || table == .feedback
    guard isCounted, !counters.isEmpty, map.trees["user"]?.isWhole ?? false else {
      report.isLossKnown = false
      return
    }
    addByCounters(table, in: &tally)
  }

  /// Adds losses that only counters show, beyond the saved rows and those in an index.
  private func addByCounters(_ table: RecoveryReport.Table, in tally: inout LossTally) {
    let places = table == .donation ? donations : feedback
    let counted = counters.values.reduce(0) { $0 + Int(table == .donation ? $1.donations : $1.feedback) }
    tally.add(table, of: nil, max(0, counted - places.count - tally.count(of: table)))
  }
}

/// Adds up losses by table and user.
private struct LossTally {
  private struct Key: Hashable {
    let table: RecoveryReport.Table
    let user: UserIdentifier?
  }

  private struct Sum {
    var count = 0
    var times: ClosedRange<Int64>?
  }

  private var sums: [Key: Sum] = [:]

  mutating func add(
    _ table: RecoveryReport.Table, of user: UserIdentifier?, _ count: Int, at time: Int64? = nil
  ) {
    guard count > 0 else { return }
    var sum = sums[Key(table: table, user: user)] ?? Sum()
    sum.count += count
    if let time {
      sum.times = min(sum.times?.lowerBound ?? time, time)...max(sum.times?.upperBound ?? time, time)
    }
    sums[Key(table: table, user: user)] = sum
  }

  func count(of table: RecoveryReport.Table) -> Int {
    sums.reduce(0) { $0 + ($1.key.table == table ? $1.value.count : 0) }
  }

  var losses: [RecoveryReport.Loss] {
    sums.map { key, sum in
      RecoveryReport.Loss(
        table: key.table, user: key.user, count: sum.count, first: sum.times?.lowerBound,
        last: sum.times?.upperBound)
    }.sorted {
      ($0.table, $0.user?.name ?? "") < ($1.table, $1.user?.name ?? "")
    }
  }
}
