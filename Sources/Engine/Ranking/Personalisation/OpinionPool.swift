internal import Kernels

/// A pool of opinions about what a user does next.
///
/// Each opinion counts as much as it was right before.
///
/// The probability of a candidate is the mean of the opinions' probabilities, by their weights (a
/// linear opinion pool; Stone: The opinion pool, Annals of Mathematical Statistics 32, 1961). After
/// each choice the weights follow Bayes' rule. Then a share σ of them moves to the *lasting*
/// weights, so that an opinion that was wrong for a while can come back (fixed share; Herbster &
/// Warmuth: Tracking the best expert, Machine Learning 32, 1998):
///
///     w[k] ← w[k] · p[k](choice), normalised;  w ← (1 − σ) · w + σ · lasting
///
/// After n choices the loss of the pool exceeds that of any opinion k by at most −ln w[k] − n ·
/// ln(1 − σ), where w is the opinion's first weight.
///
/// The pool has three opinions, always in this order. *Everybody* is the model as it was fitted.
/// *Person* is the model as it follows this user. *Evidence* is the user's evidence by itself, to
/// which no weight was fitted. By default it has no lasting weight and fades out, because the model
/// predicts better once it knows a user.
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

  /// A Boolean value that indicates whether only the opinion that follows the user counts, now and
  /// in the future.
  var isUnanimous: Bool { weights == [0, 1, 0] && lasting == weights }

  /// The numbers to add to the logarithm of each opinion's probability before pooling; −∞ for an
  /// opinion that is not pooled.
  var shifts: SIMD3<Double> {
    SIMD3(
      Elementary.logarithm(weights.x), Elementary.logarithm(weights.y), Elementary.logarithm(weights.z))
  }

  /// Learns from the probabilities that the opinions gave to the choice.
  ///
  /// - Parameter logs: The logarithms of those probabilities.
  mutating func learn(_ logs: SIMD3<Double>) {
    let heard = weights .> 0
    let best = logs.replacing(with: -.infinity, where: .!heard).max()
    for index in weights.indices where heard[index] {
      weights[index] *= Elementary.exponential(logs[index] - best)
    }
    weights = (1 - switching) * weights / (weights.x + weights.y + weights.z) + switching * lasting
    // Set negligible weights to exactly 0.
    weights.replace(with: 0, where: weights .<= Self.leastWeight)
  }

  private static let leastWeight = 1e-12
}

extension OpinionPool {
  /// Writes the weights of the opinions.
  func write(into writer: inout StateWriter) {
    for index in weights.indices { writer.write(weights[index]) }
  }

  /// Reads the weights of the opinions.
  ///
  /// - Throws: `StateError` if the weights are negative or do not sum to 1.
  init(rates: PersonalModel.PoolRates, from reader: inout StateReader) throws(StateError) {
    self.init(rates: rates)
    for index in weights.indices { weights[index] = try reader.read() }
    guard weights.min() >= 0, abs(weights.sum() - 1) <= 1e-9 else { throw StateError() }
  }
}

extension PersonalModel {
  /// The weights of the opinions about a user.
  public struct PoolRates: Equatable, Sendable {
    /// The weight of the fitted model before the first choice.
    ///
    /// 0.1: 0.2 gives equal results.
    public var everybody: Float = 0.1
    /// The weight of the user's own evidence before the first choice; it then fades.
    ///
    /// 0.3: for users whose kind of activity the model was not fitted to, it improves the ranks of
    /// the fifth to ninth donation by a hundredth of MRR. With 0.5 the gain is slightly larger, but
    /// users of known kinds lose.
    public var evidence: Float = 0.3
    /// The long-term weight of the fitted model, as long as it and the model that follows the user
    /// predict equally well.
    public var lastingEverybody: Float = 0.2
    /// The long-term weight of the user's own evidence, as long as it and the model that follows
    /// the user predict equally well.
    public var lastingEvidence: Float = 0
    /// The share of the weights that returns to the long-term weights at each choice.
    ///
    /// 0.02: 0.005 to 0.03 give equal results.
    public var switchingShare: Float = 0.02

    /// The defaults.
    public init() {}

    /// Weights under which only the opinion that follows the user counts.
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
