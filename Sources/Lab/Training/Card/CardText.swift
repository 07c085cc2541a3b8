internal import Activities

/// Numbers and names as text, the same in every locale.
package enum CardText {
  /// A number with a fixed number of decimals; `-` for none.
  package static func fixed(_ number: Double?, _ decimals: Int) -> String {
    guard let number, number.isFinite, abs(number) < 1e12 else { return "-" }
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    let units = Int64(clamping: (abs(number) * scale).rounded())
    let sign = number < 0 && units > 0 ? "-" : ""
    guard decimals > 0 else { return sign + String(units) }
    let fraction = String(units % Int64(clamping: scale))
    return sign + String(units / Int64(clamping: scale)) + "."
      + String(repeating: "0", count: decimals - fraction.count) + fraction
  }

  /// A number with a sign, whichever it has.
  package static func signed(_ number: Double, _ decimals: Int) -> String {
    let text = fixed(number, decimals)
    return text.hasPrefix("-") ? text : "+" + text
  }

  /// Both ends of an interval, with three decimals.
  static func range(_ interval: ClosedRange<Double>) -> String {
    "\(fixed(interval.lowerBound, 3)) to \(fixed(interval.upperBound, 3))"
  }

  /// A count with its noun: `1 donation`, `12,345 donations`.
  package static func count(_ number: Int, _ singular: String, _ plural: String? = nil) -> String {
    "\(grouped(number)) \(number == 1 ? singular : plural ?? singular + "s")"
  }

  /// A count with a comma between groups of three digits.
  package static func grouped(_ number: Int) -> String {
    var text = ""
    for (index, digit) in String(number.magnitude).reversed().enumerated() {
      if index > 0, index % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return (number < 0 ? "-" : "") + String(text.reversed())
  }

  /// Text in which nothing can move a cursor or break a line: control characters become spaces.
  ///
  /// Titles come from programs and logs; they must not be able to write over what a terminal shows.
  package static func plain(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { VisibleText.isUnprintable($0) ? " " : $0 }))
  }

  /// Plain text as a page of Markdown has to have it, so that it is read as it is and ends no cell of a table.
  static func markdown(_ text: String) -> String {
    plain(text).reduce(into: "") { escaped, character in
      if #"\|<*_`[]"#.contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
  }
}
