public import Kernels

/// A model that follows one person in four steps, each learned from that person's choices in their order.
///
/// 1. ``AdaptedModel``: what evidence is worth for this person, by a change of the readout;
/// 2. ``CorrectionTable``: what this person does otherwise, candidate by candidate and circumstance by circumstance;
/// 3. sharpness: how sure one may be of this person, a factor of all scores, small while little is known of them;
/// 4. an opinion pool: how far to believe all this, and how far the model as it was fitted to everybody, or the person's own
///    evidence without any model.
///
/// All of it is a function of the choices, so it can be rebuilt.
public struct PersonalModel: Sendable {
  /// How it follows.
  public struct Rates: Equatable, Sendable {
    /// The first step's.
    public var adaptation = AdaptedModel.Prior()
    /// The second step's.
    public var correction = CorrectionTable.Rates()
    /// Size of a step of the logarithm of the sharpness.
    ///
    /// 0.01: it is learned from some hundred choices.
    public var sharpnessLearningRate: Float = 0.01
    /// How uncertain the scores of a person are whose choices are not known: the variance of their differences, in nats².
    ///
    /// 1.5: chosen for log loss on logs whose kind was not fitted. There it lowers the calibration error where histories are
    /// short, and changes no order.
    public var scoreVariance: Float = 1.5
    /// After so many choices that variance has halved; it goes on falling with their number.
    ///
    /// 50: with 100, and a variance of 2, figures are the same within 0.001.
    public var settlingChoices: Float = 50
    /// The fourth step's.
    public var pool = PoolRates()

    /// The defaults.
    public init() {}

    /// Does not follow.
    public static var none: Rates {
      var rates = Rates()
      rates.adaptation = .none
      rates.correction.learningRate = 0
      (rates.sharpnessLearningRate, rates.scoreVariance) = (0, 0)
      rates.pool = .none
      return rates
    }
  }

  /// The logarithm of the sharpness stays between minus and plus this: half as sure, or twice.
  private static let sharpnessLimit: Float = 0.7

  /// How it follows.
  public let rates: Rates
  /// The columns whose sum is the logarithm of the probability that a person's own evidence gives a candidate.
  public let evidenceColumns: [Int]
  private(set) var adapted: AdaptedModel
  private(set) var corrections: CorrectionTable
  private(set) var pool: OpinionPool
  private var logSharpness: Float = 0
  /// How many choices were learned from.
  private(set) var choices: Float = 0

  /// Starts from a model, unchanged.
  ///
  /// - Parameters:
  ///   - model: What was fitted to many people.
  ///   - evidenceColumns: The columns whose sum is the logarithm of the probability that a person's own evidence gives a
  ///     candidate, up to a constant; without any it has no opinion.
  ///   - rates: How it follows.
  public init(_ model: RankingModel, evidenceColumns: [Int] = [], rates: Rates = Rates()) {
    self.rates = rates
    self.evidenceColumns = evidenceColumns
    adapted = AdaptedModel(model, prior: rates.adaptation)
    corrections = CorrectionTable(rates: rates.correction)
    var poolRates = rates.pool
    if evidenceColumns.isEmpty { poolRates.evidence = 0 }
    pool = OpinionPool(rates: poolRates)
  }

  /// κ = 1 / √(1 + π/8 · variance): how sure one may be by the number of choices.
  ///
  /// The mean probability under uncertain scores is close to that of scores smaller by κ (MacKay: The evidence framework
  /// applied to classification networks, Neural Computation 4, 1992). The variance falls as that of a mean does.
  var moderation: Float {
    let settling = max(rates.settlingChoices, 1)
    let variance = max(rates.scoreVariance, 0) * settling / (settling + choices)
    return 1 / (1 + .pi / 8 * variance).squareRoot()
  }

  /// What the scores that follow the person are multiplied by: ``moderation`` times what was learned of it.
  var sharpness: Float { Float(Elementary.exponential(Double(logSharpness))) * moderation }

  /// Scores all candidates of one query: the logarithms of their probabilities, up to a constant.
  ///
  /// - Parameters:
  ///   - candidates: One row each; a row stands for the same candidate in every query of this person.
  ///   - novelty: The features of "none of these".
  ///   - circumstances: The same entries in like circumstances.
  ///   - scratch: Buffers to use again.
  /// - Throws: `RankingError`, as `Scorer` does, or if a candidate that was learned of is missing.
  /// - Complexity: that of ``AdaptedModel``, and O(weights of these circumstances).
  public func score(
    candidates: Matrix, novelty: [Float], circumstances: SparseVector, scratch: inout ScoringScratch
  ) throws(RankingError) -> QueryScores {
    let heard = try hear(
      candidates: candidates, novelty: novelty, circumstances: circumstances, scratch: &scratch)
    return heard.opinions.map(pool.pooled) ?? heard.own
  }

