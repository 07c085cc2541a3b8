internal import Evaluation

/// An evaluation as people read it.
struct EvaluationText {
  private let evaluation: Evaluation
  private let log: String
  private let isInSample: Bool

  init(_ evaluation: Evaluation, log: String, isInSample: Bool) {
    self.evaluation = evaluation
    self.log = log
    self.isInSample = isInSample
  }

  /// What was measured.
  var heading: String {
    let scored = Formatting.count(evaluation.scored, "query", "queries")
    let what = "\(log): \(scored) of \(Formatting.count(evaluation.users, "user"))"
    return isInSample ? what + "; in-sample: the model was fitted on these very donations" : what
  }

  /// How the engine is called, so that figures that flatter are marked.
  var engineName: String { Self.engineName(isInSample) }

  /// How the engine is called beside the rules.
  static func engineName(_ isInSample: Bool) -> String { isInSample ? "hunch (in-sample)" : "hunch" }

  /// One row a ranker, with a bar for its mean reciprocal rank.
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
