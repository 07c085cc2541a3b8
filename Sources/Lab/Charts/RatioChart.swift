internal import Foundation

/// Ratios in rows on a logarithmic scale; ratios below 1 are left of the dotted line.
package struct RatioChart {
  /// A ratio with its name.
  package struct Row {
    let name: String
    let ratio: Double
    let words: String

    /// A ratio, with the words that appear under the pointer.
    package init(name: String, ratio: Double, words: String) {
      self.name = name
      self.ratio = ratio
      self.words = words
    }
  }

  private let rows: [Row]
  private let title: String

  private let lineHeight = 16.0
  private let barHeight = 10.0
  /// The room for a figure at the end of a name's first line.
  private let figureWidth = 64.0

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
    let decades = LogScale.decades(area.horizontal)
    let labels = decades.map { (at: $0, text: LogScale.label($0)) }
    var (marks, bars, rowTop) = ([Markup](), [ClosedRange<Double>](), area.margin.top)
    for each in rows {
      marks += row(each, at: rowTop, area)
      let barTop = rowTop + lineHeight * Double(lines(of: each).count) + 5
      bars.append(barTop...(barTop + barHeight + 4))
      rowTop += height(of: each)
    }
    let grid = area.grid(at: decades, in: bars)
    return grid + area.horizontalAxis(title, labels) + marks
  }

  private func row(_ row: Row, at top: Double, _ area: PlotArea) -> [Markup] {
    let (one, end) = (area.x(0), area.x(LogScale.logarithm(row.ratio)))
    let lines = lines(of: row)
    let names = lines.enumerated().map { line, text in
      area.label(text, at: (4, top + lineHeight * Double(line + 1)), anchor: "start")
    }
    let figure = area.label(
      NumberText.fixed(row.ratio, 2), at: (area.size.width - 4, top + lineHeight), anchor: "end")
    return names + [
      figure,
      Markup(
        "rect",
        [
          "class": "bar series-0", "x": NumberText.length(min(one, end)),
          "y": NumberText.length(top + lineHeight * Double(lines.count) + 5),
          "width": NumberText.length(max(1, abs(end - one))), "height": NumberText.length(barHeight),
        ], [Markup("title", [:], ["\(row.words)"])]),
    ]
  }

  /// The name in as many lines as it needs.
  private func lines(of row: Row) -> [String] {
    let letters = Int(exactly: ((PlotArea.width - 8 - figureWidth) / PlotArea.letter).rounded(.down)) ?? 0
    var lines: [String] = []
    for word in row.name.split(separator: " ", omittingEmptySubsequences: true) {
      if let last = lines.last, last.count + 1 + word.count <= letters {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(word.count > letters ? word.prefix(letters - 1) + "…" : String(word))
      }
    }
    return lines.isEmpty ? [""] : lines
  }

  private func height(of row: Row) -> Double {
    lineHeight * Double(lines(of: row).count) + barHeight + 12
  }

  private var area: PlotArea {
    let values = rows.map { LogScale.logarithm($0.ratio) }
    var area = PlotArea(horizontal: LogScale.range(values + [0]), vertical: 0...1)
    area.margin = (left: 16, right: 16, top: 6, bottom: 50)
    area.size.height = area.margin.top + area.margin.bottom + rows.reduce(0) { $0 + height(of: $1) }
    return area
  }
}
