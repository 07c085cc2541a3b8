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

  /// Rows that go through all layers together at most, so that their activations stay in the caches: eight blocks of the loops' 12.
  private static let mostBlockRows = 96

  /// Returns the number of rows that go through all layers together: blocks of about the same size, so that
  /// activations keep theirs.
  ///
  /// A multiple of four, as the loops have them.
  private static func blockRows(of rows: Int) -> Int {
    let blocks = max(1, (rows + mostBlockRows - 1) / mostBlockRows)
    return max(1, ((rows + blocks - 1) / blocks + 3) / 4 * 4)
  }

  /// Lays out a network.
  ///
  /// - Parameter queryColumns: inputs that are the same for all rows of a query; see ``RankingModel/queryColumns``.
  init(_ network: Network, queryColumns: [Int] = []) throws(ShapeError) {
    var layers: [PackedLayer] = []
    for layer in network.hidden {
      layers.append(
        try PackedLayer(
          weights: layer.weights, bias: layer.bias, inputs: layers.last?.units,
          sharedColumns: layers.isEmpty ? queryColumns : []))
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
    logits.fill(x.rows, with: bias)
    var start = 0
    let blockRows = Self.blockRows(of: x.rows)
    prepare(x, scratch: &scratch)
    while start < x.rows {
      let rows = start..<min(start + blockRows, x.rows)
      try activate(x, rows: rows, scratch: &scratch)
      try VectorLoops.addRowDots(of: x, rows: rows, vector: skip, to: &logits, at: start)
      if let last = layers.indices.last {
        try VectorLoops.addRowDots(of: scratch.activations[last], vector: output, to: &logits, at: start)
      }
      start = rows.upperBound
    }
  }

  /// The same, and what a change of the readout adds to each logit, in the same pass.
  ///
  /// - Parameter keepsUnits: All rows go through the layers together, so that the scratch holds the last units of all of them
  ///   afterwards.
  func evaluate(
    _ x: Matrix, change: ReadoutChange, keepsUnits: Bool, scratch: inout NetworkScratch,
    into logits: inout [Float], changes: inout [Float]
  ) throws(ShapeError) {
    logits.fill(x.rows, with: bias)
    changes.fill(x.rows, with: change.bias)
    prepare(x, scratch: &scratch)
    let blockRows = keepsUnits ? max(x.rows, 1) : Self.blockRows(of: x.rows)
    var start = 0
    while start < x.rows {
      let rows = start..<min(start + blockRows, x.rows)
      try activate(x, rows: rows, scratch: &scratch)
      try VectorLoops.addRowDots(
        of: x, rows: rows, vectors: (skip, change.columns), to: &logits, &changes, at: start)
      if let last = layers.indices.last {
        try VectorLoops.addRowDots(
          of: scratch.activations[last], rows: 0..<rows.count, vectors: (output, change.units), to: &logits,
          &changes, at: start)
      }
      start = rows.upperBound
    }
  }

  /// The last units of all rows of the query that was evaluated last, if they were kept; `nil` for a linear model.
  func units(in scratch: NetworkScratch) -> Matrix? {
    layers.indices.last.map { scratch.activations[$0] }
  }

  /// Leaves the hidden layers' outputs for all rows in the scratch.
  func activate(_ x: Matrix, scratch: inout NetworkScratch) throws(ShapeError) {
    prepare(x, scratch: &scratch)
    try activate(x, rows: 0..<x.rows, scratch: &scratch)
  }

  private func prepare(_ x: Matrix, scratch: inout NetworkScratch) {
    scratch.prepare(layers: layers.count)
    if let first = layers.first { first.fillBias(for: x, into: &scratch.bias) }
  }

  private func activate(_ x: Matrix, rows: Range<Int>, scratch: inout NetworkScratch) throws(ShapeError) {
    for (index, layer) in layers.enumerated() {
      var h = scratch.activations[index].take()
      if index == 0 {
        try VectorLoops.activate(x, rows: rows, layer, bias: scratch.bias, into: &h)
      } else {
        try VectorLoops.activate(scratch.activations[index - 1], layer, into: &h)
      }
      scratch.activations[index] = h
    }
  }
}

extension [Float] {
  fileprivate mutating func fill(_ count: Int, with value: Float) {
    removeAll(keepingCapacity: true)
    append(contentsOf: repeatElement(value, count: count))
  }
}
