internal import Foundation

/// Numbers on a page, the same in every locale.
package enum NumberText {
  /// Returns a number with a fixed number of decimals; a dash for none.
  package static func fixed(_ number: Double?, _ decimals: Int = 3) -> String {
    guard let number, number.isFinite else { return "–" }
    let text = String(format: "%.\(decimals)f", number)
    return text.allSatisfy { "-0.".contains($0) } ? text.replacing("-", with: "") : text
  }

  /// Returns a number with its sign, also if it is positive.
  package static func signed(_ number: Double, _ decimals: Int = 3) -> String {
    let text = fixed(number, decimals)
    return text.hasPrefix("-") ? "−" + text.dropFirst() : "+" + text
  }

  /// Returns both ends of an interval of values that are not negative.
  package static func interval(_ interval: ClosedRange<Double>) -> String {
    "\(fixed(interval.lowerBound))–\(fixed(interval.upperBound))"
  }

  /// Returns both ends of an interval of differences.
  package static func signed(_ interval: ClosedRange<Double>) -> String {
    "\(signed(interval.lowerBound)) to \(signed(interval.upperBound))"
  }

  /// Returns a share in percent.
  package static func percent(_ share: Double, _ decimals: Int = 1) -> String {
    fixed(share * 100, decimals) + " %"
  }

  /// Returns a position or length in a picture.
  package static func length(_ number: Double) -> String { fixed(number, 1) }
}
