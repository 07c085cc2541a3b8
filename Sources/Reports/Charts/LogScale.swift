internal import Foundation

/// Positions on a scale on which each decade is as long as the next.
enum LogScale {
  /// The decimal logarithm; of what is not positive, that of the smallest figure that is shown.
  static func logarithm(_ value: Double) -> Double { log10(max(value, 1e-6)) }

  /// The decades around some logarithms, at least one.
  static func range(_ logarithms: [Double]) -> ClosedRange<Double> {
    let low = (logarithms.min() ?? 0).rounded(.down)
    let high = (logarithms.max() ?? 0).rounded(.up)
    return low...max(high, low + 1)
  }

  /// The whole decades in a range.
  static func decades(_ range: ClosedRange<Double>) -> [Double] {
    (Int(range.lowerBound.rounded(.up))...Int(range.upperBound.rounded(.down))).map(Double.init)
  }

  /// A decade as a number: 0.01, 1, 1,000.
  static func label(_ decade: Double) -> String {
    if decade < 0 { return NumberText.fixed(pow(10, decade), Int(-decade)) }
    let digits = "1" + String(repeating: "0", count: Int(decade))
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }
}
