internal import Activities
internal import Foundation
internal import LogFormat
internal import SQLiteStorage

/// Writes the found records into a new store, which derives the rest from them as the old one did.
///
/// A record that no line can hold is skipped, so that it does not lose the others.
struct RecoveryWriting {
  let survey: StoreSurvey
  let store: SQLiteDonationStore
  private static let batch = 4_096

  /// Writes all records.
  ///
  /// - Returns: The number of rows of each table in the new store.
  /// - Throws: ``StoreError``.
  func run() async throws -> [RecoveryReport.Table: Int] {
    try await appendDonations()
    try await appendFeedback()
    try await store.restore(survey.phrases.sorted { $0.row < $1.row }.map(\.phrase))
    try await setHints()
    try await setPlaces()
    try await indexItems()
    try await setRules()
    let counts = try await store.countRows()
    return [
      .donation: counts.donations, .feedback: counts.feedback, .phrase: counts.phrases, .hint: counts.hints,
      .item: counts.items, .place: counts.places, .rule: counts.rules,
      .settings: survey.settings == nil ? 0 : 1,
    ]
  }

  private func appendDonations() async throws {
    var evidence = survey.evidence
    var batch: [(donation: Donation, line: [UInt8]?)] = []
    for place in survey.donations.sorted(by: { $0.row < $1.row }) {
      guard case .donation(let row)? = survey.row(at: place), let reading = evidence.donation(row)
      else { continue }
      batch.append((reading.value, reading.isMended ? nil : evidence.line(of: row)))
      guard batch.count == Self.batch else { continue }
      try await store.restore(batch)
      batch = []
    }
    try await store.restore(batch)
  }

  private func appendFeedback() async throws {
    var evidence = survey.evidence
    var batch: [Feedback] = []
    for place in survey.feedback.sorted(by: { $0.row < $1.row }) {
      guard case .feedback(let row)? = survey.row(at: place), let feedback = evidence.feedback(row)?.value
      else { continue }
      batch.append(feedback)
      guard batch.count == Self.batch else { continue }
      try await store.restore(batch)
      batch = []
    }
    try await store.restore(batch)
  }

  private func setHints() async throws {
    for (key, found) in Dictionary(grouping: survey.hints, by: { HintKey($0.row) }) {
      guard let user = survey.name(of: key.user, owner: key.owner),
        let list = HintList(rawValue: Int(key.list))
      else { continue }
      let program = String(key: key.program)
      let hints = found.sorted { $0.row.place < $1.row.place }.map(\.hint).filter {
        (try? RecordEncoder().encode($0)) != nil
      }.map(\.hint).prefix(list.limit)
      guard (try? list.check(Array(hints), of: program)) != nil,
        (try? HintList.checkNames(Array(hints), of: program, for: user)) != nil
      else { continue }
      try await store.setHints(Array(hints), in: list, of: program, for: user)
    }
  }

  /// A user's list of a program's hints.
  private struct HintKey: Hashable {
    let user: Int64
    let owner: String?
    let list: Int64
    let program: Data

    init(_ row: FoundRow.Hint) {
      (user, owner, list, program) = (row.owner == nil ? row.user : 0, row.owner, row.list, row.program)
    }
  }

  private func setPlaces() async throws {
    var places: [UserIdentifier: [NamedPlace]] = [:]
    for found in survey.places {
      guard let user = survey.name(of: found.row.user, owner: found.row.owner) else { continue }
      places[user, default: []].append(found.place)
    }
    for (user, named) in places { try await store.restorePlaces(named, of: user) }
  }

  private func indexItems() async throws {
    for (key, found) in Dictionary(grouping: survey.items, by: { ItemKey($0.row) }) {
      guard let user = survey.name(of: key.user, owner: key.owner) else { continue }
      try await store.restoreItems(
        found.map { ($0.item, $0.row.time) }, of: String(key: key.program), by: user)
    }
  }

  /// A program of a user.
  private struct ItemKey: Hashable {
    let user: Int64
    let owner: String?
    let program: Data

    init(_ row: FoundRow.Item) {
      (user, owner, program) = (row.owner == nil ? row.user : 0, row.owner, row.program)
    }
  }

  private func setRules() async throws {
    let (found, settings) = (survey.rules.sorted { $0.number < $1.number }, survey.settings)
    let counts = RowEvidence.counts
    var rules = PrivacyRules()
    rules.rules = found.map { rule, number in
      var rule = rule
      rule.number = Int(number)
      return rule
    }
    rules.lastNumber = Int(max(settings?.lastNumber.clamped(to: counts) ?? 0, found.last?.number ?? 0))
    if let settings {
      rules.retention =
        (try? Retention(days: settings.keepDays, count: settings.keepCount.map(Int.init))) ?? Retention()
      rules.countIncognito(Int(settings.incognito.clamped(to: counts)))
      rules.secret = survey.secret
    }
    try await store.restore(rules)
  }
}

extension Int64 {
  /// Returns the number, or 0 if no store can have it there.
  fileprivate func clamped(to range: ClosedRange<Int64>) -> Int64 { range.contains(self) ? self : 0 }
}
