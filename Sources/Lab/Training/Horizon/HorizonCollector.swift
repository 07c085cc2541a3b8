internal import Activities
internal import Evaluation
internal import Features
internal import Kernels
internal import Ranking
internal import Suggestions

/// A collector of the evidence at moments in a replay, with the activities done within a horizon
/// drawn for each.
struct HorizonCollector: ReplaySink {
  private(set) var examples = HorizonExamples(columns: HorizonSchema.columns.count)

  private let plan: FittingPlan
  /// The time of the last donation, in milliseconds since 1970.
  private let end: Int64
  private var random: SeededRandom
  private var user: UserModel
  private var scratch = UserModelScratch()
  private var rows: [ActivityIdentity: Int] = [:]

  init(_ model: SuggestionModel, plan: FittingPlan, seed: UInt64, end: Int64) {
    self.plan = plan
    self.end = end
    random = SeededRandom(seed: seed)
    user = UserModel(model)
  }

  mutating func ask(_ query: ReplayQuery) throws {
    let seconds = plan.horizons[random.integer(below: plan.horizons.count)]
    let lead = plan.leads[random.integer(below: plan.leads.count)]
    let start = query.context.instant.advanced(bySeconds: lead)
    let close = start.advanced(bySeconds: seconds).milliseconds
    guard close <= end, !rows.isEmpty else { return }
    let done = Set(
      query.upcoming.filter {
        $0.hasExactTime && $0.context.instant.milliseconds >= start.milliseconds
          && $0.context.instant.milliseconds < close
      }.compactMap { rows[$0.identity] })
    let moment = AskedMoment(
      try Context(at: start, place: query.context.place, attributes: query.context.attributes), lead: lead)
    let evidence = try user.horizonEvidence(at: moment, within: seconds, scratch: &scratch)
    let others = evidence.items.count { !done.contains($0) }
    let share = min(1, Float(plan.linesPerMoment) / Float(max(1, others)))
    for (line, row) in evidence.items.enumerated() {
      let isDone = done.contains(row)
      guard isDone || random.uniform() < share else { continue }
      try examples.append(evidence.matrix.row(line), done: isDone, weight: isDone ? 1 : 1 / share)
    }
  }

  mutating func learn(_ step: ReplayStep) throws {
    for donation in step.donations {
      rows[donation.identity] = rows[donation.identity] ?? rows.count
      try user.observeOutsideHours(donation, scratch: &scratch)
    }
  }
}
