import Kernels
import Ranking
import Synchronization
import Testing

@testable import Benchmarking

/// A clock that moves on by a microsecond at each reading.
private final class Ticks: Sendable {
  private let now = Mutex<UInt64>(0)
  var clock: BenchmarkClock {
    {
      self.now.withLock {
        $0 += 1_000
        return $0
      }
    }
  }
}

@Suite("Benchmarking")
struct BenchmarkingTests {
  @Test("ranking: every case is measured as often as planned, against its reference")
  func ranking() throws {
    let plan = try BenchmarkPlan(repetitions: 5, candidates: [3, 20])
    let report = try Benchmarks.ranking(plan, clock: Ticks().clock)
    #expect(report.results.count == 2 * 2 * 2 + 2 * 2)
    for result in report.results {
      #expect(result.timing == result.reference)
      #expect(result.timing.calls == 5)
      #expect(result.timing.median == 1_000)
      #expect(result.ratio == 1)
      #expect(result.callsPerSecond == 1e6)
    }
    #expect(Set(report.results.map(\.name)).count == report.results.count)
    #expect(report.machine.threads == 1)
  }

  @Test("continuation: publishing, continuing and routing are measured; routing among many against few")
  func continuation() async throws {
    let report = try await Benchmarks.continuation(BenchmarkPlan(repetitions: 4), clock: Ticks().clock)
    #expect(report.results.map(\.timing.calls) == [4, 4, 4, 4, 4])
    #expect(report.results.map { $0.ratio == nil } == [true, true, true, true, false])
  }

  @Test("a plan of nothing is refused")
  func plans() {
    #expect(throws: BenchmarkError.repetitionsNotPositive) { try BenchmarkPlan(repetitions: 0) }
    #expect(throws: BenchmarkError.candidatesNotPositive) { try BenchmarkPlan(candidates: [8, 0]) }
  }

  @Test("the reference does the products of the network: a linear one needs nothing else", arguments: 1...3)
  func products(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let network = try Network.random(inputs: 5, hidden: [], random: &random)
    let row = (0..<5).map { _ in random.normal() }
    var products = RawProducts(of: network)
    let expected = zip(row, network.skip).reduce(Float(0)) { $0 + $1.0 * $1.1 }
    #expect(
      abs(try products.multiply(Matrix(rows: 1, columns: 5, elements: row)) - expected) < 1e-5, "seed \(seed)"
    )
  }

  @Test("what is measured depends on the seed alone")
  func repeatable() throws {
    var (first, second) = try (
      RankingCase(candidates: 9, features: 4, seed: 2), RankingCase(candidates: 9, features: 4, seed: 2)
    )
    #expect(try first.score() == second.score())
    #expect(try first.rank(limit: 3) == second.rank(limit: 3))
    #expect(try first.multiply() == second.multiply())
    #expect(try first.score() != first.multiply())
  }

  @Test(
    "quantiles by the nearest rank",
    arguments: [([], 0, 0), ([7], 7, 7), ([3, 1, 2], 2, 3), (Array(1...200), 100, 198)]
      as [([UInt64], Double, Double)])
  func quantiles(samples: [UInt64], median: Double, p99: Double) {
    let timing = Timing(samples)
    #expect(timing.median == median)
    #expect(timing.p99 == p99)
  }

  @Test("the table lines up, with units that fit")
  func table() {
    let results = [
      BenchmarkResult(name: "short", timing: Timing([950]), reference: Timing([475])),
      BenchmarkResult(name: "a longer one", timing: Timing([1_234_567]), reference: nil),
      BenchmarkResult(name: "middle", timing: Timing([12_345]), reference: Timing([10_000])),
    ]
    #expect(
      BenchmarkReport(machine: BLAS.build, results: results).table == """
        case           median      p99  calls/s  products  ratio
        short          950 ns   950 ns  1052631    475 ns   2.00
        a longer one  1.23 ms  1.23 ms      810         –      –
        middle        12.3 µs  12.3 µs    81004   10.0 µs   1.23
        """)
  }
}
