public import Kernels

/// A model that follows one person in three steps, each learned from that person's choices in their order.
///
/// 1. ``AdaptedModel``: what evidence is worth for this person, by a change of the readout;
/// 2. ``CorrectionTable``: what this person does otherwise, candidate by candidate and circumstance by circumstance;
/// 3. sharpness: how sure one may be of this person, a factor of all scores, small while little is known of them.
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

    /// The defaults.
    public init() {}

    /// Does not follow.
    public static var none: Rates {
      var rates = Rates()
      rates.adaptation = .none
      rates.correction.learningRate = 0
      (rates.sharpnessLearningRate, rates.scoreVariance) = (0, 0)
      return rates
    }
  }

  /// The logarithm of the sharpness stays between minus and plus this: half as sure, or twice.
  private static let sharpnessLimit: Float = 0.7

  /// How it follows.
  public let rates: Rates
  private var adapted: AdaptedModel
  private var corrections: CorrectionTable
  private var logSharpness: Float = 0
  /// How many choices were learned from.
  private(set) var choices: Float = 0

  /// Starts from a model, unchanged.
  public init(_ model: RankingModel, rates: Rates = Rates()) {
    self.rates = rates
    adapted = AdaptedModel(model, prior: rates.adaptation)
    corrections = CorrectionTable(rates: rates.correction)
  }

  /// What all scores are multiplied by: what was learned of it, times κ = 1 / √(1 + π/8 · variance).
  ///
  /// The mean probability under uncertain scores is close to that of scores smaller by κ (MacKay: The evidence framework
  /// applied to classification networks, Neural Computation 4, 1992). The variance falls as that of a mean does.
  private var sharpness: Float {
    let settling = max(rates.settlingChoices, 1)
    let variance = max(rates.scoreVariance, 0) * settling / (settling + choices)
    return Float(Elementary.exponential(Double(logSharpness))) / (1 + .pi / 8 * variance).squareRoot()
  }

  /// Scores all candidates of one query.
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
    let scores = try adapted.score(candidates: candidates, novelty: novelty, scratch: &scratch)
    return try corrected(scores, in: circumstances)
  }

  private func corrected(
    _ scores: QueryScores, in circumstances: SparseVector
  ) throws(RankingError) -> QueryScores {
    guard corrections.rowCount <= scores.candidates.count else {
      throw .row(corrections.rowCount - 1, count: scores.candidates.count)
    }
    var rows = scores.candidates
    corrections.add(circumstances, to: &rows)
    let sharpness = sharpness
    for row in rows.indices { rows[row] *= sharpness }
    let none = scores.none * sharpness
    guard none.isFinite, VectorLoops.allFinite(rows) else { throw .scoreNotFinite }
    return QueryScores(candidates: rows, none: none)
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
    let own = try adapted.study(target, candidates: candidates, novelty: novelty, scratch: &scratch)
    let scores = try corrected(own, in: circumstances)
    try adapted.learn(from: &scratch)
    var errors = scores.candidates
    var noneError = Softmax.normalize(&errors, in: errors.indices, with: scores.none).other
    if let target { errors[target] -= 1 } else { noneError -= 1 }
    // The derivative of the loss by the logarithm of a factor of all scores.
    var slope = noneError * scores.none
    for (row, error) in errors.enumerated() { slope += error * scores.candidates[row] }
    let moved = logSharpness - rates.sharpnessLearningRate * slope
    logSharpness = max(-Self.sharpnessLimit, min(Self.sharpnessLimit, moved))
    corrections.learn(errors, in: circumstances)
    choices += 1
  }
}

extension PersonalModel {
  /// The model as it is now, made ready to explain scores.
  ///
  /// - Throws: `RankingError.model` if what was learned is out of any proportion.
  public func explainer() throws(RankingError) -> Explainer {
    Explainer(model: try adapted.snapshot(), corrections: corrections, sharpness: sharpness)
  }

  /// Says why a candidate has its score.
  public struct Explainer: Sendable {
    let model: RankingModel
    let corrections: CorrectionTable
    let sharpness: Float

    /// What speaks for a candidate, by group: the model's contributions, and those of the circumstances.
    ///
    /// - Parameters:
    ///   - row: The candidate to explain.
    ///   - candidates: All candidates of the query.
    ///   - groups: The group, 0 or above, of each column.
    ///   - circumstances: Those of the query.
    ///   - circumstanceGroups: The group of each of their entries, none above the highest of `groups`.
    /// - Throws: `RankingError` as ``RankingModel/contributions(to:of:groups:)`` does.
    /// - Complexity: that of the model's contributions, and O(weights of these circumstances).
    public func contributions(
      to row: Int, of candidates: Matrix, groups: [Int], circumstances: SparseVector,
      circumstanceGroups: [Int]
    ) throws(RankingError) -> Contributions {
      let fitted = try model.contributions(to: row, of: candidates, groups: groups)
      guard circumstanceGroups.count == circumstances.count,
        circumstanceGroups.allSatisfy(fitted.groups.indices.contains)
      else { throw .groups(expected: circumstances.count, found: circumstanceGroups.count) }
      var (sums, score, average) = (fitted.groups, fitted.score, fitted.averageScore)
      let parts = corrections.parts(circumstances, row: row, of: candidates.rows)
      for (part, group) in zip(parts, circumstanceGroups) {
        sums[group] += part.own - part.average
        score += part.own
        average += part.average
      }
      return Contributions(
        columns: fitted.columns.map { $0 * sharpness }, groups: sums.map { $0 * sharpness },
        score: score * sharpness, averageScore: average * sharpness)
    }
  }
}
