import Benchmark
import Benchmarking

/// Scores, ranks and answers whole queries, beside the bare matrix products of the same shapes.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = Benchmark.Configuration(
    metrics: [.wallClock, .throughput], warmupIterations: 10, maxDuration: .seconds(1))

  for features in [Benchmarks.comparedFeatures, Benchmarks.shippedFeatures] {
    for candidates in [64, 1_000, 10_000] {
      let shape = "\(candidates) candidates, \(features)-64-32-1"
      let prepare: @Sendable () throws -> RankingCase = {
        try RankingCase(candidates: candidates, features: features, seed: 1)
      }
      measure("score \(shape)", prepare) { try $0.score() }
      measure("score and rank \(shape)", prepare) { try $0.rank(limit: Benchmarks.limit) }
      measure("bare products \(shape)", prepare) { try $0.multiply() }
    }
  }
  for candidates in [64, 1_000, 10_000] {
    let prepare: @Sendable () throws -> QueryCase = { try QueryCase(candidates: candidates, seed: 1) }
    measure("describe and score \(candidates) candidates", prepare) { try $0.assess() }
    measure("learn a donation among \(candidates) candidates", prepare) { try $0.learn() }
  }
}

/// Registers a case that is prepared once, outside of what is measured.
@Sendable func measure<State: Sendable>(
  _ name: String, _ prepare: @escaping @Sendable () throws -> State,
  _ work: @escaping @Sendable (inout State) throws -> Float
) {
  Benchmark(name) { (benchmark: Benchmark, shared: Shared<State>) throws -> Void in
    for _ in benchmark.scaledIterations { blackHole(try shared.run(work)) }
  } setup: {
    Shared(try prepare())
  }
}
