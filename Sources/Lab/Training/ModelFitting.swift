internal import Activities
internal import Features
public import Ranking
internal import Suggestions

// Training: Which weights predict the people of some logs best?
//
// Start here: `ModelFitting` fits the ranking by a `FittingPlan`, `HorizonFitting` the weights for
// horizons. `ModelCard` describes the fit and its figures in words.

/// A fit of the weights that predict the people of some logs best.
public struct ModelFitting: Sendable {
  /// All settings of the fit.
  public let plan: FittingPlan

  /// A step of fitting.
  public enum Progress: Sendable {
    /// The replay has reached a number of all donations.
    case replaying(donations: Int, of: Int)
    /// The optimisation's own progress.
    case optimising(TrainingProgress)
    /// The replay for horizons has reached a number of all donations.
    case replayingMoments(donations: Int, of: Int)
  }

  /// The result of fitting.
  public struct Result: Sendable {
    /// The model, calibrated.
    public let model: RankingModel
    /// The weights for horizons of the model; `nil` if the logs have no moment to learn from, or it
    /// was fitted to examples.
    public let horizon: HorizonFitting.Result?
    /// The course of the optimisation.
    public let training: TrainingResult
    /// The number of queries that it learned from.
    public let queries: Int
    /// The number of their candidates.
    public let rows: Int
  }

  /// Creates a fit by a plan.
  public init(_ plan: FittingPlan = FittingPlan()) {
    self.plan = plan
  }

  /// Replays the logs, fits a model, and calibrates it.
  ///
  /// The same logs, plan and seed give the same bytes on the same machine.
  ///
  /// - Parameters:
  ///   - logs: The logs to learn from.
  ///   - checkpoint: The state of an interrupted fit to the same logs by the same plan; the result
  ///     is the same as without the interruption. The logs are replayed again, which takes a small
  ///     part of the time.
  ///   - progress: Called with the current step.
  ///   - keep: Called with the state after each pass, to keep it. Its errors stop the fit.
  /// - Throws: ``FittingError``, `TrainingError`, an error of `keep`, or `CancellationError`.
  /// - Complexity: O(donations x activities) to replay; O(epochs x rows x weights) to fit.
  public func fit(
    to logs: [FittingLog], from checkpoint: TrainingCheckpoint? = nil,
    progress: @escaping @Sendable (Progress) -> Void = { _ in },
    keep: (TrainingCheckpoint) throws -> Void = { _ in }
  ) async throws -> Result {
    try plan.check(logs)
    let examples = try await examples(of: logs, progress: progress)
    let ranking = try await fitRanking(to: examples, from: checkpoint, progress: progress, keep: keep)
    let served = try SuggestionModel(ranking.model, fittedFor: FeatureSchema.current.fingerprint)
    return Result(
      model: ranking.model, horizon: try await fitHorizon(to: logs, for: served, progress: progress),
      training: ranking.training, queries: ranking.queries, rows: ranking.rows)
  }

  /// Fits a model without weights for horizons to the examples of many people, and calibrates it.
  ///
  /// The model has the bytes of the one that is fitted to a log of these people.
  ///
  /// - Parameters:
  ///   - people: The examples, made by the same plan.
  ///   - checkpoint: The state of an interrupted fit to the same examples.
  ///   - progress: Called with the current step.
  ///   - keep: Called with the state after each pass, to keep it. Its errors stop the fit.
  /// - Throws: ``FittingError``, `TrainingError`, an error of `keep` or of the temporary file, or
  ///   `CancellationError`.
  /// - Complexity: O(epochs x rows x weights); memory holds the queries to choose by, and a few
  ///   bytes for each of the others.
  package func fit(
    to people: ExampleSpool, from checkpoint: TrainingCheckpoint? = nil,
    progress: @escaping @Sendable (Progress) -> Void = { _ in },
    keep: (TrainingCheckpoint) throws -> Void = { _ in }
  ) async throws -> Result {
    try plan.check(people.counts, of: ExampleSpool.name)
    return try await fitRanking(to: people.sets(), from: checkpoint, progress: progress, keep: keep)
  }

  /// Fits and calibrates a model without weights for horizons.
  private func fitRanking(
    to examples: (fit: TrainingSet, validation: TrainingSet), from checkpoint: TrainingCheckpoint?,
    progress: @escaping @Sendable (Progress) -> Void, keep: (TrainingCheckpoint) throws -> Void
  ) async throws -> Result {
    var (fit, validation) = examples
    fit.silentColumns = plan.silentColumns
    let trained = try await Trainer(plan.optimisation).train(
      on: fit, validation: validation.queryCount > 0 ? validation : nil, from: checkpoint,
      progress: { progress(.optimising($0)) }, keep: keep)
    let model =
      validation.queryCount > 0 ? try trained.model.calibrateTemperature(on: validation) : trained.model
    return Result(
      model: model, horizon: nil, training: trained, queries: fit.queryCount, rows: fit.candidateCount)
  }

  /// Fits the weights for horizons; `nil` if the logs have no moment to learn from: without times,
  /// or too short.
  private func fitHorizon(
    to logs: [FittingLog], for model: SuggestionModel, progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> HorizonFitting.Result? {
    do {
      return try await HorizonFitting(plan, ranking: model).fit(to: logs) {
        progress(.replayingMoments(donations: $0, of: $1))
      }
    } catch TrainingError.empty { return nil }
  }

  /// Returns the examples of all users, user by user in the order of the logs; users are replayed
  /// in parallel.
  private func examples(
    of logs: [FittingLog], progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> (fit: TrainingSet, validation: TrainingSet) {
    let total = logs.reduce(0) { $0 + $1.donationCount }
    var replayed = 0
    var (fit, validation) = (TrainingSet.emptyOfFeatures, TrainingSet.emptyOfFeatures)
    for (number, log) in logs.enumerated() {
      // Starting with the largest users would balance better, but order decides the bytes of the
      // result, so keep the log's order.
      let weight = plan.weight(ofDonations: log.donationCount)
      let stride = plan.validationStride(ofDonations: log.donationCount)
      let collectors = try await withThrowingTaskGroup(of: (Int, ExampleCollector).self) { group in
        for (index, donations) in log.users.enumerated() {
          group.addTask {
            let collector = try await ExampleCollector.fitting(
              donations, by: plan, weight: weight, validationStride: stride,
              seed: plan.seed(log: number, user: index))
            return (index, collector)
          }
        }
        var collected = [ExampleCollector?](repeating: nil, count: log.users.count)
        for try await (index, collector) in group {
          collected[index] = collector
          replayed += log.users[index].count
          progress(.replaying(donations: replayed, of: total))
        }
        return collected
      }
      for collector in collectors.compactMap(\.self) {
        try fit.append(contentsOf: collector[.fit])
        try validation.append(contentsOf: collector[.choose])
      }
    }
    return (fit, validation)
  }
}
