internal import Kernels

/// A network laid out for serving: standardisation and temperature folded in, layers fused and padded.
///
/// A row's logit depends on that row only, to the last bit, so equal candidates tie.
struct PackedNetwork: Equatable, Sendable {
  private let layers: [PackedLayer]
  /// Weights of the last layer's units, padded.
  private let output: [Float]
  private let skip: [Float]
  private let bias: Float

  /// Rows that go through all layers together, so that their activations stay in the L1 and L2 cache.
  private static let blockRows = 240

  init(_ network: Network) throws(ShapeError) {
    var layers: [PackedLayer] = []
    for layer in network.hidden {
      layers.append(
        try PackedLayer(weights: layer.weights, bias: layer.bias, inputs: layers.last?.units))
    }
    self.layers = layers
    let padding = (layers.last?.units ?? 0) - network.output.count
    output = network.output + [Float](repeating: 0, count: max(padding, 0))
    skip = network.skip
    bias = network.bias
  }

  /// Units of the last hidden layer with padding; 0 for a linear model.
  var lastUnits: Int { output.count }

  /// Writes the logit of each row of `x` to `logits`.
  ///
  /// - Complexity: O(rows · weights); no allocation once the scratch is warm.
  func evaluate(_ x: Matrix, scratch: inout NetworkScratch, into logits: inout [Float]) throws(ShapeError) {
    logits.resize(to: x.rows)
    for row in logits.indices { logits[row] = bias }
    var start = 0
    while start < x.rows {
      let rows = start..<min(start + Self.blockRows, x.rows)
      try activate(x, rows: rows, scratch: &scratch)
      try VectorLoops.addRowDots(of: x, rows: rows, vector: skip, to: &logits, at: start)
      if let last = layers.indices.last {
        try VectorLoops.addRowDots(of: scratch.activations[last], vector: output, to: &logits, at: start)
      }
      start = rows.upperBound
    }
  }

  /// Leaves the hidden layers' outputs for some rows in the scratch.
  func activate(_ x: Matrix, rows: Range<Int>, scratch: inout NetworkScratch) throws(ShapeError) {
    scratch.prepare(layers: layers.count)
    for (index, layer) in layers.enumerated() {
      var h = scratch.activations[index].take()
      if index == 0 {
        try VectorLoops.activate(x, rows: rows, layer, into: &h)
      } else {
        try VectorLoops.activate(scratch.activations[index - 1], layer, into: &h)
      }
      scratch.activations[index] = h
    }
  }
}
