import TestSupport
import Testing

@Suite("Shares of variants")
struct ShareTests {
  /// From the article's formula, computed by other programs (R's `prop.test(…, correct = FALSE)`).
  @Test(
    "the interval of 95 % is Wilson's",
    arguments: [
      (18, 20, 0.6990, 0.9721), (0, 10, 0, 0.2775), (200, 200, 0.9812, 1), (150, 200, 0.6857, 0.8050),
    ])
  func wilson(held: Int, count: Int, low: Double, high: Double) {
    let interval = Share(held: held, count: count).interval
    #expect(abs(interval.lowerBound - low) < 1e-4 && abs(interval.upperBound - high) < 1e-4, "\(interval)")
  }

  /// At most 1 % of draws at the interval's lower end are below the bound; a bound one higher would
  /// refuse more.
  @Test("the bound for other variants passes 99 % at the interval's lower end, and no higher bound does")
  func bound() {
    var numbers = SeededNumbers(seed: 1)
    for share in [Share(held: 199, count: 200), Share(held: 180, count: 200), Share(held: 90, count: 200)] {
      let (least, chance) = (share.least(of: 20), share.interval.lowerBound)
      let draws = (0..<20_000).map { _ in
        (0..<20).count { _ in Double.random(in: 0..<1, using: &numbers) < chance }
      }
      let refused = Double(draws.count { $0 < least }) / Double(draws.count)
      let stricter = Double(draws.count { $0 < least + 1 }) / Double(draws.count)
      #expect(refused <= 0.012 && stricter > 0.008, "\(share) \(least): \(refused), \(stricter)")
    }
  }

  @Test("variants draw independent numbers: no 64-bit number is shared")
  func independent() throws {
    var drawn: Set<UInt64> = []
    for seed in Variant.seedsOfMeasurement {
      var variant = try Variant(seed: seed)
      for _ in 0..<215 { drawn.insert(variant.bits()) }
    }
    #expect(drawn.count == 200 * 215)
  }
}
