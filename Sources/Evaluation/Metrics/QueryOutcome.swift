/// What became of one query.
public struct QueryOutcome: Hashable, Sendable {
  /// The place of what happened among all known activities, counted from 1; `nil` if it was new.
  public let rank: Int?
  /// The probability that was given to what happened (to "none of these", if it was new); `nil` for rules without.
  public let probability: Float?
  /// The probability of the first suggestion; `nil` for rules without, or if there was none.
  public let topProbability: Float?
  /// Whether the first suggestion was right.
  public var isHit: Bool { rank == 1 }
  /// One divided by the rank; 0 for a new activity.
  public var reciprocalRank: Double { rank.map { 1 / Double($0) } ?? 0 }
}
