internal import Activities

/// The report of `hunch evaluate --json`; its shape is fixed, so that scripts can rely on it.
public struct EvaluationReport: Encodable, Sendable {
  private let log: String
  private let evaluation: Evaluation
  private let isInSample: Bool
  private let isColdStartInSample: Bool

  /// Reports on a log.
  ///
  /// - Parameters:
  ///   - isInSample: Whether the engine's model was fitted on the scored donations.
  ///   - isColdStartInSample: Whether it was fitted on donations of the cold start, which queries
  ///     before each donation but the first.
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

  /// Encodes `{"log", "users", "scored", "rankers": […]}`, and `"in_sample": true` where it is;
  /// with details also `"differences"`, `"cold_start"`, `"hours"`, `"reliability"` and
  /// `"per_user"`, an array each, and `"cold_start_in_sample": true` where that is.
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

/// The last object of `hunch evaluate --json` with several logs: the cold-start curve over all
/// users of all of them.
public struct PooledReport: Encodable, Sendable {
  private let logs: [String]
  private let curve: [QuerySlice]
  private let isInSample: Bool

  /// Reports on a curve that was pooled over logs.
  ///
  /// - Parameter isInSample: Whether the engine's model was fitted on donations of the curve.
  public init(of curve: [QuerySlice], logs: [String], isInSample: Bool = false) {
    self.logs = logs
    self.curve = curve
    self.isInSample = isInSample
  }

  private enum Key: String, CodingKey {
    case pooled
    case coldStart = "cold_start"
    case isInSample = "in_sample"
  }

  /// Encodes `{"pooled": [names of logs], "cold_start": […]}`, and `"in_sample": true` if it is.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(logs, forKey: .pooled)
    try container.encode(curve.map(ColdStartReport.init), forKey: .coldStart)
    if isInSample { try container.encode(true, forKey: .isInSample) }
  }
}

/// A paired difference as JSON.
struct DifferenceReport: Encodable {
  let baseline: String
  let mrrDifference: Double
  let interval: [Double]
  let winShare: Double

  init(_ difference: PairedDifference) {
    baseline = difference.baseline
    mrrDifference = difference.mean
    interval = difference.interval.ends
    winShare = difference.winShare
  }

  private enum CodingKeys: String, CodingKey {
    case baseline, interval
    case mrrDifference = "mrr_difference"
    case winShare = "win_share"
  }
}

/// The common members of all slices of queries, as JSON.
struct SliceReport: Encodable {
  let users: Int
  let queries: Int
  let newShare: Double
  let rankers: [Figure]
  let lead: DifferenceReport?

  init(_ slice: QuerySlice) {
    users = slice.users
    queries = slice.queries
    newShare = slice.novelShare
    rankers = slice.figures.map(Figure.init)
    lead = slice.lead.map(DifferenceReport.init)
  }

  private enum CodingKeys: String, CodingKey {
    case users, queries, rankers
    case newShare = "new_share"
    case lead = "best_baseline"
  }

  struct Figure: Encodable {
    let name: String
    let mrr: Double
    let mrrInterval: [Double]

    init(_ figure: QuerySlice.Figure) {
      name = figure.name
      mrr = figure.meanReciprocalRank
      mrrInterval = figure.interval.ends
    }

    private enum CodingKeys: String, CodingKey {
      case name, mrr
      case mrrInterval = "mrr_interval"
    }
  }
}

/// A point of the cold-start curve as JSON: `seen_from` and `seen_to` donations, and the slice's
/// figures.
struct ColdStartReport: Encodable {
  let slice: QuerySlice

  private enum Key: String, CodingKey {
    case seenFrom = "seen_from"
    case seenTo = "seen_to"
  }

  init(_ slice: QuerySlice) {
    self.slice = slice
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(slice.lowest, forKey: .seenFrom)
    try container.encodeIfPresent(slice.highest, forKey: .seenTo)
    try SliceReport(slice).encode(to: encoder)
  }
}

/// An hour as JSON: `hour`, and the slice's figures.
struct HourReport: Encodable {
  let slice: QuerySlice

  private enum Key: String, CodingKey { case hour }

  init(_ slice: QuerySlice) {
    self.slice = slice
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(slice.lowest, forKey: .hour)
    try SliceReport(slice).encode(to: encoder)
  }
}

/// A bin of the reliability diagram as JSON.
struct ReliabilityReport: Encodable {
  let queries: Int
  let said: Double
  let met: Double

  init(_ bin: ReliabilityBin) {
    queries = bin.queries
    said = bin.said
    met = bin.met
  }
}

/// A ranker's distribution over users as JSON.
struct DistributionReport: Encodable {
  let name: String
  let users: Int
  /// The quantiles by share in percent.
  let quantiles: [String: Double]
  let histogram: [Int]

  init(_ distribution: UserDistribution) {
    name = distribution.name
    users = distribution.users
    let percents = UserDistribution.shares.map { String(Int(clamping: ($0 * 100).rounded())) }
    quantiles = Dictionary(zip(percents, distribution.quantiles)) { first, _ in first }
    histogram = distribution.histogram
  }
}

extension ClosedRange<Double> {
  /// Both ends, as JSON has no ranges.
  var ends: [Double] { [lowerBound, upperBound] }
}
