import Benchmark
import Benchmarking

/// Benchmarks of publishing activities, continuing suggestions, decoding, routing URLs, and
/// searching.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = Benchmark.Configuration(
    metrics: [.wallClock, .throughput], warmupIterations: 10, scalingFactor: .kilo, maxDuration: .seconds(3))

  for keepsDonations in [false, true] {
    let kept = keepsDonations ? "donation kept in memory" : "donation dropped"
    Benchmark("build and publish an activity, \(kept)") {
      (benchmark: Benchmark, continuation: ContinuationCase) async throws -> Void in
      for _ in benchmark.scaledIterations { try await continuation.perform() }
    } setup: {
      try await ContinuationCase(keepsDonations: keepsDonations)
    }
    Benchmark("continue a suggestion into its action, \(kept)") {
      (benchmark: Benchmark, continuation: ContinuationCase) async throws -> Void in
      for _ in benchmark.scaledIterations { try await continuation.continueSuggestion() }
    } setup: {
      try await ContinuationCase(keepsDonations: keepsDonations)
    }
  }
  Benchmark("decode an activity and its input") {
    (benchmark: Benchmark, decoding: DecodingCase) throws -> Void in
    for _ in benchmark.scaledIterations { blackHole(try decoding.decode()) }
  } setup: {
    try DecodingCase()
  }
  for activities in BenchmarkPlan.full.stored {
    Benchmark(
      "search among \(activities) activities", configuration: .init(metrics: [.wallClock, .throughput])
    ) { (benchmark: Benchmark, search: SearchCase) async throws -> Void in
      for number in benchmark.scaledIterations { blackHole(try await search.search(number)) }
    } setup: {
      try await SearchCase(activities: activities, seed: 1)
    }
  }
  for routes in BenchmarkPlan.full.routes {
    Benchmark("route a URL among \(routes) routes") {
      (benchmark: Benchmark, routing: RoutingCase) throws -> Void in
      var routing = routing
      for _ in benchmark.scaledIterations { blackHole(try routing.route()) }
    } setup: {
      try RoutingCase(routes: routes)
    }
  }
}
