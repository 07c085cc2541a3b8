import Benchmark
import Benchmarking

/// Takes a suggestion back to its action: decode, dispatch, perform, donate.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = Benchmark.Configuration(
    metrics: [.wallClock, .throughput], warmupIterations: 10, scalingFactor: .kilo, maxDuration: .seconds(3))

  for keepsDonations in [false, true] {
    Benchmark("continue, donation \(keepsDonations ? "kept in memory" : "dropped")") {
      (benchmark: Benchmark, continuation: ContinuationCase) async throws -> Void in
      for _ in benchmark.scaledIterations { try await continuation.run() }
    } setup: {
      try await ContinuationCase(keepsDonations: keepsDonations)
    }
  }
}
