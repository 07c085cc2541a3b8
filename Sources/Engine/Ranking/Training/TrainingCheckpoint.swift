/// The whole state of training after a pass.
///
/// Training that continues from it ends as if it had never stopped.
///
/// It does not hold its inputs: pass the same set, validation set and configuration again.
public struct TrainingCheckpoint: Equatable, Sendable {
  /// The weights of the best pass so far.
  public struct Best: Equatable, Sendable {
    /// The number of the pass, from 1.
    public let epoch: Int
    /// The loss by which it was chosen: the log loss on the validation set, or without validation
    /// the negative of its number.
    public let loss: Double
    /// The averaged weights.
    public let parameters: [Float]

    /// Creates the best pass from its parts.
    public init(epoch: Int, loss: Double, parameters: [Float]) {
      self.epoch = epoch
      self.loss = loss
      self.parameters = parameters
    }
  }

  /// The number of steps taken.
  public let step: Int
  /// The weights after the last step.
  public let parameters: [Float]
  /// The moving average of the weights.
  public let average: [Float]
  /// Adam's mean of the gradient.
  public let mean: [Float]
  /// Adam's mean of the squared gradient.
  public let square: [Float]
  /// The best pass.
  public let best: Best
  /// The result of every pass so far.
  public let epochs: [TrainingProgress]

  /// Creates a checkpoint from its parts.
  ///
  /// A trainer checks whether they fit.
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

  /// Returns whether training with the given numbers of weights, passes, and steps per pass may
  /// continue from here.
  func fits(parameters count: Int, epochs all: Int, batches: Int) -> Bool {
    let lists = [parameters, average, mean, square, best.parameters]
    return lists.allSatisfy { $0.count == count } && (1...all).contains(epochs.count)
      && step == epochs.count * batches && (1...epochs.count).contains(best.epoch) && best.loss.isFinite
  }
}
