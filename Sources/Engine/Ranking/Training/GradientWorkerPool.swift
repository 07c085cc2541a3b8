internal import Kernels

/// Workers that share the shards of a mini-batch.
struct GradientWorkerPool: Sendable {
  private let workers: [GradientWorker]
  private let set: TrainingSet

  init(set: TrainingSet, standardizers: StandardizerPair, workers: Int) {
    self.set = set
    self.workers = (0..<max(workers, 1)).map { _ in GradientWorker(set: set, standardizers: standardizers) }
  }

  /// Returns the sum over all shards, added in shard order.
  func learn(
    _ shards: [TrainingShard], networks: NetworkPair, scale: Float, featureDropout: Float
  ) async throws -> ShardResult {
    try await distribute(shards) { worker, part in
      try await worker.learn(part, networks: networks, scale: scale, featureDropout: featureDropout)
    }
  }

  /// Returns the quality of networks on the whole set; a log loss of 0 if the set has no query.
  func judge(_ networks: NetworkPair) async throws -> RankingQuality {
    let shards = TrainingShard.cut(Array(0..<set.queryCount)[...], seed: 0, step: 0)
    let sum = try await distribute(shards) { worker, part in
      try await worker.judge(part, networks: networks)
    }
    let weight = max(set.weights.reduce(0.0) { $0 + Double($1) }, .leastNormalMagnitude)
    return RankingQuality(logLoss: sum.loss / weight, meanReciprocalRank: sum.reciprocalRank / weight)
  }

  private func distribute(
    _ shards: [TrainingShard],
    _ compute:
      @Sendable @escaping (GradientWorker, [TrainingShard]) async throws
      -> [(index: Int, result: ShardResult)]
  ) async throws -> ShardResult {
    var results = [ShardResult](repeating: ShardResult(), count: shards.count)
    try await withThrowingTaskGroup(of: [(index: Int, result: ShardResult)].self) { group in
      for (number, worker) in workers.enumerated() {
        let part = shards.filter { $0.index % workers.count == number }
        if part.isEmpty { continue }
        group.addTask { try await compute(worker, part) }
      }
      for try await part in group {
        for (index, result) in part { results[index] = result }
      }
    }
    return try results.reduce(into: ShardResult()) { sum, result in
      sum.loss += result.loss
      sum.reciprocalRank += result.reciprocalRank
      if sum.gradient.isEmpty {
        sum.gradient = result.gradient
      } else {
        try BLAS.add(result.gradient, to: &sum.gradient)
      }
    }
  }
}
