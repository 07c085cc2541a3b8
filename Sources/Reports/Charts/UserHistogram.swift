internal import Evaluation

/// How many users are served how well: bars for the engine, an outline for a rule.
struct UserHistogram {
  let engine: UserDistribution
  /// The rule that is outlined, if any, and how it is drawn.
  let rule: (distribution: UserDistribution, series: Series)?

  /// The picture's size.
  var size: (width: Double, height: Double) { area.size }

  /// Grid, bars, outline.
  var drawing: [Markup] {
    let area = area
    let bins = Double(UserDistribution.bins)
    let labels = PlotArea.ticks(0...1).map { (at: $0, text: NumberText.fixed($0, 1)) }
    let bars = engine.histogram.enumerated().filter { $0.element > 0 }.map { bin, users in
      let (left, right) = (area.x(Double(bin) / bins), area.x(Double(bin + 1) / bins))
      let top = area.y(Double(users))
      let words =
        "\(users) with an MRR from \(NumberText.fixed(Double(bin) / bins, 2)) to \(NumberText.fixed(Double(bin + 1) / bins, 2))"
      return Markup(
        "rect",
        [
          "class": "bar series-0", "x": NumberText.length(left + 1), "y": NumberText.length(top),
          "width": NumberText.length(right - left - 2), "height": NumberText.length(area.y(0) - top),
        ], [Markup("title", [:], ["\(words)"])])
    }
    return area.verticalAxis("users", decimals: 0) + area.horizontalAxis("MRR of the user", labels) + bars
      + outline(area)
  }

  private var area: PlotArea {
    let most = (engine.histogram + (rule?.distribution.histogram ?? [])).max() ?? 0
    return PlotArea(horizontal: 0...1, vertical: 0...Double(max(1, most)))
  }

  private func outline(_ area: PlotArea) -> [Markup] {
    guard let rule else { return [] }
    let bins = Double(UserDistribution.bins)
    let steps = rule.distribution.histogram.enumerated().flatMap { bin, users in
      [0.0, 1.0].map { (area.x((Double(bin) + $0) / bins), area.y(Double(users))) }
    }
    return [Markup("path", ["class": "line \(rule.series.style)", "d": PlotArea.path(steps)])]
  }
}
