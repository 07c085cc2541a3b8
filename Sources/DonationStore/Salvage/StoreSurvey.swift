internal import Activities
internal import Foundation

/// What can be read in a damaged store: one look at every page.
///
/// Nothing forgotten may come back. Forgotten rows can stand in three places: in the unused middle of pages, which is
/// never read; on free pages, which are not read either (and were overwritten when they were freed); and, if an erasure was
/// interrupted, on pages of the file that the journal replaces. So while an erasure is unfinished, or may be, only pages
/// that can be followed from the list of tables are read, if they are coherent and surely the newest.
struct StoreSurvey {
  /// Where a row lies.
  struct Place {
    let row: Int64
    let page: Int
    let cell: Int
  }

  let pages: StorePages
  let map: StoreMap
  private(set) var evidence: RowEvidence
  private(set) var report = SalvageReport()
  private(set) var donations: [Place] = []
  private(set) var feedback: [Place] = []
  private(set) var phrases: [(phrase: OwnPhrase, row: Int64)] = []
  private(set) var hints: [(hint: StatedHint, row: FoundRow.Hint)] = []
  private(set) var items: [(item: SearchableItem, row: FoundRow.Item)] = []
  private(set) var rules: [(rule: DoorRule, number: Int64)] = []
  private(set) var door: FoundRow.Door?
  /// The secret of the hashes at the door.
  private(set) var secret: HashSecret?
  /// What the counters of users say.
  private(set) var counters: [Int64: FoundRow.User] = [:]
  /// The numbers of the rows that were read, and of those that could not be.
  private(set) var read: [SalvageReport.Table: Set<Int64>] = [:]
  private var unreadable: Set<SalvageReport.UnreadableRow> = []
  /// What was read, by what names it: a page may be there twice, and the number of a row may be damaged.
  private var seen: [SalvageReport.Table: Set<Data>] = [:]
  /// Which names lines give to the number of a user.
  private var votes: [Int64: [String: Int]] = [:]

  /// Surveys a store.
  ///
  /// - Parameter includingDoubtful: Whether pages are read on which forgotten rows might stand.
  /// - Complexity: O(store), in memory of some bytes a row.
  init(_ pages: StorePages, _ seal: RowSeal, includingDoubtful: Bool) {
    self.pages = pages
    map = StoreMap(pages)
    evidence = RowEvidence(SealedRows(seal, names: [:]))
    report.pages = pages.count
    report.unreadablePages = map.unreadablePages
    report.journal = pages.journal.map { $0.losesCommits ? .damaged : .whole } ?? .absent
    for number in map.trees["user"]?.pages ?? [] { look(at: number) { $0.noteUser($1, $2) } }
    evidence = RowEvidence(SealedRows(seal, names: counters.mapValues(\.name), more: otherNames(seal)))
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

  /// The name that belongs to the number of a user: what most lines say, else what its own row says.
  func name(of user: Int64, owner: String? = nil) -> UserIdentifier? {
    if let owner { return try? UserIdentifier(owner) }
    let name = votes[user]?.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? counters[user]?.name
    return name.flatMap { try? UserIdentifier($0) }
  }

  /// Without a journal no page of the file is older than what belongs in its place.
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

  /// The row at a place that was found before.
  func row(at place: Place) -> FoundRow? {
    guard let page = pages.tree(place.page), case let cells = page.cells, place.cell < cells.count,
      let cell = cells[place.cell]
    else { return nil }
    return pages.columns(of: cell, on: page).flatMap { FoundRow($0, row: cell.row) }
  }

  /// Whether an erasure is noted in the store as unfinished.
  private func erasure() -> SalvageReport.Erasure {
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
    // Deleting notes the erasure in the transaction that deletes. So of one damaged frame it cannot be both, what holds the
    // note and what holds the rows; of several it can, unless the note was written behind them.
    return isNewest || pages.readable.wrong <= 1 ? .finished : .unknown
  }

  /// The names of users of an encrypted store that stand elsewhere than in the table: each opens the rows of its user.
  private func otherNames(_ seal: RowSeal) -> Set<String> {
    guard !seal.isPlain else { return [] }
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
    return Set(columns.compactMap { try? seal.user(in: $0) })
  }

  // MARK: - Taking note of rows

  private mutating func noteUser(_ found: FoundRow, _ place: Place) {
    guard case .user(var user) = found, counters[place.row] == nil else { return }
    user.name = (try? evidence.sealed.seal.user(in: user.name)) ?? ""
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
    case .item(let row):
      let found = evidence.item(row).map(Self.whole)
      guard let found = keep(found, .item, place, { _ in row.name }) else { return }
      items.append(found)
    case .door(let row):
      guard door == nil else { return }
      (door, secret) = (row, evidence.sealed.secret(row))
    case .doorRule(let row):
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

  /// What a row says, unless it cannot be read or was read before.
  private mutating func keep<Value>(
    _ reading: RowEvidence.Reading<Value>?, _ table: SalvageReport.Table, _ place: Place,
    _ name: (Value) -> Data
  ) -> Value? {
    guard let reading else {
      unreadable.insert(SalvageReport.UnreadableRow(table: table, row: place.row))
      return nil
    }
    read[table, default: []].insert(place.row)
    guard seen[table, default: []].insert(name(reading.value)).inserted else { return nil }
    if reading.isMended { report.mended += 1 }
    return reading.value
  }
}
