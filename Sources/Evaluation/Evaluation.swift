/// What an evaluation found: the engine first, then the rules.
public struct Evaluation: Hashable, Sendable {
  /// How many users there were.
  public let users: Int
  /// How many queries were scored.
  public let scored: Int
  /// One entry a ranker.
  public let rankers: [Ranker]
  /// Curves and breakdowns, if they were asked for.
  public let details: EvaluationDetails?

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
