/// Curves over steps that have names (donations seen, hours), with a band for the interval of each.
package struct CurveChart {
  /// Values of a series, at the steps where it has any.
  package struct Curve {
    let series: Series
    let points: [Point]

    /// A curve of some points.
    package init(series: Series, points: [Point]) {
      self.series = series
      self.points = points
    }
  }

  /// A value with its interval.
  package struct Point {
    /// The step, counted from 0.
    let step: Int
    let value: Double
    let interval: ClosedRange<Double>
    /// The words that appear under the pointer.
    let words: String

    /// A point, with the words that appear under the pointer.
    package init(step: Int, value: Double, interval: ClosedRange<Double>, words: String) {
      self.step = step
      self.value = value
      self.interval = interval
      self.words = words
    }
  }

  /// The names of the steps.
  let steps: [String]
  /// The name of the horizontal axis.
  let stepTitle: String
  /// The name of the vertical axis.
  let valueTitle: String
  /// Drawn in this order, the last on top.
  let curves: [Curve]
  /// A Boolean value that tells whether values are differences, around 0.
  let isSigned: Bool
  /// The picture's size.
  package let size: (width: Double, height: Double)

  /// A chart of curves.
  ///
  /// - Parameters:
  ///   - steps: The names of the steps.
  ///   - curves: Drawn in this order, the last on top.
  ///   - isSigned: Whether values are differences, around 0.
  package init(
    steps: [String], stepTitle: String, valueTitle: String, curves: [Curve], isSigned: Bool = false,
    size: (width: Double, height: Double) = (PlotArea.width, 260)
  ) {
    self.steps = steps
    self.stepTitle = stepTitle
    self.valueTitle = valueTitle
    self.curves = curves
    self.isSigned = isSigned
    self.size = size
  }

  /// The picture: grid, bands, lines, points.
  package var drawing: [Markup] {
    let area = area
    let labels = steps.enumerated().map { (at: Double($0.offset), text: $0.element) }
    let zero = area.line(
      from: (area.x(area.horizontal.lowerBound), area.y(0)),
      to: (area.x(area.horizontal.upperBound), area.y(0)),
      style: "zero")
    let decimals = isSigned ? 2 : area.vertical.upperBound < 7 ? 1 : 0
    return area.verticalAxis(valueTitle, decimals: decimals, signed: isSigned)
      + area.horizontalAxis(stepTitle, labels) + [zero]
      + curves.map { band($0, area) } + curves.flatMap { line($0, area) }
  }

  private var area: PlotArea {
    let points = curves.flatMap(\.points)
    let values = points.flatMap { [$0.value, $0.interval.lowerBound, $0.interval.upperBound] }
    return PlotArea(
      size: size, horizontal: -0.5...(Double(max(1, steps.count)) - 0.5),
      vertical: PlotArea.range(holding: [0] + values, least: isSigned ? 0.05 : 0.1))
  }

  private func band(_ curve: Curve, _ area: PlotArea) -> Markup {
    let upper = curve.points.map { (area.x(Double($0.step)), area.y($0.interval.upperBound)) }
    let lower = curve.points.map { (area.x(Double($0.step)), area.y($0.interval.lowerBound)) }
    return Markup(
      "path",
      ["class": "band \(curve.series.style)", "d": PlotArea.path(upper + lower.reversed(), closed: true)])
  }

  private func line(_ curve: Curve, _ area: PlotArea) -> [Markup] {
    let points = curve.points.map { (area.x(Double($0.step)), area.y($0.value)) }
    let marks = zip(curve.points, points).map { point, position in
      Markup(
        "circle",
        [
          "class": "point \(curve.series.style)", "cx": NumberText.length(position.0),
          "cy": NumberText.length(position.1), "r": "3",
        ], [Markup("title", [:], ["\(point.words)"])])
    }
    return [Markup("path", ["class": "line \(curve.series.style)", "d": PlotArea.path(points)])] + marks
  }
}
