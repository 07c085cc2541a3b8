internal import Evaluation

/// An evaluation at moments as people read it.
struct MomentText {
  private static let threshold = 0.5

  private let evaluation: MomentEvaluation
  private let log: String
  private let isInSample: Bool

  init(_ evaluation: MomentEvaluation, log: String, isInSample: Bool) {
    self.evaluation = evaluation
    self.log = log
    self.isInSample = isInSample
  }

  /// The log, the moments and the users.
  var heading: String {
    let asked = Formatting.count(evaluation.asked, "moment")
    let what = "\(log): \(asked) of \(Formatting.count(evaluation.users, "user"))"
    return isInSample ? what + "; in-sample: the model was fitted on these very donations" : what
  }

  /// One row a ranker.
  var table: Table {
    var table = Table(
      header: ["ranker", "Brier", "ratio", "ECE", "said ≥ 50 %", "came true", "missed", "per day"])
    table.dispensable = [6, 7]  // missed, per day
    for ranker in evaluation.rankers {
      let interruptions = ranker.interruptions.first { $0.threshold == Self.threshold }
      let isMarked = isInSample && !MomentRule.baselines.map(\.rawValue).contains(ranker.name)
      table.rows.append([
        isMarked ? ranker.name + " (in-sample)" : ranker.name, Formatting.fixed(ranker.brier, 3),
        Formatting.fixed(ranker.ratio, 2), Formatting.fixed(ranker.calibrationError, 3),
        String(interruptions?.said ?? 0), Formatting.fixed(interruptions?.cameTrue, 2),
        Formatting.fixed(interruptions?.missed, 3), Formatting.fixed(interruptions?.perDay, 1),
      ])
    }
    return table
  }
}
