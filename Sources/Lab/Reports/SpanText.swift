internal import Charts

/// Spans of time and times of day on a page.
enum SpanText {
  /// Units of time, the largest first.
  private static let units = [(86_400.0, "d"), (3_600, "h"), (60, "min"), (1, "s")]

  /// Returns a span of seconds in the largest unit that makes it a whole number, like "15 min".
  static func words(_ seconds: Double) -> String {
    let unit = units.first { seconds >= $0.0 && seconds.truncatingRemainder(dividingBy: $0.0) == 0 }
    guard let unit else { return NumberText.fixed(seconds, 1) + " s" }
    return "\(NumberText.fixed(seconds / unit.0, 0)) \(unit.1)"
  }

  /// Returns a minute of the day as the clock shows it, like "07:00".
  static func clock(_ minute: Int) -> String {
    [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}
