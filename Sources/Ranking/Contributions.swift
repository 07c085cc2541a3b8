/// Why a candidate has its score: what each feature adds to that of the average candidate of the query.
public struct Contributions: Equatable, Sendable {
  /// One number a column.
  public let columns: [Float]
  /// The columns' numbers summed by group; their sum is `score − averageScore`, within 1e-3.
  public let groups: [Float]
  /// Score of the candidate.
  public let score: Float
  /// Score of the average candidate, whose features are the means over the query's candidates.
  public let averageScore: Float
}
