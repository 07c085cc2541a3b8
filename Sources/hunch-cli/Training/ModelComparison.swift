internal import Evaluation
internal import Hunch
internal import ModelFile
internal import Training

/// Measures a new model beside the simple rules on what was left of its logs.
struct ModelComparison {
  let file: ModelFile
  let record: TrainingRecord

  /// What was measured on one log.
  struct Outcome {
    let log: TrainingRecord.Log
    let evaluation: Evaluation
    let isInSample: Bool

    /// Whether anything was left to measure on.
    var isMeasured: Bool { evaluation.scored > 0 }

    /// What is said where nothing was left.
    static let nothingLeft = "nothing was left to measure on"

    /// Tells people who wait.
    func note() {
      guard isMeasured else { return Console.note("\(log.name): \(Self.nothingLeft)") }
      let text = EvaluationText(evaluation, log: log.name, isInSample: isInSample)
      Console.note(text.heading)
      Console.show(text.table.text(on: .standardError))
    }
  }

  /// What was measured on all logs.
  struct Measured {
    let logs: [Outcome]
    /// By the number of donations seen of a user, over all users of all logs.
    let coldStart: [QuerySlice]
  }

  /// From where donations are scored: the last 30 %, unless the model saw some of them and there are others.
  var scoreFrom: Double {
    let seen = record.until + record.validationShare
    return seen < 1 - 1e-9 ? max(0.7, seen) : 0.7
  }

  /// Measures log by log.
  func measure(_ logs: [FittingLog], quiet: Bool) async throws -> Measured {
    var evaluator = Evaluator(model: try file.suggestionModel())
    evaluator.replay.scoreFrom = scoreFrom
    evaluator.isDetailed = true
    var outcomes: [Outcome] = []
    var users: [ReplayedUser] = []
    for (log, entry) in zip(logs, record.logs) {
      let bar = ProgressBar("evaluating \(log.name)", quiet: quiet)
      let total = log.donationCount
      let replayed = try await evaluator.replayed(log.users, progress: { bar.advance(by: $0, of: total) })
      bar.finish()
      outcomes.append(
        Outcome(
          log: entry, evaluation: evaluator.evaluation(of: replayed),
          isInSample: record.isInSample(digest: entry.digest, scoredFrom: scoreFrom)))
      users += replayed
    }
    return Measured(logs: outcomes, coldStart: evaluator.coldStart(of: users))
  }
}
