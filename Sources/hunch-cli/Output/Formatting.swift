/// Numbers as text, the same in every locale.
enum Formatting {
  /// A number with a fixed number of decimals; `-` for none.
  static func fixed(_ number: Double?, _ decimals: Int) -> String {
    guard let number, number.isFinite, abs(number) < 1e12 else { return "-" }
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    let units = Int64((abs(number) * scale).rounded())
    let sign = number < 0 && units > 0 ? "-" : ""
    guard decimals > 0 else { return sign + String(units) }
    let fraction = String(units % Int64(scale))
    return sign + String(units / Int64(scale)) + "."
      + String(repeating: "0", count: decimals - fraction.count) + fraction
  }

  /// A number with a sign, whichever it has.
  static func signed(_ number: Double, _ decimals: Int) -> String {
    let text = fixed(number, decimals)
    return text.hasPrefix("-") ? text : "+" + text
  }

  /// A count with its noun: `1 donation`, `12,345 donations`.
  static func count(_ number: Int, _ singular: String, _ plural: String? = nil) -> String {
    "\(grouped(number)) \(number == 1 ? singular : plural ?? singular + "s")"
  }

  /// A count with a comma between groups of three digits.
  static func grouped(_ number: Int) -> String {
    var text = ""
    for (index, digit) in String(number.magnitude).reversed().enumerated() {
      if index > 0, index % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return (number < 0 ? "-" : "") + String(text.reversed())
  }

  /// A bar for a share from 0 to 1, in eighths of a column, padded to its full width.
  static func bar(_ share: Double, width: Int) -> String {
    let eighths = Int((min(1, max(0, share)) * Double(width * 8)).rounded())
    let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    let text = String(repeating: "█", count: eighths / 8) + partial
    return padded(text, to: width)
  }

  /// Text with spaces after it.
  static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// Text with spaces before it.
  static func aligned(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// Text of at most `width` characters; an ellipsis stands for the rest.
  static func shortened(_ text: String, to width: Int) -> String {
    text.count > width ? text.prefix(max(0, width - 1)) + "…" : text
  }

  /// Text in which nothing can move a cursor or break a line: control characters become spaces.
  ///
  /// Titles come from programs and logs; they must not be able to write over what a terminal shows.
  static func plain(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { isUnprintable($0) ? " " : $0 }))
  }

  /// Whether it moves a cursor, turns the direction of writing or breaks a line; what joins emoji does none of it.
  static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: scalar != "\u{200D}"
    default: false
    }
  }

  /// Plain text as a page of Markdown has to have it, so that it is read as it is and ends no cell of a table.
  static func markdown(_ text: String) -> String {
    plain(text).reduce(into: "") { escaped, character in
      if #"\|<*_`[]"#.contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
  }
}
