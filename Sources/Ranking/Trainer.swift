internal import Kernels

/// Fits a model to queries by listwise cross-entropy with "none of these" among the alternatives.
///
/// The loss of a query is −ln softmax(what came next), after ListNet with one relevant row (Cao et al., ICML 2007).
/// Mini-batches are cut into shards which several workers compute and which are added in shard order: the result
/// is the same, byte for byte, for any number of workers on the same machine.
public struct Trainer: Sendable {
  /// The hyper-parameters.
  public let configuration: TrainingConfiguration

  /// Makes a trainer.
  ///
  /// - Throws: `TrainingError.configuration` if a value is outside of its range.
  public init(_ configuration: TrainingConfiguration = TrainingConfiguration()) throws(TrainingError) {
    try configuration.validate()
    self.configuration = configuration
  }

  /// Fits a model.
  ///
  /// - Parameters:
  ///   - set: what to learn from.
  ///   - validation: judged after every epoch; the epoch with the lowest log loss is kept. One without queries is
  ///     as none.
  ///   - workers: shards computed at the same time; changes the time taken only.
  ///   - progress: called after every mini-batch, and after every epoch with the validation's outcome. What it
  ///     throws, `CancellationError` for instance, stops training.
  /// - Throws: `TrainingError`, what `progress` throws, or `CancellationError` when the task is cancelled.
  /// - Complexity: O(epochs · rows · weights).
  public func train(
    on set: TrainingSet, validation: TrainingSet? = nil, workers: Int = 2,
    progress: (TrainingProgress) throws -> Void = { _ in }
  ) async throws -> TrainingResult {
    let queries = (0..<set.queryCount).filter { set.weights[$0] > 0 }
    if queries.isEmpty { throw TrainingError.empty }
    if let validation {
      guard validation.featureCount == set.featureCount,
        validation.noveltyFeatureCount == set.noveltyFeatureCount
      else { throw TrainingError.validationShape }
    }
    let standardizers = StandardizerPair(fitting: set)
    var networks = NetworkPair(set: set, configuration: configuration)
    let crew = ShardCrew(set: set, standardizers: standardizers, workers: workers)
    let held = validation.flatMap { set in set.weights.contains { $0 > 0 } ? set : nil }
    let judges = held.map { ShardCrew(set: $0, standardizers: standardizers, workers: workers) }
    var run = TrainingRun(queries: queries, weights: set.weights, networks: networks, configuration)
    var ends: [TrainingProgress] = []
    var best: (epoch: Int, loss: Double, parameters: [Float])?
    for epoch in 1...configuration.epochs {
      var end = try await run.pass(epoch: epoch, networks: &networks, crew: crew, progress: progress)
      var averaged = networks
      averaged.load(run.adam.average)
      if let judges {
        let quality = try await judges.judge(averaged)
        guard quality.logLoss.isFinite else { throw TrainingError.diverged(epoch: epoch) }
        end = end.with(validation: quality)
        try progress(end)
      }
      ends.append(end)
      let loss = end.validation?.logLoss ?? -Double(epoch)
      if loss < best?.loss ?? .infinity { best = (epoch, loss, run.adam.average) }
    }
    networks.load(best?.parameters ?? run.adam.average)
    let model = try RankingModel(
      candidateNetwork: networks.candidate, candidateStandardizer: standardizers.candidate,
      noveltyNetwork: networks.novelty, noveltyStandardizer: standardizers.novelty)
    return TrainingResult(model: model, epochs: ends, bestEpoch: best?.epoch ?? configuration.epochs)
  }
}

extension TrainingProgress {
  func with(validation: RankingQuality) -> TrainingProgress {
    TrainingProgress(
      epoch: epoch, epochs: epochs, batch: batch, batches: batches, loss: loss, validation: validation)
  }
}
