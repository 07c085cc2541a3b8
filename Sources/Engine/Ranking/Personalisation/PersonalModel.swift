public import Kernels

/// A model that follows one user in four steps, each learned from the user's choices in their
/// order.
///
/// 1. ``AdaptedModel`` learns what the evidence is worth for this user, as a change of the readout.
/// 2. ``ItemBiasTable`` learns the user's other preferences, for each candidate and circumstance.
/// 3. An inverse temperature, a factor of all scores, says how certain predictions for this user
///    can be. It is small while little is known of the user.
/// 4. An opinion pool weights these three steps against the model as it was fitted, and against the
///    user's own evidence without any model.
///
/// All of it is a function of the choices, so it can be rebuilt.
public struct PersonalModel: Sendable {
  /// The rates at which the model follows the user.
  public struct Rates: Equatable, Sendable {
    /// The prior of the first step.
    public var adaptation = AdaptedModel.Prior()
    /// The rates of the second step.
    public var itemBias = ItemBiasTable.Rates()
    /// The step size of the logarithm of the inverse temperature.
    ///
    /// 0.01: it is learned from a few hundred choices.
    public var inverseTemperatureLearningRate: Float = 0.01
    /// The uncertainty of the scores of a user with unknown choices: the variance of their
    /// differences, in nats².
    ///
    /// 1.5: chosen for log loss on logs of kinds that the model was not fitted to. There it lowers
    /// the calibration error for short histories, and changes no order.
    /// error where histories are short, and changes no order.
    public var scoreVariance: Float = 1.5
    /// The number of choices after which that variance has halved.
    ///
    /// It keeps falling as the number grows.
    ///
    /// 50: with 100, and a variance of 2, results are the same within 0.001.
    public var settlingChoices: Float = 50
    /// The rates of the fourth step.
    public var pool = PoolRates()

    /// The defaults.
    public init() {}

    /// Rates under which the model does not follow the user.
    public static var none: Rates {
      var rates = Rates()
      rates.adaptation = .none
      rates.itemBias.learningRate = 0
      (rates.inverseTemperatureLearningRate, rates.scoreVariance) = (0, 0)
      rates.pool = .none
      return rates
    }
  }

  /// The logarithm of the inverse temperature stays between minus and plus this limit: half as
  /// certain, or twice as certain.
  private static let inverseTemperatureLimit: Float = 0.7

  /// The rates at which the model follows the user.
  public private(set) var rates: Rates
  /// The columns whose sum is the logarithm of the probability that the user's own evidence gives a
  /// candidate.
  public private(set) var evidenceColumns: [Int]
  private(set) var adapted: AdaptedModel
  private(set) var itemBiases: ItemBiasTable
  private(set) var pool: OpinionPool
  private var logInverseTemperature: Float = 0
  /// The number of choices learned from.
  private(set) var choices: Float = 0

  /// One more than the highest row that scoring needs.
  ///
  /// Queries with fewer candidates are rejected.
  public var itemCount: Int { itemBiases.itemCount }

  /// The number of bytes in its tables, without those of the fitted model, which all users share.
  public var memoryFootprint: Int {
    MemoryLayout<PersonalModel>.size + adapted.memoryFootprint + itemBiases.memoryFootprint
  }

  /// Creates an unchanged copy of a model.
  ///
  /// - Parameters:
  ///   - model: The model that was fitted to many users.
  ///   - evidenceColumns: The columns whose sum is the logarithm of the probability that the user's
  ///     own evidence gives a candidate, up to a constant. Without columns, the evidence has no
  ///     opinion.
  ///   - rates: The rates at which the model follows the user.
  public init(_ model: RankingModel, evidenceColumns: [Int] = [], rates: Rates = Rates()) {
    self.rates = rates
    self.evidenceColumns = evidenceColumns
    adapted = AdaptedModel(model, prior: rates.adaptation)
    itemBiases = ItemBiasTable(rates: rates.itemBias)
    pool = OpinionPool(rates: Self.poolRates(rates, evidenceColumns: evidenceColumns))
  }

