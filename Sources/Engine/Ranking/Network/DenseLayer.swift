public import Kernels

/// A layer of units, each connected to all inputs: SiLU(x · weights + bias).
public struct DenseLayer: Equatable, Sendable {
  /// One row an input, one column a unit.
  public internal(set) var weights: Matrix
  /// One number a unit.
  public internal(set) var bias: [Float]

  /// Makes a layer of given weights.
  ///
  /// - Throws: `RankingError.model` if there is not one bias for each column of the weights.
  public init(weights: Matrix, bias: [Float]) throws(RankingError) {
    guard weights.columns == bias.count else {
      throw .model("a layer of \(weights.columns) units has \(bias.count) biases")
    }
    self.weights = weights
    self.bias = bias
  }

  /// A layer with random weights of variance 2 / inputs (He et al., arXiv:1502.01852) and no bias.
  init(inputs: Int, units: Int, random: inout SeededRandom) {
    weights = Matrix(rows: inputs, columns: units)
    bias = [Float](repeating: 0, count: units)
    let deviation = (2 / Float(max(inputs, 1))).squareRoot()
    for row in 0..<inputs {
      for unit in 0..<units { weights[row, unit] = deviation * random.normal() }
    }
  }
}
