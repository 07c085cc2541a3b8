internal import Kernels

extension Network {
  /// Rows that go through all layers together; they and their activations stay in the L2 cache.
  static let blockRows = 512

  /// Writes the logit of each row of `x` to `logits`.
  ///
  /// - Complexity: O(rows · parameters).
  func evaluate(_ x: Matrix, scratch: inout NetworkScratch, into logits: inout [Float]) throws(ShapeError) {
    scratch.prepare(layers: hidden.count)
    logits.resize(to: x.rows)
    var start = 0
    while start < x.rows {
      let rows = start..<min(start + Network.blockRows, x.rows)
      try activate(x, rows: rows, scratch: &scratch)
      try combine(x, rows: rows, scratch: scratch, into: &logits)
      start = rows.upperBound
    }
  }

  /// Leaves the hidden layers' outputs for some rows in the scratch.
  func activate(_ x: Matrix, rows: Range<Int>, scratch: inout NetworkScratch) throws(ShapeError) {
    scratch.prepare(layers: hidden.count)
    for (index, layer) in hidden.enumerated() {
      var z = scratch.activations[index].take()
      if index == 0 {
        try BLAS.multiply(x, rows: rows, layer.weights, into: &z)
      } else {
        try BLAS.multiply(scratch.activations[index - 1], layer.weights, into: &z)
      }
      try VectorLoops.addBiasAndActivate(&z, bias: layer.bias)
      scratch.activations[index] = z
    }
  }

  /// As `evaluate`, but keeps the derivatives of all units for the way back; all rows at once.
  func evaluateForTraining(
    _ x: Matrix, scratch: inout NetworkScratch, into logits: inout [Float]
  ) throws(ShapeError) {
    scratch.prepare(layers: hidden.count)
    logits.resize(to: x.rows)
    for (index, layer) in hidden.enumerated() {
      var z = scratch.deltas[index].take()
      var h = scratch.activations[index].take()
      try BLAS.multiply(index == 0 ? x : scratch.activations[index - 1], layer.weights, into: &z)
      try VectorLoops.addBiasActivateAndDifferentiate(&z, bias: layer.bias, into: &h)
      scratch.deltas[index] = z
      scratch.activations[index] = h
    }
    try combine(x, rows: 0..<x.rows, scratch: scratch, into: &logits)
  }

  private func combine(
    _ x: Matrix, rows: Range<Int>, scratch: NetworkScratch, into logits: inout [Float]
  ) throws(ShapeError) {
    for row in rows { logits[row] = bias }
    try BLAS.multiply(x, rows: rows, vector: skip, accumulate: true, into: &logits)
    if hidden.isEmpty { return }
    try BLAS.multiply(
      scratch.activations[hidden.count - 1], vector: output, accumulate: true, into: &logits,
      at: rows.lowerBound)
  }
}
