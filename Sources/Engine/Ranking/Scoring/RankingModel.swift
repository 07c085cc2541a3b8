public import Kernels

// Ranking: given a matrix of candidates, which comes first, how surely, and why?
//
// Start here: all users share the `RankingModel`, a network; `PersonalModel` follows one user on
// top of it; `Trainer` fits the shared weights; and `Contributions` explains a score. This module
// knows only matrices and indices.

/// Two small networks: one scores each candidate, the other scores "none of these".
///
/// Both logits are divided by the temperature. Then `noneBias` is added to the logit of "none of
/// these".
public struct RankingModel: Scorer, Equatable {
  /// Scores a candidate from its standardised features.
  public let candidateNetwork: Network
  /// Fitted on the candidates' features.
  public let candidateStandardizer: Standardizer
  /// Scores "none of these" from its standardised features.
  public let noveltyNetwork: Network
  /// Fitted on the novelty features.
  public let noveltyStandardizer: Standardizer
  /// Above 1 makes probabilities more even.
  ///
  /// Fitted by `calibrateTemperature(on:fitsNoneBias:)`.
  public let temperature: Float
  /// Added to the calibrated logit of "none of these".
  public let noneBias: Float
  /// The columns that are the same for all candidates of a query.
  ///
  /// Scoring reads them from the first row.
  ///
  /// They are multiplied once per query instead of once per candidate, as part of the first layer's
  /// bias.
  public let queryColumns: [Int]

  /// Both networks with standardisation and temperature folded in, laid out for serving.
  let candidates: ServingNetwork
  let novelty: ServingNetwork

  /// Creates a model from its parts.
  ///
  /// - Parameters:
  ///   - candidateNetwork: Scores a candidate from its standardised features.
  ///   - candidateStandardizer: Fitted on the candidates' features.
  ///   - noveltyNetwork: Scores "none of these" from its standardised features.
  ///   - noveltyStandardizer: Fitted on the novelty features.
  ///   - temperature: Above 1 makes probabilities more even.
  ///   - noneBias: Added to the calibrated logit of "none of these".
  ///   - queryColumns: The columns in which the caller gives all candidates of a query the same
  ///     value.
  /// - Throws: `RankingError.model` if the parts do not fit each other, or the temperature is not
  ///   within ``RankingLimits/temperature``.
  public init(
    candidateNetwork: Network, candidateStandardizer: Standardizer, noveltyNetwork: Network,
    noveltyStandardizer: Standardizer, temperature: Float = 1, noneBias: Float = 0, queryColumns: [Int] = []
  ) throws(RankingError) {
    guard candidateStandardizer.mean.count == candidateNetwork.inputs else {
      throw .model("the candidates' standardiser differs in width from their network")
    }
    guard noveltyStandardizer.mean.count == noveltyNetwork.inputs else {
      throw .model("the novelty standardiser differs in width from its network")
    }
    guard RankingLimits.temperature.contains(temperature), noneBias.isFinite else {
      throw .model("the temperature is not from 1e-6 to 1e6, or the bias not finite")
    }
    self.candidateNetwork = candidateNetwork
    self.candidateStandardizer = candidateStandardizer
    self.noveltyNetwork = noveltyNetwork
    self.noveltyStandardizer = noveltyStandardizer
    self.temperature = temperature
    self.noneBias = noneBias
    self.queryColumns = queryColumns
    candidates = try ServingNetwork(
      candidateNetwork.folding(candidateStandardizer, scale: 1 / temperature), queryColumns: queryColumns)
    novelty = try ServingNetwork(noveltyNetwork.folding(noveltyStandardizer, scale: 1 / temperature))
  }

  /// The number of columns of a candidate matrix.
  public var featureCount: Int { candidateNetwork.inputs }

  /// The number of features of "none of these".
  public var noveltyFeatureCount: Int { noveltyNetwork.inputs }

  /// Returns the same model for queries in which some columns are the same for all candidates.
  ///
  /// - Throws: `RankingError.model` if a column does not exist.
  public func sharing(queryColumns: [Int]) throws(RankingError) -> RankingModel {
    try RankingModel(
      candidateNetwork: candidateNetwork, candidateStandardizer: candidateStandardizer,
      noveltyNetwork: noveltyNetwork, noveltyStandardizer: noveltyStandardizer, temperature: temperature,
      noneBias: noneBias, queryColumns: queryColumns)
  }

