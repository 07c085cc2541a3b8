internal import Kernels

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
