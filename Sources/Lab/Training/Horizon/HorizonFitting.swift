internal import Activities
internal import Evaluation
internal import Features
public import Ranking
public import Suggestions

/// A fit of the weights for horizons: the probability of an activity within some time after any
/// moment.
///
/// It learns from evenly spaced moments in the first share of each user's donations, each with a
/// drawn horizon. The number of moments per log makes all logs weigh about the same. Moments whose
/// horizon ends after the learning share are omitted, because the end of a log is not silence.
/// Every activity done is an example. Of the others some are drawn, each with the weight of those
/// that it represents.
public struct HorizonFitting: Sendable {
  /// All settings of the fit.
  public let plan: FittingPlan
  private let ranking: SuggestionModel

  /// The result of fitting.
  public struct Result: Sendable {
    /// The model.
    public let model: HorizonModel
    /// The number of examples that it learned from.
    public let examples: Int
    /// The mean weighted log loss of each pass, in nats.
    public let losses: [Double]
  }

  /// Creates a fit by a plan, for the conditional probabilities of a model, which does not change.
  public init(_ plan: FittingPlan = FittingPlan(), ranking: SuggestionModel) {
    self.plan = plan
    self.ranking = ranking
  }

  /// Replays the logs, users in parallel, and fits.
  ///
  /// The same logs, model, plan and seed give the same bytes on the same machine.
  ///
  /// - Parameter progress: Called with the number of replayed donations.
  /// - Throws: ``FittingError``, `TrainingError`, or `CancellationError`.
  /// - Complexity: O((donations + moments) · cost of a query).
  public func fit(
    to logs: [FittingLog], progress: @escaping @Sendable (_ donations: Int, _ of: Int) -> Void = { _, _ in }
  ) async throws -> Result {
    try plan.check(logs)
    let total = logs.reduce(0) { $0 + $1.donationCount }
    var (examples, replayed) = (HorizonExamples(columns: HorizonSchema.columns.count), 0)
    for (number, log) in logs.enumerated() {
      let own = try await self.examples(of: log, number: number)
      // A log's weight is the root of the number of its activities done.
      let done = own.done.reduce(0.0) { $0 + Double($1) }
      if done > 0 { try examples.append(contentsOf: own, weighing: Float(1 / done.squareRoot())) }
      replayed += log.donationCount
      progress(replayed, total)
    }
    var losses: [Double] = []
    let model = try HorizonTrainer(plan.horizonOptimisation).fit(to: examples) { losses.append($1) }
    return Result(model: model, examples: examples.count, losses: losses)
  }

  /// Returns the examples of the users with the most donations, user by user.
  private func examples(of log: FittingLog, number: Int) async throws -> HorizonExamples {
    let users = log.users.enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }.prefix(plan.horizonUsers).map {
      ($0.offset, $0.element.prefix(Replay.first(plan.until, of: $0.element.count)))
    }
    let step = plan.momentStep(of: users.map(\.1))
    return try await withThrowingTaskGroup(of: (Int, HorizonExamples).self) { group in
      for (place, (index, donations)) in users.enumerated() {
        group.addTask {
          var sink = HorizonCollector(
            ranking, plan: plan, seed: plan.seed(log: number, user: index),
            end: donations.last(where: \.hasExactTime)?.context.instant.milliseconds ?? 0)
          var replay = Replay(.every(step))
          replay.horizon = (plan.horizons.max() ?? 0) + (plan.leads.max() ?? 0)
          var history = ReplayHistory(donations)
          try await replay.run(&history, into: &sink)
          return (place, sink.examples)
        }
      }
      var collected = [HorizonExamples?](repeating: nil, count: users.count)
      for try await (place, examples) in group { collected[place] = examples }
      var all = HorizonExamples(columns: HorizonSchema.columns.count)
      for case let own? in collected { try all.append(contentsOf: own, weighing: 1) }
      return all
    }
  }
}
