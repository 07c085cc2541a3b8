import Benchmark
import Benchmarking

/// Benchmarks of durable donations, import, reading, forgetting, and the first answer, compared
/// with bare SQLite.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = Benchmark.Configuration(
    metrics: [.wallClock, .throughput], warmupIterations: 1, maxDuration: .seconds(5))
  let plan = BenchmarkPlan.full

  for size in [1, 100, 1_000] {
    for isBare in [false, true] {
      Benchmark("append \(size) at once, durable\(isBare ? ", bare SQLite" : "")") { benchmark in
        let appending = try AppendingCase(size: size, seed: 1)
        for _ in benchmark.scaledIterations {
          try appending.prepare()
          benchmark.startMeasurement()
          if isBare { try appending.appendBare() } else { try await appending.append() }
          benchmark.stopMeasurement()
        }
      }
    }
  }
  Benchmark("import \(plan.imported) lines") { (benchmark: Benchmark, log: ImportCase) async throws -> Void in
    for _ in benchmark.scaledIterations { try await log.run() }
  } setup: {
    try ImportCase(donations: plan.imported, seed: 1)
  }
  Benchmark("import \(plan.imported) lines, bare SQLite") {
    (benchmark: Benchmark, log: ImportCase) throws -> Void in
    for _ in benchmark.scaledIterations { try log.insertBare() }
  } setup: {
    try ImportCase(donations: plan.imported, seed: 1)
  }
  for donations in plan.stored {
    stored("scan \(donations) donations", donations) { try await $0.scan() }
    stored("open a store of \(donations) donations, first answer", donations) {
      try await $0.openAndAnswer()
    }
    stored("late donation and answer, \(donations) donations", donations) {
      try await $0.appendLateAndAnswer()
    }
    stored("forget one and answer, \(donations) donations", donations) { try await $0.forgetAndAnswer() }
  }
}

/// Registers work on a store with a number of donations; each run creates the store again, without
/// measuring that.
@Sendable func stored(
  _ name: String, _ donations: Int, _ work: @escaping @Sendable (StoredPersonCase) async throws -> Void
) {
  Benchmark(name) { benchmark in
    let person = try await StoredPersonCase(donations: donations, seed: 1)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations { try await work(person) }
    benchmark.stopMeasurement()
  }
}
