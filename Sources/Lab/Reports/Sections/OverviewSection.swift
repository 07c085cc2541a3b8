internal import Charts
internal import Evaluation

/// The overview, with one row per log.
struct OverviewSection {
  let logs: [EvaluationPage.Log]

  /// The section.
  var markup: Markup {
    var table = DataTable(
      caption: "Hunch and the best simple rule, by MRR",
      header: ["log", "users", "queries", "hunch: MRR", "95 %", "best rule", "its MRR", "lead, 95 %", "ECE"])
    for log in logs {
      guard let engine = log.evaluation.rankers.first else { continue }
      let best = log.evaluation.bestBaseline
      let lead = log.evaluation.details?.differences.first { $0.baseline == best?.name }
      table.rows.append([
        log.isInSample ? "\(log.name) (in-sample)" : log.name, String(log.evaluation.users),
        String(log.evaluation.scored), NumberText.fixed(engine.metrics.meanReciprocalRank),
        NumberText.interval(engine.metrics.interval), best?.name ?? "–",
        NumberText.fixed(best?.metrics.meanReciprocalRank),
        lead.map { "\(NumberText.signed($0.mean))\n\(NumberText.signed($0.interval))" } ?? "–",
        NumberText.fixed(engine.metrics.calibrationError),
      ])
    }
    return Markup(
      "section", ["aria-labelledby": "overview"],
      [Markup("h2", ["id": "overview"], ["At a glance"])] + sentences + [table.markup])
  }

  /// The summary of the figures, one sentence per log.
  private var sentences: [Markup] {
    logs.compactMap { log in
      EvaluationSummary(log.evaluation).sentence.map { sentence in
        let words = sentence.prefix(1).uppercased() + sentence.dropFirst()
        return Markup("p", [:], [logs.count > 1 ? "\(log.name): \(sentence)." : "\(words)."])
      }
    }
  }
}

extension Evaluation {
  /// The rule with the highest mean reciprocal rank; the first of equal ones.
  var bestBaseline: Evaluation.Ranker? {
    rankers.dropFirst().reversed().max { $0.metrics.meanReciprocalRank < $1.metrics.meanReciprocalRank }
  }
}
