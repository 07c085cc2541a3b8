internal import Kernels

/// The two networks of a model on standardised features, trained as one.
struct NetworkPair: Sendable {
  var candidate: Network
  var novelty: Network

  init(candidate: Network, novelty: Network) {
    self.candidate = candidate
    self.novelty = novelty
  }

  init(set: TrainingSet, configuration: TrainingConfiguration) {
    var random = SeededRandom(seed: configuration.seed, parts: 0)
    candidate = Network(inputs: set.featureCount, hidden: configuration.hiddenSizes, random: &random)
    novelty = Network(
      inputs: set.noveltyFeatureCount, hidden: configuration.noveltyHiddenSizes, random: &random)
  }

  var parameters: [Float] { candidate.parameters + novelty.parameters }
  var decayMask: [Float] { candidate.decayMask + novelty.decayMask }
  var zeroed: NetworkPair { NetworkPair(candidate: candidate.zeroed, novelty: novelty.zeroed) }

  /// Writes the logits of all queries of a batch, with one product per layer, whichever queries the
  /// rows belong to.
  ///
  /// - Complexity: O(rows · weights); no allocation once the scratch is warm.
  func evaluate(
    _ batch: QueryBatch, scratch: inout NetworkScratch, noveltyScratch: inout NetworkScratch,
    into scores: inout BatchScores
  ) throws(ShapeError) {
    try candidate.evaluate(batch.candidates, scratch: &scratch, into: &scores.candidates)
    try novelty.evaluate(batch.novelty, scratch: &noveltyScratch, into: &scores.none)
  }

  mutating func load(_ parameters: [Float]) {
    var position = 0
    candidate.load(parameters, from: &position)
    novelty.load(parameters, from: &position)
  }
}

/// The standardisers of a model.
struct StandardizerPair: Sendable {
  let candidate: Standardizer
  let novelty: Standardizer

  init(candidate: Standardizer, novelty: Standardizer) {
    self.candidate = candidate
    self.novelty = novelty
  }

  /// - Throws: An error of the set's ``StoredRows``.
  init(fitting set: TrainingSet) throws {
    candidate = try Standardizer(
      fitting: set.eachFeatures, rows: set.candidateCount, columns: set.featureCount
    ).silencing(set.silentColumns)
    novelty = try Standardizer(
      fitting: set.eachNovelty, rows: set.queryCount, columns: set.noveltyFeatureCount)
  }
}
