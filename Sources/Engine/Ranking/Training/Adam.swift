/// Adam with decoupled weight decay, and a moving average of the parameters.
///
/// Kingma & Ba, "Adam" (arXiv:1412.6980); Loshchilov & Hutter, "Decoupled weight decay
/// regularization" (arXiv:1711.05101). Models use the average, because it generalises better than
/// the parameters after the last step.
struct Adam {
  private(set) var parameters: [Float]
  /// The exponential moving average of the parameters.
  private(set) var average: [Float]
  /// The moving average of the gradient.
  private(set) var mean: [Float]
  /// The moving average of the squared gradient.
  private(set) var square: [Float]
  private let decayMask: [Float]
  private let configuration: TrainingConfiguration
  /// The number of steps taken.
  private(set) var step = 0

  init(_ networks: NetworkPair, configuration: TrainingConfiguration) {
    self.init(
      parameters: networks.parameters, decayMask: networks.decayMask, configuration: configuration)
  }

  /// - Parameter decayMask: 1 for each parameter that weight decay applies to, otherwise 0.
  init(parameters: [Float], decayMask: [Float], configuration: TrainingConfiguration) {
    self.parameters = parameters
    average = parameters
    mean = [Float](repeating: 0, count: parameters.count)
    square = mean
    self.decayMask = decayMask
    self.configuration = configuration
  }

  /// Creates an optimiser that continues from a state with the same number of parameters.
  mutating func take(_ checkpoint: TrainingCheckpoint) {
    step = checkpoint.step
    (parameters, average) = (checkpoint.parameters, checkpoint.average)
    (mean, square) = (checkpoint.mean, checkpoint.square)
  }

  /// Takes one step against the gradient.
  mutating func descend(_ gradient: [Float], learningRate: Float) {
    step += 1
    let (beta1, beta2) = (configuration.beta1, configuration.beta2)
    let correction1 = 1 - power(beta1, step)
    let correction2 = 1 - power(beta2, step)
    let clip = Float(min(1, Double(configuration.gradientLimit) / max(norm(gradient), 1e-12)))
    let rate = learningRate / correction1
    let decay = learningRate * configuration.l2
    // Early on, the average follows quickly, because otherwise it would remember the random start.
    let averaging = 1 - min(configuration.averageDecay, Float(1 + step) / Float(10 + step))
    for index in parameters.indices {
      let slope = gradient[index] * clip
      mean[index] += (1 - beta1) * (slope - mean[index])
      square[index] += (1 - beta2) * (slope * slope - square[index])
      let root = (square[index] / correction2).squareRoot() + 1e-8
      parameters[index] -= rate * mean[index] / root + decay * decayMask[index] * parameters[index]
      average[index] += averaging * (parameters[index] - average[index])
    }
  }

  private func norm(_ gradient: [Float]) -> Double {
    gradient.reduce(0.0) { $0 + Double($1) * Double($1) }.squareRoot()
  }

  private func power(_ base: Float, _ exponent: Int) -> Float {
    var (result, factor, rest) = (1.0, Double(base), exponent)
    while rest > 0 {
      if rest & 1 == 1 { result *= factor }
      factor *= factor
      rest >>= 1
    }
    return Float(result)
  }
}
