internal import Charts
internal import Evaluation

/// The section of one log: pictures, then tables.
struct LogSection {
  let log: EvaluationPage.Log
  /// The identifier, unique on the page.
  let identifier: String

  private var engineName: String { Self.engineName(isInSample: log.isInSample) }

  /// The engine's name, marked for in-sample figures.
  static func engineName(isInSample: Bool) -> String { isInSample ? "hunch (in-sample)" : "hunch" }

  /// The section.
  var markup: Markup {
    let scored = log.evaluation.scored
    let users = log.evaluation.users
    var parts = [
      Markup("h2", ["id": identifier], ["\(log.name)"]),
      Markup(
        "p", [:],
        [
          "\(scored) scored \(scored == 1 ? "query" : "queries") of \(users) \(users == 1 ? "user" : "users")."
        ]),
    ]
    if let warning {
      parts.append(Markup("p", ["class": "warning", "role": "note"], ["\(warning)"]))
    }
    if let details = log.evaluation.details { parts.append(Page.pictures(pictures(details))) }
    parts.append(totals.markup)
    if let details = log.evaluation.details { parts += activities(details.activities) }
    return Markup("section", ["class": "log", "aria-labelledby": identifier], parts)
  }

  /// The warning about in-sample figures.
  private var warning: String? {
    if log.isInSample {
      return """
        In-sample: the model was fitted on these donations. The figures for hunch are too good, and say nothing about \
        people it has not seen.
        """
    }
    return log.isColdStartInSample
      ? "In-sample: the cold start only. It includes donations that the model was fitted on." : nil
  }

  private var totals: DataTable {
    var table = DataTable(
      caption: "Hunch and the simple rules",
      header: ["ranker"] + RankingMetrics.cutoffs.map { "hit@\($0)" } + ["MRR", "95 %"]
        + (isOfSeveralUsers ? ["per user"] : []) + ["log loss", "ECE"])
    for (index, ranker) in log.evaluation.rankers.enumerated() {
      let metrics = ranker.metrics
      table.rows.append(
        [index == 0 ? engineName : ranker.name] + metrics.hitRate.map { NumberText.fixed($0) } + [
          NumberText.fixed(metrics.meanReciprocalRank), NumberText.interval(metrics.interval),
        ] + (isOfSeveralUsers ? [NumberText.fixed(metrics.meanReciprocalRankPerUser)] : []) + [
          NumberText.fixed(metrics.logLoss), NumberText.fixed(metrics.calibrationError),
        ])
    }
    return table
  }

  /// A Boolean value that tells whether there are several users to compare.
  private var isOfSeveralUsers: Bool {
    log.evaluation.details?.users.first?.users ?? log.evaluation.users > 1
  }

  /// The activities predicted best and worst, and those confused most often.
  private func activities(_ activities: ActivityBreakdown) -> [Markup] {
    func table(_ caption: String, _ rows: [ActivityBreakdown.Activity]) -> DataTable {
      var table = DataTable(caption: caption, header: ["activity", "done", "ranked first", "MRR"])
      table.rows = rows.map {
        [
          $0.title, String($0.queries), NumberText.percent(Double($0.hits) / Double($0.queries), 0),
          NumberText.fixed($0.meanReciprocalRank),
        ]
      }
      return table
    }
    let tables = [("Predicted best", activities.best), ("Predicted worst", activities.worst)]
      .filter { !$0.1.isEmpty }.map(table)
    var parts: [Markup] = []
    if !tables.isEmpty {
      parts.append(
        Page.part(
          "Predicted best and worst",
          """
          \(engineName), for activities done at least \(ActivityBreakdown.fewestQueries) times among the scored \
          donations, without the first time of each, which nothing could have predicted.
          """, tables))
    }
    guard !activities.confusions.isEmpty else { return parts }
    var mistakes = DataTable(
      caption: "Most frequent mistakes", header: ["activity done", "ranked first instead", "times", "of"],
      wordColumns: [1])
    mistakes.rows = activities.confusions.map {
      [$0.done, $0.suggested, String($0.count), String($0.queries)]
    }
    let misses = activities.misses
    let words = """
      \(engineName) ranked another activity first \(misses) \(misses == 1 ? "time" : "times") when the user did one that they \
      had done before. These are the most frequent pairs; “of” is the number of times that the activity was done.
      """
    return parts + [Page.part("Top confusions", words, [mistakes])]
  }

