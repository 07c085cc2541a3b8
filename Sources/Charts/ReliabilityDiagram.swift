/// Probabilities against the shares that came true: on the diagonal, they are what they claim to be.
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

  private let bins: [Bin]

  /// A diagram of bins.
  package init(bins: [Bin]) {
    self.bins = bins
  }

  /// A square plot.
  private let area = PlotArea(size: (420, 420), horizontal: 0...1, vertical: 0...1)

  /// The picture's size.
  package var size: (width: Double, height: Double) { area.size }

  /// Grid, diagonal, the distance of each bin from it, and the bins.
  package var drawing: [Markup] {
    let labels = PlotArea.ticks(0...1).map { (at: $0, text: NumberText.fixed($0, 1)) }
    let diagonal = area.line(
      from: (area.x(0), area.y(0)), to: (area.x(1), area.y(1)), style: "zero")
    let distances = bins.map { bin in
      area.line(
        from: (area.x(bin.said), area.y(bin.said)), to: (area.x(bin.said), area.y(bin.met)),
        style: "whisker series-0")
    }
    let points = bins.map { bin in
      Markup(
        "circle",
        [
          "class": "point series-0", "cx": NumberText.length(area.x(bin.said)),
          "cy": NumberText.length(area.y(bin.met)), "r": "4.5",
        ],
        [
          Markup(
            "title", [:],
            [
              "said \(NumberText.fixed(bin.said)), met \(NumberText.fixed(bin.met)), \(bin.queries) queries"
            ])
        ])
    }
    let line = Markup(
      "path",
      ["class": "line series-0", "d": PlotArea.path(bins.map { (area.x($0.said), area.y($0.met)) })])
    return area.verticalAxis("share that was right")
      + area.horizontalAxis("probability that was said", labels)
      + [diagonal] + distances + [line] + points
  }
}
