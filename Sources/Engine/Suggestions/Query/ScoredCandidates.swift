internal import Features
internal import Foundation
internal import Kernels
internal import Ranking

/// The scores of all candidates of a query, item by item: the third stage of a query.
///
/// They are conditional: given that the user does something now. With a horizon there is a second
/// probability of each item beside, that it is done within so long; it is what is offered, goes
/// through gates and decides the order, while scores and what explains them stay conditional.
package struct ScoredCandidates: Hashable, Sendable {
  /// The score of each item, in nats: the logarithm of its conditional probability, up to a
  /// constant.
  package internal(set) var scores: [Float] = []
  /// The conditional probability of each item; together with ``noveltyProbability`` they sum to 1.
  package internal(set) var probabilities: [Float] = []
  /// The horizon in seconds; `nil` if only conditional probabilities were asked for.
  package private(set) var horizon: Double?
  /// The probability of each item to be done within the ``horizon``; empty without one.
  ///
  /// Several items can be done, so nothing sums to 1.
  package private(set) var horizonProbabilities: [Float] = []
  /// The conditional probability of something that was never donated.
  package internal(set) var noveltyProbability: Float = 1
  /// The score of something that was never donated.
  private var noveltyScore: Float = 0

  /// Creates that of a query without candidates, to be filled.
  package init() {}

  /// Becomes the scores of all items.
  ///
  /// The rest shares what its sample says it has together.
  ///
  /// - Parameters:
  ///   - scored: The scores of candidates; of a sample those of all that it stands for.
  ///   - candidates: Which items they are of.
  /// - Complexity: O(items).
  mutating func fill(_ scored: QueryScores, of candidates: DescribedCandidates) {
    scores.removeAll(keepingCapacity: true)
    if candidates.isWhole {
      scores.append(contentsOf: scored.candidates)
    } else {
      fillRest(scored.candidates[candidates.sampleStart...], of: candidates)
      for (candidate, item) in candidates.items.prefix(candidates.sampleStart).enumerated() {
        scores[Int(item)] = scored.candidates[candidate]
      }
    }
    noveltyScore = scored.none
    if horizon != nil {
      horizon = nil
      horizonProbabilities.removeAll(keepingCapacity: true)
    }
    normalize()
  }

  private mutating func fillRest(_ sample: ArraySlice<Float>, of candidates: DescribedCandidates) {
    func logSum(_ scores: ArraySlice<Float>) -> Float {
      guard let top = scores.max() else { return -Float.greatestFiniteMagnitude }
      return top
        + Float(Elementary.logarithm(scores.reduce(0) { $0 + Elementary.exponential(Double($1 - top)) }))
    }
    let others = candidates.itemCount - candidates.sampleStart - candidates.restItems.count
    let score =
      logSum(sample.dropFirst(candidates.recentSample)) - Float(Elementary.logarithm(Double(max(1, others))))
    scores.append(contentsOf: repeatElement(score, count: candidates.itemCount))
    let recent = logSum(sample.prefix(candidates.recentSample))
    for (item, share) in zip(candidates.restItems, candidates.restShares) {
      scores[Int(item)] = recent + Float(Elementary.logarithm(Double(max(share, .leastNormalMagnitude))))
    }
  }

  /// Hands out the storage of what ``setHorizon(_:_:)`` takes, so that a warm query allocates
  /// nothing.
  mutating func takeHorizonProbabilities() -> [Float] {
    var taken: [Float] = []
    swap(&taken, &horizonProbabilities)
    return taken
  }

  /// Sets a horizon.
  ///
  /// - Parameters:
  ///   - seconds: How long after the moment something may be done.
  ///   - probabilities: The probability of each item to be done by then.
  mutating func setHorizon(_ seconds: Double, _ probabilities: consuming [Float]) {
    precondition(probabilities.count == scores.count, "a horizon needs a probability for every item")
    horizon = seconds
    horizonProbabilities = probabilities
  }

  /// Returns the probability of an item: within the horizon, or the conditional one if there is
  /// none.
  package func probability(ofItem item: Int) -> Float {
    horizon == nil ? probabilities[item] : horizonProbabilities[item]
  }

  /// Returns the number by which items are ordered, the largest first.
  func precedence(ofItem item: Int) -> Float { horizon == nil ? scores[item] : horizonProbabilities[item] }

  /// Adds what no model knows to the scores, and to the log-odds within the horizon; conditional
  /// probabilities sum to 1 again afterwards.
  ///
  /// - Parameter amounts: What is added to each item, in nats.
  /// - Complexity: O(items).
  mutating func shift(by amounts: [Float]) {
    for item in scores.indices { scores[item] += amounts[item] }
    for item in horizonProbabilities.indices { shiftOdds(ofItem: item, by: amounts[item]) }
    normalize()
  }

  /// Makes one item of several: it is as likely as all of them, and the others are not likely at
  /// all.
  ///
  /// Only one can be what is done now; within a horizon it is that any of them is done, each
  /// independently of the others.
  ///
  /// - Parameters:
  ///   - items: The items, the one included.
  ///   - best: The item that stands for all.
  ///   - bonus: What is added to its score besides, in nats.
  mutating func merge(_ items: [Int], into best: Int, adding bonus: Float) {
    let share = items.reduce(0) { $0 + probabilities[$1] }
    let growth =
      probabilities[best] > 0 ? Float(Elementary.logarithm(Double(share / probabilities[best]))) : 0
    let none = -Float.greatestFiniteMagnitude
    for item in items where item != best { (scores[item], probabilities[item]) = (none, 0) }
    scores[best] += growth
    probabilities[best] = share
    if horizon != nil {
      let missing = items.reduce(1.0) { $0 * (1 - Double(horizonProbabilities[$1])) }
      for item in items { horizonProbabilities[item] = 0 }
      horizonProbabilities[best] = Float(1 - missing)
      shiftOdds(ofItem: best, by: bonus)
    }
    if bonus != 0 {
      scores[best] += bonus
      normalize()
    }
  }

  /// Gives hints their part of the probabilities, and of the scores what that is worth.
  ///
  /// Afterwards the conditional probabilities of items, of what only hints name and of "none of
  /// these" sum to 1. Within a horizon, what is hinted rises, and the rest stays as it is.
  ///
  /// - Parameters:
  ///   - pool: What hints say.
  ///   - weights: What its members weigh that are items.
  /// - Returns: How much the conditional score of each of those items gains against the items
  ///   without a hint, in nats.
  /// - Complexity: O(items).
  mutating func apply(_ pool: HintPool, weights: [Int: HintPool.Weight]) -> [Int: Double] {
    let novelty = Double(noveltyProbability)
    var gains: [Int: Double] = [:]
    for item in scores.indices {
      let learned = Double(probabilities[item])
      guard let weight = weights[item] else {
        probabilities[item] = Float(learned * pool.rest)
        continue
      }
      let hinted = pool.probability(learned: learned, novelty: novelty, weight: weight)
      // A probability too small to be told from 0 gains as much as the smallest that can.
      let gain = log(hinted / (max(learned, Double(Float.leastNormalMagnitude)) * pool.rest))
      gains[item] = gain
      probabilities[item] = Float(hinted)
      scores[item] += Float(gain)
      guard let horizon else { continue }
      let foreseen = Double(horizonProbabilities[item])
      horizonProbabilities[item] = Float(pool.probability(learned: foreseen, within: horizon, weight: weight))
    }
    noveltyProbability = Float(pool.novelty(novelty))
    return gains
  }

  /// Multiplies the odds of an item within the horizon by e to the power of an amount.
  private mutating func shiftOdds(ofItem item: Int, by amount: Float) {
    guard amount != 0 else { return }
    let probability = Double(horizonProbabilities[item])
    let weighted = probability * exp(Double(amount))
    horizonProbabilities[item] = Float(weighted / (1 - probability + weighted))
  }

  private mutating func normalize() {
    probabilities.removeAll(keepingCapacity: true)
    probabilities.append(contentsOf: scores)
    noveltyProbability =
      Softmax.normalize(&probabilities, in: probabilities.indices, with: noveltyScore).other
  }
}
