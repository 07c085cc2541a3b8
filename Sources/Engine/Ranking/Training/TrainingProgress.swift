/// The quality of a model on queries.
public struct RankingQuality: Equatable, Codable, Sendable {
  /// The weighted mean of −ln p(actual choice), with "none of these" among the alternatives.
  public let logLoss: Double
  /// The weighted mean of 1 / rank of the actual choice among the candidates; 0 for a choice that
  /// is not a candidate.
  ///
  /// Ties count against it: the rank is one more than the number of other candidates with at least
  /// its score.
  public let meanReciprocalRank: Double
}

/// The progress of training.
public struct TrainingProgress: Equatable, Codable, Sendable {
  /// The number of the epoch, from 1.
  public let epoch: Int
  /// The number of epochs.
  public let epochs: Int
  /// The number of mini-batches done in this epoch.
  public let batch: Int
  /// The number of mini-batches in an epoch.
  public let batches: Int
  /// The mean log loss over this epoch so far, each batch with the weights at the time.
  public let loss: Double
  /// The quality of the averaged weights on the validation set, or nil before the end of an epoch.
  public let validation: RankingQuality?
}

extension TrainingProgress {
  /// Returns the same progress with the outcome of the validation.
  func with(validation: RankingQuality) -> TrainingProgress {
    TrainingProgress(
      epoch: epoch, epochs: epochs, batch: batch, batches: batches, loss: loss, validation: validation)
  }
}

/// The result of training.
public struct TrainingResult: Equatable, Sendable {
  /// The model of the best epoch, or of the last one if there was no validation set.
  ///
  /// Its temperature is 1.
  public let model: RankingModel
  /// The result of every epoch.
  public let epochs: [TrainingProgress]
  /// The epoch, from 1, that the model's weights are from.
  public let bestEpoch: Int
}
