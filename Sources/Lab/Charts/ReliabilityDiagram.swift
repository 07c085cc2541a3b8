/// Probabilities against the shares that came true; calibrated ones are on the diagonal.
package struct ReliabilityDiagram {
  /// Queries of about the same probability.
  package struct Bin {
    let said: Double
    let met: Double
    let queries: Int

    /// A bin of queries: their mean probability, and the share that came true.
    package init(said: Double, met: Double, queries: Int) {
      self.said = said
      self.met = met
      self.queries = queries
    }
  }

  /// The bins of one series.
  package struct Line {
    let series: Series
    let bins: [Bin]

    /// A line through bins, in the order of their probabilities.
    package init(series: Series, bins: [Bin]) {
      self.series = series
      self.bins = bins
    }
  }

  private let lines: [Line]
  private let unit: String

  /// A diagram of bins.
  package init(bins: [Bin]) {
    self.init(lines: [Line(series: Series(name: "", index: 0), bins: bins)], unit: "queries")
  }

  /// A diagram of several lines.
  ///
  /// - Parameters:
  ///   - lines: Drawn in this order, the last on top.
  ///   - unit: The unit that a bin counts.
  package init(lines: [Line], unit: String) {
    self.lines = lines
    self.unit = unit
  }

  /// A square plot.
  private let area = PlotArea(size: (PlotArea.width, PlotArea.width), horizontal: 0...1, vertical: 0...1)

  /// The picture's size.
  package var size: (width: Double, height: Double) { area.size }

  /// Grid, diagonal and bins; for a single line also the distance of each bin from the diagonal.
  package var drawing: [Markup] {
    let labels = PlotArea.ticks(0...1).map { (at: $0, text: NumberText.fixed($0, 1)) }
    let diagonal = area.line(
      from: (area.x(0), area.y(0)), to: (area.x(1), area.y(1)), style: "zero")
    return area.verticalAxis("share that was right")
      + area.horizontalAxis("predicted probability", labels)
      + [diagonal] + (lines.count == 1 ? lines.flatMap(distances) : []) + lines.flatMap(line)
  }

  private func distances(_ line: Line) -> [Markup] {
    line.bins.map { bin in
      area.line(
        from: (area.x(bin.said), area.y(bin.said)), to: (area.x(bin.said), area.y(bin.met)),
        style: "whisker \(line.series.style)")
    }
  }

  private func line(_ line: Line) -> [Markup] {
    let points = line.bins.map { bin in
      let words =
        "said \(NumberText.fixed(bin.said)), met \(NumberText.fixed(bin.met)), \(bin.queries) \(unit)"
      return Markup(
        "circle",
        [
          "class": "point \(line.series.style)", "cx": NumberText.length(area.x(bin.said)),
          "cy": NumberText.length(area.y(bin.met)), "r": lines.count == 1 ? "4.5" : "3",
        ], [Markup("title", [:], ["\(words)"])])
    }
    let path = PlotArea.path(line.bins.map { (area.x($0.said), area.y($0.met)) })
    return [Markup("path", ["class": "line \(line.series.style)", "d": path])] + points
  }
}