  /// Creates a model that continues from another one, with other columns of evidence, whose opinion
  /// is new.
  ///
  /// - Parameters:
  ///   - other: The model to continue from.
  ///   - evidenceColumns: The same as in `init(_:evidenceColumns:rates:)`.
  ///   - rates: The weights of opinions. All other rates stay as they are in `other`.
  public init(continuing other: PersonalModel, evidenceColumns: [Int], pool rates: PoolRates) {
    self = other
    self.rates.pool = rates
    self.evidenceColumns = evidenceColumns
    pool = OpinionPool(rates: Self.poolRates(self.rates, evidenceColumns: evidenceColumns))
  }

  /// Without columns of evidence, the evidence has no opinion.
  static func poolRates(_ rates: Rates, evidenceColumns: [Int]) -> PoolRates {
    var pool = rates.pool
    if evidenceColumns.isEmpty { (pool.evidence, pool.lastingEvidence) = (0, 0) }
    return pool
  }

  /// κ = 1 / √(1 + π/8 · variance): the certainty that the number of choices allows.
  ///
  /// The mean probability under uncertain scores is close to the probability for scores multiplied
  /// by κ (MacKay: The evidence framework applied to classification networks, Neural Computation 4,
  /// 1992). The variance falls like the variance of a mean.
  var moderation: Float {
    let settling = max(rates.settlingChoices, 1)
    let variance = max(rates.scoreVariance, 0) * settling / (settling + choices)
    return 1 / (1 + .pi / 8 * variance).squareRoot()
  }

  /// The factor for the scores that follow the user: ``moderation`` times the learned factor.
  var inverseTemperature: Float { Float(Elementary.exponential(Double(logInverseTemperature))) * moderation }

  /// Scores all candidates of one query: the logarithms of their probabilities, up to a constant.
  ///
  /// - Parameters:
  ///   - candidates: One row per candidate.
  ///   - items: The items that the candidates represent. An item is the same one in every query of
  ///     this user. A sampled row has the score of all items that it represents.
  ///   - novelty: The features of "none of these".
  ///   - circumstances: The circumstances of the query. The same circumstances need the same
  ///     entries in every query.
  ///   - scratch: Reusable buffers.
  ///   - scores: Receives the scores in reused storage; undefined if an error is thrown.
  /// - Throws: `RankingError`, as `Scorer` does, or if a candidate with learned corrections is
  ///   missing.
  /// - Complexity: The same as ``AdaptedModel``, and O(weights of these circumstances); no
  ///   allocation once the scratch is warm.
  public func score(
    candidates: Matrix, items: CandidateItems = .whole, novelty: [Float], circumstances: SparseVector,
    scratch: inout ScoringScratch, into scores: inout QueryScores
  ) throws(RankingError) {
    try adapted.score(
      candidates: candidates, items: items, novelty: novelty, keepsUnits: false, scratch: &scratch)
    try pool(
      candidates, rows: 0..<candidates.rows, items: items, circumstances: circumstances,
      scratch: &scratch, into: &scores)
  }

  /// Scores a query of a batch whose fitted scores, and the amounts that the user's change adds to
  /// them, are in the scratch.
  func score(
    _ query: Int, of batch: QueryBatch, circumstances: SparseVector, scratch: inout ScoringScratch,
    into scores: inout QueryScores
  ) throws(RankingError) {
    try adapted.follow(query, of: batch, scratch: &scratch)
    try pool(
      batch.candidates, rows: batch.rows(ofQuery: query), items: .whole, circumstances: circumstances,
      scratch: &scratch, into: &scores)
  }

  /// Writes the scores of some rows, the candidates of a query, from the fitted and adapted scores
  /// in the scratch.
  private func pool(
    _ candidates: Matrix, rows: Range<Int>, items: CandidateItems, circumstances: SparseVector,
    scratch: inout ScoringScratch, into scores: inout QueryScores
  ) throws(RankingError) {
    if let opinions = try poolOpinions(
      of: candidates, rows: rows, items: items, circumstances: circumstances, scratch: &scratch)
    {
      try opinions.pool(by: pool.shifts, of: scratch, into: &scores)
    } else {
      scores.copy(scratch.adapted)
    }
  }

  /// Returns the same scores in new storage.
  public func score(
    candidates: Matrix, novelty: [Float], circumstances: SparseVector, scratch: inout ScoringScratch
  ) throws(RankingError) -> QueryScores {
    var scores = QueryScores()
    try score(
      candidates: candidates, novelty: novelty, circumstances: circumstances, scratch: &scratch, into: &scores
    )
    return scores
  }

