public import Kernels

/// Rows of evidence with their outcomes, to fit a ``HorizonModel`` to.
public struct HorizonExamples: Sendable {
  /// The evidence, one row per example.
  public private(set) var evidence: Matrix
  /// 1 if the activity was done within the horizon, otherwise 0.
  public private(set) var done: [Float] = []
  /// The weight of each example.
  public private(set) var weights: [Float] = []

  /// Creates a set without examples for evidence with `columns` columns.
  public init(columns: Int) { evidence = Matrix(rows: 0, columns: columns) }

  /// The number of examples.
  public var count: Int { done.count }

  /// Appends an example.
  ///
  /// - Throws: `RankingError.featureCount` if the row has a different length.
  public mutating func append(
    _ line: some Collection<Float>, done isDone: Bool, weight: Float
  ) throws(RankingError) {
    let found = line.count
    do { try evidence.appendRow(line) } catch {
      throw .featureCount(expected: evidence.columns, found: found)
    }
    done.append(isDone ? 1 : 0)
    weights.append(weight)
  }

  /// Appends examples whose weights are multiplied by a factor.
  public mutating func append(contentsOf other: HorizonExamples, weighing factor: Float) throws(RankingError)
  {
    for index in 0..<other.count {
      try append(
        other.evidence.row(index), done: other.done[index] > 0, weight: other.weights[index] * factor)
    }
  }
}

/// Fits a ``HorizonModel`` by the weighted log loss of its probabilities.
///
/// The same examples and configuration give the same bytes on the same machine.
public struct HorizonTrainer: Sendable {
  private let configuration: TrainingConfiguration

  /// Creates a trainer.
  ///
  /// It ignores the settings of the configuration that concern "none of these".
  ///
  /// - Throws: `TrainingError.configuration` if a value is outside its range.
  public init(_ configuration: TrainingConfiguration) throws(TrainingError) {
    try configuration.validate()
    self.configuration = configuration
  }

  /// Fits a model.
  ///
  /// - Parameter progress: Called after every pass with its number and its mean loss in nats. An
  ///   error that it throws stops the fit.
  /// - Throws: `TrainingError.empty` without examples, any error that `progress` throws, or
  ///   `CancellationError`.
  /// - Complexity: O(epochs · examples · weights).
  public func fit(
    to examples: HorizonExamples, progress: (_ epoch: Int, _ loss: Double) throws -> Void = { _, _ in }
  ) throws -> HorizonModel {
    let sum = examples.weights.reduce(0.0) { $0 + Double($1) }
    guard sum > 0 else { throw TrainingError.empty }
    let scale = Float(Double(examples.count) / sum)
    let standardizer = Standardizer(fitting: examples.evidence.elements, columns: examples.evidence.columns)
    var random = SeededRandom(seed: configuration.seed, parts: 0)
    var network = Network(
      inputs: examples.evidence.columns, hidden: configuration.hiddenSizes, random: &random)
    var adam = Adam(
      parameters: network.parameters, decayMask: network.decayMask, configuration: configuration)
    let batches = max(1, examples.count / configuration.batchSize)
    var order = Array(0..<examples.count)
    var (batch, scratch) = (Batch(columns: examples.evidence.columns), NetworkScratch())
    for epoch in 1...configuration.epochs {
      random.shuffle(&order)
      var loss = 0.0
      for number in 0..<batches {
        try Task.checkCancellation()
        let picked = order[number * examples.count / batches..<(number + 1) * examples.count / batches]
        batch.fill(picked, of: examples, standardizer)
        var gradient = network.zeroed
        loss += try batch.addGradient(of: network, scale: scale, scratch: &scratch, to: &gradient)
        let done = Float((epoch - 1) * batches + number) / Float(configuration.epochs * batches)
        adam.descend(gradient.parameters, learningRate: rate(after: done))
        var position = 0
        network.load(adam.parameters, from: &position)
      }
      try progress(epoch, loss / Double(batches))
    }
    var position = 0
    network.load(adam.average, from: &position)
    return try HorizonModel(network: network, standardizer: standardizer)
  }

  /// Returns the step size after a share of all steps: a rise, then a linear decrease.
  private func rate(after share: Float) -> Float {
    let rise = configuration.warmUp > 0 ? min(1, share / configuration.warmUp) : 1
    return configuration.learningRate * max(1e-3, rise) * (1 - share * (1 - configuration.finalLearningRate))
  }
}

/// The examples of one step.
private struct Batch {
  private var evidence: Matrix
  private var done: [Float] = []
  private var weights: [Float] = []
  private var logits: [Float] = []

  init(columns: Int) { evidence = Matrix(rows: 0, columns: columns) }

  mutating func fill(_ picked: ArraySlice<Int>, of examples: HorizonExamples, _ standardizer: Standardizer) {
    let width = evidence.columns
    evidence.resize(rows: picked.count, columns: width)
    done = picked.map { examples.done[$0] }
    weights = picked.map { examples.weights[$0] }
    let source = examples.evidence.elements.span
    evidence.withElements { elements in
      for (line, example) in picked.enumerated() {
        for column in 0..<width {
          elements[line * width + column] =
            (source[example * width + column] - standardizer.mean[column]) * standardizer.factor[column]
        }
      }
    }
  }

  /// Adds the gradient of the mean weighted log loss to `gradient`, and returns that loss.
  mutating func addGradient(
    of network: Network, scale: Float, scratch: inout NetworkScratch, to gradient: inout Network
  ) throws(ShapeError) -> Double {
    try network.evaluateForTraining(evidence, scratch: &scratch, into: &logits)
    var (loss, delta) = (0.0, [Float]())
    for (line, logit) in logits.enumerated() {
      let probability = 1 / (1 + Elementary.exponential(-Double(logit)))
      let weight = scale * weights[line] / Float(logits.count)
      let said = done[line] > 0 ? probability : 1 - probability
      loss -= Double(weight) * Elementary.logarithm(max(1e-12, said))
      delta.append(weight * (Float(probability) - done[line]))
    }
    try network.addGradient(of: delta, at: evidence, scratch: &scratch, to: &gradient)
    return loss
  }
}