  /// The candidates' network with standardisation and temperature folded in.
  var foldedCandidates: Network { candidates.network }

  /// Scores all candidates of one query; see `Scorer`.
  ///
  /// - Complexity: O(rows · weights); no allocation once the scratch is warm.
  public func score(
    candidates matrix: Matrix, novelty features: [Float], scratch: inout ScoringScratch,
    into scores: inout QueryScores
  ) throws(RankingError) {
    try check(candidates: matrix)
    do {
      try candidates.evaluate(matrix, scratch: &scratch.candidates, into: &scores.candidates)
    } catch { throw RankingError(error) }
    scores.none = try scoreNone(features, scratch: &scratch)
    try scores.checkFinite()
  }

  /// Scores all queries of a batch; see `Scorer`.
  ///
  /// - Complexity: O(rows · weights): a `cblas_sgemm` for each layer and 96 rows, whichever queries
  ///   they belong to; no allocation once the scratch is warm.
  public func score(
    _ batch: QueryBatch, scratch: inout ScoringScratch, into scores: inout BatchScores
  ) throws(RankingError) {
    try check(batch)
    do {
      try NetworkPair(candidate: candidates.network, novelty: novelty.network).evaluate(
        batch, scratch: &scratch.candidates, noveltyScratch: &scratch.novelty, into: &scores)
    } catch { throw RankingError(error) }
    for query in 0..<batch.count {
      scratch.candidates.equalRows.find(in: batch.candidates, rows: batch.rows(ofQuery: query))
      scratch.candidates.equalRows.unify(&scores.candidates)
    }
    try addNoneBias(to: &scores)
  }

  /// Scores all queries of a batch into the scratch, with the amounts that changes of the readout
  /// add to their rows.
  func scoreChanged(
    _ batch: QueryBatch, by segments: [SegmentChange], scratch: inout ScoringScratch
  ) throws(RankingError) {
    try check(batch)
    do {
      try candidates.network.evaluate(
        batch.candidates, changing: segments, scratch: &scratch.candidates,
        into: &scratch.batch.candidates, changes: &scratch.batchChanges)
      try novelty.network.evaluate(
        batch.novelty, scratch: &scratch.novelty, into: &scratch.batch.none)
    } catch { throw RankingError(error) }
    for query in 0..<batch.count {
      scratch.candidates.equalRows.find(in: batch.candidates, rows: batch.rows(ofQuery: query))
      scratch.candidates.equalRows.unify(&scratch.batch.candidates)
      scratch.candidates.equalRows.unify(&scratch.batchChanges)
    }
    try addNoneBias(to: &scratch.batch)
  }

  private func addNoneBias(to scores: inout BatchScores) throws(RankingError) {
    for query in scores.none.indices { scores.none[query] += noneBias }
    try scores.checkFinite()
  }

  /// Scores all candidates of one query into the scratch.
  func scoreFitted(
    candidates matrix: Matrix, novelty features: [Float], scratch: inout ScoringScratch
  ) throws(RankingError) {
    var scores = QueryScores()
    swap(&scores, &scratch.fitted)
    defer { swap(&scores, &scratch.fitted) }
    try score(candidates: matrix, novelty: features, scratch: &scratch, into: &scores)
  }

  /// Scores all candidates of one query into the scratch, with the amounts that the change of the
  /// readout in the scratch adds to them.
  ///
  /// - Parameter keepsUnits: Whether the scratch keeps the last units of all candidates.
  func scoreChanged(
    candidates matrix: Matrix, novelty features: [Float], keepsUnits: Bool, scratch: inout ScoringScratch
  ) throws(RankingError) {
    try check(candidates: matrix)
    do {
      try candidates.evaluate(
        matrix, change: scratch.change, keepsUnits: keepsUnits, scratch: &scratch.candidates,
        into: &scratch.fitted.candidates, changes: &scratch.changes)
    } catch { throw RankingError(error) }
    scratch.fitted.none = try scoreNone(features, scratch: &scratch)
    try scratch.fitted.checkFinite()
  }

