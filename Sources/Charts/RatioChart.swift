internal import Foundation

/// A row a ratio, on a logarithmic scale: left of the line in the middle is below 1.
package struct RatioChart {
  /// A ratio with its name.
  package struct Row {
    let name: String
    let ratio: Double
    let words: String

    /// A ratio, with the words that appear when somebody points at it.
    package init(name: String, ratio: Double, words: String) {
      self.name = name
      self.ratio = ratio
      self.words = words
    }
  }

  private let rows: [Row]
  private let title: String

  private let rowHeight = 22.0

  /// A chart of ratios.
  ///
  /// - Parameter title: The name of the horizontal axis.
  package init(rows: [Row], title: String) {
    self.rows = rows
    self.title = title
  }

  /// The picture's size.
  package var size: (width: Double, height: Double) { area.size }

  /// Grid, names, bars from 1, figures.
  package var drawing: [Markup] {
    let area = area
    let (top, bottom) = (area.margin.top, area.size.height - area.margin.bottom)
    let decades = LogScale.decades(area.horizontal)
    let grid = decades.map { decade in
      area.line(
        from: (area.x(decade), top), to: (area.x(decade), bottom), style: decade == 0 ? "zero" : "grid")
    }
    let labels = decades.map { (at: $0, text: LogScale.label($0)) }
    return grid + area.horizontalAxis(title, labels)
      + rows.enumerated().flatMap { row($0.element, at: top + (Double($0.offset) + 0.5) * rowHeight, area) }
  }

  private func row(_ row: Row, at y: Double, _ area: PlotArea) -> [Markup] {
    let (one, end) = (area.x(0), area.x(LogScale.logarithm(row.ratio)))
    return [
      area.label(row.name, at: (area.margin.left - 12, y + 4), anchor: "end"),
      Markup(
        "rect",
        [
          "class": "bar series-0", "x": NumberText.length(min(one, end)), "y": NumberText.length(y - 6),
          "width": NumberText.length(max(1, abs(end - one))), "height": "12",
        ], [Markup("title", [:], ["\(row.words)"])]),
      area.label(
        NumberText.fixed(row.ratio, 2), at: (area.size.width - area.margin.right + 12, y + 4), anchor: "start"
      ),
    ]
  }

  private var area: PlotArea {
    let values = rows.map { LogScale.logarithm($0.ratio) }
    let range = LogScale.range(values + [0])
    var area = PlotArea(horizontal: range, vertical: 0...1)
    let longest = Double(rows.map(\.name.count).max() ?? 0)
    area.margin = (left: 24 + 6.2 * longest, right: 72, top: 12, bottom: 52)
    area.size = (
      width: area.margin.left + 380 + area.margin.right,
      height: area.margin.top + area.margin.bottom + rowHeight * Double(rows.count)
    )
    return area
  }
}
