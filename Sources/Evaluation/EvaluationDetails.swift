/// What an evaluation found beyond its totals.
public struct EvaluationDetails: Hashable, Sendable {
  /// The engine against each rule, over all scored queries.
  public let differences: [PairedDifference]
  /// By the number of donations seen of a user, over all queries, scored or not.
  public let coldStart: [QuerySlice]
  /// By the hour of the local day, over all scored queries.
  public let hours: [QuerySlice]
  /// What the engine said against what was met: the bins of ``RankingMetrics/calibrationError``.
  public let reliability: [ReliabilityBin]
  /// One entry a ranker.
  public let users: [UserDistribution]

  /// Computes them.
  init(of users: [ReplayedUser], names: [String], seed: UInt64) {
    let scored = ReciprocalRanks(of: users) { Array($0.scored) }
    differences = PairedDifference.all(scored, Bootstrap(scored, seed: seed), names: names)
    coldStart = .coldStart(of: users, names: names, seed: seed)
    hours = .hours(of: users, names: names, seed: seed)
    reliability = ReliabilityBin.bins(users.flatMap { $0.scoredOutcomes(ofRanker: 0) })
    self.users = UserDistribution.all(of: users, names: names)
  }
}