  /// The scores that follow the person, and what all opinions say of a query; `nil` if only those count.
  func hear(
    candidates: Matrix, novelty: [Float], circumstances: SparseVector, scratch: inout ScoringScratch
  ) throws(RankingError) -> (own: QueryScores, opinions: [QueryScores]?) {
    let scores = try adapted.scores(candidates: candidates, novelty: novelty, scratch: &scratch)
    let own = try corrected(scores.adapted, in: circumstances)
    return (own, try opinions(fitted: scores.fitted, own: own, candidates: candidates))
  }

  private func corrected(
    _ scores: QueryScores, in circumstances: SparseVector
  ) throws(RankingError) -> QueryScores {
    guard corrections.rowCount <= scores.candidates.count else {
      throw .row(corrections.rowCount - 1, count: scores.candidates.count)
    }
    var rows = scores.candidates
    corrections.add(circumstances, to: &rows)
    return try QueryScores(candidates: rows, none: scores.none).multiplied(by: sharpness)
  }

  /// What everybody, the followed person and their evidence say of a query: logarithms of probabilities, in this order.
  ///
  /// - Returns: `nil` if only the second counts.
  private func opinions(
    fitted: QueryScores, own: QueryScores, candidates: Matrix
  ) throws(RankingError) -> [QueryScores]? {
    if pool.isUnanimous || candidates.rows == 0 { return nil }
    let everybody = try fitted.multiplied(by: moderation).logProbabilities
    let person = own.logProbabilities
    if evidenceColumns.isEmpty { return [everybody, person, person] }
    if let missing = evidenceColumns.first(where: { !(0..<candidates.columns).contains($0) }) {
      throw .featureCount(expected: missing + 1, found: candidates.columns)
    }
    // The evidence tells candidates apart only: whether it will be one of them is as the followed person's model says.
    let known = QueryScores(candidates: person.candidates, none: -.infinity).logSum
    let evidence = QueryScores(
      candidates: (0..<candidates.rows).map { row in
        evidenceColumns.reduce(0) { $0 + candidates[row, $1] }
      }, none: -.infinity)
    let shift = Float(known - evidence.logSum)
    return [
      everybody, person, QueryScores(candidates: evidence.candidates.map { $0 + shift }, none: person.none),
    ]
  }

  /// Learns from a choice.
  ///
  /// - Parameters:
  ///   - target: The row that was chosen; `nil` if it was none of them.
  ///   - candidates: What there was to choose from.
  ///   - novelty: The features of "none of these".
  ///   - circumstances: Those of the choice.
  ///   - scratch: Buffers to use again.
  /// - Throws: `RankingError` as for scoring, or if there is no such row; the model is then unchanged.
  /// - Complexity: that of ``AdaptedModel``, and O(rows in doubt · circumstances).
  public mutating func learn(
    _ target: Int?, candidates: Matrix, novelty: [Float], circumstances: SparseVector,
    scratch: inout ScoringScratch
  ) throws(RankingError) {
    let studied = try adapted.study(target, candidates: candidates, novelty: novelty, scratch: &scratch)
    let own = try corrected(studied.adapted, in: circumstances)
    let opinions = try opinions(fitted: studied.fitted, own: own, candidates: candidates)
    try adapted.learn(from: &scratch)
    if let opinions { pool.learn(target, from: opinions) }
    var errors = own.candidates
    var noneError = Softmax.normalize(&errors, in: errors.indices, with: own.none).other
    if let target { errors[target] -= 1 } else { noneError -= 1 }
    // The derivative of the loss by the logarithm of a factor of all scores.
    var slope = noneError * own.none
    for (row, error) in errors.enumerated() { slope += error * own.candidates[row] }
    let moved = logSharpness - rates.sharpnessLearningRate * slope
    logSharpness = max(-Self.sharpnessLimit, min(Self.sharpnessLimit, moved))
    corrections.learn(errors, in: circumstances)
    choices += 1
  }
}

extension QueryScores {
  /// - Throws: `RankingError.scoreNotFinite`.
  fileprivate func multiplied(by factor: Float) throws(RankingError) -> QueryScores {
    var rows = candidates
    for row in rows.indices { rows[row] *= factor }
    guard (none * factor).isFinite, VectorLoops.allFinite(rows) else { throw .scoreNotFinite }
    return QueryScores(candidates: rows, none: none * factor)
  }

  /// The logarithms of the probabilities; with "none of these" these sum to 1.
  fileprivate var logProbabilities: QueryScores {
    let sum = Float(logSum)
    return QueryScores(candidates: candidates.map { $0 - sum }, none: none - sum)
  }

  /// The logarithm of the sum of the exponentials of all scores.
  fileprivate var logSum: Double {
    var probabilities = candidates
    return Softmax.normalize(&probabilities, in: probabilities.indices, with: none).logSum
  }
}
