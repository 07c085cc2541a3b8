internal import Kernels

extension RankingModel {
  /// The same model with the temperature, and if wanted the bias of "none of these", fitted to held-out queries.
  ///
  /// Guo et al., "On calibration of modern neural networks" (arXiv:1706.04599). The log loss is convex in the
  /// inverse temperature and the bias; Newton's method finds its minimum. Use queries the model was not fitted on.
  /// - Parameter fitsNoneBias: otherwise the bias stays as it is.
  /// - Throws: `TrainingError` if the set has other features or no query, `RankingError` if a score overflows.
  /// - Complexity: one pass through the networks, then a dozen over the scores.
  public func calibrateTemperature(
    on set: TrainingSet, fitsNoneBias: Bool = true
  ) throws -> RankingModel {
    guard set.featureCount == featureCount, set.noveltyFeatureCount == noveltyFeatureCount else {
      throw TrainingError.validationShape
    }
    guard set.weights.contains(where: { $0 > 0 }) else { throw TrainingError.empty }
    var stack = StackedQueries()
    var problem = CalibrationProblem(fitsNoneBias: fitsNoneBias)
    let networks = NetworkPair(candidate: candidateNetwork, novelty: noveltyNetwork)
    let standardizers = StandardizerPair(candidate: candidateStandardizer, novelty: noveltyStandardizer)
    for shard in TrainingShard.cut(Array(0..<set.queryCount)[...], seed: 0, step: 0) {
      try stack.gather(shard.queries, of: set, standardizers: standardizers)
      try stack.evaluate(networks, training: false)
      problem.append(stack, of: set)
    }
    guard problem.isFinite else { throw RankingError.scoreNotFinite }
    let solution = problem.solve(
      from: CalibrationProblem.Point(slope: 1 / Double(temperature), bias: Double(noneBias)))
    return try RankingModel(
      candidateNetwork: candidateNetwork, candidateStandardizer: candidateStandardizer,
      noveltyNetwork: noveltyNetwork, noveltyStandardizer: noveltyStandardizer,
      temperature: Float(1 / solution.slope), noneBias: Float(solution.bias))
  }
}
