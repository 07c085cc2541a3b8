/// Curves over steps that have names (donations seen, hours), with a band for the interval of each.
struct CurveChart {
  /// A ranker's values, at the steps where it has any.
  struct Curve {
    let series: Series
    let points: [Point]
  }

  /// A value with its interval.
  struct Point {
    /// Which step, counted from 0.
    let step: Int
    let value: Double
    let interval: ClosedRange<Double>
    /// What is told when somebody points at it.
    let words: String
  }

  /// The names of the steps.
  let steps: [String]
  /// What the steps are.
  let stepTitle: String
  /// What the values are.
  let valueTitle: String
  /// Drawn in this order, the last on top.
  let curves: [Curve]
  /// Whether values are differences, around 0.
  var isSigned = false

  /// The picture's size.
  var size: (width: Double, height: Double) { area.size }

  /// The picture: grid, bands, lines, points.
  var drawing: [Markup] {
    let area = area
    let labels = steps.enumerated().map { (at: Double($0.offset), text: $0.element) }
    let zero = area.line(
      from: (area.x(area.horizontal.lowerBound), area.y(0)),
      to: (area.x(area.horizontal.upperBound), area.y(0)),
      style: "zero")
    return area.verticalAxis(valueTitle, decimals: isSigned ? 2 : 1, signed: isSigned)
      + area.horizontalAxis(stepTitle, labels) + [zero]
      + curves.map { band($0, area) } + curves.flatMap { line($0, area) }
  }

  private var area: PlotArea {
    let intervals = curves.flatMap(\.points).map(\.interval)
    let top = intervals.map(\.upperBound).max() ?? 0
    let bottom = isSigned ? intervals.map(\.lowerBound).min() ?? 0 : 0
    let unit = isSigned ? 0.05 : 0.1
    return PlotArea(
      horizontal: -0.5...(Double(max(1, steps.count)) - 0.5),
      vertical: (min(0, bottom) / unit).rounded(.down) * unit...max(unit, (top / unit).rounded(.up) * unit))
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
