/// Values in rows and columns: the darker a cell on white, or the brighter on black, the higher its
/// value.
package struct HeatMap {
  /// The names of the rows, the top one first.
  let rows: [String]
  /// The names of the columns, the left one first.
  let columns: [String]
  /// The interval between columns with a written name.
  let labelEvery: Int
  /// The values, one array a row; `nil` where there is none.
  let values: [[Double?]]
  /// The title of the map.
  let title: String
  /// The value of the strongest colour.
  let most: Double

  private let cell = 14.25
  private let steps = 5
  /// The room for the title and the scale next to it.
  private let leastWidth = 320.0

  /// A map of values, which are not negative.
  ///
  /// - Parameters:
  ///   - labelEvery: The interval between columns with a written name.
  ///   - values: One array a row; `nil` where there is none.
  ///   - most: The value of the strongest colour: the same for maps that are compared.
  package init(
    rows: [String], columns: [String], labelEvery: Int = 1, values: [[Double?]], title: String, most: Double
  ) {
    self.rows = rows
    self.columns = columns
    self.labelEvery = max(1, labelEvery)
    self.values = values
    self.title = title
    self.most = most
  }

  /// The picture's size.
  package var size: (width: Double, height: Double) { area.size }

  /// Title, scale, cells, names.
  package var drawing: [Markup] {
    let area = area
    let names = rows.enumerated().map { row, name in
      area.label(name, at: (area.margin.left - 8, top(ofRow: row) + cell / 2 + 4), anchor: "end")
    }
    let labels = columns.enumerated().filter { $0.offset % labelEvery == 0 }.map { column, name in
      area.label(
        name, at: (left(ofColumn: column) + cell / 2, area.size.height - area.margin.bottom + 16),
        anchor: "middle")
    }
    return [area.label(title, at: (area.margin.left, 16), anchor: "start")] + scale(area) + cells + names
      + labels
  }

  private var area: PlotArea {
    var area = PlotArea(horizontal: 0...1, vertical: 0...1)
    area.margin = (left: 44, right: 12, top: 28, bottom: 28)
    area.size = (
      max(area.margin.left + cell * Double(columns.count) + area.margin.right, leastWidth),
      area.margin.top + cell * Double(rows.count) + area.margin.bottom
    )
    return area
  }

  private func left(ofColumn column: Int) -> Double { area.margin.left + cell * Double(column) }

  private func top(ofRow row: Int) -> Double { area.margin.top + cell * Double(row) }

  private var cells: [Markup] {
    values.enumerated().flatMap { row, values in
      values.enumerated().map { column, value in
        let words = value.map { NumberText.fixed($0, 2) } ?? "none"
        return square(
          at: (left(ofColumn: column), top(ofRow: row)), value,
          [Markup("title", [:], ["\(rows[row]) \(columns[column]): \(words)"])])
      }
    }
  }

  /// The scale from nothing to ``most``, to the right of the title.
  private func scale(_ area: PlotArea) -> [Markup] {
    let decimals = most < 10 ? 2 : 0
    let end = area.size.width - area.margin.right
    let words = NumberText.fixed(most, decimals)
    let start = end - 8 - 7 * Double(words.count) - cell * Double(steps)
    let squares = (0..<steps).map { step in
      square(at: (start + cell * Double(step), 3), most * Double(step) / Double(steps - 1), [])
    }
    return [area.label("0", at: (start - 6, 16), anchor: "end")] + squares
      + [area.label(words, at: (end, 16), anchor: "end")]
  }

  private func square(at corner: (x: Double, y: Double), _ value: Double?, _ children: [Markup]) -> Markup {
    let share = value.map { most > 0 ? min(1, max(0, $0 / most)) : 0 }
    return Markup(
      "rect",
      [
        "class": share == nil ? "cell missing" : "cell series-0",
        "x": NumberText.length(corner.x), "y": NumberText.length(corner.y),
        "width": NumberText.length(cell - 1), "height": NumberText.length(cell - 1),
        "fill-opacity": NumberText.fixed(share ?? 0, 2),
      ], children)
  }
}
