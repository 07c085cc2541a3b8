/// The result of an evaluation: the engine first, then the rules.
public struct Evaluation: Hashable, Sendable {
  /// The number of users.
  public let users: Int
  /// The number of queries that were scored.
  public let scored: Int
  /// One entry a ranker.
  public let rankers: [Ranker]
  /// Curves and breakdowns, if requested.
  public let details: EvaluationDetails?

  /// The figures of one ranker.
  public struct Ranker: Hashable, Sendable {
    /// `hunch`, or the name of a ``Baseline``.
    public let name: String
    /// The quality of its rankings.
    public let metrics: RankingMetrics
    /// The time of a query, features included; `nil` if no clock was given.
    public let microsecondsPerQuery: Double?
  }
}

/// The figures of an evaluation beyond its totals.
public struct EvaluationDetails: Hashable, Sendable {
  /// The engine against each rule, over all scored queries.
  public let differences: [PairedDifference]
  /// The figures by the number of donations seen of a user, over all queries, scored or not.
  public let coldStart: [QuerySlice]
  /// The figures by the hour of the local day, over all scored queries.
  public let hours: [QuerySlice]
  /// The probabilities of the engine against the shares that came true: the bins of
  /// ``RankingMetrics/calibrationError``.
  public let reliability: [ReliabilityBin]
  /// One entry a ranker.
  public let users: [UserDistribution]
  /// The activities that the engine predicts best and worst, and its commonest mistakes.
  public let activities: ActivityBreakdown

  /// Computes the details.
  init(of users: [ReplayedUser], names: [String], seed: UInt64) {
    let scored = ReciprocalRanks(of: users) { Array($0.scored) }
    differences = PairedDifference.all(scored, Bootstrap(scored, seed: seed), names: names)
    coldStart = .coldStart(of: users, names: names, seed: seed)
    hours = .hours(of: users, names: names, seed: seed)
    reliability = ReliabilityBin.bins(users.flatMap { $0.scoredOutcomes(ofRanker: 0) })
    self.users = UserDistribution.all(of: users, names: names)
    activities = ActivityBreakdown(of: users)
  }
}
