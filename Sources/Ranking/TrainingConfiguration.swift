/// All hyper-parameters of training.
///
/// Beside each: unit and reason of its default.
public struct TrainingConfiguration: Equatable, Sendable {
  /// Units of the candidate network's hidden layers.
  ///
  /// 64, 32: a starting value; other sizes were not tried on real logs.
  public var hiddenSizes: [Int] = [64, 32]
  /// Units of the novelty network's hidden layers.
  ///
  /// 16: it sees one row a query and a handful of features.
  public var noveltyHiddenSizes: [Int] = [16]
  /// Passes over the training set.
  ///
  /// 8: a starting value, not tuned; the epoch with the best validation loss is kept.
  public var epochs = 8
  /// Queries whose mean gradient makes one step.
  ///
  /// 128: with some dozen candidates each, thousands of rows a product, and still hundreds of steps on small logs.
  public var batchSize = 128
  /// Size of a step (Adam) after the warm-up.
  ///
  /// 0.002: a starting value for Adam on networks of this size, not tuned.
  public var learningRate: Float = 0.002
  /// Share of all steps during which the rate rises from 0.
  ///
  /// 0.05: Adam's first steps, on few gradients, are kept short.
  public var warmUp: Float = 0.05
  /// Share of the rate that is left at the end of the cosine.
  ///
  /// 0.01.
  public var finalLearningRate: Float = 0.01
  /// Adam's decay of the mean gradient.
  ///
  /// 0.9, as published.
  public var beta1: Float = 0.9
  /// Adam's decay of the mean squared gradient.
  ///
  /// 0.999, as published.
  public var beta2: Float = 0.999
  /// Decoupled weight decay of weights, not biases, per step and unit of rate.
  ///
  /// 0.5: fitted on four logs and measured on the fifth, the mean MRR is 0.623; with AdamW's usual 0.01 it is 0.620.
  public var l2: Float = 0.5
  /// Largest Euclidean norm of a gradient; longer ones are shortened.
  ///
  /// 1: rare queries with many rows cannot throw it.
  public var gradientLimit: Float = 1
  /// Decay of the moving average of the weights per step.
  ///
  /// 0.998: averages the last 500 steps.
  public var averageDecay: Float = 0.998
  /// Probability that a query's feature column is set to its mean for a step.
  ///
  /// 0: off; more lets a model stand evidence that is missing.
  public var featureDropout: Float = 0
  /// Of initial weights, order of queries, dropout.
  public var seed: UInt64 = 1

  /// The defaults.
  public init() {}

  /// Throws if a value is outside of its range.
  func validate() throws(TrainingError) {
    func check(_ valid: Bool, _ name: String) throws(TrainingError) {
      if !valid { throw .configuration(name) }
    }
    try check(hiddenSizes.allSatisfy { (1...4096).contains($0) }, "hiddenSizes")
    try check(noveltyHiddenSizes.allSatisfy { (1...4096).contains($0) }, "noveltyHiddenSizes")
    try check((1...100_000).contains(epochs), "epochs")
    try check((1...1_000_000).contains(batchSize), "batchSize")
    try check(learningRate > 0 && learningRate <= 1, "learningRate")
    try check((0..<1).contains(warmUp), "warmUp")
    try check((0...1).contains(finalLearningRate), "finalLearningRate")
    try check((0..<1).contains(beta1), "beta1")
    try check((0..<1).contains(beta2), "beta2")
    try check((0...10).contains(l2), "l2")
    try check(gradientLimit > 0, "gradientLimit")
    try check((0..<1).contains(averageDecay), "averageDecay")
    try check((0..<1).contains(featureDropout), "featureDropout")
  }
}

extension TrainingConfiguration {
  /// Every hyper-parameter by name, as text, to be kept with a model.
  public var hyperParameters: [String: String] {
    [
      "hiddenSizes": "\(hiddenSizes)", "noveltyHiddenSizes": "\(noveltyHiddenSizes)", "epochs": "\(epochs)",
      "batchSize": "\(batchSize)", "learningRate": "\(learningRate)", "warmUp": "\(warmUp)",
      "finalLearningRate": "\(finalLearningRate)", "beta1": "\(beta1)", "beta2": "\(beta2)", "l2": "\(l2)",
      "gradientLimit": "\(gradientLimit)", "averageDecay": "\(averageDecay)",
      "featureDropout": "\(featureDropout)", "seed": "\(seed)",
    ]
  }
}
