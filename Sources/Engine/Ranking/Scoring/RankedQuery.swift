/// One candidate in a ranking.
public struct RankedRow: Equatable, Sendable {
  /// Row in the candidate matrix.
  public let row: Int
  /// Calibrated logit.
  public let score: Float
  /// Probability that this candidate is next.
  public let probability: Float
}

/// The best candidates of a query, best first.
public struct RankedQuery: Equatable, Sendable {
  /// Best first; ties in row order.
  public let rows: [RankedRow]
  /// Probability that something else than any of the candidates is next.
  public let noneProbability: Float
  /// Calibrated logit of "none of these".
  public let noneScore: Float
}
