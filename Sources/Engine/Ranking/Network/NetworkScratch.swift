internal import Kernels

/// The values that a pass through a network leaves behind.
struct NetworkScratch: Sendable {
  /// The output of each hidden layer.
  var activations: [Matrix] = []
  /// The derivative of each hidden layer's activation; after the backward pass, the gradient at its
  /// input.
  var deltas: [Matrix] = []
  /// The gradient at a layer's output, in the backward pass.
  var carried = Matrix()
  /// The bias of the first layer in serving, including the products of the columns that all rows of
  /// a query have in common.
  var bias: [Float] = []
  /// The values of these columns.
  var common: [Float] = []
  /// The equal rows of a query.
  var equalRows = EqualRows()

  mutating func prepare(layers: Int) {
    while activations.count < layers { activations.append(Matrix()) }
    while deltas.count < layers { deltas.append(Matrix()) }
  }
}
