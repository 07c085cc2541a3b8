internal import Kernels

/// The state of a training between mini-batches: optimiser, order of queries, steps done.
struct TrainingRun {
  private(set) var adam: Adam
  private var step = 0
  private var queries: [Int]
  private let weights: [Float]
  private let meanWeight: Double
  private let configuration: TrainingConfiguration

  init(
    queries: [Int], weights: [Float], networks: NetworkPair, _ configuration: TrainingConfiguration
  ) {
    adam = Adam(networks, configuration: configuration)
    self.queries = queries
    self.weights = weights
    self.configuration = configuration
    meanWeight = queries.reduce(0.0) { $0 + Double(weights[$1]) } / Double(queries.count)
  }

  private var batches: Int { (queries.count + configuration.batchSize - 1) / configuration.batchSize }

  /// One pass over all queries in a new order.
  mutating func pass(
    epoch: Int, networks: inout NetworkPair, crew: ShardCrew, progress: (TrainingProgress) throws -> Void
  ) async throws -> TrainingProgress {
    var random = SeededRandom(seed: configuration.seed, parts: 1, epoch)
    random.shuffle(&queries)
    var (loss, weight) = (0.0, 0.0)
    var end = TrainingProgress(
      epoch: epoch, epochs: configuration.epochs, batch: 0, batches: batches, loss: 0, validation: nil)
    for batch in 0..<batches {
      try Task.checkCancellation()
      let start = batch * configuration.batchSize
      let chosen = queries[start..<min(start + configuration.batchSize, queries.count)]
      let sum = try await crew.learn(
        TrainingShard.cut(chosen, seed: configuration.seed, step: step), networks: networks,
        // Relative to the mean weight of all queries: a batch of light queries takes a small step.
        scale: Float(1 / (meanWeight * Double(chosen.count))), featureDropout: configuration.featureDropout)
      guard sum.loss.isFinite, VectorLoops.allFinite(sum.gradient) else {
        throw TrainingError.diverged(epoch: epoch)
      }
      adam.descend(sum.gradient, learningRate: learningRate)
      networks.load(adam.parameters)
      step += 1
      loss += sum.loss
      weight += chosen.reduce(0.0) { $0 + Double(weights[$1]) }
      end = TrainingProgress(
        epoch: epoch, epochs: configuration.epochs, batch: batch + 1, batches: batches,
        loss: loss / weight, validation: nil)
      try progress(end)
    }
    return end
  }

  /// Rises in a straight line during the warm-up, then falls as half a cosine.
  private var learningRate: Float {
    let all = Double(batches * configuration.epochs)
    let warm = (all * Double(configuration.warmUp)).rounded(.up)
    if Double(step) < warm { return configuration.learningRate * Float((Double(step) + 1) / warm) }
    let share = (Double(step) - warm) / max(all - warm, 1)
    let wave = Float((1 + Elementary.cosine(share * .pi)) / 2)
    let least = configuration.finalLearningRate
    return configuration.learningRate * (least + (1 - least) * wave)
  }
}
