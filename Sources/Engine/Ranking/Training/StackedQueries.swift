internal import Kernels

/// Several standardised queries of a set in one batch.
struct StackedQueries: Sendable {
  private(set) var queries: [Int] = []
  private(set) var batch = QueryBatch(featureCount: 0, noveltyFeatureCount: 0)
  /// The logits, once `evaluate` has run.
  var scores = BatchScores()
  var candidateScratch = NetworkScratch()
  var noveltyScratch = NetworkScratch()
  /// The features of one query that were not in memory.
  private var read: [Float] = []

  /// Copies and standardises the queries' features.
  ///
  /// - Throws: `ShapeError`, or an error of the set's ``StoredRows``.
  mutating func gather(
    _ queries: [Int], of set: TrainingSet, standardizers: StandardizerPair
  ) throws {
    self.queries = queries
    batch.reshape(
      featureCount: set.featureCount, noveltyFeatureCount: set.noveltyFeatureCount,
      rowCounts: queries.lazy.map { set.rows(ofQuery: $0).count })
    if let stored = set.stored {
      return try gather(from: stored, of: set, standardizers: standardizers)
    }
    for (position, query) in queries.enumerated() {
      try VectorLoops.standardize(
        set.features, rows: set.rows(ofQuery: query), mean: standardizers.candidate.mean,
        factor: standardizers.candidate.factor, into: &batch.candidates, at: rows(at: position).lowerBound)
      try VectorLoops.standardize(
        set.noveltyFeatures, rows: query..<query + 1, mean: standardizers.novelty.mean,
        factor: standardizers.novelty.factor, into: &batch.novelty, at: position)
    }
  }

  private mutating func gather(
    from stored: any StoredRows, of set: TrainingSet, standardizers: StandardizerPair
  ) throws {
    for (position, query) in queries.enumerated() {
      let rows = set.rows(ofQuery: query)
      try stored.readFeatures(ofQuery: query, rows: rows, into: &read)
      try VectorLoops.standardize(
        read, rows: 0..<rows.count, mean: standardizers.candidate.mean,
        factor: standardizers.candidate.factor, into: &batch.candidates,
        at: self.rows(at: position).lowerBound)
      try stored.readNovelty(ofQuery: query, into: &read)
      try VectorLoops.standardize(
        read, rows: 0..<1, mean: standardizers.novelty.mean, factor: standardizers.novelty.factor,
        into: &batch.novelty, at: position)
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