  /// Rejects candidates without a candidate that has learned corrections, or without a column of
  /// evidence.
  func check(_ candidates: Matrix, itemCount count: Int) throws(RankingError) {
    guard itemBiases.itemCount <= count else { throw .row(itemBiases.itemCount - 1, count: count) }
    if pool.isUnanimous || count == 0 { return }
    if let missing = evidenceColumns.first(where: { !(0..<candidates.columns).contains($0) }) {
      throw .featureCount(expected: missing + 1, found: candidates.columns)
    }
  }

  /// Applies the second and third step to the adapted scores in the scratch, and collects the
  /// opinions to pool.
  ///
  /// - Parameters:
  ///   - candidates: A matrix.
  ///   - rows: The rows of the matrix that are the query's candidates.
  ///   - items: The items that the candidates represent.
  ///   - circumstances: The circumstances of the query.
  ///   - scratch: Holds the fitted and the adapted scores.
  /// - Returns: The opinions, or `nil` if only the opinion that follows the user counts.
  private func poolOpinions(
    of candidates: Matrix, rows: Range<Int>, items: CandidateItems, circumstances: SparseVector,
    scratch: inout ScoringScratch
  ) throws(RankingError) -> Opinions? {
    try check(candidates, itemCount: items.isWhole ? rows.count : .max)
    itemBiases.add(circumstances, of: items, to: &scratch.adapted.candidates)
    let temperature = inverseTemperature
    try scratch.adapted.multiply(by: temperature)
    // The temperature must not apply to the number of items that a row represents.
    items.addWeight(1 - temperature, to: &scratch.adapted.candidates)
    items.addWeight(1 / moderation - 1, to: &scratch.fitted.candidates)
    if pool.isUnanimous || rows.isEmpty { return nil }
    let opinions = Opinions(
      moderation: moderation, evidenceColumns: evidenceColumns, of: candidates, rows: rows, items: items,
      scratch: &scratch)
    guard opinions.areFinite else { throw .scoreNotFinite }
    return opinions
  }

  /// Does the same for a query that has all rows of a matrix.
  func poolOpinions(
    candidates: Matrix, items: CandidateItems = .whole, circumstances: SparseVector,
    scratch: inout ScoringScratch
  ) throws(RankingError) -> Opinions? {
    try poolOpinions(
      of: candidates, rows: 0..<candidates.rows, items: items, circumstances: circumstances,
      scratch: &scratch)
  }

  /// Learns from a choice.
  ///
  /// - Parameters:
  ///   - target: The chosen row, which is not in the sample, or `nil` if the choice was none of the
  ///     candidates.
  ///   - candidates: The candidates of the query.
  ///   - items: The items that the candidates represent.
  ///   - novelty: The features of "none of these".
  ///   - circumstances: The circumstances of the choice.
  ///   - scratch: Reusable buffers.
  /// - Throws: `RankingError` as for scoring, or if the row does not exist. The model is then
  ///   unchanged.
  /// - Complexity: The same as ``AdaptedModel``, and O(candidates with an error · circumstances).
  public mutating func learn(
    _ target: Int?, candidates: Matrix, items: CandidateItems = .whole, novelty: [Float],
    circumstances: SparseVector, scratch: inout ScoringScratch
  ) throws(RankingError) {
    try adapted.prepareUpdate(
      target, candidates: candidates, items: items, novelty: novelty, scratch: &scratch)
    let opinions = try poolOpinions(
      candidates: candidates, items: items, circumstances: circumstances, scratch: &scratch)
    try adapted.applyUpdate(from: &scratch)
    if let opinions { pool.learn(opinions.logarithms(of: target, in: scratch)) }
    let own = scratch.adapted
    scratch.probabilities.copy(own.candidates)
    var noneError = Softmax.normalize(
      &scratch.probabilities, in: scratch.probabilities.indices, with: own.none
    ).other
    // After this step, the numbers are probability − [was chosen].
    if let target { scratch.probabilities[target] -= 1 } else { noneError -= 1 }
    // The derivative of the loss with respect to the logarithm of a factor of all scores.
    var slope = noneError * own.none
    for row in own.candidates.indices { slope += scratch.probabilities[row] * own.candidates[row] }
    for (place, logWeight) in items.logWeights.enumerated() {
      let row = items.sampleStart + place
      slope -= scratch.probabilities[row] * logWeight
      // No single item in a sampled row is likely.
      scratch.probabilities[row] = 0
    }
    let moved = logInverseTemperature - rates.inverseTemperatureLearningRate * slope
    logInverseTemperature = max(-Self.inverseTemperatureLimit, min(Self.inverseTemperatureLimit, moved))
    itemBiases.learn(scratch.probabilities, of: items, in: circumstances, scratch: &scratch.itemBias)
    choices += 1
  }

