internal import Activities
internal import Features
internal import Suggestions

/// Numbers and names as text, the same in every locale.
package enum Formatting {
  /// A number with a fixed number of decimals; `-` for nil.
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

  /// A number with its sign, even if positive.
  package static func signed(_ number: Double, _ decimals: Int) -> String {
    let text = fixed(number, decimals)
    return text.hasPrefix("-") ? text : "+" + text
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

  /// Text without cursor movements or line breaks: control characters become spaces.
  ///
  /// Titles come from programs and logs; they must not be able to overwrite a terminal's contents.
  package static func plain(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { VisibleText.isUnprintable($0) ? " " : $0 }))
  }

  /// A probability with its horizon, like `51 % within 1 h`, or alone without a horizon.
  package static func within(_ probability: String, _ horizon: Double?) -> String {
    ([probability] + horizonField(horizon)).joined(separator: " ")
  }

  /// A field like `within 1 h`; empty without a horizon.
  package static func horizonField(_ horizon: Double?) -> [String] {
    horizon.map { [HorizonWording.words($0)] } ?? []
  }

  /// A duration like `4 s` or `38 min`, rounded.
  package static func duration(_ seconds: Double) -> String {
    seconds < 60 ? "\(Int(clamping: seconds.rounded(.up))) s" : Fact.duration(seconds: seconds)
  }

  /// Text of at most `width` characters; an ellipsis replaces the rest.
  package static func shortened(_ text: String, to width: Int) -> String {
    text.count > width ? text.prefix(max(0, width - 1)) + "…" : text
  }
}
