internal import Foundation
internal import Kernels
internal import Ranking

/// The scores of all candidates of a query, row by row: the third stage of a query.
package struct ScoredCandidates: Hashable, Sendable {
  /// The score of each row, in nats: the logarithm of its probability, up to a constant.
  package internal(set) var scores: [Float] = []
  /// The probability of each row; together with ``noveltyProbability`` they sum to 1.
  package internal(set) var probabilities: [Float] = []
  /// The probability of something that was never donated.
  package internal(set) var noveltyProbability: Float = 1
  /// The score of something that was never donated.
  private var noveltyScore: Float = 0

  /// Creates that of a query without candidates, to be filled.
  package init() {}

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

  /// Gives hints their part of the probabilities, and of the scores what that is worth.
  ///
  /// Afterwards the probabilities of rows, of what only hints name and of "none of these" sum to 1.
  ///
  /// - Parameters:
  ///   - pool: What hints say.
  ///   - weights: What its members weigh that are rows.
  /// - Returns: How much each of those rows gains against the rows without a hint, in nats.
  /// - Complexity: O(rows).
  mutating func apply(_ pool: HintPool, weights: [Int: Double]) -> [Int: Double] {
    let novelty = Double(noveltyProbability)
    var gains: [Int: Double] = [:]
    for row in scores.indices {
      let learned = Double(probabilities[row])
      guard let weight = weights[row] else {
        probabilities[row] = Float(learned * pool.rest)
        continue
      }
      let hinted = pool.probability(learned: learned, novelty: novelty, weight: weight)
      // A probability too small to be told from 0 gains as much as the smallest that can.
      let gain = log(hinted / (max(learned, Double(Float.leastNormalMagnitude)) * pool.rest))
      gains[row] = gain
      probabilities[row] = Float(hinted)
      scores[row] += Float(gain)
    }
    noveltyProbability = Float(pool.novelty(novelty))
    return gains
  }

  private mutating func normalize() {
    probabilities.removeAll(keepingCapacity: true)
    probabilities.append(contentsOf: scores)
    noveltyProbability =
      Softmax.normalize(&probabilities, in: probabilities.indices, with: noveltyScore).other
  }
}
