internal import Kernels

/// The quality of rankings, over the scored queries of all users.
public struct RankingMetrics: Hashable, Sendable {
  /// The ranks at which hit rates are measured.
  public static let cutoffs = [1, 3, 5, 8]

  /// The share of queries with the right activity among the first k, for each k in ``cutoffs``; a
  /// new activity is a miss.
  public let hitRate: [Double]
  /// Mean reciprocal rank over all queries; 0 for a new activity.
  public let meanReciprocalRank: Double
  /// The mean of the users' mean reciprocal ranks.
  public let meanReciprocalRankPerUser: Double
  /// The 95 % bootstrap interval of ``meanReciprocalRank``, resampling users (queries, if there is
  /// one user).
  public let interval: ClosedRange<Double>
  /// The mean negative logarithm of the probability of the outcome, including "none of these", in
  /// nats.
  public let logLoss: Double?
  /// Expected calibration error of the first suggestion, over the 15 bins of ``ReliabilityBin``.
  public let calibrationError: Double?

  /// Measures outcomes, one array a user.
  ///
  /// - Complexity: O(n log n) for n outcomes, plus 1,000 resamples.
  public init(outcomesByUser: [[QueryOutcome]], seed: UInt64 = 1) {
    let users = outcomesByUser.filter { !$0.isEmpty }
    let all = users.flatMap { $0 }
    let count = Double(max(1, all.count))
    hitRate = Self.cutoffs.map { cutoff in
      Double(all.count { ($0.rank ?? .max) <= cutoff }) / count
    }
    meanReciprocalRank = all.reduce(0) { $0 + $1.reciprocalRank } / count
    meanReciprocalRankPerUser =
      users.reduce(0) { $0 + $1.reduce(0) { $0 + $1.reciprocalRank } / Double($1.count) }
      / Double(max(1, users.count))
    interval = Bootstrap(ReciprocalRanks(outcomesByUser: users), seed: seed).interval(ofRanker: 0)
    let told = all.compactMap(\.probability)
    logLoss =
      told.isEmpty
      ? nil : told.reduce(0) { $0 - Elementary.logarithm(Double(max($1, 1e-12))) } / Double(told.count)
    calibrationError = ReliabilityBin.calibrationError(ReliabilityBin.bins(all))
  }
}

/// The outcome of one query.
public struct QueryOutcome: Hashable, Sendable {
  /// The rank of the right activity among all known ones, counted from 1; `nil` if it was new.
  public let rank: Int?
  /// The probability of the right activity, or of "none of these" if it was new; `nil` for rules
  /// without probabilities.
  public let probability: Float?
  /// The probability of the first suggestion; `nil` without one, or for rules without
  /// probabilities.
  public let topProbability: Float?
  /// A Boolean value that tells whether the first suggestion was right.
  public var isHit: Bool { rank == 1 }
  /// One divided by the rank; 0 for a new activity.
  public var reciprocalRank: Double { rank.map { 1 / Double($0) } ?? 0 }
}

/// A point of a reliability diagram: queries with about the same first probability, and the share
/// that was right.
public struct ReliabilityBin: Hashable, Sendable {
  /// The number of queries in it.
  public let queries: Int
  /// The mean probability of the first suggestion.
  public let said: Double
  /// The share of first suggestions that were right; a new activity counts as wrong.
  public let met: Double

  /// Sorts queries by the probability of the first suggestion into bins of equal mass.
  ///
  /// It omits queries without a suggestion, and empty bins if there are fewer queries than bins.
  ///
  /// - Complexity: O(n log n) for n outcomes.
  public static func bins(_ outcomes: [QueryOutcome], count: Int = 15) -> [ReliabilityBin] {
    let sorted = outcomes.compactMap { outcome in
      outcome.topProbability.map { (said: Double($0), hit: outcome.isHit) }
    }
    // Equal probabilities stay in the order of the queries: sorted by outcome, one bin would hold
    // their misses, another their hits, and a perfectly calibrated constant would look wrong.
    .enumerated().sorted { ($0.element.said, $0.offset) < ($1.element.said, $1.offset) }.map(\.element)
    return (0..<max(0, count)).compactMap { bin in
      let members = sorted[bin * sorted.count / count..<(bin + 1) * sorted.count / count]
      guard !members.isEmpty else { return nil }
      return ReliabilityBin(
        queries: members.count,
        said: members.reduce(0) { $0 + $1.said } / Double(members.count),
        met: Double(members.count { $0.hit }) / Double(members.count))
    }
  }

  /// Returns the expected calibration error; `nil` without bins.
  ///
  /// It is the mean distance between predicted and observed shares, weighted by queries (Naeini,
  /// Cooper, Hauskrecht: Obtaining well calibrated probabilities, 2015).
  public static func calibrationError(_ bins: [ReliabilityBin]) -> Double? {
    guard !bins.isEmpty else { return nil }
    let queries = bins.reduce(0) { $0 + $1.queries }
    return bins.reduce(0) { $0 + Double($1.queries) * abs($1.said - $1.met) } / Double(queries)
  }
}
