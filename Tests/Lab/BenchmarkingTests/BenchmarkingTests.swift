import Kernels
import Ranking
import Synchronization
import Testing

@testable import Benchmarking

/// A clock that moves on by ten microseconds at each reading: each call then takes just that.
final class Ticks: Sendable {
  private let now = Mutex<UInt64>(0)
  var clock: BenchmarkClock {
    {
      self.now.withLock {
        $0 += 10_000
        return $0
      }
    }
  }
}

@Suite("Benchmarking")
struct BenchmarkingTests {
  @Test("ranking measures every case under a unique name, with limits, references, growth and memory")
  func ranking() async throws {
    var plan = BenchmarkPlan.quick
    plan.candidates = [3, 20]
    plan.activities = [3, 6]
    let report = try await Benchmarks.ranking(plan, clock: Ticks().clock)
    #expect(report.subject == "ranking")
    #expect(Set(report.results.map(\.name)).count == report.results.count)
    for result in report.results where !result.name.contains("idleness") {
      #expect(result.timing.median == 10_000 / Double(result.timing.callsPerSample), "\(result.name)")
      #expect(result.timing.samples >= plan.repetitions, "\(result.name)")
      #expect(result.references.allSatisfy { $0.ratio == 1 }, "\(result.name)")
    }
    let limited = report.results.filter { $0.limit != nil }.map(\.name)
    for word in [
      "gemv", "gemm", "activation", "softmax", "top 8", "score 20", "stacked", "features", "query",
    ] {
      #expect(limited.contains { $0.contains(word) }, "\(word)")
    }
    let grown = Set(report.growth.map(\.series))
    for name in ["score n, 40-64-32-1", "query, by donations", "query, by activities"] {
      #expect(grown.contains(name), "\(name)")
    }
    #expect(report.growth.allSatisfy { $0.exponent == 0 }, "everything takes one tick")
    let batches = report.results.filter { $0.name.contains("1 query of 20 candidates") }
    #expect(batches.count == 2)
    #expect(batches.allSatisfy { $0.references.contains { $0.name == "bare sgemm" } })
    let won = report.quantities.filter { $0.name.hasPrefix("stacked queries are scored faster") }
    #expect(won.map(\.value) == [0, 0], "what takes as long is not faster")
    let memory = report.quantities.filter { $0.name.hasPrefix("memory") }
    #expect(memory.count == plan.donations.count + plan.activities.count)
    #expect(memory.allSatisfy { $0.unit == "bytes" })
    #expect(report.quantities.contains { $0.unit == "times" && $0.value > 0 })
  }

  @Test("continuation measures publishing, continuing, decoding, routing and searching")
  func continuation() async throws {
    let report = try await Benchmarks.continuation(.quick, clock: Ticks().clock)
    let names = report.results.map(\.name)
    for word in [
      "build and publish", "continue a suggestion", "decode", "among 10 routes", "search among 40",
    ] {
      #expect(names.contains { $0.contains(word) }, "\(word)")
    }
    #expect(report.growth.map(\.series) == ["route a URL", "search"])
  }

  @Test("store compares keeping, reading and forgetting with bare SQLite, and leaves no folder")
  func store() async throws {
    let report = try await Benchmarks.store(.quick, clock: Ticks().clock)
    let names = report.results.map(\.name)
    for word in [
      "append 1 at once", "append 1,000", "import 100 lines", "scan 20", "forget one", "first answer",
    ] {
      #expect(names.contains { $0.contains(word) }, "\(word)")
    }
    for result in report.results where ["append", "import", "scan"].contains(where: result.name.hasPrefix) {
      #expect(result.references.first?.name == "bare SQLite", "\(result.name)")
    }
  }

  @Test("a given log is imported, only its donations")
  func givenLog() async throws {
    let line = #"{"v":1,"time":"2026-03-02T07:42:00Z","activityType":"a.b"}"#
    let lines =
      "\(line)\nnot a line\n{\"v\":1,\"type\":\"delete\",\"time\":\"2026-03-02T07:43:00Z\",\"all\":true}\n"
    var plan = BenchmarkPlan.quick
    plan.stored = []
    let report = try await Benchmarks.store(plan, log: Array(lines.utf8), clock: Ticks().clock)
    #expect(report.results.contains { $0.name == "import 1 lines" })
  }

  @Test("an empty plan is rejected")
  func plans() async throws {
    var plan = BenchmarkPlan.quick
    plan.repetitions = 0
    await #expect(throws: BenchmarkError.repetitionsNotPositive) {
      try await Benchmarks.ranking(plan, clock: Ticks().clock)
    }
  }
}
