internal import Evaluation
internal import Hunch

/// The figures of a model's card: a table a log, and the curve over the donations seen.
struct CardFigures {
  let measured: ModelComparison.Measured

  /// The section.
  var text: String {
    (["Intervals hold 95 % of 1,000 bootstrap resamples, of users where there are several, else of queries."]
      + measured.logs.map(Self.section) + [coldStart]).joined(separator: "\n\n")
  }

  private static func section(_ outcome: ModelComparison.Outcome) -> String {
    "### \(Formatting.markdown(outcome.log.name))\n\n"
      + (outcome.isMeasured ? table(outcome) : "Here \(ModelComparison.Outcome.nothingLeft).")
  }

  private static func table(_ outcome: ModelComparison.Outcome) -> String {
    let header =
      "| ranker | hit@1 | hit@3 | hit@5 | hit@8 | MRR | 95 % | per user | log loss | ECE |\n| --- |"
      + String(repeating: " ---: |", count: 9)
    let rows = outcome.evaluation.rankers.map { ranker in
      let metrics = ranker.metrics
      let cells =
        metrics.hitRate.map { Formatting.fixed($0, 3) } + [
          Formatting.fixed(metrics.meanReciprocalRank, 3), range(metrics.interval),
          Formatting.fixed(metrics.meanReciprocalRankPerUser, 3), Formatting.fixed(metrics.logLoss, 3),
          Formatting.fixed(metrics.calibrationError, 3),
        ]
      return "| \(ranker.name) | \(cells.joined(separator: " | ")) |"
    }
    var words = scored(outcome)
    if let lead = outcome.lead {
      words +=
        " Ahead of \(lead.baseline), the best rule here, by \(Formatting.signed(lead.mean, 3)) MRR (\(range(lead.interval)))."
    }
    return "\(words)\n\n\(header)\n\(rows.joined(separator: "\n"))"
  }

  private static func scored(_ outcome: ModelComparison.Outcome) -> String {
    Formatting.count(outcome.evaluation.scored, "query", "queries") + " of "
      + Formatting.count(outcome.evaluation.users, "user")
      + (outcome.isInSample
        ? ", **in-sample**: the model was fitted on these very donations." : ", not seen in fitting.")
  }

  private var coldStart: String {
    let header =
      "| donations seen | users | queries | hunch | 95 % | best rule | lead | 95 % |\n"
      + "| --- | ---: | ---: | ---: | --- | --- | ---: | --- |"
    let rows = measured.coldStart.compactMap { slice -> String? in
      guard let engine = slice.figures.first, let rule = slice.bestBaseline, let lead = slice.lead else {
        return nil
      }
      let cells = [
        slice.label, Formatting.grouped(slice.users), Formatting.grouped(slice.queries),
        Formatting.fixed(engine.meanReciprocalRank, 3), Self.range(engine.interval),
        "\(Formatting.fixed(rule.meanReciprocalRank, 3)) \(rule.name)", Formatting.signed(lead.mean, 3),
        Self.range(lead.interval),
      ]
      return "| \(cells.joined(separator: " | ")) |"
    }
    let words =
      "MRR by the number of donations seen of a user, over all queries of all logs, those included that it was fitted on "
      + "(**in-sample**)."
    return "### With few donations\n\n\(words)\n\n\(header)\n\(rows.joined(separator: "\n"))"
  }

  /// An interval in words.
  static func range(_ interval: ClosedRange<Double>) -> String {
    "\(Formatting.fixed(interval.lowerBound, 3)) to \(Formatting.fixed(interval.upperBound, 3))"
  }
}

extension ModelComparison.Outcome {
  /// The engine against the best rule; the least lead is that over the best.
  var lead: PairedDifference? { evaluation.details?.differences.min { $0.mean < $1.mean } }
  /// The engine's own figures.
  var engine: RankingMetrics? { evaluation.rankers.first?.metrics }
}
