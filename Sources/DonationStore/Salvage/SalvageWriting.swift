internal import Activities
internal import DonationCodec
internal import Foundation

/// Writes what was found into a new store, through its own front door: what it derives from rows it derives from these.
struct SalvageWriting {
  let survey: StoreSurvey
  let log: SQLiteDonationLog
  private static let batch = 4_096

  func run() async throws {
    try await appendDonations()
    try await appendFeedback()
    _ = try await log.append(survey.phrases.sorted { $0.row < $1.row }.map(\.phrase))
    try await setHints()
    try await indexItems()
    try await setRules()
  }

  private func appendDonations() async throws {
    var evidence = survey.evidence
    var batch: [Donation] = []
    for place in survey.donations.sorted(by: { $0.row < $1.row }) {
      guard case .donation(let row)? = survey.row(at: place), let donation = evidence.donation(row)?.value
      else { continue }
      batch.append(donation)
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
      guard case .feedback(let row)? = survey.row(at: place), let feedback = evidence.feedback(row)?.value
      else { continue }
      batch.append(feedback)
      guard batch.count == Self.batch else { continue }
      _ = try await log.append(batch)
      batch = []
    }
    _ = try await log.append(batch)
  }

  private func setHints() async throws {
    for (key, hints) in Dictionary(grouping: survey.hints, by: { HintKey($0.row) }) {
      guard let user = survey.name(of: key.user), let list = HintList(rawValue: Int(key.list)) else {
        continue
      }
      let ordered = hints.sorted { $0.row.place < $1.row.place }.map(\.hint.hint).prefix(list.limit)
      try await log.setHints(Array(ordered), in: list, of: String(key: key.program), for: user)
    }
  }

  /// A program's list of a user.
  private struct HintKey: Hashable {
    let user: Int64
    let list: Int64
    let program: Data

    init(_ row: FoundRow.Hint) { (user, list, program) = (row.user, row.list, row.program) }
  }

  /// In the order of time: indexing takes away what had expired by then, and so it did in the store.
  private func indexItems() async throws {
    for (item, row) in survey.items.sorted(by: { $0.row.time < $1.row.time }) {
      guard let user = survey.name(of: row.user), let now = try? Instant(milliseconds: row.time) else {
        continue
      }
      try await log.index([item], of: String(key: row.program), by: user, at: now)
    }
  }

  private func setRules() async throws {
    let (found, door) = (survey.rules.sorted { $0.number < $1.number }, survey.door)
    try await log.changeDoorRules { rules in
      rules.rules = found.map { rule, number in
        var rule = rule
        rule.number = Int(number)
        return rule
      }
      rules.lastNumber = max(Int(door?.lastNumber ?? 0), Int(found.last?.number ?? 0))
      guard let door else { return }
      rules.retention =
        (try? Retention(days: door.keepDays, count: door.keepCount.map(Int.init))) ?? Retention()
      rules.countIncognito(max(0, Int(door.incognito)))
    }
  }
}
