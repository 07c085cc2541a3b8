/// The hyper-parameters of the optimisation, with their meanings and ranges.
///
/// There are no defaults here. `FittingPlan` holds the values for the shipped model and the reasons
/// for them.
public struct TrainingConfiguration: Equatable, Sendable {
  /// The units of the candidate network's hidden layers, first to last; each 1 to 4,096.
  ///
  /// Without any, the model is linear.
  public var hiddenSizes: [Int]
  /// The units of the novelty network's hidden layers.
  public var noveltyHiddenSizes: [Int]
  /// The number of passes over the training set, 1 to 100,000.
  public var epochs: Int
  /// The number of queries whose mean gradient makes one step, 1 to 1,000,000.
  public var batchSize: Int
  /// The step size (Adam) after the warm-up; above 0, at most 1.
  public var learningRate: Float
  /// The share of all steps during which the rate rises from 0; below 1.
  public var warmUp: Float
  /// The share of the rate that is left at the end of the cosine.
  public var finalLearningRate: Float
  /// Adam's decay of the mean gradient; below 1.
  public var beta1: Float
  /// Adam's decay of the mean squared gradient; below 1.
  public var beta2: Float
  /// The decoupled weight decay of weights, not biases, per step and unit of rate; 0 to 10.
  public var l2: Float
  /// The maximum Euclidean norm of a gradient, above 0; longer ones are shortened.
  public var gradientLimit: Float
  /// The decay of the moving average of the weights per step; below 1.
  public var averageDecay: Float
  /// The probability that a query's feature column is set to its mean for a step; below 1.
  public var featureDropout: Float
  /// The seed of initial weights, order of queries, and dropout.
  public var seed: UInt64

  /// Creates a configuration with any values; a trainer checks them.
  public init(
    hiddenSizes: [Int], noveltyHiddenSizes: [Int], epochs: Int, batchSize: Int, learningRate: Float,
    warmUp: Float, finalLearningRate: Float, beta1: Float, beta2: Float, l2: Float, gradientLimit: Float,
    averageDecay: Float, featureDropout: Float, seed: UInt64
  ) {
    self.hiddenSizes = hiddenSizes
    self.noveltyHiddenSizes = noveltyHiddenSizes
    self.epochs = epochs
    self.batchSize = batchSize
    self.learningRate = learningRate
    self.warmUp = warmUp
    self.finalLearningRate = finalLearningRate
    self.beta1 = beta1
    self.beta2 = beta2
    self.l2 = l2
    self.gradientLimit = gradientLimit
    self.averageDecay = averageDecay
    self.featureDropout = featureDropout
    self.seed = seed
  }

  /// Throws if a value is outside its range.
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
  /// Every hyper-parameter with its meaning, for readers and for the record of a model.
  public var hyperParameters: [HyperParameter] {
    [
      HyperParameter("hiddenSizes", hiddenSizes, "units of the candidate network's hidden layers"),
      HyperParameter(
        "noveltyHiddenSizes", noveltyHiddenSizes, "units of the novelty network's hidden layers"),
      HyperParameter("epochs", epochs, "passes over the queries"),
      HyperParameter("batchSize", batchSize, "queries per step"),
      HyperParameter("learningRate", learningRate, "size of a step (Adam) after the warm-up"),
      HyperParameter("warmUp", warmUp, "share of all steps during which the rate rises from 0"),
      HyperParameter(
        "finalLearningRate", finalLearningRate, "share of the rate left at the end of the cosine"),
      HyperParameter("beta1", beta1, "Adam's decay of the mean gradient"),
      HyperParameter("beta2", beta2, "Adam's decay of the mean squared gradient"),
      HyperParameter("l2", l2, "decoupled decay of weights, per step and unit of rate"),
      HyperParameter("gradientLimit", gradientLimit, "largest norm of a gradient"),
      HyperParameter("averageDecay", averageDecay, "decay of the moving average of the weights, per step"),
      HyperParameter(
        "featureDropout", featureDropout, "probability that a column of a query is hidden in a step"),
      HyperParameter(
        "seed", seed, "seed of initial weights, order of queries, drawn candidates, and dropout"),
    ]
  }
}
