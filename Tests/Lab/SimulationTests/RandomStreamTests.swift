import Testing

@testable import Simulation

@Suite struct RandomStreamTests {
  @Test func `the numbers are those of every machine`() {
    var stream = RandomStream(seed: 1, labels: "ada", day: 3)
    #expect([stream.next(), stream.next(), stream.next()] == Self.recorded)
  }

  /// Computed apart, with unbounded integers; a change would change every log that was ever made
  /// from a seed.
  static let recorded: [UInt64] = [
    87_950_004_787_117_622, 9_868_308_219_486_886_813, 3_539_934_983_856_455_226,
  ]

  @Test func `labels, days and seeds give streams of their own`() {
    var first: Set<UInt64> = []
    for seed in UInt64(0)..<10 {
      for day in 0..<10 {
        for label in ["a", "b", "ab", ""] {
          var stream = RandomStream(seed: seed, labels: label, day: day)
          first.insert(stream.next())
        }
      }
    }
    #expect(first.count == 400)
  }

  @Test func `distributions have their mean and spread`() {
    for seed in UInt64(0)..<5 {
      var stream = RandomStream(seed: seed)
      let normal = (0..<10_000).map { _ in stream.normal() }
      let mean = normal.reduce(0, +) / 10_000
      #expect(abs(mean) < 0.05, "seed \(seed)")
      #expect(abs(normal.map { $0 * $0 }.reduce(0, +) / 10_000 - 1) < 0.06, "seed \(seed)")
      let spread = (0..<10_001).map { _ in stream.spread(around: 10, by: 0.5) }.sorted()
      #expect(abs(spread[5_000] - 10) < 0.4, "seed \(seed)")
      #expect(abs(spread[8_413] - 16.2) < 1.2, "seed \(seed): e^0.5 at one deviation")
      let counts = (0..<9_000).reduce(into: [0, 0, 0]) { counts, _ in counts[stream.index(below: 3)] += 1 }
      #expect(counts.allSatisfy { abs($0 - 3_000) < 200 }, "seed \(seed)")
      #expect(stream.shuffled(Array(0..<50)).sorted() == Array(0..<50))
      #expect(stream.choice(of: [Weighted(element: 1, weight: 0), Weighted(element: 2, weight: 1)]) == 2)
      #expect(stream.choice(of: [Weighted<Int>]()) == nil)
    }
  }
}
