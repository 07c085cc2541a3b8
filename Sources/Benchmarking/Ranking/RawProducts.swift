internal import Kernels
internal import Ranking

/// The matrix products of a network's forward pass, on all rows at once: no bias, no activation, no check of the numbers.
struct RawProducts: Sendable {
  private let network: Network
  private var layers: [Matrix]
  private var logits: [Float] = []

  init(of network: Network) {
    self.network = network
    layers = network.hidden.map { _ in Matrix() }
  }

  mutating func multiply(_ rows: Matrix) throws(ShapeError) -> Float {
    for (index, layer) in network.hidden.enumerated() {
      var result = layers[index].take()
      try BLAS.multiply(index == 0 ? rows : layers[index - 1], layer.weights, into: &result)
      layers[index] = result
    }
    logits.resize(to: rows.rows)
    try BLAS.multiply(rows, vector: network.skip, into: &logits)
    if let last = layers.last {
      try BLAS.multiply(last, vector: network.output, accumulate: true, into: &logits)
    }
    return logits[0]
  }
}
