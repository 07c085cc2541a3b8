internal import Answers

/// Text of model cards.
enum CardText {
  /// Returns both ends of an interval, with three decimals.
  static func range(_ interval: ClosedRange<Double>) -> String {
    "\(Formatting.fixed(interval.lowerBound, 3)) to \(Formatting.fixed(interval.upperBound, 3))"
  }

  /// Returns plain text escaped for Markdown, so that it shows unchanged and ends no table cell.
  static func markdown(_ text: String) -> String {
    Formatting.plain(text).reduce(into: "") { escaped, character in
      if #"\|<*_`[]"#.contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
  }
}
