/// Differences with their intervals, a row each; right of the dotted line is ahead.
package struct ForestPlot {
  /// A difference with its interval.
  package struct Row {
    let name: String
    let mean: Double
    let interval: ClosedRange<Double>

    /// A difference to something that has a name.
    package init(name: String, mean: Double, interval: ClosedRange<Double>) {
      self.name = name
      self.mean = mean
      self.interval = interval
    }
  }

  private let rows: [Row]
  private let title: String

  /// A line of words, and the interval below it.
  private let rowHeight = 40.0

  /// A plot of differences.
  ///
  /// - Parameter title: The name of the horizontal axis.
  package init(rows: [Row], title: String) {
    self.rows = rows
    self.title = title
  }

  /// The picture's size.
  package var size: (width: Double, height: Double) { area.size }

  /// Grid, names, whiskers, points, figures.
  package var drawing: [Markup] {
    let area = area
    let top = area.margin.top
    let ticks = PlotArea.ticks(area.horizontal)
    let whiskers = rows.indices.map { row in
      let rowTop = top + Double(row) * rowHeight
      return (rowTop + 21)...(rowTop + 35)
    }
    let grid = area.grid(at: ticks, in: whiskers)
    let labels = ticks.map { (at: $0, text: $0 == 0 ? "0" : NumberText.signed($0, 2)) }
    return grid + area.horizontalAxis(title, labels)
      + rows.enumerated().flatMap { row($0.element, at: top + Double($0.offset) * rowHeight, area) }
  }

  private func row(_ difference: Row, at top: Double, _ area: PlotArea) -> [Markup] {
    let y = top + 28
    let (low, high) = (area.x(difference.interval.lowerBound), area.x(difference.interval.upperBound))
    let words =
      "\(NumberText.signed(difference.mean)) (\(NumberText.signed(difference.interval)))"
    return [
      area.label(difference.name, at: (4, top + 16), anchor: "start"),
      area.label(words, at: (area.size.width - 4, top + 16), anchor: "end"),
      area.line(from: (low, y), to: (high, y), style: "whisker series-0"),
      Markup(
        "rect",
        [
          "class": "mark series-0", "x": NumberText.length(area.x(difference.mean) - 4.5),
          "y": NumberText.length(y - 4.5), "width": "9", "height": "9",
        ], [Markup("title", [:], ["\(words)"])]),
    ]
  }

  private var area: PlotArea {
    let numbers = rows.flatMap { [$0.mean, $0.interval.lowerBound, $0.interval.upperBound] }
    return PlotArea(
      size: (PlotArea.width, Double(rows.count) * rowHeight + 56), margin: (20, 20, 6, 50),
      horizontal: PlotArea.range(holding: [0] + numbers), vertical: 0...1)
  }
}
