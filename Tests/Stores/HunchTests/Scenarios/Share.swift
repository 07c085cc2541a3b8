import Foundation

/// The share of the tested variants in which a scenario held, and the conclusions for all variants.
struct Share {
  let held: Int
  let count: Int

  var value: Double { Double(held) / Double(count) }

  /// The interval that contains the share of all variants with a confidence of 95 %.
  ///
  /// Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
  /// JASA 22 (1927). Unlike the normal approximation, it is good near 0 and 1, where the shares of
  /// scenarios are.
  var interval: ClosedRange<Double> {
    let (n, z) = (Double(count), 1.959_963_985)
    let spread = z * (value * (1 - value) / n + z * z / (4 * n * n)).squareRoot()
    let (center, scale) = (value + z * z / (2 * n), 1 + z * z / n)
    // If none or all held, an end is exactly 0 or 1, without rounding.
    let low = held == 0 ? 0 : (center - spread) / scale
    let high = held == count ? 1 : (center + spread) / scale
    return low...high
  }

  /// Returns the minimum number of `others` variants that must hold.
  ///
  /// If the share of all variants is at least the interval's lower end, fewer hold with a
  /// probability of at most 1 %: a binomial quantile. So a model as good as the measured one
  /// passes, and a clearly worse one fails.
  func least(of others: Int) -> Int {
    let share = interval.lowerBound
    guard share > 0 else { return 0 }
    guard share < 1 else { return others }
    var (below, term) = (0.0, pow(1 - share, Double(others)))
    for held in 0...others {
      guard below + term <= 0.01 else { return held }
      below += term
      term *= share / (1 - share) * Double(others - held) / Double(held + 1)
    }
    return others
  }

  /// A row of the table in `Documentation/Scenarios.md`.
  func row(_ name: String) -> String {
    let (low, high) = (interval.lowerBound, interval.upperBound)
    let figures = String(
      format: "%d of %d | %.1f %% | %.1f to %.1f %%", held, count, 100 * value, 100 * low, 100 * high)
    return "| \(figures) | \(name) |"
  }
}
