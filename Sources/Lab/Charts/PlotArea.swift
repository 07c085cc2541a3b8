internal import Foundation

/// The part of a picture in which numbers become positions, with its grid and the words along its
/// sides.
struct PlotArea {
  /// The width of all pictures: readable on the narrowest screens, and two fit next to each other
  /// on wider ones.
  static let width = 400.0
  /// The mean width of a letter, by the widest of the usual fonts.
  static let letter = 7.8

  /// The size of the whole picture.
  var size = (width: Self.width, height: 260.0)
  /// The room for words around the plot.
  var margin = (left: 58.0, right: 14.0, top: 30.0, bottom: 46.0)
  /// The numbers at the left and at the right end.
  let horizontal: ClosedRange<Double>
  /// The numbers at the bottom and at the top.
  let vertical: ClosedRange<Double>

  /// The position of a number from left to right.
  func x(_ number: Double) -> Double {
    margin.left + Self.share(number, of: horizontal) * (size.width - margin.left - margin.right)
  }

  /// The position of a number from top to bottom.
  func y(_ number: Double) -> Double {
    size.height - margin.bottom - Self.share(number, of: vertical)
      * (size.height - margin.top - margin.bottom)
  }

  private static func share(_ number: Double, of range: ClosedRange<Double>) -> Double {
    let length = range.upperBound - range.lowerBound
    return length > 0 ? (number - range.lowerBound) / length : 0.5
  }

  /// Returns a few round numbers within a range, at least a minimum step apart.
  static func ticks(_ range: ClosedRange<Double>, least: Double = 0.01, atMost count: Int = 7) -> [Double] {
    let step = step(of: range.upperBound - range.lowerBound, least: least, atMost: count)
    let (first, last) = (
      (range.lowerBound / step - 1e-9).rounded(.up), (range.upperBound / step + 1e-9).rounded(.down)
    )
    return first <= last ? (0...Int(last - first)).map { (first + Double($0)) * step } : []
  }

  /// Draws horizontal lines at round numbers, with the numbers and the axis title.
  func verticalAxis(_ title: String, decimals: Int = 1, signed: Bool = false) -> [Markup] {
    Self.ticks(vertical, least: decimals == 0 ? 1 : 0.01).flatMap { tick in
      [
        line(from: (margin.left, y(tick)), to: (size.width - margin.right, y(tick)), style: "grid"),
        label(
          signed && tick != 0 ? NumberText.signed(tick, decimals) : NumberText.fixed(tick, decimals),
          at: (margin.left - 8, y(tick) + 4), anchor: "end"),
      ]
    } + [Self.title(title)]
  }

  /// The name of a vertical axis, above it.
  static func title(_ title: String) -> Markup {
    Markup("text", ["class": "axis", "text-anchor": "start", "x": "4", "y": "14"], ["\(title)"])
  }

  /// Draws words below the plot, each at its number, and the axis title.
  ///
  /// If they would touch, only every n-th word is written; none leaves the picture.
  func horizontalAxis(_ title: String, _ labels: [(at: Double, text: String)]) -> [Markup] {
    let stride = (1...max(1, labels.count)).first { hasRoom(labels, writingEvery: $0) } ?? 1
    let written = labels.enumerated().filter { $0.offset.isMultiple(of: stride) }.map { _, each in
      let half = Self.letter * Double(each.text.count) / 2
      let position = min(max(x(each.at), half), max(half, size.width - half))
      return label(each.text, at: (position, size.height - margin.bottom + 18), anchor: "middle")
    }
    return written + [
      Markup(
        "text",
        [
          "class": "axis", "text-anchor": "middle",
          "x": NumberText.length((margin.left + size.width - margin.right) / 2),
          "y": NumberText.length(size.height - 8),
        ], ["\(title)"])
    ]
  }

  private func hasRoom(_ labels: [(at: Double, text: String)], writingEvery stride: Int) -> Bool {
    let written = labels.enumerated().filter { $0.offset.isMultiple(of: stride) }.map(\.element)
    return zip(written, written.dropFirst()).allSatisfy { left, right in
      abs(x(right.at) - x(left.at)) >= Self.letter * (Double(left.text.count + right.text.count) / 2 + 0.8)
    }
  }

  /// A range that holds some numbers and begins and ends at round ones.
  ///
  /// - Parameter least: The minimum distance between round numbers.
  static func range(holding numbers: [Double], least: Double = 0.01) -> ClosedRange<Double> {
    let numbers = numbers.filter(\.isFinite)
    let (low, high) = (numbers.min() ?? 0, numbers.max() ?? 0)
    let step = step(of: high - low, least: least)
    let ends = ((low / step + 1e-9).rounded(.down) * step, (high / step - 1e-9).rounded(.up) * step)
    return min(ends.0, low)...max(ends.1, high, ends.0 + step)
  }

  /// Returns the distance between round numbers that gives a length a few ticks.
  private static func step(of length: Double, least: Double, atMost count: Int = 7) -> Double {
    let steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000]
    return steps.first { $0 >= least && length / $0 <= Double(count) } ?? max(length, 1)
  }

  /// Words at a position.
  func label(_ text: String, at point: (Double, Double), anchor: String) -> Markup {
    Markup(
      "text",
      ["text-anchor": anchor, "x": NumberText.length(point.0), "y": NumberText.length(point.1)], ["\(text)"])
  }

  /// A straight line between positions.
  func line(from start: (Double, Double), to end: (Double, Double), style: String) -> Markup {
    Markup("path", ["class": style, "d": Self.path([start, end])])
  }

  /// Draws vertical lines at numbers within some spans from top to bottom, so that they avoid
  /// words.
  func grid(at numbers: [Double], in spans: [ClosedRange<Double>]) -> [Markup] {
    numbers.map { number in
      let pieces = spans.map { Self.path([(x(number), $0.lowerBound), (x(number), $0.upperBound)]) }
      return Markup("path", ["class": number == 0 ? "zero" : "grid", "d": pieces.joined()])
    }
  }

  /// Positions as an SVG path.
  static func path(_ points: [(Double, Double)], closed: Bool = false) -> String {
    let steps = points.map { "\(NumberText.length($0.0)) \(NumberText.length($0.1))" }
    return "M" + steps.joined(separator: "L") + (closed ? "Z" : "")
  }
}

/// A logarithmic scale, on which all decades have the same length.
enum LogScale {
  /// Returns the decimal logarithm; a number that is not positive counts as the smallest figure
  /// shown.
  static func logarithm(_ value: Double) -> Double { log10(max(value, 1e-6)) }

  /// Returns the decades around some logarithms, at least one.
  static func range(_ logarithms: [Double]) -> ClosedRange<Double> {
    let low = (logarithms.min() ?? 0).rounded(.down)
    let high = (logarithms.max() ?? 0).rounded(.up)
    return low...max(high, low + 1)
  }

  /// The whole decades in a range.
  static func decades(_ range: ClosedRange<Double>) -> [Double] {
    Array(stride(from: range.lowerBound.rounded(.up), through: range.upperBound.rounded(.down), by: 1))
  }

  /// A decade as a number: 0.01, 1, 1,000.
  static func label(_ decade: Double) -> String {
    if decade < 0 { return NumberText.fixed(pow(10, decade), Int(exactly: -decade) ?? 0) }
    let digits = "1" + String(repeating: "0", count: Int(exactly: decade) ?? 0)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }
}
