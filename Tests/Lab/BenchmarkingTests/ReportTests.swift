import Foundation
import Testing

@testable import Benchmarking

@Suite("Benchmarking: the report")
struct ReportTests {
  @Test(
    "quantiles by the nearest rank",
    arguments: [([], 0, 0), ([7], 7, 7), ([3, 1, 2], 2, 3), (Array(1...200), 100, 198)]
      as [([UInt64], Double, Double)])
  func quantiles(samples: [UInt64], median: Double, p99: Double) {
    let timing = Timing(samples)
    #expect(timing.median == median && timing.p99 == p99 && timing.samples == samples.count)
    let grouped = Timing(samples, callsPerSample: 4)
    #expect(grouped.median == median / 4 && grouped.p99 == p99 / 4)
  }

  @Test(
    "the exponent of a power law is its power, from size to size and overall",
    arguments: [0, 0.5, 1, 2] as [Double])
  func exponents(power: Double) throws {
    let points = [1_000, 10, 100].map { (size: $0, median: 7 * pow(Double($0), power)) }
    let growth = try #require(Growth(series: "s", parameter: "n", points: points))
    #expect(growth.sizes == [10, 100, 1_000])
    for exponent in growth.exponents + [growth.exponent] { #expect(abs(exponent - power) < 1e-9) }
  }

  @Test("growth is undefined for fewer than two sizes, equal sizes or zero times")
  func noGrowth() {
    for points in [[], [(1, 5.0)], [(10, 5), (10, 6)], [(10, 0), (20, 1)]] as [[(size: Int, median: Double)]]
    {
      #expect(Growth(series: "s", parameter: "n", points: points) == nil)
    }
  }

  private static let results = [
    BenchmarkResult(
      name: "a longer one", series: [.init(name: "s", parameter: "n", size: 10)], timing: Timing([950]),
      work: Work(2, "rows"), limit: .init(nanoseconds: 500, ratio: 1.9, bound: .memory),
      references: [.init(name: "plain", timing: Timing([475]), caseMedian: 950)]),
    BenchmarkResult(
      name: "short", series: [.init(name: "s", parameter: "n", size: 1_000)], timing: Timing([1_234_567]),
      work: Work(1, "rows"), limit: nil),
  ]

  @Test("one sentence sums up a subject at the usual size")
  func sentence() {
    func report(_ subject: String, _ series: String, _ sizes: [(Int, UInt64)]) -> BenchmarkReport {
      BenchmarkReport(
        subject: subject,
        results: sizes.map { size, median in
          BenchmarkResult(
            name: "x \(size)", series: [.init(name: series, parameter: "n", size: size)],
            timing: Timing([median]),
            work: Work(1, "rows"), limit: nil)
        })
    }
    let people = [(20, 9_000), (200, 33_000), (2_000, 600_000)] as [(Int, UInt64)]
    #expect(
      report("ranking", "query, by activities", people).sentence
        == "a suggestion among 200 activities takes 33.0 µs here")
    #expect(
      report("ranking", "query, by activities", [(5, 700)]).sentence
        == "a suggestion among 5 activities takes 700 ns here")
    #expect(
      report("store", "append at once, durable", [(1, 2_000_000), (100, 4_000_000)]).sentence
        == "storing a donation safely takes 2.00 ms here")
    let published = BenchmarkResult(
      name: "build and publish an activity, in memory", series: [], timing: Timing([8_000]),
      work: Work(1, "rows"),
      limit: nil)
    #expect(
      BenchmarkReport(subject: "continuation", results: [published]).sentence
        == "publishing an activity takes 8.0 µs here")
    #expect(BenchmarkReport(subject: "ranking", results: Self.results).sentence == nil)
  }

  @Test("a plan that measures less is expected to take less")
  func expected() {
    for subject in ["ranking", "continuation", "store"] {
      let seconds = [BenchmarkPlan.quick, .short, .full].map { $0.expectedSeconds(of: subject) }
      #expect(seconds == seconds.sorted() && seconds[0] < seconds[1] && seconds[0] >= 1, "\(seconds)")
    }
  }

  @Test("the tables line up, with suitable units")
  func text() {
    let report = BenchmarkReport(
      subject: "ranking", results: Self.results,
      quantities: [Quantity(name: "memory", value: 262_144, unit: "bytes")])
    #expect(
      report.text == """
        ranking        median      p99          rate          limit  time/limit  time/other
        a longer one   950 ns   950 ns  2.1 M rows/s  500 ns memory        1.90  2.00 plain
        short         1.23 ms  1.23 ms  810.0 rows/s              –           –

        limit: the minimum time for the case's arithmetic, at the rate of a bare matrix product, or for its memory, read by a bare
          loop: whichever is longer, which the column names. time/limit: the median over it. 1.00 is as fast as those calls.
          Below 1 it is faster: its data stayed in a nearer cache, or its shape suits the processor better than theirs.
        time/other: the median over that of another way, which is named; below 1 the case is faster.

        growth: time ~ size^e   sizes  e, step by step     e  of
        s                      10 1 k             1.56  1.56  n

        quantity
        memory    262144  bytes
        """)
  }

  @Test("the legend explains only columns with values")
  func legend() {
    let bare = BenchmarkReport(subject: "ranking", results: [Self.results[1]]).text
    #expect(!bare.contains("limit:") && !bare.contains("time/other:"))
    let whole = BenchmarkReport(subject: "ranking", results: Self.results).text
    for line in ["limit: ", "  Below 1 it is faster", "time/other: "] {
      #expect(whole.contains("\n" + line), "\(line)")
    }
  }

  @Test("JSON keeps everything")
  func coding() throws {
    let report = BenchmarkReport(subject: "ranking", results: Self.results)
    let decoded = try JSONDecoder().decode(BenchmarkReport.self, from: JSONEncoder().encode(report))
    #expect(decoded.results == report.results && decoded.growth == report.growth)
  }

  @Test(
    "the limit is the longer of arithmetic and memory",
    arguments: [(2_000_000, 1, .arithmetic), (2, 1_000_000, .memory)]
      as [(Int, Int, BenchmarkResult.Limit.Bound)])
  func limits(operations: Int, floats: Int, bound: BenchmarkResult.Limit.Bound) throws {
    let work = Work(1, "rows", operations: operations, floats: floats)
    let limit = try #require(
      try MachineLimit(of: work, seed: 1).limit(
        arithmetic: Timing([1_000_000]), memory: Timing([400_000]), of: 800_000))
    #expect(limit.bound == bound)
    #expect(abs(limit.ratio - 800_000 / limit.nanoseconds) < 1e-9)
    if bound == .memory { #expect(limit.nanoseconds == 400_000, "as many bytes were read") }
  }
}
