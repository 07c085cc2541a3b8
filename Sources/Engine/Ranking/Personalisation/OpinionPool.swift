internal import Kernels

/// A pool of opinions about a person: several opinions of what comes next, each as sure as it was
/// right so far.
///
/// The probability of a candidate is the mean of the opinions' probabilities by their weights (a
/// linear opinion pool; Stone: The opinion pool, Annals of Mathematical Statistics 32, 1961). After
/// each choice the weights follow Bayes' rule, and then a share σ of them moves to the *lasting*
/// weights, so that an opinion that was wrong for a while can come back (fixed share; Herbster &
/// Warmuth: Tracking the best expert, Machine Learning 32, 1998):
///
///     w[k] ← w[k] · p[k](what was chosen), normalised;  w ← (1 − σ) · w + σ · lasting
///
/// After n choices the loss of the pool is at most −ln w[k] − n · ln(1 − σ) above that of any
/// opinion k, w being its first weight.
///
/// There are three opinions, always in this order. *Everybody*: the model as it was fitted.
/// *Person*: the model as it follows this person. *Evidence*: the person's evidence by itself,
/// which no weight was fitted to; it has no lasting weight, because once a person is known the
/// model says it better, and so fades out.
struct OpinionPool: Sendable {
  /// The weights of the opinions, which sum to 1.
  private(set) var weights: SIMD3<Double>
  private let lasting: SIMD3<Double>
  private let switching: Double

  init(rates: PersonalModel.PoolRates) {
    weights = rates.initialWeights
    lasting = rates.lastingWeights
    switching = min(max(Double(rates.switchingShare), 0), 1)
  }

  /// A Boolean value that indicates whether only the opinion that follows the person counts, now
  /// and ever.
  var isUnanimous: Bool { weights == [0, 1, 0] && lasting == weights }

  /// The numbers that are added to each opinion's logarithm of a probability for its part in the
  /// pool; −∞ if it is not pooled.
  var shifts: SIMD3<Double> {
    SIMD3(
      Elementary.logarithm(weights.x), Elementary.logarithm(weights.y), Elementary.logarithm(weights.z))
  }

  /// Learns how probable each opinion thought what was then chosen.
  ///
  /// - Parameter logs: The logarithms of those probabilities.
  mutating func learn(_ logs: SIMD3<Double>) {
    let heard = weights .> 0
    let best = logs.replacing(with: -.infinity, where: .!heard).max()
    for index in weights.indices where heard[index] {
      weights[index] *= Elementary.exponential(logs[index] - best)
    }
    weights = (1 - switching) * weights / (weights.x + weights.y + weights.z) + switching * lasting
    // Who counts less is not heard any more.
    weights.replace(with: 0, where: weights .<= Self.leastWeight)
  }

  private static let leastWeight = 1e-12
}

extension OpinionPool {
  /// Writes how much each opinion counts.
  func write(into writer: inout StateWriter) {
    for index in weights.indices { writer.write(weights[index]) }
  }

  /// Reads that back.
  ///
  /// - Throws: `StateError` if the weights are not shares of a whole.
  init(rates: PersonalModel.PoolRates, from reader: inout StateReader) throws(StateError) {
    self.init(rates: rates)
    for index in weights.indices { weights[index] = try reader.read() }
    guard weights.min() >= 0, abs(weights.sum() - 1) <= 1e-9 else { throw StateError() }
  }
}

extension PersonalModel {
  /// The weights of the opinions about a person.
  public struct PoolRates: Equatable, Sendable {
    /// The weight of the fitted model before the first choice.
    ///
    /// 0.1: with 0.2 figures are level.
    public var everybody: Float = 0.1
    /// The weight of the person's own evidence before the first choice; from then on it fades.
    ///
    /// 0.3: for people whose kind of activity was not fitted, the fifth to ninth donation are
    /// ranked better by a hundredth of MRR than without it; with 0.5 by a little more, but people
    /// of known kinds worse.
    public var evidence: Float = 0.3
    /// The weight of the fitted model in the long run, while nothing tells it from the one that
    /// follows the person.
    public var lastingEverybody: Float = 0.2
    /// The weight of the person's own evidence in the long run, while nothing tells it from the one
    /// that follows the person.
    public var lastingEvidence: Float = 0
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

    fileprivate static func weights(everybody: Float, evidence: Float) -> SIMD3<Double> {
      let (others, own) = (Double(min(max(everybody, 0), 1)), Double(min(max(evidence, 0), 1)))
      let sum = max(1, others + own)
      return SIMD3(others / sum, max(0, 1 - (others + own) / sum), own / sum)
    }

    fileprivate var initialWeights: SIMD3<Double> { Self.weights(everybody: everybody, evidence: evidence) }
    fileprivate var lastingWeights: SIMD3<Double> {
      Self.weights(everybody: lastingEverybody, evidence: lastingEvidence)
    }
  }
}
