public import Kernels

/// A model that follows one person in four steps, each learned from that person's choices in their
/// order.
///
/// 1. ``AdaptedModel``: what evidence is worth for this person, by a change of the readout;
/// 2. ``ItemBiasTable``: what this person does otherwise, candidate by candidate and circumstance
///    by circumstance;
/// 3. an inverse temperature: how sure one may be of this person, a factor of all scores, small
///    while little is known of them;
/// 4. an opinion pool: how far to believe all this, and how far the model as it was fitted to
///    everybody, or the person's own evidence without any model.
///
/// All of it is a function of the choices, so it can be rebuilt.
public struct PersonalModel: Sendable {
  /// The rates at which the model follows the person.
  public struct Rates: Equatable, Sendable {
    /// The first step's.
    public var adaptation = AdaptedModel.Prior()
    /// The second step's.
    public var itemBias = ItemBiasTable.Rates()
    /// Size of a step of the logarithm of the inverse temperature.
    ///
    /// 0.01: it is learned from some hundred choices.
    public var inverseTemperatureLearningRate: Float = 0.01
    /// The uncertainty of the scores of a person whose choices are not known: the variance of their
    /// differences, in nats².
    ///
    /// 1.5: chosen for log loss on logs whose kind was not fitted. There it lowers the calibration
    /// error where histories are short, and changes no order.
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
      rates.itemBias.learningRate = 0
      (rates.inverseTemperatureLearningRate, rates.scoreVariance) = (0, 0)
      rates.pool = .none
      return rates
    }
  }

  /// The logarithm of the inverse temperature stays between minus and plus this: half as sure, or
  /// twice.
  private static let inverseTemperatureLimit: Float = 0.7

  /// The rates at which the model follows the person.
  public private(set) var rates: Rates
  /// The columns whose sum is the logarithm of the probability that a person's own evidence gives a
  /// candidate.
  public private(set) var evidenceColumns: [Int]
  private(set) var adapted: AdaptedModel
  private(set) var itemBiases: ItemBiasTable
  private(set) var pool: OpinionPool
  private var logInverseTemperature: Float = 0
  /// The number of choices that were learned from.
  private(set) var choices: Float = 0

  /// One more than the highest row that scoring needs: queries with fewer candidates are refused.
  public var itemCount: Int { itemBiases.itemCount }

  /// The number of bytes that its tables take; those of the fitted model, which all people share,
  /// are not counted.
  public var memoryFootprint: Int {
    MemoryLayout<PersonalModel>.size + adapted.memoryFootprint + itemBiases.memoryFootprint
  }

  /// Starts from a model, unchanged.
  ///
  /// - Parameters:
  ///   - model: What was fitted to many people.
  ///   - evidenceColumns: The columns whose sum is the logarithm of the probability that a person's
  ///     own evidence gives a candidate, up to a constant; without any it has no opinion.
  ///   - rates: How it follows.
  public init(_ model: RankingModel, evidenceColumns: [Int] = [], rates: Rates = Rates()) {
    self.rates = rates
    self.evidenceColumns = evidenceColumns
    adapted = AdaptedModel(model, prior: rates.adaptation)
    itemBiases = ItemBiasTable(rates: rates.itemBias)
    pool = OpinionPool(rates: Self.poolRates(rates, evidenceColumns: evidenceColumns))
  }

  /// Starts from what another one learned, with other columns of evidence, whose opinion is new.
  ///
  /// - Parameters:
  ///   - other: What was learned so far.
  ///   - evidenceColumns: As of `init(_:evidenceColumns:rates:)`.
  ///   - rates: The weights of opinions; the other rates stay as they were.
  public init(continuing other: PersonalModel, evidenceColumns: [Int], pool rates: PoolRates) {
    self = other
    self.rates.pool = rates
    self.evidenceColumns = evidenceColumns
    pool = OpinionPool(rates: Self.poolRates(self.rates, evidenceColumns: evidenceColumns))
  }

  /// Without columns of evidence it has no opinion.
  static func poolRates(_ rates: Rates, evidenceColumns: [Int]) -> PoolRates {
    var pool = rates.pool
    if evidenceColumns.isEmpty { (pool.evidence, pool.lastingEvidence) = (0, 0) }
    return pool
  }

  /// κ = 1 / √(1 + π/8 · variance): how sure one may be by the number of choices.
  ///
  /// The mean probability under uncertain scores is close to that of scores smaller by κ (MacKay:
  /// The evidence framework applied to classification networks, Neural Computation 4, 1992). The
  /// variance falls as that of a mean does.
  var moderation: Float {
    let settling = max(rates.settlingChoices, 1)
    let variance = max(rates.scoreVariance, 0) * settling / (settling + choices)
    return 1 / (1 + .pi / 8 * variance).squareRoot()
  }

  /// The factor by which the scores that follow the person are multiplied: ``moderation`` times
  /// what was learned of it.
  var inverseTemperature: Float { Float(Elementary.exponential(Double(logInverseTemperature))) * moderation }

  /// Scores all candidates of one query: the logarithms of their probabilities, up to a constant.
  ///
  /// - Parameters:
  ///   - candidates: One row each.
  ///   - items: Which items the candidates are; an item is the same one in every query of this
  ///     person. Scores of a sample are those of all that it stands for.
  ///   - novelty: The features of "none of these".
  ///   - circumstances: The same entries in like circumstances.
  ///   - scratch: Buffers to use again.
  ///   - scores: Where they are written to, in storage that is used again; worth nothing if an
  ///     error is thrown.
  /// - Throws: `RankingError`, as `Scorer` does, or if a candidate that was learned of is missing.
  /// - Complexity: that of ``AdaptedModel``, and O(weights of these circumstances); no allocation
  ///   once the scratch is warm.
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

  /// Scores a query of a batch whose fitted scores, and what the person's change adds to them, are
  /// in the scratch.
  func score(
    _ query: Int, of batch: QueryBatch, circumstances: SparseVector, scratch: inout ScoringScratch,
    into scores: inout QueryScores
  ) throws(RankingError) {
    try adapted.follow(query, of: batch, scratch: &scratch)
    try pool(
      batch.candidates, rows: batch.rows(ofQuery: query), items: .whole, circumstances: circumstances,
      scratch: &scratch, into: &scores)
  }

  /// Writes the scores of some rows, the candidates of a query, whose fitted and adapted scores are
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

  /// The same, in new storage.
  public func score(
    candidates: Matrix, novelty: [Float], circumstances: SparseVector, scratch: inout ScoringScratch
  ) throws(RankingError) -> QueryScores {
    var scores = QueryScores()
    try score(
      candidates: candidates, novelty: novelty, circumstances: circumstances, scratch: &scratch, into: &scores
    )
    return scores
  }

  /// Refuses candidates among which one is missing that was learned of, or a column of evidence.
  func check(_ candidates: Matrix, itemCount count: Int) throws(RankingError) {
    guard itemBiases.itemCount <= count else { throw .row(itemBiases.itemCount - 1, count: count) }
    if pool.isUnanimous || count == 0 { return }
    if let missing = evidenceColumns.first(where: { !(0..<candidates.columns).contains($0) }) {
      throw .featureCount(expected: missing + 1, found: candidates.columns)
    }
  }

  /// Makes the adapted scores in the scratch those that follow the person in every step, and
  /// gathers the opinions to be pooled.
  ///
  /// - Parameters:
  ///   - candidates: A matrix.
  ///   - rows: Those of its rows that are the query's candidates.
  ///   - items: Which items the candidates are.
  ///   - circumstances: Those of the query.
  ///   - scratch: Holds the fitted and the adapted scores.
  /// - Returns: `nil` if only that opinion counts.
  private func poolOpinions(
    of candidates: Matrix, rows: Range<Int>, items: CandidateItems, circumstances: SparseVector,
    scratch: inout ScoringScratch
  ) throws(RankingError) -> Opinions? {
    try check(candidates, itemCount: items.isWhole ? rows.count : .max)
    itemBiases.add(circumstances, of: items, to: &scratch.adapted.candidates)
    let temperature = inverseTemperature
    try scratch.adapted.multiply(by: temperature)
    // How many candidates there are has no temperature.
    items.addWeight(1 - temperature, to: &scratch.adapted.candidates)
    items.addWeight(1 / moderation - 1, to: &scratch.fitted.candidates)
    if pool.isUnanimous || rows.isEmpty { return nil }
    let opinions = Opinions(
      moderation: moderation, evidenceColumns: evidenceColumns, of: candidates, rows: rows, items: items,
      scratch: &scratch)
    guard opinions.areFinite else { throw .scoreNotFinite }
    return opinions
  }

  /// The same for a query that has all rows of a matrix.
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
  ///   - target: The row that was chosen, which is none of the sample; `nil` if it was none of
  ///     them.
  ///   - candidates: What there was to choose from.
  ///   - items: Which items the candidates are.
  ///   - novelty: The features of "none of these".
  ///   - circumstances: Those of the choice.
  ///   - scratch: Buffers to use again.
  /// - Throws: `RankingError` as for scoring, or if there is no such row; the model is then
  ///   unchanged.
  /// - Complexity: that of ``AdaptedModel``, and O(rows in doubt · circumstances).
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
    // What is left is probability − [was chosen].
    if let target { scratch.probabilities[target] -= 1 } else { noneError -= 1 }
    // The derivative of the loss by the logarithm of a factor of all scores.
    var slope = noneError * own.none
    for row in own.candidates.indices { slope += scratch.probabilities[row] * own.candidates[row] }
    for (place, logWeight) in items.logWeights.enumerated() {
      let row = items.sampleStart + place
      slope -= scratch.probabilities[row] * logWeight
      // Of those that a row stands for none is likely by itself.
      scratch.probabilities[row] = 0
    }
    let moved = logInverseTemperature - rates.inverseTemperatureLearningRate * slope
    logInverseTemperature = max(-Self.inverseTemperatureLimit, min(Self.inverseTemperatureLimit, moved))
    itemBiases.learn(scratch.probabilities, of: items, in: circumstances, scratch: &scratch.itemBias)
    choices += 1
  }

  // MARK: Checkpoints

  /// Writes what was learned of the person, not the model and the rates that it started from.
  ///
  /// - Complexity: O(memoryFootprint).
  public func write(into writer: inout StateWriter) {
    adapted.write(into: &writer)
    itemBiases.write(into: &writer)
    pool.write(into: &writer)
    writer.write(logInverseTemperature)
    writer.write(choices)
  }

  /// Reads back what was written: it answers and goes on learning as the one that wrote it, bit for
  /// bit.
  ///
  /// - Parameters:
  ///   - model: The model that the other one started from.
  ///   - evidenceColumns: Its columns of evidence.
  ///   - rates: Its rates.
  ///   - reader: Where the bytes are; stands behind them afterwards.
  /// - Throws: `StateError` if the bytes end too early, are those of a model of another shape, or
  ///   hold numbers that cannot have been learned.
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
  // The names are part of the key of checkpoints, and stay as they are.

  /// Every number that decides how a person is followed, for people.
  public var hyperParameters: [HyperParameter] {
    [
      HyperParameter(
        "adaptation.variance", adaptation.variance, "variance between people of a weight of the readout"),
      HyperParameter(
        "adaptation.noneVariance", adaptation.noneVariance,
        "variance between people of the bias of none of these"),
      HyperParameter(
        "adaptation.commonShare", adaptation.commonShare,
        "share of the candidates' common change that none of these takes part in"),
      HyperParameter(
        "adaptation.leastProbability", adaptation.leastProbability,
        "alternatives below this probability do not narrow the belief"),
      HyperParameter(
        "correction.learningRate", itemBias.learningRate,
        "size of the first steps of an activity's corrections"),
      HyperParameter(
        "correction.leastError", itemBias.leastError, "errors below this teach no correction"),
      HyperParameter(
        "correction.weightLimit", itemBias.weightLimit, "at most so many corrections of a person"),
      HyperParameter(
        "sharpness.learningRate", inverseTemperatureLearningRate,
        "size of a step of how sure one is of a person"),
      HyperParameter(
        "sharpness.scoreVariance", scoreVariance, "how uncertain the scores of an unknown person are"),
      HyperParameter(
        "sharpness.settlingChoices", settlingChoices, "after so many choices that has halved"),
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
        "pool.switchingShare", pool.switchingShare, "share of the weights that goes back there at each choice"
      ),
    ]
  }
}
