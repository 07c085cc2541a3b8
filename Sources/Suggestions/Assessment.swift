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

  /// Makes one row of several: it is as likely as all of them, and the others are not likely at all.
  ///
  /// - Parameters:
  ///   - rows: The rows, the one included.
  ///   - best: The row that stands for all.
  ///   - bonus: What is added to its score besides, in nats.
  mutating func merge(_ rows: [Int], into best: Int, adding bonus: Float) {
    let share = rows.reduce(0) { $0 + probabilities[$1] }
    let growth =
      probabilities[best] > 0 ? Float(Elementary.logarithm(Double(share / probabilities[best]))) : 0
    let none = -Float.greatestFiniteMagnitude
    for row in rows where row != best { (scores[row], probabilities[row]) = (none, 0) }
    scores[best] += growth
    probabilities[best] = share
    if bonus != 0 {
      scores[best] += bonus
      normalize()
    }
  }

  private mutating func normalize() {
    probabilities.removeAll(keepingCapacity: true)
    probabilities.append(contentsOf: scores)
    noveltyProbability =
      Softmax.normalize(&probabilities, in: probabilities.indices, with: noveltyScore).other
  }
}
