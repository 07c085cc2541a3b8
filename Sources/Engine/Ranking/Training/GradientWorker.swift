internal import Kernels

/// Sums over the queries of a shard.
struct ShardResult: Sendable {
  /// The gradient of the weighted loss.
  var gradient: [Float] = []
  /// Σ weight · loss.
  var loss = 0.0
  /// Σ weight / rank.
  var reciprocalRank = 0.0
}

/// Computes shards, one after another, in its own buffers. Several workers run in parallel.
///
/// The result of a shard depends on the shard only, not on the worker.
actor GradientWorker {
  private var stack = StackedQueries()
  private let set: TrainingSet
  private let standardizers: StandardizerPair

  init(set: TrainingSet, standardizers: StandardizerPair) {
    self.set = set
    self.standardizers = standardizers
  }

  /// Returns the loss and gradient of each shard's queries, whose weights are multiplied by
  /// `scale`.
  func learn(
    _ shards: [TrainingShard], networks: NetworkPair, scale: Float, featureDropout: Float
  ) throws -> [(index: Int, result: ShardResult)] {
    try shards.map { shard in
      try stack.gather(shard.queries, of: set, standardizers: standardizers)
      if featureDropout > 0 {
        var random = SeededRandom(seed: shard.seed)
        stack.dropColumns(probability: featureDropout, random: &random)
      }
      try stack.evaluate(networks, training: true)
      var result = ShardResult()
      result.loss = turnScoresIntoGradients(scale: scale)
      var gradient = networks.zeroed
      try networks.candidate.addGradient(
        of: stack.scores.candidates, at: stack.batch.candidates, scratch: &stack.candidateScratch,
        to: &gradient.candidate)
      try networks.novelty.addGradient(
        of: stack.scores.none, at: stack.batch.novelty, scratch: &stack.noveltyScratch, to: &gradient.novelty)
      result.gradient = gradient.parameters
      return (shard.index, result)
    }
  }

  /// Returns the loss and reciprocal rank of each shard's queries.
  func judge(
    _ shards: [TrainingShard], networks: NetworkPair
  ) throws -> [(index: Int, result: ShardResult)] {
    try shards.map { shard in
      try stack.gather(shard.queries, of: set, standardizers: standardizers)
      try stack.evaluate(networks, training: false)
      var result = ShardResult()
      for position in stack.queries.indices {
        let weight = Double(set.weights[stack.queries[position]])
        result.reciprocalRank += weight * reciprocalRank(at: position)
      }
      result.loss = turnScoresIntoGradients(scale: 0)
      return (shard.index, result)
    }
  }

  /// Replaces the logits by the gradient of the loss with respect to them: (p − [is target]) ·
  /// weight · scale.
  ///
  /// - Returns: Σ weight · loss.
  private func turnScoresIntoGradients(scale: Float) -> Double {
    var total = 0.0
    for (position, query) in stack.queries.enumerated() {
      let rows = stack.rows(at: position)
      let target = Int(set.targets[query])
      let none = stack.scores.none[position]
      let targetScore = target < 0 ? none : stack.scores.candidates[rows.lowerBound + target]
      let normalized = Softmax.normalize(&stack.scores.candidates, in: rows, with: none)
      stack.scores.none[position] = normalized.other
      total += Double(set.weights[query]) * (normalized.logSum - Double(targetScore))
      if target < 0 {
        stack.scores.none[position] -= 1
      } else {
        stack.scores.candidates[rows.lowerBound + target] -= 1
      }
      let factor = set.weights[query] * scale
      for row in rows { stack.scores.candidates[row] *= factor }
      stack.scores.none[position] *= factor
    }
    return total
  }

  private func reciprocalRank(at position: Int) -> Double {
    let target = Int(set.targets[stack.queries[position]])
    if target < 0 { return 0 }
    let rows = stack.rows(at: position)
    let score = stack.scores.candidates[rows.lowerBound + target]
    return 1 / Double(rows.count { stack.scores.candidates[$0] >= score })
  }
}

/// Queries that are computed together.
///
/// Seed and position decide which, and not the number of workers.
struct TrainingShard: Sendable {
  /// 32 queries: a few thousand rows, whose activations stay in the cache.
  static let size = 32

  let index: Int
  let queries: [Int]
  let seed: UInt64

  /// Divides queries into shards.
  static func cut(_ queries: ArraySlice<Int>, seed: UInt64, step: Int) -> [TrainingShard] {
    stride(from: queries.startIndex, to: queries.endIndex, by: size).enumerated().map { index, start in
      var random = SeededRandom(seed: seed, parts: 2, step, index)
      return TrainingShard(
        index: index, queries: Array(queries[start..<min(start + size, queries.endIndex)]),
        seed: random.next())
    }
  }
}
