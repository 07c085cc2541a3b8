internal import Kernels

/// Fits a model to queries by listwise cross-entropy with "none of these" among the alternatives.
///
/// The loss of a query is −ln softmax(actual choice), following ListNet with one relevant row (Cao
/// et al., ICML 2007). Mini-batches are divided into shards. Several workers compute the shards,
/// which are added in shard order, so the result on one machine is the same byte for byte with any
/// number of workers.
public struct Trainer: Sendable {
  /// The hyper-parameters.
  public let configuration: TrainingConfiguration

  /// Creates a trainer.
  ///
  /// - Throws: `TrainingError.configuration` if a value is outside its range.
  public init(_ configuration: TrainingConfiguration) throws(TrainingError) {
    try configuration.validate()
    self.configuration = configuration
  }

  /// Fits a model.
  ///
  /// - Parameters:
  ///   - set: The queries to learn from.
  ///   - validation: Evaluated after every epoch; the epoch with the lowest log loss is kept. A set
  ///     without queries counts as none.
  ///   - workers: The number of shards to compute in parallel; it affects only the duration.
  ///   - checkpoint: The state of an earlier training with the same sets and configuration. The
  ///     result is the same as if that training had not been stopped.
  ///   - progress: Called after every mini-batch, and after every epoch with the outcome of the
  ///     validation. An error that it throws, such as `CancellationError`, stops training.
  ///   - keep: Called after every epoch, so that the caller can save the state of training. An
  ///     error that it throws stops training.
  /// - Throws: `TrainingError`, any error that `progress` or `keep` throws, an error of reading
  ///   features that are not in memory, or `CancellationError` when the task is cancelled.
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
    let standardizers = try StandardizerPair(fitting: set)
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
