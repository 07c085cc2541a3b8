import Benchmark
import Benchmarking

/// Benchmarks of kernels, scoring, whole queries and donations, compared with bare products, up to
/// very active users.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = Benchmark.Configuration(
    metrics: [.wallClock, .throughput], warmupIterations: 10, maxDuration: .seconds(1))
  let plan = BenchmarkPlan.full

  for rows in plan.candidates where rows <= 10_000 {
    let product: @Sendable () throws -> MatrixVectorCase = {
      try MatrixVectorCase(rows: rows, columns: 128, seed: 1)
    }
    measure("gemv \(rows) x 128", product) { try $0.multiply() }
    let layer: @Sendable () throws -> DenseLayerCase = {
      try DenseLayerCase(rows: rows, inputs: 64, units: 32, seed: 1)
    }
    measure("gemm and activation \(rows) x 64 x 32", layer) { try $0.serve() }
    measure("gemm \(rows) x 64 x 32", layer) { try $0.multiply() }
  }
  for scores in plan.candidates {
    measure("softmax of \(scores)", { SoftmaxCase(scores: scores, seed: 1) }, { $0.normalize() })
    measure(
      "top \(Benchmarks.limit) of \(scores)",
      { SelectionCase(scores: scores, limit: Benchmarks.limit, seed: 1) }, { $0.select() })
  }
  for queries in [1, 64] {
    let layer: @Sendable () throws -> DotLayerCase = {
      try DotLayerCase(items: 1_000, columns: 128, queries: queries, seed: 1)
    }
    measure("dot products and top \(Benchmarks.limit), 1,000 x 128, \(queries)", layer) { try $0.search() }
  }
  for features in [Benchmarks.comparedFeatures, Benchmarks.shippedFeatures] {
    for candidates in plan.candidates {
      let shape = "\(candidates) candidates, \(features)-64-32-1"
      let prepare: @Sendable () throws -> RankingCase = {
        try RankingCase(candidates: candidates, features: features, seed: 1)
      }
      measure("score \(shape)", prepare) { try $0.rank(limit: Benchmarks.limit) }
      measure("bare products \(shape)", prepare) { try $0.multiply() }
    }
  }
  for queries in plan.batches {
    let batch: @Sendable () throws -> BatchCase = {
      try BatchCase(
        queries: queries, candidates: BenchmarkPlan.usualActivities, features: Benchmarks.shippedFeatures,
        seed: 1)
    }
    measure("score a batch of \(queries), one by one", batch) { try $0.oneByOne() }
    measure("score a batch of \(queries), stacked", batch) { try $0.stacked() }
    measure("score a batch of \(queries), bare products", batch) { try $0.multiply() }
  }
  for donations in plan.donations { person(activities: BenchmarkPlan.usualActivities, donations: donations) }
  for activities in plan.activities where activities != BenchmarkPlan.usualActivities {
    person(activities: activities, donations: max(activities, BenchmarkPlan.usualDonations))
  }
}

/// Registers the queries and donations of one simulated person.
@Sendable func person(activities: Int, donations: Int) {
  let words = "\(activities) activities, \(donations) donations"
  let prepare: @Sendable () throws -> PersonCase = {
    try PersonCase(activities: activities, donations: donations, seed: 1)
  }
  measure("features, \(words)", prepare) { $0.describe() }
  measure("query, \(words)", prepare) { try $0.suggest() }
  measure("donation, evidence alone, \(words)", prepare) { $0.observe() }
  measure("donation, evidence and adaptation, \(words)", prepare) { try $0.learn() }
}

/// Registers a case whose preparation is done once and not measured.
@Sendable func measure<State: Sendable>(
  _ name: String, _ prepare: @escaping @Sendable () throws -> State,
  _ work: @escaping @Sendable (inout State) throws -> Float
) {
  Benchmark(name) { (benchmark: Benchmark, shared: SharedCase<State>) throws -> Void in
    for _ in benchmark.scaledIterations { blackHole(try shared.run(work)) }
  } setup: {
    SharedCase(try prepare())
  }
}
