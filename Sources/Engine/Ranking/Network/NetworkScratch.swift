internal import Kernels

/// The values that a pass through a network leaves behind.
struct NetworkScratch: Sendable {
  /// Output of each hidden layer.
  var activations: [Matrix] = []
  /// Derivative of each hidden layer's activation; after the way back, the gradient at its input.
  var deltas: [Matrix] = []
  /// Gradient at a layer's output, on the way back.
  var carried = Matrix()
  /// Bias of the first layer in serving, with the products of the columns that a query's rows have
  /// in common.
  var bias: [Float] = []
  /// The numbers of these columns.
  var common: [Float] = []
  /// The rows of a query that are equal.
  var equalRows = EqualRows()

  mutating func prepare(layers: Int) {
    while activations.count < layers { activations.append(Matrix()) }
    while deltas.count < layers { deltas.append(Matrix()) }
  }
}
