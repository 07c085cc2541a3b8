internal import Kernels

/// A small network that gives each row one number (a logit).
///
/// Dense layers with SiLU, then a weighted sum of the last layer's units; beside them a *skip*, a weighted sum of
/// the inputs themselves, so that the network starts from a linear model and bends it. Inputs are standardised.
public struct Network: Equatable, Sendable {
  /// The hidden layers, first to last; none makes a linear model.
  public internal(set) var hidden: [DenseLayer]
  /// Weights of the last layer's units in the logit.
  public internal(set) var output: [Float]
  /// Weights of the inputs in the logit.
  public internal(set) var skip: [Float]
  /// Added to the logit.
  public internal(set) var bias: Float

  /// Makes a network of given weights.
  ///
  /// - Throws: `RankingError.model` if the layers do not fit each other or a weight is not finite.
  public init(hidden: [DenseLayer], output: [Float], skip: [Float], bias: Float) throws(RankingError) {
    var width = skip.count
    for layer in hidden {
      guard layer.weights.rows == width else {
        throw .model("a layer takes \(layer.weights.rows) inputs and is given \(width)")
      }
      width = layer.bias.count
    }
    guard output.count == (hidden.isEmpty ? 0 : width) else {
      throw .model("\(output.count) output weights for \(width) units")
    }
    self.hidden = hidden
    self.output = output
    self.skip = skip
    self.bias = bias
    guard VectorLoops.allFinite(parameters) else { throw .model("a weight is not finite") }
  }

  /// A network with random hidden weights, whose logit is 0 to start with but for a trace of the units.
  init(inputs: Int, hidden sizes: [Int], random: inout SeededRandom) {
    hidden = []
    var width = inputs
    for size in sizes {
      hidden.append(DenseLayer(inputs: width, units: size, random: &random))
      width = size
    }
    output = []
    if !sizes.isEmpty {
      let deviation = 0.1 / Float(max(width, 1)).squareRoot()
      for _ in 0..<width { output.append(deviation * random.normal()) }
    }
    skip = [Float](repeating: 0, count: inputs)
    bias = 0
  }

  /// Number of inputs.
  public var inputs: Int { skip.count }

  /// Units of each hidden layer.
  public var hiddenSizes: [Int] { hidden.map(\.bias.count) }
}
