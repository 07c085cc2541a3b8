internal import Kernels

/// Whom to believe about a person: several opinions of what comes next, each as sure as it was right so far.
///
/// The probability of a candidate is the mean of the opinions' probabilities by their weights (a linear opinion pool; Stone:
/// The opinion pool, Annals of Mathematical Statistics 32, 1961). After each choice the weights follow Bayes' rule, and then
/// a share σ of them moves to the *lasting* weights, so that an opinion that was wrong for a while can come back (fixed
/// share; Herbster & Warmuth: Tracking the best expert, Machine Learning 32, 1998):
///
///     w[k] ← w[k] · p[k](what was chosen), normalised;  w ← (1 − σ) · w + σ · lasting
///
/// After n choices the loss of the pool is at most −ln w[k] − n · ln(1 − σ) above that of any opinion k, w being its first weight.
///
/// There are three opinions, always in this order. *Everybody*: the model as it was fitted. *Person*: the model as it follows
/// this person. *Evidence*: the person's evidence by itself, which no weight was fitted to; it has no lasting weight, because
/// once a person is known the model says it better, and so fades out.
struct OpinionPool: Sendable {
  /// How much each opinion counts; they sum to 1.
  private(set) var weights: [Double]
  private let lasting: [Double]
  private let switching: Double

  init(rates: PersonalModel.PoolRates) {
    weights = rates.initialWeights
    lasting = rates.lastingWeights
    switching = min(max(Double(rates.switchingShare), 0), 1)
  }

  /// Whether only the opinion that follows the person counts, now and ever.
  var isUnanimous: Bool { weights == [0, 1, 0] && lasting == weights }

  /// What the opinions say together: the logarithms of the pooled probabilities, as scores.
  ///
  /// - Parameter opinions: The logarithms of the probabilities, all of as many candidates.
  /// - Complexity: O(opinions · candidates).
  func pooled(_ opinions: [QueryScores]) -> QueryScores {
    // One more for "none of these".
    let logs = zip(opinions, weights).filter { $0.1 > 0 }.map { opinion, weight in
      let shift = Float(Elementary.logarithm(weight))
      return (opinion.candidates + [opinion.none]).map { $0 + shift }
    }
    var pooled = [Float](repeating: -.infinity, count: opinions[0].candidates.count + 1)
    for part in logs {
      for index in pooled.indices { pooled[index] = max(pooled[index], part[index]) }
    }
    var sums = [Float](repeating: 0, count: pooled.count)
    for var part in logs {
      for index in part.indices { part[index] -= pooled[index] }
      _ = VectorLoops.exponentiate(&part, in: part.indices, shift: 0)
      for index in part.indices { sums[index] += part[index] }
    }
    VectorLoops.logarithm(inPlace: &sums)
    for index in pooled.indices { pooled[index] += sums[index] }
    let none = pooled.removeLast()
    return QueryScores(candidates: pooled, none: none)
  }

  /// Learns how probable each opinion thought what was then chosen.
  ///
  /// - Parameter target: The candidate, `nil` for none of them.
  mutating func learn(_ target: Int?, from opinions: [QueryScores]) {
    let logs = opinions.map { opinion in Double(target.map { opinion.candidates[$0] } ?? opinion.none) }
    let best = zip(logs, weights).filter { $0.1 > 0 }.map(\.0).max() ?? 0
    for index in weights.indices where weights[index] > 0 {
      weights[index] *= Elementary.exponential(logs[index] - best)
    }
    let sum = weights.reduce(0, +)
    for index in weights.indices {
      let weight = (1 - switching) * weights[index] / sum + switching * lasting[index]
      weights[index] = weight > Self.leastWeight ? weight : 0
    }
  }

  /// Who counts less is not heard any more.
  private static let leastWeight = 1e-12
}

extension PersonalModel {
  /// How much the opinions about a person count.
  public struct PoolRates: Equatable, Sendable {
    /// What the fitted model counts before the first choice.
    ///
    /// 0.1: with 0.2 figures are level.
    public var everybody: Float = 0.1
    /// What the person's own evidence counts before the first choice; from then on it fades.
    ///
    /// 0.3: for people whose kind of activity was not fitted, the fifth to ninth donation are ranked better by a hundredth
    /// of MRR than without it; with 0.5 by a little more, but people of known kinds worse.
    public var evidence: Float = 0.3
    /// What the fitted model counts in the long run, while nothing tells it from the one that follows the person.
    public var lastingEverybody: Float = 0.2
    /// The share of the weights that goes back there at each choice.
    ///
    /// 0.02: from 0.005 to 0.03 level.
    public var switchingShare: Float = 0.02

    /// The defaults.
    public init() {}

    /// Only the opinion that follows the person counts.
    public static var none: PoolRates {
      var rates = PoolRates()
      (rates.everybody, rates.evidence, rates.lastingEverybody) = (0, 0, 0)
      return rates
    }

    fileprivate static func weights(everybody: Float, evidence: Float) -> [Double] {
      let (others, own) = (Double(min(max(everybody, 0), 1)), Double(min(max(evidence, 0), 1)))
      let sum = max(1, others + own)
      return [others / sum, max(0, 1 - (others + own) / sum), own / sum]
    }

    var initialWeights: [Double] { Self.weights(everybody: everybody, evidence: evidence) }
    var lastingWeights: [Double] { Self.weights(everybody: lastingEverybody, evidence: 0) }
  }
}
