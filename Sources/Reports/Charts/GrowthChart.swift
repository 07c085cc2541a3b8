internal import Benchmarking

/// Times over sizes, both on logarithmic scales: the slope is the exponent.
struct GrowthChart {
  let growths: [Growth]

  /// The picture's size.
  var size: (width: Double, height: Double) { area.size }

  /// What each line stands for.
  var legend: [Series] { growths.enumerated().map { Series(name: $0.element.series, index: $0.offset) } }

  /// Grid, lines, points.
  var drawing: [Markup] {
    let area = area
    return vertical(area) + horizontal(area) + zip(growths, legend).flatMap { line($0, $1, area) }
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
    let sizes = Set(growths.flatMap(\.sizes)).sorted()
    let labels = LogScale.decades(area.horizontal).map { (at: $0, text: LogScale.label($0)) }
    let title = growths.first?.parameter ?? ""
    return sizes.isEmpty ? [] : area.horizontalAxis(title, labels)
  }

  private func line(_ growth: Growth, _ series: Series, _ area: PlotArea) -> [Markup] {
    let points = zip(growth.sizes, growth.medians).map { size, median in
      (area.x(LogScale.logarithm(Double(size))), area.y(LogScale.logarithm(median)))
    }
    let marks = zip(zip(growth.sizes, growth.medians), points).map { point, position in
      let words = "\(growth.series), \(point.0): \(BenchmarkReport.duration(point.1))"
      return Markup(
        "circle",
        [
          "class": "point \(series.style)", "cx": NumberText.length(position.0),
          "cy": NumberText.length(position.1), "r": "3",
        ], [Markup("title", [:], ["\(words)"])])
    }
    return [Markup("path", ["class": "line \(series.style)", "d": PlotArea.path(points)])] + marks
  }

  private var area: PlotArea {
    PlotArea(
      horizontal: LogScale.range(growths.flatMap(\.sizes).map { LogScale.logarithm(Double($0)) }),
      vertical: LogScale.range(growths.flatMap(\.medians).map(LogScale.logarithm)))
  }

  /// A decade of nanoseconds in a unit that fits.
  private static func time(_ decade: Double) -> String {
    switch decade {
    case ..<3: LogScale.label(decade) + " ns"
    case ..<6: LogScale.label(decade - 3) + " µs"
    case ..<9: LogScale.label(decade - 6) + " ms"
    default: LogScale.label(decade - 9) + " s"
    }
  }
}
