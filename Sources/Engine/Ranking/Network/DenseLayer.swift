public import Kernels

/// A layer of units, each connected to all inputs: SiLU(x · weights + bias).
public struct DenseLayer: Equatable, Sendable {
  /// One row per input, one column per unit.
  public internal(set) var weights: Matrix
  /// One number per unit.
  public internal(set) var bias: [Float]

  /// Creates a layer with the given weights.
  ///
  /// - Throws: `RankingError.model` if the weights do not have exactly one bias per column.
  public init(weights: Matrix, bias: [Float]) throws(RankingError) {
    guard weights.columns == bias.count else {
      throw .model("a layer of \(weights.columns) units has \(bias.count) biases")
    }
    self.weights = weights
    self.bias = bias
  }

  /// Creates a layer with random weights of variance 2 / inputs (He et al., arXiv:1502.01852) and
  /// zero biases.
  init(inputs: Int, units: Int, random: inout SeededRandom) {
    weights = Matrix(rows: inputs, columns: units)
    bias = [Float](repeating: 0, count: units)
    let deviation = (2 / Float(max(inputs, 1))).squareRoot()
    for row in 0..<inputs {
      for unit in 0..<units { weights[row, unit] = deviation * random.normal() }
    }
  }
}
