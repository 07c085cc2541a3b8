internal import Features
internal import Foundation
internal import Kernels
internal import Ranking

/// The scores of all candidates of a query, by item: the third stage of a query.
///
/// They are conditional: they assume that the user does something now. With a horizon, each item
/// also has the probability of being done within it. That probability is offered, passes through
/// gates and decides the order, while scores and their explanations stay conditional.
package struct ScoredCandidates: Hashable, Sendable {
  /// The score of each item, in nats: the logarithm of its conditional probability, up to a
  /// constant.
  package internal(set) var scores: [Float] = []
  /// The conditional probability of each item; together with ``noveltyProbability`` they sum to 1.
  package internal(set) var probabilities: [Float] = []
  /// The horizon in seconds; `nil` if only conditional probabilities were asked for.
  package private(set) var horizon: Double?
  /// The probability that each item is done within the ``horizon``; empty without one.
  ///
  /// Several items can be done, so they need not sum to 1.
  package private(set) var horizonProbabilities: [Float] = []
  /// The conditional probability of an activity that was never donated.
  package internal(set) var noveltyProbability: Float = 1
  /// The score of an activity that was never donated.
  private var noveltyScore: Float = 0

  /// Creates the scores of a query without candidates, to be filled.
  package init() {}

  /// Sets the scores of all items.
  ///
  /// Items outside the candidates share the total of their sample.
  ///
  /// - Parameters:
  ///   - scored: The scores of the candidates; a sample's scores include all the items that it
  ///     represents.
  ///   - candidates: The scored candidates.
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

  /// Takes the storage that ``setHorizon(_:_:)`` gives back, so that a warm query allocates
  /// nothing.
  mutating func takeHorizonProbabilities() -> [Float] {
    var taken: [Float] = []
    swap(&taken, &horizonProbabilities)
    return taken
  }

  /// Sets a horizon.
  ///
  /// - Parameters:
  ///   - seconds: The horizon.
  ///   - probabilities: The probability that each item is done within it.
  mutating func setHorizon(_ seconds: Double, _ probabilities: consuming [Float]) {
    precondition(probabilities.count == scores.count, "a horizon needs a probability for every item")
    horizon = seconds
    horizonProbabilities = probabilities
  }

  /// Returns the probability of an item: within the horizon, or the conditional one without a
  /// horizon.
  package func probability(ofItem item: Int) -> Float {
    horizon == nil ? probabilities[item] : horizonProbabilities[item]
  }

  /// Returns the number that items are ordered by, the largest first.
  func precedence(ofItem item: Int) -> Float { horizon == nil ? scores[item] : horizonProbabilities[item] }

  /// Adds amounts that no model knows to the scores, and to the log-odds within the horizon;
  /// conditional probabilities sum to 1 again afterwards.
  ///
  /// - Parameter amounts: The amount for each item, in nats.
  /// - Complexity: O(items).
  mutating func shift(by amounts: [Float]) {
    for item in scores.indices { scores[item] += amounts[item] }
    for item in horizonProbabilities.indices { shiftOdds(ofItem: item, by: amounts[item]) }
    normalize()
  }

  /// Merges several items into one that is as likely as all of them; the others have no probability
  /// left.
  ///
  /// Only one of them can be done now. Within a horizon, any of them may be done, independently of
  /// the others.
  ///
  /// - Parameters:
  ///   - items: The items, including `best`.
  ///   - best: The item that represents all.
  ///   - bonus: An amount to add to its score, in nats.
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

  /// Adds hints to the probabilities, and to the scores accordingly.
  ///
  /// Afterwards the conditional probabilities of items, of activities that only hints name and of
  /// "none of these" sum to 1. Within a horizon, hinted activities rise, and the rest do not
  /// change.
  ///
  /// - Parameters:
  ///   - pool: The hints.
  ///   - weights: The weights of those of its members that are items.
  /// - Returns: The gain of each of those items in conditional score over the items without a hint,
  ///   in nats.
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
      // A probability that rounds to 0 gains as much as the smallest one that does not.
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
