internal import Answers

/// Text of model cards.
enum CardText {
  /// Both ends of an interval, with three decimals.
  static func range(_ interval: ClosedRange<Double>) -> String {
    "\(Formatting.fixed(interval.lowerBound, 3)) to \(Formatting.fixed(interval.upperBound, 3))"
  }

  /// Plain text as a page of Markdown has to have it, so that it is read as it is and ends no cell
  /// of a table.
  static func markdown(_ text: String) -> String {
    Formatting.plain(text).reduce(into: "") { escaped, character in
      if #"\|<*_`[]"#.contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
  }
}
