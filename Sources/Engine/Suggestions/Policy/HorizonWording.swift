internal import Activities

/// Words for a horizon.
package enum HorizonWording {
  /// Units that say a span of time, the largest first.
  private static let units = [(86_400, "d"), (3_600, "h"), (60, "min")]

  /// Words like "within 1 h": in the largest unit of which it is a whole number, else in seconds.
  ///
  /// - Parameter seconds: Not negative; rounded to whole ones.
  package static func words(_ seconds: Double) -> String {
    let whole = Int(clamping: min(seconds, 1e15).rounded())
    guard whole > 0, let unit = units.first(where: { whole % $0.0 == 0 }) else { return "within \(whole) s" }
    return "within \(whole / unit.0) \(unit.1)"
  }
}
