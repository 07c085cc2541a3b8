/// Counts in bins from 0 to 1: bars, and an outline to compare them with.
package struct Histogram {
  private let counts: [Int]
  private let outlined: (counts: [Int], series: Series)?
  private let title: String
  private let unit: String
  private let quantity: String

  /// A histogram.
  ///
  /// - Parameters:
  ///   - counts: The count in each bin; bins are equally wide.
  ///   - outlined: Other counts in the same bins, if any, and their style.
  ///   - title: The name of the horizontal axis.
  ///   - unit: The counted unit.
  ///   - quantity: The quantity of the bins, with its article.
  package init(
    counts: [Int], outlined: (counts: [Int], series: Series)?, title: String, unit: String, quantity: String
  ) {
    self.counts = counts
    self.outlined = outlined
    self.title = title
    self.unit = unit
    self.quantity = quantity
  }

  /// The picture's size.
  package var size: (width: Double, height: Double) { area.size }

  /// Grid, bars, outline.
  package var drawing: [Markup] {
    let area = area
    let bins = Double(counts.count)
    let labels = PlotArea.ticks(0...1).map { (at: $0, text: NumberText.fixed($0, 1)) }
    let bars = counts.enumerated().filter { $0.element > 0 }.map { bin, count in
      let (left, right) = (area.x(Double(bin) / bins), area.x(Double(bin + 1) / bins))
      let top = area.y(Double(count))
      let words =
        "\(count) with \(quantity) from \(NumberText.fixed(Double(bin) / bins, 2)) to \(NumberText.fixed(Double(bin + 1) / bins, 2))"
      return Markup(
        "rect",
        [
          "class": "bar series-0", "x": NumberText.length(left + 1), "y": NumberText.length(top),
          "width": NumberText.length(right - left - 2), "height": NumberText.length(area.y(0) - top),
        ], [Markup("title", [:], ["\(words)"])])
    }
    return area.verticalAxis(unit, decimals: 0) + area.horizontalAxis(title, labels) + bars
      + outline(area)
  }

  private var area: PlotArea {
    let most = (counts + (outlined?.counts ?? [])).max() ?? 0
    return PlotArea(horizontal: 0...1, vertical: 0...Double(max(1, most)))
  }

  private func outline(_ area: PlotArea) -> [Markup] {
    guard let outlined else { return [] }
    let bins = Double(counts.count)
    let steps = outlined.counts.enumerated().flatMap { bin, count in
      [0.0, 1.0].map { (area.x((Double(bin) + $0) / bins), area.y(Double(count))) }
    }
    return [Markup("path", ["class": "line \(outlined.series.style)", "d": PlotArea.path(steps)])]
  }
}
