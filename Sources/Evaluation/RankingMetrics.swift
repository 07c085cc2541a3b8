internal import Kernels

/// What became of one scored query.
public struct QueryOutcome: Hashable, Sendable {
  /// The place of what happened among all known activities, counted from 1; `nil` if it was new.
  public let rank: Int?
  /// The probability that was given to what happened (to "none of these", if it was new); `nil` for rules without.
  public let probability: Float?
  /// The probability of the first suggestion; `nil` for rules without, or if there was none.
  public let topProbability: Float?
  /// Whether the first suggestion was right.
  public var isHit: Bool { rank == 1 }
}

/// How good rankings were, over the scored queries of all users.
public struct RankingMetrics: Hashable, Sendable {
  /// Where hit rates are measured.
  public static let cutoffs = [1, 3, 5, 8]

  /// For each of ``cutoffs``, the share of queries whose answer was among so many first; a new activity is a miss.
  public let hitRate: [Double]
  /// Mean reciprocal rank over all queries; 0 for a new activity.
  public let meanReciprocalRank: Double
  /// The mean of the users' mean reciprocal ranks.
  public let meanReciprocalRankPerUser: Double
  /// The 95 % bootstrap interval of ``meanReciprocalRank``, resampling users (queries, if there is one user).
  public let interval: ClosedRange<Double>
  /// Mean negative logarithm of the probability of what happened, with "none of these", in nats.
  public let logLoss: Double?
  /// Expected calibration error of the first suggestion: 15 bins of equal mass.
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
    interval = Self.bootstrap(users.count > 1 ? users : all.map { [$0] }, seed: seed)
    let told = all.compactMap(\.probability)
    logLoss =
      told.isEmpty
      ? nil : told.reduce(0) { $0 - Elementary.logarithm(Double(max($1, 1e-12))) } / Double(told.count)
    calibrationError = Self.calibrationError(all)
  }

  /// Mean absolute difference between said and met probability of the first suggestion, over 15 bins of equal mass
  /// (Naeini, Cooper, Hauskrecht: Obtaining well calibrated probabilities, 2015); queries without a suggestion are left out.
  static func calibrationError(_ outcomes: [QueryOutcome], bins: Int = 15) -> Double? {
    let sorted = outcomes.compactMap { outcome in
      outcome.topProbability.map { (said: Double($0), hit: outcome.isHit) }
    }
    // Equal probabilities stay in the order of the queries: sorted by outcome, one bin would hold their misses, another
    // their hits, and a perfectly calibrated constant would look wrong.
    .enumerated().sorted { ($0.element.said, $0.offset) < ($1.element.said, $1.offset) }.map(\.element)
    guard !sorted.isEmpty else { return nil }
    var error = 0.0
    for bin in 0..<bins {
      let members = sorted[bin * sorted.count / bins..<(bin + 1) * sorted.count / bins]
      let said = members.reduce(0) { $0 + $1.said }
      error += abs(said - Double(members.count { $0.hit }))
    }
    return error / Double(sorted.count)
  }

  private static func bootstrap(_ clusters: [[QueryOutcome]], seed: UInt64) -> ClosedRange<Double> {
    guard !clusters.isEmpty else { return 0...0 }
    let sums = clusters.map { (sum: $0.reduce(0) { $0 + $1.reciprocalRank }, count: Double($0.count)) }
    var random = SeededRandom(seed: seed)
    var means: [Double] = []
    for _ in 0..<1_000 {
      var (sum, count) = (0.0, 0.0)
      for _ in sums.indices {
        let drawn = sums[random.integer(below: sums.count)]
        sum += drawn.sum
        count += drawn.count
      }
      means.append(sum / count)
    }
    means.sort()
    return means[25]...means[974]
  }
}

extension QueryOutcome {
  var reciprocalRank: Double { rank.map { 1 / Double($0) } ?? 0 }
}
