internal import Kernels

/// Several queries of a set as one tall matrix, so that BLAS sees them at once.
struct StackedQueries: Sendable {
  private(set) var queries: [Int] = []
  /// The indices at which the queries' rows start in `x`; one more at the end.
  private(set) var starts: [Int] = [0]
  private(set) var x = Matrix()
  private(set) var novelty = Matrix()
  /// Logits, after `evaluate`.
  var scores: [Float] = []
  var noneScores: [Float] = []
  var candidateScratch = NetworkScratch()
  var noveltyScratch = NetworkScratch()

  /// Copies the queries' features, standardised.
  mutating func gather(
    _ queries: [Int], of set: TrainingSet, standardizers: StandardizerPair
  ) throws(ShapeError) {
    self.queries = queries
    starts.removeAll(keepingCapacity: true)
    starts.append(0)
    for query in queries { starts.append(starts[starts.count - 1] + set.rows(ofQuery: query).count) }
    x.resize(rows: starts[queries.count], columns: set.featureCount)
    novelty.resize(rows: queries.count, columns: set.noveltyFeatureCount)
    for (position, query) in queries.enumerated() {
      try VectorLoops.standardize(
        set.features, rows: set.rows(ofQuery: query), mean: standardizers.candidate.mean,
        factor: standardizers.candidate.factor, into: &x, at: starts[position])
      try VectorLoops.standardize(
        set.noveltyFeatures, rows: query..<query + 1, mean: standardizers.novelty.mean,
        factor: standardizers.novelty.factor, into: &novelty, at: position)
    }
  }

  /// Sets random columns of each query to their mean (0), the same for all its candidates.
  mutating func dropColumns(probability: Float, random: inout SeededRandom) {
    for position in queries.indices {
      for column in 0..<x.columns where random.uniform() < probability {
        for row in starts[position]..<starts[position + 1] { x[row, column] = 0 }
      }
    }
  }

  /// Fills the logits; keeps what the way back needs if it is for training.
  mutating func evaluate(_ networks: NetworkPair, training: Bool) throws(ShapeError) {
    if training {
      try networks.candidate.evaluateForTraining(x, scratch: &candidateScratch, into: &scores)
      try networks.novelty.evaluateForTraining(novelty, scratch: &noveltyScratch, into: &noneScores)
    } else {
      try networks.candidate.evaluate(x, scratch: &candidateScratch, into: &scores)
      try networks.novelty.evaluate(novelty, scratch: &noveltyScratch, into: &noneScores)
    }
  }

  /// The rows of the query at a position.
  func rows(at position: Int) -> Range<Int> { starts[position]..<starts[position + 1] }
}
