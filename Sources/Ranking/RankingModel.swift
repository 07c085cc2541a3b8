public import Kernels

/// Two small networks: one scores every candidate, one "none of these".
///
/// Both logits are divided by the temperature; then `noneBias` is added to that of "none of these".
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

  /// The candidates' network with standardisation and temperature folded in, for explanations.
  let foldedCandidates: Network
  /// Both, laid out for serving.
  let candidates: PackedNetwork
  let novelty: PackedNetwork

  /// Makes a model of its parts.
  ///
  /// - Throws: `RankingError.model` if they do not fit each other, or the temperature is not positive.
  public init(
    candidateNetwork: Network, candidateStandardizer: Standardizer, noveltyNetwork: Network,
    noveltyStandardizer: Standardizer, temperature: Float = 1, noneBias: Float = 0
  ) throws(RankingError) {
    guard candidateStandardizer.mean.count == candidateNetwork.inputs else {
      throw .model("the candidates' standardiser has another width than their network")
    }
    guard noveltyStandardizer.mean.count == noveltyNetwork.inputs else {
      throw .model("the novelty standardiser has another width than its network")
    }
    guard temperature > 0, (1 / temperature).isFinite, temperature.isFinite, noneBias.isFinite else {
      throw .model("the temperature is not positive or the bias not finite")
    }
    self.candidateNetwork = candidateNetwork
    self.candidateStandardizer = candidateStandardizer
    self.noveltyNetwork = noveltyNetwork
    self.noveltyStandardizer = noveltyStandardizer
    self.temperature = temperature
    self.noneBias = noneBias
    foldedCandidates = candidateNetwork.folding(candidateStandardizer, scale: 1 / temperature)
    do {
      candidates = try PackedNetwork(foldedCandidates)
      novelty = try PackedNetwork(noveltyNetwork.folding(noveltyStandardizer, scale: 1 / temperature))
    } catch { throw RankingError(error) }
  }

  /// Number of columns of a candidate matrix.
  public var featureCount: Int { candidateNetwork.inputs }

  /// Number of features of "none of these".
  public var noveltyFeatureCount: Int { noveltyNetwork.inputs }

  /// Scores all candidates of one query; see `Scorer`.
  ///
  /// - Complexity: O(rows · weights); no allocation once the scratch is warm.
  public func score(
    candidates matrix: Matrix, novelty features: [Float], scratch: inout ScoringScratch
  ) throws(RankingError) -> QueryScores {
    try check(candidates: matrix)
    try check(novelty: features)
    do {
      try candidates.evaluate(matrix, scratch: &scratch.candidates, into: &scratch.scores)
      scratch.noveltyRow.resize(rows: 1, columns: features.count)
      for (column, feature) in features.enumerated() { scratch.noveltyRow[0, column] = feature }
      try novelty.evaluate(scratch.noveltyRow, scratch: &scratch.novelty, into: &scratch.noveltyScore)
    } catch { throw RankingError(error) }
    let none = scratch.noveltyScore[0] + noneBias
    guard none.isFinite, VectorLoops.allFinite(scratch.scores) else { throw .scoreNotFinite }
    return QueryScores(candidates: scratch.scores, none: none)
  }

  func check(candidates matrix: Matrix) throws(RankingError) {
    guard matrix.columns == featureCount else {
      throw .featureCount(expected: featureCount, found: matrix.columns)
    }
    if VectorLoops.allWithin(RankingLimits.magnitude, matrix.elements) { return }
    // NaN compares false, hence the negation.
    let bad = matrix.elements.firstIndex { !(abs($0) <= RankingLimits.magnitude) } ?? 0
    throw .featureNotFinite(row: bad / matrix.columns, column: bad % matrix.columns)
  }

  func check(novelty features: [Float]) throws(RankingError) {
    guard features.count == noveltyFeatureCount else {
      throw .noveltyFeatureCount(expected: noveltyFeatureCount, found: features.count)
    }
    if let bad = features.firstIndex(where: { !(abs($0) <= RankingLimits.magnitude) }) {
      throw .noveltyNotFinite(column: bad)
    }
  }
}
