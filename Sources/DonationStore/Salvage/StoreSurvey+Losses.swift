internal import Activities
internal import Foundation

extension StoreSurvey {
  /// The report with what was saved and what is lost.
  var finalReport: SalvageReport {
    var report = report
    report.saved = [
      .donation: donations.count, .feedback: feedback.count, .phrase: phrases.count,
      .hint: hints.count { name(of: $0.row.user, owner: $0.row.owner) != nil },
      .item: items.count { name(of: $0.row.user, owner: $0.row.owner) != nil },
      .rule: rules.count, .settings: door == nil ? 0 : 1,
    ].filter { $0.value > 0 }
    var tally = LossTally()
    for table in SalvageReport.Table.allCases { count(table, in: &tally, &report) }
    report.losses = tally.losses
    return report
  }

  /// The index that names the rows of a table, the user first and the row last.
  private static func index(of table: SalvageReport.Table) -> (name: String, hasTimes: Bool)? {
    switch table {
    case .donation: ("donationByTime", true)
    case .feedback: ("feedbackByTime", true)
    case .phrase: ("sqlite_autoindex_phrase_1", false)
    case .hint: ("hintByProgram", false)
    case .item: ("searchEntryOfItem", false)
    case .rule, .settings: nil
    }
  }

  private func count(
    _ table: SalvageReport.Table, in tally: inout LossTally, _ report: inout SalvageReport
  ) {
    let (found, broken) = (read[table] ?? [], Set(report.unreadable.filter { $0.table == table }.map(\.row)))
    guard let index = Self.index(of: table) else {
      tally.add(table, of: nil, broken.subtracting(found).count)
      let tree = map.trees[table == .rule ? "doorRule" : "door"]
      if table == .settings, door == nil { tally.add(table, of: nil, tree == nil && map.hasSchema ? 0 : 1) }
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

  /// What counters name beyond what is saved and what an index names.
  private func addByCounters(_ table: SalvageReport.Table, in tally: inout LossTally) {
    let places = table == .donation ? donations : feedback
    let counted = counters.values.reduce(0) { $0 + Int(table == .donation ? $1.donations : $1.feedback) }
    tally.add(table, of: nil, max(0, counted - places.count - tally.count(of: table)))
  }
}

/// Adds up what is lost, by table and user.
private struct LossTally {
  private struct Key: Hashable {
    let table: SalvageReport.Table
    let user: UserIdentifier?
  }

  private struct Sum {
    var count = 0
    var times: ClosedRange<Int64>?
  }

  private var sums: [Key: Sum] = [:]

  mutating func add(
    _ table: SalvageReport.Table, of user: UserIdentifier?, _ count: Int, at time: Int64? = nil
  ) {
    guard count > 0 else { return }
    var sum = sums[Key(table: table, user: user)] ?? Sum()
    sum.count += count
    if let time {
      sum.times = min(sum.times?.lowerBound ?? time, time)...max(sum.times?.upperBound ?? time, time)
    }
    sums[Key(table: table, user: user)] = sum
  }

  func count(of table: SalvageReport.Table) -> Int {
    sums.reduce(0) { $0 + ($1.key.table == table ? $1.value.count : 0) }
  }

  var losses: [SalvageReport.Loss] {
    sums.map { key, sum in
      SalvageReport.Loss(
        table: key.table, user: key.user, count: sum.count, first: sum.times?.lowerBound,
        last: sum.times?.upperBound)
    }.sorted {
      ($0.table, $0.user?.name ?? "") < ($1.table, $1.user?.name ?? "")
    }
  }
}
