internal import Kernels

/// The state of training between mini-batches: the optimiser, the progress, and the best weights so
/// far.
struct TrainingRun {
  private(set) var adam: Adam
  /// The result of every epoch so far.
  private(set) var epochs: [TrainingProgress] = []
  /// The weights of the best epoch so far.
  private(set) var best: TrainingCheckpoint.Best?
  private let queries: [Int]
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

  /// The whole state, or nil before the end of the first epoch.
  var checkpoint: TrainingCheckpoint? {
    best.map { best in
      TrainingCheckpoint(
        step: adam.step, parameters: adam.parameters, average: adam.average, mean: adam.mean,
        square: adam.square, best: best, epochs: epochs)
    }
  }

  /// Continues from a state.
  ///
  /// - Throws: `TrainingError.checkpoint` if the state belongs to another training. This run is
  ///   then unchanged.
  mutating func take(_ checkpoint: TrainingCheckpoint) throws(TrainingError) {
    guard
      checkpoint.fits(
        parameters: adam.parameters.count, epochs: configuration.epochs, batches: batches)
    else { throw .checkpoint }
    adam.take(checkpoint)
    (epochs, best) = (checkpoint.epochs, checkpoint.best)
  }

  /// Runs one pass over all queries, and evaluates the result.
  mutating func pass(
    networks: inout NetworkPair, crew: GradientWorkerPool, judges: GradientWorkerPool?,
    progress: (TrainingProgress) throws -> Void
  ) async throws {
    let epoch = epochs.count + 1
    var end = try await learn(epoch: epoch, networks: &networks, crew: crew, progress: progress)
    if let judges {
      var averaged = networks
      averaged.load(adam.average)
      let quality = try await judges.judge(averaged)
      guard quality.logLoss.isFinite else { throw TrainingError.diverged(epoch: epoch) }
      end = end.with(validation: quality)
      try progress(end)
    }
    epochs.append(end)
    let loss = end.validation?.logLoss ?? -Double(epoch)
    if loss < best?.loss ?? .infinity {
      best = TrainingCheckpoint.Best(epoch: epoch, loss: loss, parameters: adam.average)
    }
  }

  /// Learns from all queries once, in an order that depends only on seed and epoch, so it is the
  /// same after a stop.
  private mutating func learn(
    epoch: Int, networks: inout NetworkPair, crew: GradientWorkerPool,
    progress: (TrainingProgress) throws -> Void
  ) async throws -> TrainingProgress {
    var random = SeededRandom(seed: configuration.seed, parts: 1, epoch)
    var order = queries
    random.shuffle(&order)
    networks.load(adam.parameters)
    var (loss, weight) = (0.0, 0.0)
    var end = TrainingProgress(
      epoch: epoch, epochs: configuration.epochs, batch: 0, batches: batches, loss: 0, validation: nil)
    for batch in 0..<batches {
      try Task.checkCancellation()
      let start = batch * configuration.batchSize
      let chosen = order[start..<min(start + configuration.batchSize, order.count)]
      let sum = try await crew.learn(
        TrainingShard.cut(chosen, seed: configuration.seed, step: adam.step), networks: networks,
        // Relative to the mean weight of all queries, so that a batch of light queries takes a
        // small step.
        scale: Float(1 / (meanWeight * Double(chosen.count))), featureDropout: configuration.featureDropout)
      guard sum.loss.isFinite, VectorLoops.allFinite(sum.gradient) else {
        throw TrainingError.diverged(epoch: epoch)
      }
      adam.descend(sum.gradient, learningRate: learningRate)
      networks.load(adam.parameters)
      loss += sum.loss
      weight += chosen.reduce(0.0) { $0 + Double(weights[$1]) }
      end = TrainingProgress(
        epoch: epoch, epochs: configuration.epochs, batch: batch + 1, batches: batches,
        loss: loss / weight, validation: nil)
      try progress(end)
    }
    return end
  }

  /// Returns the rate, which rises linearly during the warm-up, then falls as half a cosine.
  private var learningRate: Float {
    let step = Double(adam.step)
    let all = Double(batches * configuration.epochs)
    let warm = (all * Double(configuration.warmUp)).rounded(.up)
    if step < warm { return configuration.learningRate * Float((step + 1) / warm) }
    let share = (step - warm) / max(all - warm, 1)
    let wave = Float((1 + Elementary.cosine(share * .pi)) / 2)
    let least = configuration.finalLearningRate
    return configuration.learningRate * (least + (1 - least) * wave)
  }
}
