internal import Activities
internal import DonationCodec
internal import Foundation
internal import GRDB

/// Writes what was found into a new store, through its own front door: what it derives from rows it derives from these.
///
/// A record that no line can hold is left out, and is no reason to lose the others.
struct SalvageWriting {
  let survey: StoreSurvey
  let log: SQLiteDonationLog
  private static let batch = 4_096

  /// - Returns: How many rows of each table the new store has.
  /// - Throws: ``StoreError``.
  func run() async throws -> [SalvageReport.Table: Int] {
    try await appendDonations()
    try await appendFeedback()
    try await appendPhrases()
    try await setHints()
    try await indexItems()
    try await setRules()
    return try await counts()
  }

  private func appendDonations() async throws {
    var evidence = survey.evidence
    var batch: [DonationRow] = []
    for place in survey.donations.sorted(by: { $0.row < $1.row }) {
      guard case .donation(let row)? = survey.row(at: place), let donation = evidence.donation(row)?.value,
        let made = try? DonationRow(donation, log.seal)
      else { continue }
      batch.append(made)
      guard batch.count == Self.batch else { continue }
      _ = try await log.append(batch)
      batch = []
    }
    _ = try await log.append(batch)
  }

  private func appendFeedback() async throws {
    var evidence = survey.evidence
    var batch: [Feedback] = []
    for place in survey.feedback.sorted(by: { $0.row < $1.row }) {
      guard case .feedback(let row)? = survey.row(at: place), let feedback = evidence.feedback(row)?.value,
        (try? FeedbackRow(feedback, log.seal)) != nil
      else { continue }
      batch.append(feedback)
      guard batch.count == Self.batch else { continue }
      _ = try await log.append(batch)
      batch = []
    }
    _ = try await log.append(batch)
  }

  private func appendPhrases() async throws {
    let phrases = survey.phrases.sorted { $0.row < $1.row }.map(\.phrase)
    _ = try await log.append(phrases.filter { (try? PhraseRow($0, log.seal)) != nil })
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
      guard (try? list.check(Array(hints), of: program)) != nil else { continue }
      try await log.setHints(Array(hints), in: list, of: program, for: user)
    }
  }

  /// A program's list of a user.
  private struct HintKey: Hashable {
    let user: Int64
    let owner: String?
    let list: Int64
    let program: Data

    init(_ row: FoundRow.Hint) {
      (user, owner, list, program) = (row.owner == nil ? row.user : 0, row.owner, row.list, row.program)
    }
  }

  private func indexItems() async throws {
    for (key, found) in Dictionary(grouping: survey.items, by: { ItemKey($0.row) }) {
      guard let user = survey.name(of: key.user, owner: key.owner) else { continue }
      let items = found.filter { (try? StoredItem.payload(of: $0.item)) != nil }
      try await log.restore(
        items.map { ($0.item, $0.row.time) }, of: String(key: key.program), by: user.name)
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
    let found = survey.rules.sorted { $0.number < $1.number }
      .filter { (try? StoredRule.payload(of: $0.rule)) != nil }
    let (door, secret) = (survey.door, survey.secret)
    try await log.changeDoorRules { rules in
      rules.rules = found.map { rule, number in
        var rule = rule
        rule.number = Int(number)
        return rule
      }
      let counts = RowEvidence.counts
      rules.lastNumber = Int(max(door?.lastNumber.clamped(to: counts) ?? 0, found.last?.number ?? 0))
      guard let door else { return }
      rules.retention =
        (try? Retention(days: door.keepDays, count: door.keepCount.map(Int.init))) ?? Retention()
      rules.countIncognito(Int(door.incognito.clamped(to: counts)))
      rules.secret = secret
    }
  }

  /// What the new store has, counted there.
  private func counts() async throws -> [SalvageReport.Table: Int] {
    let hasDoor = survey.door != nil
    return try await log.read { db in
      func count(_ rows: String) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM \(rows)") ?? 0
      }
      return [
        .donation: try count("donation"), .feedback: try count("feedback"), .phrase: try count("phrase"),
        .hint: try count("hint"), .item: try count("searchEntry WHERE identity IS NULL"),
        .rule: try count("doorRule"), .settings: hasDoor ? 1 : 0,
      ]
    }
  }
}

extension Int64 {
  /// 0 for a number that no store has there.
  fileprivate func clamped(to range: ClosedRange<Int64>) -> Int64 { range.contains(self) ? self : 0 }
}