  private func pictures(_ details: EvaluationDetails) -> [Picture] {
    let curves = SliceCurves(engineName: engineName)
    let coldStart = SliceCurves(engineName: Self.engineName(isInSample: log.isColdStartInSample))
    return [differences(details.differences), reliability(details.reliability)].compactMap(\.self)
      + coldStart.coldStart(details.coldStart, identifier: "\(identifier)-cold-start")
      + [
        curves.hours(
          details.hours, rule: log.evaluation.bestBaseline?.name, identifier: "\(identifier)-hours"),
        users(details.users),
      ].compactMap(\.self)
  }

  private func differences(_ differences: [PairedDifference]) -> Picture? {
    guard !differences.isEmpty else { return nil }
    var table = DataTable(
      caption: "\(engineName) against each rule", header: ["rule", "lead", "95 %", "ahead in"])
    for difference in differences {
      table.rows.append([
        difference.baseline, NumberText.signed(difference.mean), NumberText.signed(difference.interval),
        NumberText.percent(difference.winShare),
      ])
    }
    let open = differences.filter { $0.interval.contains(0) }.map(\.baseline)
    let behind = differences.filter { $0.interval.upperBound < 0 }.map(\.baseline)
    let ahead = differences.count - open.count - behind.count
    let plot = ForestPlot(
      rows: differences.map { ForestPlot.Row(name: $0.baseline, mean: $0.mean, interval: $0.interval) },
      title: "lead in MRR")
    return Picture(
      identifier: "\(identifier)-differences", title: "\(engineName) against each rule",
      description:
        "The difference in MRR for each rule, with its 95 % interval; right of zero, hunch is ahead.",
      size: plot.size, drawing: plot.drawing,
      caption:
        "Clearly ahead of \(ahead) of \(differences.count) rules; undecided: \(Self.list(open)); behind: "
        + "\(Self.list(behind)). The square is the lead, the line its 95 % interval.",
      table: table)
  }

  private func reliability(_ bins: [ReliabilityBin]) -> Picture? {
    guard !bins.isEmpty else { return nil }
    var table = DataTable(
      caption: "Reliability of the first suggestion", header: ["predicted", "came true", "queries"])
    for bin in bins {
      table.rows.append([NumberText.fixed(bin.said), NumberText.fixed(bin.met), String(bin.queries)])
    }
    let error = NumberText.fixed(ReliabilityBin.calibrationError(bins))
    let diagram = ReliabilityDiagram(
      bins: bins.map { ReliabilityDiagram.Bin(said: $0.said, met: $0.met, queries: $0.queries) })
    return Picture(
      identifier: "\(identifier)-reliability", title: "Can the probabilities be trusted?",
      description: """
        The probability of the first suggestion against the share that came true, in \(bins.count) bins of equally many queries; on \
        the diagonal both are equal.
        """, size: diagram.size, drawing: diagram.drawing,
      caption:
        "The first suggestions of \(engineName). Points on the diagonal: of everything called 70 % likely, 70 % came true. "
        + "Below it, hunch was too confident; above it, not confident enough. Mean distance (ECE): \(error).",
      table: table)
  }

  private func users(_ users: [UserDistribution]) -> Picture? {
    guard let engine = users.first, engine.users > 1 else { return nil }
    let shares = UserDistribution.shares.map { NumberText.percent($0, 0) }
    var table = DataTable(caption: "Quantiles of the users’ MRR", header: ["ranker"] + shares)
    for (index, distribution) in users.enumerated() {
      table.rows.append(
        [index == 0 ? engineName : distribution.name]
          + distribution.quantiles.map { NumberText.fixed($0) })
    }
    let best = log.evaluation.bestBaseline?.name
    let index = users.firstIndex { $0.name == best }
    let rule = index.map { (counts: users[$0].histogram, series: Series(name: users[$0].name, index: $0)) }
    let histogram = Histogram(
      counts: engine.histogram, outlined: rule, title: "MRR of the user", unit: "users", quantity: "an MRR")
    return Picture(
      identifier: "\(identifier)-users", title: "From user to user",
      description:
        "How many users have which MRR: bars for hunch, an outline for the best rule, \(best ?? "of which there is none").",
      size: histogram.size, drawing: histogram.drawing,
      legend: [Series(name: engineName, index: 0)] + (rule.map { [$0.series] } ?? []),
      caption:
        "Half of the \(engine.users) users have an MRR above \(NumberText.fixed(engine.quantiles[3])).",
      table: table)
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.joined(separator: ", ")
  }
}
