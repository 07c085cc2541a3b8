internal import Foundation
internal import Hints

extension Assessment {
  /// Gives hints their part of the probabilities, and of the scores what that is worth.
  ///
  /// Afterwards the probabilities of rows, of what only hints name and of "none of these" sum to 1.
  ///
  /// - Parameters:
  ///   - pool: What hints say.
  ///   - rows: What its members weigh that are rows.
  /// - Returns: How much each of those rows gains against the rows without a hint, in nats.
  /// - Complexity: O(rows).
  mutating func heed(_ pool: HintPool, rows: [Int: Double]) -> [Int: Double] {
    let novelty = Double(noveltyProbability)
    var gains: [Int: Double] = [:]
    for row in scores.indices {
      let learned = Double(probabilities[row])
      guard let weight = rows[row] else {
        probabilities[row] = Float(learned * pool.rest)
        continue
      }
      let heeded = pool.probability(learned: learned, novelty: novelty, weight: weight)
      // A probability too small to be told from 0 gains as much as the smallest that can.
      let gain = log(heeded / (max(learned, Double(Float.leastNormalMagnitude)) * pool.rest))
      gains[row] = gain
      probabilities[row] = Float(heeded)
      scores[row] += Float(gain)
    }
    noveltyProbability = Float(pool.novelty(novelty))
    return gains
  }
}
