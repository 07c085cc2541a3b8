internal import Kernels

/// Fits a model to queries by listwise cross-entropy with "none of these" among the alternatives.
///
/// The loss of a query is −ln softmax(what came next), after ListNet with one relevant row (Cao et
/// al., ICML 2007). Mini-batches are cut into shards which several workers compute and which are
/// added in shard order: the result is the same, byte for byte, for any number of workers on the
/// same machine.
public struct Trainer: Sendable {
  /// The hyper-parameters.
  public let configuration: TrainingConfiguration

  /// Makes a trainer.
  ///
  /// - Throws: `TrainingError.configuration` if a value is outside of its range.
  public init(_ configuration: TrainingConfiguration) throws(TrainingError) {
    try configuration.validate()
    self.configuration = configuration
  }

  /// Fits a model.
  ///
  /// - Parameters:
  ///   - set: what to learn from.
  ///   - validation: judged after every epoch; the epoch with the lowest log loss is kept. One
  ///     without queries is as none.
  ///   - workers: shards computed at the same time; changes the time taken only.
  ///   - checkpoint: what an earlier training with the same sets and configuration had come to; the
  ///     result is the same as if that had not been stopped.
  ///   - progress: called after every mini-batch, and after every epoch with the validation's
  ///     outcome. What it throws, `CancellationError` for instance, stops training.
  ///   - keep: called after every epoch, for the caller to keep what training has come to. What it
  ///     throws stops training.
  /// - Throws: `TrainingError`, what `progress` or `keep` throws, or `CancellationError` when the
  ///   task is cancelled.
  /// - Complexity: O(epochs · rows · weights).
  public func train(
    on set: TrainingSet, validation: TrainingSet? = nil, workers: Int = 2,
    from checkpoint: TrainingCheckpoint? = nil, progress: (TrainingProgress) throws -> Void = { _ in },
    keep: (TrainingCheckpoint) throws -> Void = { _ in }
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
    let crew = GradientWorkerPool(set: set, standardizers: standardizers, workers: workers)
    let held = validation.flatMap { set in set.weights.contains { $0 > 0 } ? set : nil }
    let judges = held.map { GradientWorkerPool(set: $0, standardizers: standardizers, workers: workers) }
    var run = TrainingRun(queries: queries, weights: set.weights, networks: networks, configuration)
    if let checkpoint { try run.take(checkpoint) }
    while run.epochs.count < configuration.epochs {
      try await run.pass(networks: &networks, crew: crew, judges: judges, progress: progress)
      if let checkpoint = run.checkpoint { try keep(checkpoint) }
    }
    networks.load(run.best?.parameters ?? run.adam.average)
    let model = try RankingModel(
      candidateNetwork: networks.candidate, candidateStandardizer: standardizers.candidate,
      noveltyNetwork: networks.novelty, noveltyStandardizer: standardizers.novelty)
    return TrainingResult(
      model: model, epochs: run.epochs, bestEpoch: run.best?.epoch ?? configuration.epochs)
  }
}
