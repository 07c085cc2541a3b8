/// The quality of a model on queries.
public struct RankingQuality: Equatable, Codable, Sendable {
  /// Weighted mean of −ln p(what came next), "none of these" among the alternatives.
  public let logLoss: Double
  /// Weighted mean of 1 / rank of what came next among the candidates; 0 where none of them did.
  ///
  /// Ties count against it: the rank is one more than the number of other candidates with at least
  /// its score.
  public let meanReciprocalRank: Double
}

/// The progress of training.
public struct TrainingProgress: Equatable, Codable, Sendable {
  /// From 1.
  public let epoch: Int
  /// Number of epochs.
  public let epochs: Int
  /// Mini-batches done in this epoch.
  public let batch: Int
  /// Mini-batches of an epoch.
  public let batches: Int
  /// Mean log loss over this epoch so far, of the weights as they were.
  public let loss: Double
  /// Of the averaged weights on the validation set; nil but at the end of an epoch.
  public let validation: RankingQuality?
}

extension TrainingProgress {
  /// The same with the outcome of the validation.
  func with(validation: RankingQuality) -> TrainingProgress {
    TrainingProgress(
      epoch: epoch, epochs: epochs, batch: batch, batches: batches, loss: loss, validation: validation)
  }
}

/// The result of training.
public struct TrainingResult: Equatable, Sendable {
  /// The model of the best epoch; of the last one if there was no validation set.
  ///
  /// Temperature 1.
  public let model: RankingModel
  /// The end of every epoch.
  public let epochs: [TrainingProgress]
  /// The epoch, from 1, whose weights the model has.
  public let bestEpoch: Int
}
