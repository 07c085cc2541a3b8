internal import Answers
internal import Evaluation

/// The text of an evaluation at moments, for people.
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
    let ahead = evaluation.lead > 0 ? ", asked \(Formatting.duration(evaluation.lead)) ahead" : ""
    let what = "\(log): \(asked) of \(Formatting.count(evaluation.users, "user"))\(ahead)"
    return isInSample ? what + "; in-sample: the model was fitted on the same donations" : what
  }

  /// One row per ranker.
  var table: Table {
    var table = Table(
      header: [
        "ranker", "Brier", "ratio", "ECE", "said ≥ 50 %", "came true", "missed", "per day", "expected",
      ])
    table.dispensable = [6, 7, 8]  // missed, per day, expected
    for ranker in evaluation.rankers {
      let interruptions = ranker.interruptions.first { $0.threshold == Self.threshold }
      table.rows.append([
        name(of: ranker), Formatting.fixed(ranker.brier, 3),
        Formatting.fixed(ranker.ratio, 2), Formatting.fixed(ranker.calibrationError, 3),
        String(interruptions?.said ?? 0), Formatting.fixed(interruptions?.cameTrue, 2),
        Formatting.fixed(interruptions?.missed, 3), Formatting.fixed(interruptions?.perDay, 1),
        ranker.happened > 0 ? Formatting.fixed(ranker.expected / Double(ranker.happened), 2) : "-",
      ])
    }
    return table
  }

  /// The interruptions that a user would get, one row per ranker.
  var underPolicy: Table {
    var table = Table(header: ["interruptions", "per day", "came true", "missed per day"])
    table.rows = evaluation.rankers.map { ranker in
      let figures = ranker.underPolicy
      return [
        name(of: ranker), Formatting.fixed(figures.perDay, 2), Formatting.fixed(figures.cameTrue, 2),
        Formatting.fixed(figures.missedPerDay, 2),
      ]
    }
    return table
  }

  /// Returns the name of a ranker, which marks in-sample figures.
  private func name(of ranker: MomentEvaluation.Ranker) -> String {
    let isModel = !MomentRule.baselines.contains { $0.rawValue == ranker.name }
    return isInSample && isModel ? ranker.name + " (in-sample)" : ranker.name
  }
}
