public import Evaluation
public import Suggestions

/// Measures a new model beside the simple rules on what was left of its logs.
public struct ModelComparison: Sendable {
  /// The figures on one log.
  public struct Outcome: Sendable {
    /// The log.
    public let log: TrainingRecord.Log
    /// The figures.
    public let evaluation: Evaluation
    /// A Boolean value that tells whether they are of donations that the model was fitted on or
    /// chosen by.
    public let isInSample: Bool

    /// A Boolean value that tells whether anything was left to measure on.
    public var isMeasured: Bool { evaluation.scored > 0 }

    /// The words where nothing was left.
    public static let nothingLeft = "nothing was left to measure on"

    /// The engine against the best rule; the least lead is that over the best.
    var lead: PairedDifference? { evaluation.details?.differences.min { $0.mean < $1.mean } }
    /// The engine's own figures.
    var engine: RankingMetrics? { evaluation.rankers.first?.metrics }
  }

  /// The figures on all logs.
  public struct Measured: Sendable {
    /// One entry a log.
    public let logs: [Outcome]
    /// By the number of donations seen of a user, over all users of all logs.
    let coldStart: [QuerySlice]
  }

  private let model: SuggestionModel
  private let record: TrainingRecord

  /// A comparison of a model that was fitted as a record says.
  public init(model: SuggestionModel, record: TrainingRecord) {
    self.model = model
    self.record = record
  }

  /// The share from which on donations are scored: the last 30 %, unless the model saw some of them
  /// and there are others.
  private var scoreFrom: Double {
    let seen = record.until + record.validationShare
    return seen < 1 - 1e-9 ? max(0.7, seen) : 0.7
  }

  /// Measures log by log.
  ///
  /// - Parameters:
  ///   - logs: The logs of the record, in its order.
  ///   - progress: Makes for each log what is told how many of its donations are done.
  /// - Complexity: O(donations x activities).
  public func measure(
    _ logs: [FittingLog], progress: (FittingLog) -> (advance: @Sendable (Int) -> Void, finish: () -> Void)
  ) async throws -> Measured {
    var evaluator = Evaluator(model: model)
    evaluator.scoreFrom = scoreFrom
    evaluator.isDetailed = true
    var outcomes: [Outcome] = []
    var users: [ReplayedUser] = []
    for (log, entry) in zip(logs, record.logs) {
      let bar = progress(log)
      let replayed = try await evaluator.replayed(log.users, progress: bar.advance)
      bar.finish()
      outcomes.append(
        Outcome(
          log: entry, evaluation: evaluator.evaluation(of: replayed),
          isInSample: record.isInSample(digest: entry.digest, scoredFrom: scoreFrom)))
      users += replayed
    }
    return Measured(logs: outcomes, coldStart: evaluator.coldStart(of: users))
  }
}
