/// The whole state of a training after a pass: continued from it, training ends as if it had never
/// stopped.
///
/// What it does not hold is what it was made with: the same set, validation set and configuration
/// have to be given again.
public struct TrainingCheckpoint: Equatable, Sendable {
  /// The weights of the best pass so far.
  public struct Best: Equatable, Sendable {
    /// The number of the pass, from 1.
    public let epoch: Int
    /// The loss by which it was chosen: its validation's log loss; without validation its number,
    /// negative.
    public let loss: Double
    /// The averaged weights.
    public let parameters: [Float]

    /// Puts the parts together.
    public init(epoch: Int, loss: Double, parameters: [Float]) {
      self.epoch = epoch
      self.loss = loss
      self.parameters = parameters
    }
  }

  /// Steps taken.
  public let step: Int
  /// The weights as the last step left them.
  public let parameters: [Float]
  /// Their moving average.
  public let average: [Float]
  /// Adam's mean gradient.
  public let mean: [Float]
  /// Adam's mean squared gradient.
  public let square: [Float]
  /// The best pass.
  public let best: Best
  /// The end of every pass so far.
  public let epochs: [TrainingProgress]

  /// Puts the parts together; a trainer checks whether they fit.
  public init(
    step: Int, parameters: [Float], average: [Float], mean: [Float], square: [Float], best: Best,
    epochs: [TrainingProgress]
  ) {
    self.step = step
    self.parameters = parameters
    self.average = average
    self.mean = mean
    self.square = square
    self.best = best
    self.epochs = epochs
  }

  /// Returns whether a training of so many weights, passes, and steps a pass may go on from here.
  func fits(parameters count: Int, epochs all: Int, batches: Int) -> Bool {
    let lists = [parameters, average, mean, square, best.parameters]
    return lists.allSatisfy { $0.count == count } && (1...all).contains(epochs.count)
      && step == epochs.count * batches && (1...epochs.count).contains(best.epoch) && best.loss.isFinite
  }
}
