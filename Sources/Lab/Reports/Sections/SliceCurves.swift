internal import Charts
internal import Evaluation

/// Pictures of figures by slice: by donations seen, and by hour.
struct SliceCurves {
  /// The engine's name.
  let engineName: String

  /// The subject of a picture of curves.
  private struct Subject {
    let identifier: String
    let title: String
    let description: String
    let caption: String
    /// The name of the axis, and those of the steps.
    let stepTitle: String
    let steps: [String]
    /// The step of each slice.
    let positions: [Int]
  }

  /// The curves of all rankers over the donations seen, and the lead over the best rule of each
  /// point.
  func coldStart(_ slices: [QuerySlice], identifier: String) -> [Picture] {
    guard let first = slices.first else { return [] }
    let subject = Subject(
      identifier: identifier, title: "Cold start",
      description:
        "The MRR of each ranker after \([QuerySlice].coldStartPoints) donations, with 95 % bands.",
      caption: """
        How good each ranker is, by the number of donations that it has seen of a user. All start low, because at first \
        many activities are new, which nobody can predict; the column “new” under Figures shows their share.
        """,
      stepTitle: "donations seen so far", steps: slices.map(\.label), positions: Array(slices.indices))
    let all = picture(slices, of: first.figures.map(\.name), subject)
    return [all]
      + (slices.contains { $0.lead != nil } ? [lead(slices, identifier: identifier + "-lead")] : [])
  }

  /// The engine and one rule over the hours of the day; `nil` without slices.
  func hours(_ slices: [QuerySlice], rule: String?, identifier: String) -> Picture? {
    guard let first = slices.first else { return nil }
    let subject = Subject(
      identifier: identifier, title: "Around the day",
      description: "The MRR of hunch and of the best rule at each hour, with 95 % bands.",
      caption:
        "Hours with few queries say little; Figures has their number.",
      stepTitle: "hour of the day, local time", steps: (0..<24).map(String.init),
      positions: slices.map(\.lowest))
    return picture(slices, of: first.figures.prefix(1).map(\.name) + (rule.map { [$0] } ?? []), subject)
  }

  private func picture(_ slices: [QuerySlice], of shown: [String], _ subject: Subject) -> Picture {
    let series = slices[0].figures.enumerated().filter { shown.contains($0.element.name) }
      .map { Series(name: $0.offset == 0 ? engineName : $0.element.name, index: $0.offset) }
    let chart = CurveChart(
      steps: subject.steps, stepTitle: subject.stepTitle, valueTitle: "MRR",
      curves: series.reversed().map { curve(of: $0, slices, at: subject.positions) })
    return Picture(
      identifier: subject.identifier, title: subject.title, description: subject.description,
      size: chart.size, drawing: chart.drawing, legend: series, caption: subject.caption,
      table: table(slices, subject))
  }

  private func curve(
    of series: Series, _ slices: [QuerySlice], at positions: [Int]
  ) -> CurveChart.Curve {
    let points = zip(positions, slices).map { position, slice in
      let figure = slice.figures[series.index]
      let words =
        "\(slice.label): \(series.name) \(NumberText.fixed(figure.meanReciprocalRank)) "
        + "(\(NumberText.interval(figure.interval)))"
      return CurveChart.Point(
        step: position, value: figure.meanReciprocalRank, interval: figure.interval, words: words)
    }
    return CurveChart.Curve(series: series, points: points)
  }

  private func lead(_ slices: [QuerySlice], identifier: String) -> Picture {
    let points = slices.enumerated().compactMap { step, slice in
      slice.lead.map { lead in
        CurveChart.Point(
          step: step, value: lead.mean, interval: lead.interval,
          words:
            "\(slice.label): \(NumberText.signed(lead.mean)) (\(NumberText.signed(lead.interval))) against \(lead.baseline)"
        )
      }
    }
    let chart = CurveChart(
      steps: slices.map(\.label), stepTitle: "donations seen so far", valueTitle: "lead in MRR",
      curves: [CurveChart.Curve(series: Series(name: engineName, index: 0), points: points)], isSigned: true)
    var table = DataTable(
      caption: "\(engineName) against the best rule of each point",
      header: ["donations seen", "best rule", "lead", "95 %", "ahead in"])
    for slice in slices {
      guard let lead = slice.lead else { continue }
      table.rows.append([
        slice.label, lead.baseline, NumberText.signed(lead.mean), NumberText.signed(lead.interval),
        NumberText.percent(lead.winShare),
      ])
    }
    let behind = slices.filter { ($0.lead?.mean ?? 0) < 0 }.map(\.label)
    let open = slices.filter { $0.lead?.interval.contains(0) ?? false }.map(\.label)
    return Picture(
      identifier: identifier, title: "Cold start: lead over the best rule",
      description:
        "The difference in MRR to the best rule of each point, with its 95 % band; above zero, hunch is ahead.",
      size: chart.size, drawing: chart.drawing,
      caption: "Behind the best rule at: \(Self.list(behind)). Undecided (the band includes 0) at: "
        + "\(Self.list(open)). The best rule is picked at each point with hindsight, which favours it.",
      table: table)
  }

  private func table(_ slices: [QuerySlice], _ subject: Subject) -> DataTable {
    let names = slices[0].figures.enumerated().map { $0.offset == 0 ? engineName : $0.element.name }
    var table = DataTable(
      caption: "\(subject.title): MRR by \(subject.stepTitle)",
      header: [subject.stepTitle, "users", "queries", "new"] + names)
    for slice in slices {
      table.rows.append(
        [slice.label, String(slice.users), String(slice.queries), NumberText.percent(slice.novelShare)]
          + slice.figures.map {
            "\(NumberText.fixed($0.meanReciprocalRank))\n\(NumberText.interval($0.interval))"
          })
    }
    return table
  }

  private static func list(_ labels: [String]) -> String {
    labels.isEmpty ? "no point" : labels.joined(separator: ", ")
  }
}
