public import Evaluation
public import Suggestions

/// A comparison of a new model with the simple rules, on the held-out part of its logs.
public struct ModelComparison: Sendable {
  /// The figures on one log.
  public struct Outcome: Sendable {
    /// The log.
    public let log: TrainingRecord.Log
    /// The figures.
    public let evaluation: Evaluation
    /// A Boolean value that tells whether their donations fitted or chose the model.
    public let isInSample: Bool

    /// A Boolean value that indicates whether any query of the log was scored.
    public var isMeasured: Bool { evaluation.scored > 0 }

    /// The words for a log without held-out donations.
    public static let nothingLeft = "nothing was left to measure on"

    /// The engine against the best rule, over which it has the smallest lead.
    var lead: PairedDifference? { evaluation.details?.differences.min { $0.mean < $1.mean } }
    /// The engine's own figures.
    var engine: RankingMetrics? { evaluation.rankers.first?.metrics }
  }

  /// The figures on all logs.
  public struct Measured: Sendable {
    /// One entry per log.
    public let logs: [Outcome]
    /// The figures by the number of donations seen of a user, over all users of all logs.
    let coldStart: [QuerySlice]
  }

  private let model: SuggestionModel
  private let record: TrainingRecord

  /// Creates a comparison of a model from the record of its fit.
  public init(model: SuggestionModel, record: TrainingRecord) {
    self.model = model
    self.record = record
  }

  /// The share of donations to skip before scoring: 70 %, or more if the model saw later ones and
  /// others remain.
  private var scoreFrom: Double {
    let seen = record.until + record.validationShare
    return seen < 1 - 1e-9 ? max(0.7, seen) : 0.7
  }

  /// Measures log by log.
  ///
  /// - Parameters:
  ///   - logs: The logs of the record, in its order.
  ///   - progress: Returns, for each log, functions to report the number of replayed donations and
  ///     the end.
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
