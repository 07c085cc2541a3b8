internal import Kernels

/// Several standardised queries of a set in one batch.
struct StackedQueries: Sendable {
  private(set) var queries: [Int] = []
  private(set) var batch = QueryBatch(featureCount: 0, noveltyFeatureCount: 0)
  /// The logits, once `evaluate` has run.
  var scores = BatchScores()
  var candidateScratch = NetworkScratch()
  var noveltyScratch = NetworkScratch()

  /// Copies and standardises the queries' features.
  mutating func gather(
    _ queries: [Int], of set: TrainingSet, standardizers: StandardizerPair
  ) throws(ShapeError) {
    self.queries = queries
    batch.reshape(
      featureCount: set.featureCount, noveltyFeatureCount: set.noveltyFeatureCount,
      rowCounts: queries.lazy.map { set.rows(ofQuery: $0).count })
    for (position, query) in queries.enumerated() {
      try VectorLoops.standardize(
        set.features, rows: set.rows(ofQuery: query), mean: standardizers.candidate.mean,
        factor: standardizers.candidate.factor, into: &batch.candidates, at: rows(at: position).lowerBound)
      try VectorLoops.standardize(
        set.noveltyFeatures, rows: query..<query + 1, mean: standardizers.novelty.mean,
        factor: standardizers.novelty.factor, into: &batch.novelty, at: position)
    }
  }

  /// Sets random columns of each query to their mean (0), for all candidates of the query.
  mutating func dropColumns(probability: Float, random: inout SeededRandom) {
    for position in queries.indices {
      for column in 0..<batch.candidates.columns where random.uniform() < probability {
        for row in rows(at: position) { batch.candidates[row, column] = 0 }
      }
    }
  }

  /// Computes the logits; for training, it also keeps the numbers that the backward pass needs.
  mutating func evaluate(_ networks: NetworkPair, training: Bool) throws(ShapeError) {
    if training {
      try networks.candidate.evaluateForTraining(
        batch.candidates, scratch: &candidateScratch, into: &scores.candidates)
      try networks.novelty.evaluateForTraining(batch.novelty, scratch: &noveltyScratch, into: &scores.none)
    } else {
      try networks.evaluate(
        batch, scratch: &candidateScratch, noveltyScratch: &noveltyScratch, into: &scores)
    }
  }

  /// Returns the rows of the query at a position.
  func rows(at position: Int) -> Range<Int> { batch.rows(ofQuery: position) }
}
