internal import Activities
internal import Evaluation
internal import Features
internal import Kernels
internal import Ranking
public import Suggestions

/// The evidence at moments as plain numbers for other programs, with the activities done within the
/// horizon.
///
/// The moments of the part `report` are the same as in ``MomentEvaluator``. A row is an activity
/// with evidence at a moment; an activity that was done without a row counts as a new one.
public struct MomentExport: Sendable {
  /// The rows, `HorizonSchema.columns` each, moment after moment, and in the order of identity,
  /// which breaks ties, within each.
  public private(set) var evidence: [Float] = []
  /// 1 for each row that was done within the horizon, 0 for the others.
  public private(set) var done: [Int32] = []
  /// The moment of each row, numbered from 0.
  public private(set) var moments: [Int32] = []
  /// The part of each row.
  public private(set) var parts: [Int32] = []
  /// The number of activities done without a row, for each moment.
  public private(set) var novel: [Int32] = []

  fileprivate mutating func append(_ part: ExamplePart, novel count: Int, rows: [(line: [Float], done: Bool)])
  {
    for row in rows {
      evidence += row.line
      done.append(row.done ? 1 : 0)
      moments.append(Int32(novel.count))
      parts.append(part.number)
    }
    novel.append(Int32(count))
  }

  fileprivate mutating func append(contentsOf other: MomentExport) {
    let before = Int32(novel.count)
    evidence += other.evidence
    done += other.done
    moments += other.moments.lazy.map { $0 + before }
    parts += other.parts
    novel += other.novel
  }
}

extension ExampleExport {
  /// Replays the busiest users of a log at moments: every quarter of an hour, within an hour.
  ///
  /// - Parameters:
  ///   - log: The log.
  ///   - ranking: The model whose conditional probabilities are part of the evidence.
  ///   - progress: Called with the numbers of replayed donations and of all donations.
  /// - Throws: ``FittingError``, `RankingError`, or `CancellationError`.
  /// - Complexity: O((moments + donations) × activities).
  public func moments(
    of log: FittingLog, ranking: SuggestionModel,
    progress: @escaping @Sendable (_ donations: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws -> MomentExport {
    try plan.check([log])
    var schedule = MomentSchedule()
    let reported = schedule.busiest(of: log.users)
    schedule.mostUsers = plan.horizonUsers
    let users = schedule.busiest(of: log.users)
    let total = users.reduce(0) { $0 + log.users[$1].count }
    let exports = try await users.concurrentMap { [schedule] index in
      var export = MomentExport()
      for part in ExamplePart.allCases where part != .report || reported.contains(index) {
        export.append(contentsOf: try await moments(of: log.users[index], part, schedule, ranking))
      }
      progress(log.users[index].count, total)
      return export
    }
    return exports.reduce(into: MomentExport()) { $0.append(contentsOf: $1) }
  }

  /// The part `fit` starts in the middle of the donations to fit to, when there is some history.
  private func moments(
    of donations: [Donation], _ part: ExamplePart, _ schedule: MomentSchedule, _ ranking: SuggestionModel
  ) async throws -> MomentExport {
    let (from, to) =
      switch part {
      case .fit: (plan.until / 2, plan.until)
      case .choose: (plan.until, plan.until + plan.validationShare)
      case .report: (plan.until + plan.validationShare, 1)
      }
    let known = Array(donations.prefix(Replay.first(to, of: donations.count)))
    var collector = MomentExportCollector(ranking, part: part, within: schedule.horizon)
    guard let replay = try schedule.replay(of: known, from: from / to) else { return collector.export }
    var history = ReplayHistory(known[...])
    try await replay.run(&history, into: &collector)
    return collector.export
  }
}

extension ExamplePart {
  /// Its number in an export: 0, 1, 2 in the order of time.
  fileprivate var number: Int32 {
    switch self {
    case .fit: 0
    case .choose: 1
    case .report: 2
    }
  }
}

/// A collector of the evidence for each activity at the query moments of a replay.
private struct MomentExportCollector: ReplaySink {
  private(set) var export = MomentExport()

  private let part: ExamplePart
  private let horizon: Double
  private var user: UserModel
  private var scratch = UserModelScratch()
  private var identities: [ActivityIdentity] = []
  private var rows: [ActivityIdentity: Int] = [:]

  init(_ ranking: SuggestionModel, part: ExamplePart, within horizon: Double) {
    self.part = part
    self.horizon = horizon
    user = UserModel(ranking)
  }

  mutating func ask(_ query: ReplayQuery) throws {
    let done = Set(query.upcoming.filter(\.hasExactTime).map(\.identity))
    let evidence = try user.horizonEvidence(
      at: AskedMoment(query.context), within: horizon, scratch: &scratch)
    let lines = evidence.items.indices.sorted {
      identities[evidence.items[$0]] < identities[evidence.items[$1]]
    }
    let own = lines.map { line in
      (line: Array(evidence.matrix.row(line)), done: done.contains(identities[evidence.items[line]]))
    }
    export.append(part, novel: done.count - own.count(where: \.done), rows: own)
  }

  mutating func learn(_ step: ReplayStep) throws {
    for donation in step.donations {
      if rows[donation.identity] == nil {
        rows[donation.identity] = identities.count
        identities.append(donation.identity)
      }
      try user.observeOutsideHours(donation, scratch: &scratch)
    }
  }
}