  private func scoreNone(
    _ features: [Float], scratch: inout ScoringScratch
  ) throws(RankingError) -> Float {
    try check(novelty: features)
    do {
      scratch.noveltyRow.resize(rows: 1, columns: features.count)
      for (column, feature) in features.enumerated() { scratch.noveltyRow[0, column] = feature }
      try novelty.evaluate(scratch.noveltyRow, scratch: &scratch.novelty, into: &scratch.noveltyScore)
    } catch { throw RankingError(error) }
    return scratch.noveltyScore[0] + noneBias
  }

  func check(candidates matrix: Matrix) throws(RankingError) {
    try RankingLimits.check(candidates: matrix, width: featureCount)
  }

  func check(novelty features: [Float]) throws(RankingError) {
    try RankingLimits.check(novelty: features, width: noveltyFeatureCount)
  }

  // MARK: Bounds

  /// The maximum magnitude of a score, and of the numbers computed on the way to it, for any
  /// features within ``RankingLimits/magnitude``.
  ///
  /// It assumes the worst case of each layer: |SiLU(x)| ≤ |x|, so the bound of a unit is the sum of
  /// its weights' magnitudes, each times the bound of its input. As |SiLU'(x)| < 1.1, and a unit's
  /// bound is taken to be at least 1, gradients in the backward pass stay within the same bound. It
  /// is infinite if weights are so large that even this sum overflows.
  ///
  /// - Complexity: O(weights).
  public var greatestScore: Double {
    Network.larger(
      candidates.network.bounds.logit, novelty.network.bounds.logit + Double(abs(noneBias)))
  }

  /// The maximum change of a weight of the readout with which no score changes by more than
  /// ``RankingLimits/score``.
  ///
  /// With w weights, and inputs of the readout (last units, standardised features) within X,
  /// changes within c move a score by at most w · X · c. It is 0 if inputs may be large enough to
  /// overflow.
  ///
  /// - Complexity: O(weights).
  var greatestChange: Float {
    let features = zip(candidateStandardizer.mean, candidateStandardizer.factor).map { mean, factor in
      (Double(RankingLimits.magnitude) + Double(abs(mean))) * Double(abs(factor))
    }
    let largest = (features + foldedCandidates.bounds.lastUnits).reduce(1, Network.larger)
    let change = RankingLimits.score / (Double(max(readoutCount, 1)) * largest)
    return change.isFinite ? Float(change) : 0
  }

  private var readoutCount: Int { candidateNetwork.output.count + featureCount }

  // MARK: Readout

  /// The weights of the last hidden units and of the standardised features in a candidate's
  /// calibrated score.
  public var readout: Readout {
    Readout(
      weights: (candidateNetwork.output + candidateNetwork.skip).map { $0 / temperature },
      bias: candidateNetwork.bias / temperature)
  }

  /// Writes, for each candidate, the outputs of the last hidden layer and then the standardised
  /// features.
  ///
  /// `inputs · readout.weights + readout.bias` is the score, up to rounding. Scoring and learning
  /// do not need this matrix. It is for inspection, and for tests that compare with a slow
  /// implementation.
  /// - Parameter inputs: Resized to one row per candidate, with one column per last hidden unit and
  ///   feature.
  /// - Throws: `RankingError`, as for scoring.
  public func readoutInputs(
    candidates matrix: Matrix, scratch: inout ScoringScratch, into inputs: inout Matrix
  ) throws(RankingError) {
    try check(candidates: matrix)
    do {
      try candidates.activate(matrix, scratch: &scratch.candidates)
    } catch { throw RankingError(error) }
    let units = candidateNetwork.output.count
    let width = units + featureCount
    let features = featureCount
    let standardizer = candidateStandardizer
    let activations =
      units == 0 ? [] : scratch.candidates.activations[candidateNetwork.hidden.count - 1].elements
    inputs.resize(rows: matrix.rows, columns: width)
    inputs.withElements { out in
      for row in 0..<matrix.rows {
        for unit in 0..<units { out[row * width + unit] = activations[row * units + unit] }
        for column in 0..<features {
          let x = matrix.elements[row * features + column]
          out[row * width + units + column] =
            (x - standardizer.mean[column]) * standardizer.factor[column]
        }
      }
    }
  }
}

/// The last step of a model: a candidate's score is `inputs · weights + bias`.
///
/// Adapting a model to one user needs only this linear part, not the layers below.
public struct Readout: Equatable, Sendable {
  /// One weight per input: first those of the last hidden units, then those of the standardised
  /// features.
  public let weights: [Float]
  /// Added to the sum.
  public let bias: Float
}
