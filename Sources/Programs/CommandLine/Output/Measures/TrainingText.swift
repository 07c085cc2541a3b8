internal import Answers
internal import Ranking
internal import Training

/// The text of a training, for people.
enum TrainingText {
  /// Returns a table of all settings that determine the result of training: first those of the fit,
  /// then those of personal learning afterwards.
  static func table(of plan: FittingPlan) -> Table {
    var table = Table(header: ["setting", "value", "meaning"], words: [0, 2])
    table.rows = (plan.hyperParameters + PersonalModel.Rates().hyperParameters).map {
      [$0.name, $0.value, $0.meaning]
    }
    return table
  }

  /// Returns a line about one pass over the data.
  static func line(_ at: TrainingProgress) -> String {
    var line = "epoch \(at.epoch) of \(at.epochs)  loss \(Formatting.fixed(at.loss, 4))"
    if let validation = at.validation {
      line +=
        "  validation: log loss \(Formatting.fixed(validation.logLoss, 4)), MRR "
        + Formatting.fixed(validation.meanReciprocalRank, 4)
    }
    return line
  }

  /// Returns a line about the fit of the weights for horizons.
  static func line(_ horizon: HorizonFitting.Result) -> String {
    let losses = [horizon.losses.first, horizon.losses.last].compactMap { $0.map { Formatting.fixed($0, 4) } }
    return "horizons: loss \(losses.joined(separator: " to ")); "
      + "fitted on \(Formatting.count(horizon.examples, "line"))"
  }

  /// Returns the validation curve, one row per pass; a bar shows how far the validation's log loss
  /// has come from the worst pass to the best.
  static func table(of training: TrainingResult) -> Table {
    var table = Table(header: ["epoch", "loss", "validation: log loss", "MRR", ""], words: [4])
    table.dispensable = [1]
    let losses = training.epochs.compactMap { $0.validation?.logLoss }
    let (least, most) = (losses.min() ?? 0, losses.max() ?? 0)
    for at in training.epochs {
      table.rows.append([
        "\(at.epoch)", Formatting.fixed(at.loss, 4), Formatting.fixed(at.validation?.logLoss, 4),
        Formatting.fixed(at.validation?.meanReciprocalRank, 4),
        at.epoch == training.bestEpoch ? "kept" : "",
      ])
      let loss = at.validation?.logLoss ?? most
      table.bars.append(most > least ? 0.05 + 0.95 * (most - loss) / (most - least) : 1)
    }
    return table
  }

  /// Prints the figures of a log for waiting people.
  static func note(_ outcome: ModelComparison.Outcome) {
    guard outcome.isMeasured else {
      return Console.note("\(outcome.log.name): \(ModelComparison.Outcome.nothingLeft)")
    }
    let text = EvaluationText(outcome.evaluation, log: outcome.log.name, isInSample: outcome.isInSample)
    Console.note(text.heading)
    Console.show(text.table.text(on: .standardError))
  }
}
