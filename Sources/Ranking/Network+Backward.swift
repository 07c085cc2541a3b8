internal import Kernels

// Back-propagation. With a[l] the output of layer l, z[l] its input sum, and the gradient δ of the loss at the
// logit of each row:
//   δz[last] = δ · outputᵀ ∘ SiLU'(z[last])      δz[l] = (δz[l+1] · W[l+1]ᵀ) ∘ SiLU'(z[l])
//   ∂W[l] = a[l-1]ᵀ · δz[l]     ∂b[l] = column sums of δz[l]     ∂output = a[last]ᵀ · δ     ∂skip = xᵀ · δ
extension Network {
  /// Turns the derivatives which `evaluateForTraining` left in the scratch into gradients at each layer's sum.
  private func propagate(_ delta: [Float], scratch: inout NetworkScratch) throws(ShapeError) {
    guard let last = hidden.indices.last else { return }
    try VectorLoops.multiply(&scratch.deltas[last], byOuter: delta, row: output)
    for index in hidden.indices.dropFirst().reversed() {
      try BLAS.multiply(
        scratch.deltas[index], hidden[index].weights, transposeB: true, into: &scratch.carried)
      try VectorLoops.multiply(&scratch.deltas[index - 1], by: scratch.carried)
    }
  }

  /// Adds the gradient of the parameters to `gradient`, a network of the same shape.
  ///
  /// - Parameters:
  ///   - delta: gradient of the loss at each row's logit.
  ///   - x: what `evaluateForTraining` was called with last.
  func addGradient(
    of delta: [Float], at x: Matrix, scratch: inout NetworkScratch, to gradient: inout Network
  ) throws(ShapeError) {
    try propagate(delta, scratch: &scratch)
    for index in hidden.indices {
      try BLAS.multiply(
        index == 0 ? x : scratch.activations[index - 1], transposeA: true, scratch.deltas[index],
        accumulate: true, into: &gradient.hidden[index].weights)
      try VectorLoops.addColumnSums(of: scratch.deltas[index], to: &gradient.hidden[index].bias)
    }
    if let last = hidden.indices.last {
      try BLAS.multiplyTransposed(
        scratch.activations[last], vector: delta, accumulate: true, into: &gradient.output)
    }
    try BLAS.multiplyTransposed(x, vector: delta, accumulate: true, into: &gradient.skip)
    gradient.bias += delta.reduce(0, +)
  }

  /// The gradient of each row's logit with respect to that row's inputs.
  func inputGradient(at x: Matrix, scratch: inout NetworkScratch, logits: inout [Float]) throws(ShapeError)
    -> Matrix
  {
    try evaluateForTraining(x, scratch: &scratch, into: &logits)
    var gradient = Matrix(rows: x.rows, columns: inputs)
    for row in 0..<x.rows {
      for column in 0..<inputs { gradient[row, column] = skip[column] }
    }
    guard let first = hidden.first else { return gradient }
    try propagate([Float](repeating: 1, count: x.rows), scratch: &scratch)
    try BLAS.multiply(
      scratch.deltas[0], first.weights, transposeB: true, accumulate: true, into: &gradient)
    return gradient
  }
}
