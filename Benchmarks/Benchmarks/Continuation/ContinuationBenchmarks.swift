import Benchmark
import Benchmarking

/// Publishing what was performed, continuing what was suggested, and routing URLs.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = Benchmark.Configuration(
    metrics: [.wallClock, .throughput], warmupIterations: 10, scalingFactor: .kilo, maxDuration: .seconds(3))

  for keepsDonations in [false, true] {
    let kept = keepsDonations ? "donation kept in memory" : "donation dropped"
    Benchmark("perform and publish, \(kept)") {
      (benchmark: Benchmark, continuation: ContinuationCase) async throws -> Void in
      for _ in benchmark.scaledIterations { try await continuation.perform() }
    } setup: {
      try await ContinuationCase(keepsDonations: keepsDonations)
    }
    Benchmark("continue a suggestion, \(kept)") {
      (benchmark: Benchmark, continuation: ContinuationCase) async throws -> Void in
      for _ in benchmark.scaledIterations { try await continuation.continueSuggestion() }
    } setup: {
      try await ContinuationCase(keepsDonations: keepsDonations)
    }
  }
  for routes in [10, 1_000] {
    Benchmark("route a URL among \(routes) routes") {
      (benchmark: Benchmark, routing: RoutingCase) throws -> Void in
      var routing = routing
      for _ in benchmark.scaledIterations { blackHole(try routing.route()) }
    } setup: {
      try RoutingCase(routes: routes)
    }
  }
}
