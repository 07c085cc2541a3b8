internal import Activities

/// Words for a horizon.
package enum HorizonWording {
  /// Units of time spans, the largest first.
  private static let units = [(86_400, "d"), (3_600, "h"), (60, "min")]

  /// Returns words like "within 1 h", in the largest unit that gives a whole number, otherwise in
  /// seconds.
  ///
  /// - Parameter seconds: The horizon, not negative; it is rounded to whole seconds.
  package static func words(_ seconds: Double) -> String {
    let whole = Int(clamping: min(seconds, 1e15).rounded())
    guard whole > 0, let unit = units.first(where: { whole % $0.0 == 0 }) else { return "within \(whole) s" }
    return "within \(whole / unit.0) \(unit.1)"
  }
}
