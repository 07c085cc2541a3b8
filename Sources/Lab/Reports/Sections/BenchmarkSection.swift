internal import Benchmarking
internal import Charts

/// The measurements of one subject: ratios, growth, and all figures.
struct BenchmarkSection {
  let report: BenchmarkReport

  /// The section.
  var markup: Markup {
    let heading = Markup("h2", ["id": report.subject], ["\(title)"])
    let pictures = [limits, references].compactMap(\.self) + growth
    return Markup(
      "section", ["aria-labelledby": report.subject],
      [heading] + sentence + [Page.pictures(pictures), figures.markup]
        + (quantities.map { [$0.markup] } ?? []))
  }

  /// The summary of the figures.
  private var sentence: [Markup] {
    report.sentence.map { [Markup("p", [:], ["\($0.prefix(1).uppercased() + $0.dropFirst())."])] } ?? []
  }

  private var title: String { report.subject.prefix(1).uppercased() + report.subject.dropFirst() }

  /// The picture of each case's time over the machine's limit.
  private var limits: Picture? {
    let rows = report.results.compactMap { result in
      result.limit.map { limit in
        RatioChart.Row(
          name: result.name, ratio: limit.ratio,
          words: "\(result.name): \(BenchmarkReport.times(limit.ratio)) the \(limit.bound.rawValue) limit")
      }
    }
    guard !rows.isEmpty else { return nil }
    let chart = RatioChart(rows: rows, title: "time / limit")
    var table = DataTable(
      caption: "Time over the machine’s limit", header: ["case", "median", "limit", "set by", "time / limit"])
    table.rows = report.results.compactMap { result in
      result.limit.map {
        [
          result.name, BenchmarkReport.duration(result.timing.median),
          BenchmarkReport.duration($0.nanoseconds),
          $0.bound.rawValue, NumberText.fixed($0.ratio, 2),
        ]
      }
    }
    return Picture(
      identifier: "\(report.subject)-limits", title: "How far from the machine’s limit",
      description:
        "Each case’s median time over the limit that arithmetic or memory sets, on a logarithmic scale.",
      size: chart.size, drawing: chart.drawing,
      caption: "At 1 a case runs at the bare rates of this machine. \(BenchmarkReport.belowLimit)",
      table: table)
  }

  /// The picture of each case compared with other ways.
  private var references: Picture? {
    let rows = report.results.flatMap { result in
      result.references.compactMap { reference in
        reference.ratio.map {
          RatioChart.Row(
            name: "\(result.name) / \(reference.name)", ratio: $0,
            words: "\(result.name): \(BenchmarkReport.times($0)) \(reference.name)")
        }
      }
    }
    guard !rows.isEmpty else { return nil }
    let chart = RatioChart(rows: rows, title: "time / time of the other way")
    var table = DataTable(
      caption: "Time over that of another way",
      header: ["case", "median", "other way", "its median", "time / its time"], wordColumns: [2])
    for result in report.results {
      table.rows += result.references.map {
        [
          result.name, BenchmarkReport.duration(result.timing.median), $0.name,
          BenchmarkReport.duration($0.timing.median), NumberText.fixed($0.ratio, 3),
        ]
      }
    }
    return Picture(
      identifier: "\(report.subject)-others", title: "Compared with other ways",
      description: "Each case’s median time over that of another way to do the same, on a logarithmic scale.",
      size: chart.size, drawing: chart.drawing, caption: "Below 1 the case is faster than the other way.",
      table: table)
  }

  /// Time over size, one picture for each growing quantity.
  private var growth: [Picture] {
    var parameters: [String] = []
    for growth in report.growth where !parameters.contains(growth.parameter) {
      parameters.append(growth.parameter)
    }
    return parameters.map { parameter in
      let chosen = report.growth.filter { $0.parameter == parameter }
      let chart = GrowthChart(
        lines: chosen.map { growth in
          GrowthChart.Line(
            name: growth.series,
            points: zip(growth.sizes, growth.medians).map { size, median in
              let words = "\(growth.series), \(size): \(BenchmarkReport.duration(median))"
              return (size: size, nanoseconds: median, words: words)
            })
        }, title: parameter)
      var table = DataTable(
        caption: "Medians by \(parameter)", header: ["case", "sizes", "medians", "exponents", "exponent"],
        wordColumns: [1, 2, 3])
      table.rows = chosen.map { growth in
        [
          growth.series, growth.sizes.map(String.init).joined(separator: " · "),
          growth.medians.map(BenchmarkReport.duration).joined(separator: " · "),
          growth.exponents.map { NumberText.fixed($0, 2) }.joined(separator: " · "),
          NumberText.fixed(growth.exponent, 2),
        ]
      }
      return Picture(
        identifier: "\(report.subject)-by-\(parameter.lowercased())", title: "Growth with \(parameter)",
        description: "Median time against the number of \(parameter), both on logarithmic scales.",
        size: chart.size, drawing: chart.drawing, legend: chart.legend,
        caption:
          "A level line: the same time at any size. Ten times the time at ten times the size: proportional.",
        table: table)
    }
  }

  /// All cases.
  private var figures: DataTable {
    var table = DataTable(caption: "All cases", header: ["case", "median", "99 %", "rate", "samples"])
    table.rows = report.results.map {
      [
        $0.name, BenchmarkReport.duration($0.timing.median), BenchmarkReport.duration($0.timing.p99),
        "\(BenchmarkReport.amount($0.rate.perSecond)) \($0.rate.unit)/s", String($0.timing.samples),
      ]
    }
    return table
  }

  private var quantities: DataTable? {
    guard !report.quantities.isEmpty else { return nil }
    var table = DataTable(caption: "Other figures", header: ["quantity", "value", "unit"])
    table.rows = report.quantities.map {
      [$0.name, NumberText.fixed($0.value, $0.value == $0.value.rounded() ? 0 : 2), $0.unit]
    }
    return table
  }
}

extension BenchmarkReport {
  /// A ratio in words.
  fileprivate static func times(_ ratio: Double) -> String { NumberText.fixed(ratio, 2) + " times" }
}
