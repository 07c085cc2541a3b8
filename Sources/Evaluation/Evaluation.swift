/// What an evaluation found: the engine first, then the rules.
public struct Evaluation: Hashable, Sendable {
  /// How many users there were.
  public let users: Int
  /// How many queries were scored.
  public let scored: Int
  /// One entry a ranker.
  public let rankers: [Ranker]

  /// How one ranker did.
  public struct Ranker: Hashable, Sendable {
    /// `hunch`, or the name of a ``Baseline``.
    public let name: String
    /// How good its rankings were.
    public let metrics: RankingMetrics
    /// The time of a query, features included; `nil` if no clock was given.
    public let microsecondsPerQuery: Double?
  }
}

/// The report of `hunch evaluate --json`; its shape is fixed, so that scripts can rely on it.
public struct EvaluationReport: Encodable, Sendable {
  private let log: String
  private let evaluation: Evaluation
  private let isInSample: Bool

  /// Reports on a log.
  ///
  /// - Parameter isInSample: Whether the engine's model was fitted on the very donations that were scored.
  public init(of evaluation: Evaluation, log: String, isInSample: Bool = false) {
    self.log = log
    self.evaluation = evaluation
    self.isInSample = isInSample
  }

  private enum Key: String, CodingKey {
    case log, users, scored, rankers
    case isInSample = "in_sample"
  }

  /// Encodes `{"log", "users", "scored", "rankers": […]}`, and `"in_sample": true` where it is.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(log, forKey: .log)
    try container.encode(evaluation.users, forKey: .users)
    try container.encode(evaluation.scored, forKey: .scored)
    try container.encode(evaluation.rankers.map(RankerReport.init), forKey: .rankers)
    if isInSample { try container.encode(true, forKey: .isInSample) }
  }
}

private struct RankerReport: Encodable {
  let name: String
  let hitRate: [String: Double]
  let mrr: Double
  let mrrPerUser: Double
  let mrrInterval: [Double]
  let logLoss: Double?
  let calibrationError: Double?
  let microsecondsPerQuery: Double?

  init(_ ranker: Evaluation.Ranker) {
    let metrics = ranker.metrics
    name = ranker.name
    hitRate = Dictionary(
      uniqueKeysWithValues: zip(RankingMetrics.cutoffs.map(String.init), metrics.hitRate))
    mrr = metrics.meanReciprocalRank
    mrrPerUser = metrics.meanReciprocalRankPerUser
    mrrInterval = [metrics.interval.lowerBound, metrics.interval.upperBound]
    logLoss = metrics.logLoss
    calibrationError = metrics.calibrationError
    microsecondsPerQuery = ranker.microsecondsPerQuery
  }

  private enum CodingKeys: String, CodingKey {
    case name, mrr
    case hitRate = "hit_rate"
    case mrrPerUser = "mrr_per_user"
    case mrrInterval = "mrr_interval"
    case logLoss = "log_loss"
    case calibrationError = "calibration_error"
    case microsecondsPerQuery = "microseconds_per_query"
  }
}
