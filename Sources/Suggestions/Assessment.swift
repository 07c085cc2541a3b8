internal import Kernels
internal import Ranking

/// What a model makes of all candidates of a query, row by row.
public struct Assessment: Hashable, Sendable {
  /// The score of each row, in nats: the logarithm of its probability, up to a constant.
  public internal(set) var scores: [Float] = []
  /// The probability of each row; together with ``noveltyProbability`` they sum to 1.
  public internal(set) var probabilities: [Float] = []
  /// The probability of something that was never donated.
  public internal(set) var noveltyProbability: Float = 1
  /// The score of something that was never donated.
  private var noveltyScore: Float = 0

  /// That of a query without candidates, to be filled.
  public init() {}

  mutating func fill(_ scored: QueryScores) {
    scores.removeAll(keepingCapacity: true)
    scores.append(contentsOf: scored.candidates)
    noveltyScore = scored.none
    normalize()
  }

  /// Adds to the scores what no model knows; probabilities sum to 1 again afterwards.
  ///
  /// - Parameter amounts: What is added to each row, in nats.
  /// - Complexity: O(rows).
  mutating func shift(by amounts: [Float]) {
    for row in scores.indices { scores[row] += amounts[row] }
    normalize()
  }

  private mutating func normalize() {
    probabilities.removeAll(keepingCapacity: true)
    probabilities.append(contentsOf: scores)
    noveltyProbability =
      Softmax.normalize(&probabilities, in: probabilities.indices, with: noveltyScore).other
  }
}