  // MARK: Checkpoints

  /// Writes what the model learned of the user, without the model and the rates that it started
  /// from.
  ///
  /// - Complexity: O(memoryFootprint).
  public func write(into writer: inout StateWriter) {
    adapted.write(into: &writer)
    itemBiases.write(into: &writer)
    pool.write(into: &writer)
    writer.write(logInverseTemperature)
    writer.write(choices)
  }

  /// Reads a model that `write(into:)` wrote.
  ///
  /// It answers and continues to learn bit for bit like the original.
  ///
  /// - Parameters:
  ///   - model: The model that the original started from.
  ///   - evidenceColumns: The columns of evidence of the original.
  ///   - rates: The rates of the original.
  ///   - reader: The reader of the bytes; afterwards it is at the byte after them.
  /// - Throws: `StateError` if the bytes end too early, belong to a model of another shape, or hold
  ///   numbers that learning cannot produce.
  /// - Complexity: O(memoryFootprint).
  public init(
    _ model: RankingModel, evidenceColumns: [Int] = [], rates: Rates = Rates(), from reader: inout StateReader
  ) throws(StateError) {
    self.init(model, evidenceColumns: evidenceColumns, rates: rates)
    adapted = try AdaptedModel(model, prior: rates.adaptation, from: &reader)
    itemBiases = try ItemBiasTable(rates: rates.itemBias, from: &reader)
    pool = try OpinionPool(
      rates: Self.poolRates(rates, evidenceColumns: evidenceColumns), from: &reader)
    logInverseTemperature = try reader.read()
    choices = try reader.read()
    guard abs(logInverseTemperature) <= Self.inverseTemperatureLimit, choices >= 0, choices.isFinite else {
      throw StateError()
    }
  }
}

extension PersonalModel.Rates {
  // The names are part of the key of checkpoints; do not change them.

  /// Every number that decides how a user is followed, with its meaning.
  public var hyperParameters: [HyperParameter] {
    [
      HyperParameter(
        "adaptation.variance", adaptation.variance, "variance of a readout weight between users"),
      HyperParameter(
        "adaptation.noneVariance", adaptation.noneVariance,
        "variance of the bias of none of these between users"),
      HyperParameter(
        "adaptation.commonShare", adaptation.commonShare,
        "share of the candidates' common change that none of these receives"),
      HyperParameter(
        "adaptation.leastProbability", adaptation.leastProbability,
        "alternatives below this probability do not narrow the belief"),
      HyperParameter(
        "correction.learningRate", itemBias.learningRate,
        "size of the first steps of an activity's corrections"),
      HyperParameter(
        "correction.leastError", itemBias.leastError, "errors below this teach no correction"),
      HyperParameter(
        "correction.weightLimit", itemBias.weightLimit, "maximum number of corrections per user"),
      HyperParameter(
        "sharpness.learningRate", inverseTemperatureLearningRate,
        "step size of the inverse temperature of a user"),
      HyperParameter(
        "sharpness.scoreVariance", scoreVariance, "uncertainty of the scores of an unknown user"),
      HyperParameter(
        "sharpness.settlingChoices", settlingChoices, "number of choices after which that variance has halved"
      ),
      HyperParameter(
        "pool.everybody", pool.everybody, "weight of the fitted model's opinion before the first choice"),
      HyperParameter(
        "pool.evidence", pool.evidence, "weight of the evidence's own opinion before the first choice"),
      HyperParameter(
        "pool.lastingEverybody", pool.lastingEverybody, "weight of the fitted model's opinion in the long run"
      ),
      HyperParameter(
        "pool.lastingEvidence", pool.lastingEvidence,
        "weight of the evidence's own opinion in the long run, where no place is named"),
      HyperParameter(
        "pool.switchingShare", pool.switchingShare,
        "share of the weights that returns to these at each choice"
      ),
    ]
  }
}
