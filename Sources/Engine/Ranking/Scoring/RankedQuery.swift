/// One candidate in a ranking.
public struct RankedRow: Equatable, Sendable {
  /// The row in the candidate matrix.
  public let row: Int
  /// The calibrated logit.
  public let score: Float
  /// The probability that this candidate is next.
  public let probability: Float
}

/// The best candidates of a query, best first.
public struct RankedQuery: Equatable, Sendable {
  /// The candidates, best first; ties are in row order.
  public let rows: [RankedRow]
  /// The probability that something other than the candidates is next.
  public let noneProbability: Float
  /// The calibrated logit of "none of these".
  public let noneScore: Float
}
