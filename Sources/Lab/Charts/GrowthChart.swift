/// Times over sizes, both on logarithmic scales: the slope is the exponent.
package struct GrowthChart {
  /// The times of one thing at several sizes.
  package struct Line {
    let name: String
    let points: [(size: Int, nanoseconds: Double, words: String)]

    /// A line of points, with the words that appear under the pointer.
    package init(name: String, points: [(size: Int, nanoseconds: Double, words: String)]) {
      self.name = name
      self.points = points
    }
  }

  private let lines: [Line]
  private let title: String

  /// A chart of lines.
  ///
  /// - Parameter title: The name of the horizontal axis.
  package init(lines: [Line], title: String) {
    self.lines = lines
    self.title = title
  }

  /// The picture's size.
  package var size: (width: Double, height: Double) { area.size }

  /// The names of its lines.
  package var legend: [Series] {
    lines.enumerated().map { Series(name: $0.element.name, index: $0.offset) }
  }

  /// Grid, lines, points.
  package var drawing: [Markup] {
    let area = area
    return vertical(area) + horizontal(area) + zip(lines, legend).flatMap { line($0, $1, area) }
  }

  private func vertical(_ area: PlotArea) -> [Markup] {
    LogScale.decades(area.vertical).flatMap { decade in
      [
        area.line(
          from: (area.margin.left, area.y(decade)), to: (area.size.width - area.margin.right, area.y(decade)),
          style: "grid"),
        area.label(Self.time(decade), at: (area.margin.left - 8, area.y(decade) + 4), anchor: "end"),
      ]
    }
  }

  private func horizontal(_ area: PlotArea) -> [Markup] {
    let labels = LogScale.decades(area.horizontal).map { (at: $0, text: LogScale.label($0)) }
    return lines.allSatisfy(\.points.isEmpty) ? [] : area.horizontalAxis(title, labels)
  }

  private func line(_ line: Line, _ series: Series, _ area: PlotArea) -> [Markup] {
    let points = line.points.map {
      (area.x(LogScale.logarithm(Double($0.size))), area.y(LogScale.logarithm($0.nanoseconds)))
    }
    let marks = zip(line.points, points).map { point, position in
      Markup(
        "circle",
        [
          "class": "point \(series.style)", "cx": NumberText.length(position.0),
          "cy": NumberText.length(position.1), "r": "3",
        ], [Markup("title", [:], ["\(point.words)"])])
    }
    return [Markup("path", ["class": "line \(series.style)", "d": PlotArea.path(points)])] + marks
  }

  private var area: PlotArea {
    PlotArea(
      horizontal: LogScale.range(lines.flatMap(\.points).map { LogScale.logarithm(Double($0.size)) }),
      vertical: LogScale.range(lines.flatMap(\.points).map { LogScale.logarithm($0.nanoseconds) }))
  }

  /// A decade of nanoseconds in a suitable unit.
  private static func time(_ decade: Double) -> String {
    switch decade {
    case ..<3: LogScale.label(decade) + " ns"
    case ..<6: LogScale.label(decade - 3) + " µs"
    case ..<9: LogScale.label(decade - 6) + " ms"
    default: LogScale.label(decade - 9) + " s"
    }
  }
}
