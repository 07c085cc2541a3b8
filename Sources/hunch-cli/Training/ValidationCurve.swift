internal import Ranking

/// The validation curve: how good the model was after each pass over the data.
struct ValidationCurve {
  private let epochs: [TrainingProgress]
  private let bestEpoch: Int

  init(of training: TrainingResult) {
    epochs = training.epochs
    bestEpoch = training.bestEpoch
  }

  /// One pass in words.
  static func line(_ at: TrainingProgress) -> String {
    var line = "epoch \(at.epoch) of \(at.epochs)  loss \(Formatting.fixed(at.loss, 4))"
    if let validation = at.validation {
      line +=
        "  validation: log loss \(Formatting.fixed(validation.logLoss, 4)), MRR "
        + Formatting.fixed(validation.meanReciprocalRank, 4)
    }
    return line
  }

  /// A row a pass; the longer its bar, the further the validation's log loss has come from the worst to the best pass.
  var table: Table {
    var table = Table(header: ["epoch", "loss", "validation: log loss", "MRR", ""], words: [4])
    table.dispensable = [1]
    let losses = epochs.compactMap { $0.validation?.logLoss }
    let (least, most) = (losses.min() ?? 0, losses.max() ?? 0)
    for at in epochs {
      table.rows.append([
        "\(at.epoch)", Formatting.fixed(at.loss, 4), Formatting.fixed(at.validation?.logLoss, 4),
        Formatting.fixed(at.validation?.meanReciprocalRank, 4), at.epoch == bestEpoch ? "kept" : "",
      ])
      let loss = at.validation?.logLoss ?? most
      table.bars.append(most > least ? 0.05 + 0.95 * (most - loss) / (most - least) : 1)
    }
    return table
  }
}
