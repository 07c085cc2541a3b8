internal import Answers
internal import Evaluation

/// The text of an evaluation, for people.
struct EvaluationText {
  private let evaluation: Evaluation
  private let log: String
  private let isInSample: Bool

  init(_ evaluation: Evaluation, log: String, isInSample: Bool) {
    self.evaluation = evaluation
    self.log = log
    self.isInSample = isInSample
  }

  /// The log, the queries and the users.
  var heading: String {
    let scored = Formatting.count(evaluation.scored, "query", "queries")
    let what = "\(log): \(scored) of \(Formatting.count(evaluation.users, "user"))"
    return isInSample ? what + "; in-sample: the model was fitted on the same donations" : what
  }

  /// A sentence on how often the first suggestion was right, and that of the best rule; `nil` if
  /// there is no rule.
  var sentence: String? { EvaluationSummary(evaluation).sentence }

  /// The engine's name, which marks in-sample figures.
  var engineName: String { Self.engineName(isInSample) }

  /// Returns the engine's name in a table with the rules.
  static func engineName(_ isInSample: Bool) -> String { isInSample ? "hunch (in-sample)" : "hunch" }

  /// One row per ranker, with a bar for its mean reciprocal rank.
  var table: Table {
    var table = Table(
      header: [
        "ranker", "hit@1", "hit@3", "hit@5", "hit@8", "MRR", "MRR 95 %", "per user", "log loss", "ECE",
        "µs/query",
      ])
    table.dispensable = [10, 7, 6]  // microseconds, per user, the interval
    for ranker in evaluation.rankers {
      let metrics = ranker.metrics
      let interval = metrics.interval
      table.rows.append(
        [ranker.name == "hunch" ? engineName : ranker.name] + metrics.hitRate.map { Formatting.fixed($0, 3) }
          + [
            Formatting.fixed(metrics.meanReciprocalRank, 3),
            "\(Formatting.fixed(interval.lowerBound, 3))–\(Formatting.fixed(interval.upperBound, 3))",
            Formatting.fixed(metrics.meanReciprocalRankPerUser, 3), Formatting.fixed(metrics.logLoss, 3),
            Formatting.fixed(metrics.calibrationError, 3), Formatting.fixed(ranker.microsecondsPerQuery, 1),
          ])
      table.bars.append(metrics.meanReciprocalRank)
    }
    return table
  }
}

/// The text of the details of an evaluation, for people and scripts: a table for each question.
struct EvaluationDetailsText {
  /// A table with its title.
  struct Part {
    let title: String
    let table: Table
  }

  /// One part per question.
  let parts: [Part]

  /// Creates the tables of one log.
  ///
  /// - Parameters:
  ///   - engine: The engine's name in tables of scored queries.
  ///   - inColdStart: Its name in tables of all queries.
  init(_ details: EvaluationDetails, engine: String, inColdStart: String) {
    parts = [
      Part(
        title: "\(engine) against each rule: lead in MRR, same resamples", table: Self.differences(details)),
      Part(
        title: "Cold start: MRR by donations seen, all queries",
        table: Self.slices(details.coldStart, by: "seen", engine: inColdStart)),
      Part(
        title: "By hour of the local day: MRR", table: Self.slices(details.hours, by: "hour", engine: engine)),
      Part(title: "Reliability of the first suggestion", table: Self.reliability(details.reliability)),
      Part(title: "Users: quantiles of their MRR", table: Self.quantiles(details.users, engine: engine)),
      Part(title: "Users by their MRR with \(engine)", table: Self.histogram(details.users.first)),
    ]
  }

  /// Creates the table over the users of all logs.
  init(pooled curve: [QuerySlice], logs: Int, engine: String) {
    parts = [
      Part(
        title: "Cold start, all users of \(logs) logs: MRR by donations seen, all queries",
        table: Self.slices(curve, by: "seen", engine: engine))
    ]
  }

  /// The text for standard output: tables with empty lines between them, and titles on a terminal.
  var text: String {
    let terminal = Terminal.standardOutput
    return parts.map { part in
      (terminal.isInteractive ? terminal.bold(part.title) + "\n" : "") + part.table.text(on: terminal)
    }.joined(separator: "\n\n")
  }

  private static func differences(_ details: EvaluationDetails) -> Table {
    var table = Table(header: ["rule", "lead", "lead 95 %", "ahead in"])
    for difference in details.differences {
      table.rows.append([difference.baseline] + lead(difference))
      table.bars.append(difference.mean)
    }
    return table
  }

  /// Returns a table with a row per slice, and a bar for the engine.
  private static func slices(_ slices: [QuerySlice], by number: String, engine: String) -> Table {
    var table = Table(
      header: [
        number, "users", "queries", "new", engine, "95 %", "best rule", "its MRR", "lead", "lead 95 %",
        "ahead in",
      ])
    table.words = [0, 6]
    // The engine's interval, users, the share of new activities, the share of resamples.
    table.dispensable = [5, 1, 3, 10]
    for slice in slices {
      guard let figure = slice.figures.first else { continue }
      table.rows.append(
        [
          slice.label, String(slice.users), String(slice.queries), Formatting.fixed(slice.novelShare, 3),
          Formatting.fixed(figure.meanReciprocalRank, 3), interval(figure.interval),
          slice.bestBaseline?.name ?? "-", Formatting.fixed(slice.bestBaseline?.meanReciprocalRank, 3),
        ] + (slice.lead.map(lead) ?? ["-", "-", "-"]))
      table.bars.append(figure.meanReciprocalRank)
    }
    return table
  }

  private static func reliability(_ bins: [ReliabilityBin]) -> Table {
    var table = Table(header: ["said", "met", "queries"], words: [])
    for bin in bins {
      table.rows.append([Formatting.fixed(bin.said, 3), Formatting.fixed(bin.met, 3), String(bin.queries)])
      table.bars.append(bin.met)
    }
    return table
  }

  private static func quantiles(_ users: [UserDistribution], engine: String) -> Table {
    let shares = UserDistribution.shares.map { "\(Formatting.fixed($0 * 100, 0)) %" }
    var table = Table(header: ["ranker", "users"] + shares)
    for (index, distribution) in users.enumerated() where distribution.users > 0 {
      table.rows.append(
        [index == 0 ? engine : distribution.name, String(distribution.users)]
          + distribution.quantiles.map { Formatting.fixed($0, 3) })
    }
    return table
  }

  /// Returns a histogram whose bars are shares of the fullest bin.
  private static func histogram(_ users: UserDistribution?) -> Table {
    var table = Table(header: ["MRR from", "users"], words: [])
    let counts = users?.histogram ?? []
    for (bin, count) in counts.enumerated() {
      table.rows.append([
        Formatting.fixed(Double(bin) / Double(UserDistribution.bins), 2), String(count),
      ])
      table.bars.append(Double(count) / Double(max(1, counts.max() ?? 1)))
    }
    return table
  }

  private static func lead(_ difference: PairedDifference) -> [String] {
    [
      Formatting.signed(difference.mean, 3),
      "\(Formatting.signed(difference.interval.lowerBound, 3)) to \(Formatting.signed(difference.interval.upperBound, 3))",
      "\(Formatting.fixed(difference.winShare * 100, 1)) %",
    ]
  }

  private static func interval(_ interval: ClosedRange<Double>) -> String {
    "\(Formatting.fixed(interval.lowerBound, 3))–\(Formatting.fixed(interval.upperBound, 3))"
  }
}
