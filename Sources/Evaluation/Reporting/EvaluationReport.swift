/// The report of `hunch evaluate --json`; its shape is fixed, so that scripts can rely on it.
public struct EvaluationReport: Encodable, Sendable {
  private let log: String
  private let evaluation: Evaluation
  private let isInSample: Bool
  private let isColdStartInSample: Bool

  /// Reports on a log.
  ///
  /// - Parameters:
  ///   - isInSample: Whether the engine's model was fitted on the very donations that were scored.
  ///   - isColdStartInSample: Whether it was fitted on donations of the cold start, which asks before all but the first.
  public init(
    of evaluation: Evaluation, log: String, isInSample: Bool = false, isColdStartInSample: Bool = false
  ) {
    self.log = log
    self.evaluation = evaluation
    self.isInSample = isInSample
    self.isColdStartInSample = isColdStartInSample
  }

  private enum Key: String, CodingKey {
    case log, users, scored, rankers, differences, hours, reliability
    case coldStart = "cold_start"
    case perUser = "per_user"
    case isInSample = "in_sample"
    case isColdStartInSample = "cold_start_in_sample"
  }

  /// Encodes `{"log", "users", "scored", "rankers": […]}`, and `"in_sample": true` where it is; with details also
  /// `"differences"`, `"cold_start"`, `"hours"`, `"reliability"` and `"per_user"`, an array each, and
  /// `"cold_start_in_sample": true` where that is.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(log, forKey: .log)
    try container.encode(evaluation.users, forKey: .users)
    try container.encode(evaluation.scored, forKey: .scored)
    try container.encode(evaluation.rankers.map(RankerReport.init), forKey: .rankers)
    if isInSample { try container.encode(true, forKey: .isInSample) }
    guard let details = evaluation.details else { return }
    try container.encode(details.differences.map(DifferenceReport.init), forKey: .differences)
    try container.encode(details.coldStart.map(ColdStartReport.init), forKey: .coldStart)
    if isColdStartInSample { try container.encode(true, forKey: .isColdStartInSample) }
    try container.encode(details.hours.map(HourReport.init), forKey: .hours)
    try container.encode(details.reliability.map(ReliabilityReport.init), forKey: .reliability)
    try container.encode(details.users.map(DistributionReport.init), forKey: .perUser)
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
    hitRate = Dictionary(zip(RankingMetrics.cutoffs.map(String.init), metrics.hitRate)) { first, _ in first }
    mrr = metrics.meanReciprocalRank
    mrrPerUser = metrics.meanReciprocalRankPerUser
    mrrInterval = metrics.interval.ends
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
