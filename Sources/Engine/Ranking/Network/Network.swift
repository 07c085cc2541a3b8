internal import Kernels

/// A small network that computes one number, a logit, for each row.
///
/// Dense layers with SiLU are followed by a weighted sum of the last layer's units. A *skip*, a
/// weighted sum of the inputs themselves, is added, so that the network starts as a linear model
/// and bends it. Inputs are standardised.
public struct Network: Equatable, Sendable {
  /// The hidden layers, first to last.
  ///
  /// Without any, the model is linear.
  public private(set) var hidden: [DenseLayer]
  /// The weights of the last layer's units in the logit.
  public private(set) var output: [Float]
  /// The weights of the inputs in the logit.
  public private(set) var skip: [Float]
  /// Added to the logit.
  public private(set) var bias: Float

  /// Creates a network with the given weights.
  ///
  /// - Throws: `RankingError.model` if the layers do not fit each other or a weight is not finite.
  public init(hidden: [DenseLayer], output: [Float], skip: [Float], bias: Float) throws(RankingError) {
    var width = skip.count
    for layer in hidden {
      guard layer.weights.rows == width else {
        throw .model("a layer takes \(layer.weights.rows) inputs and receives \(width)")
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

  /// Creates a network with random hidden weights.
  ///
  /// Its logit starts at 0, but for a trace of the units.
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

  /// The number of inputs.
  public var inputs: Int { skip.count }

  /// The number of units in each hidden layer.
  public var hiddenSizes: [Int] { hidden.map(\.bias.count) }

  // MARK: Forward

  /// Writes the logit of each row of `x` to `logits`.
  ///
  /// - Complexity: O(rows · parameters).
  func evaluate(_ x: Matrix, scratch: inout NetworkScratch, into logits: inout [Float]) throws(ShapeError) {
    scratch.prepare(layers: hidden.count)
    logits.resize(to: x.rows)
    for rows in RowBlocks(of: x.rows) {
      try activate(x, rows: rows, scratch: &scratch)
      try combine(x, rows: rows, units: 0..<rows.count, scratch: scratch, into: &logits)
    }
  }

  /// Writes the hidden layers' outputs for some rows to the scratch.
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

  /// Does the same as `evaluate` for all rows at once, and keeps the derivatives of all units for
  /// the backward pass.
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
    try combine(x, rows: 0..<x.rows, units: 0..<x.rows, scratch: scratch, into: &logits)
  }

  /// Writes the logits of some rows.
  ///
  /// - Parameter units: The range in the scratch that holds the last units of these rows.
  func combine(
    _ x: Matrix, rows: Range<Int>, units: Range<Int>, scratch: NetworkScratch, into logits: inout [Float]
  ) throws(ShapeError) {
    for row in rows { logits[row] = bias }
    try BLAS.multiply(x, rows: rows, vector: skip, accumulate: true, into: &logits)
    if hidden.isEmpty { return }
    try BLAS.multiply(
      scratch.activations[hidden.count - 1], rows: units, vector: output, accumulate: true, into: &logits,
      at: rows.lowerBound)
  }

  // MARK: Backward

  // Back-propagation. With a[l] the output of layer l, z[l] its input sum, and the gradient δ of
  // the loss at the logit of each row: δz[last] = δ · outputᵀ ∘ SiLU'(z[last]) δz[l] = (δz[l+1] ·
  // W[l+1]ᵀ) ∘ SiLU'(z[l]) ∂W[l] = a[l-1]ᵀ · δz[l] ∂b[l] = column sums of δz[l] ∂output = a[last]ᵀ
  // · δ ∂skip = xᵀ · δ

  /// Turns the derivatives that `evaluateForTraining` left in the scratch into gradients at each
  /// layer's sum.
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
  ///   - delta: The gradient of the loss at each row's logit.
  ///   - x: The matrix that `evaluateForTraining` last received.
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

  /// Writes the gradient of each row's logit with respect to the inputs of that row.
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

  // MARK: Parameters

  /// All weights and biases in one array: for each layer its weights, then its bias; then output,
  /// skip and bias.
  var parameters: [Float] {
    var all: [Float] = []
    for layer in hidden {
      all.append(contentsOf: layer.weights.elements)
      all.append(contentsOf: layer.bias)
    }
    all.append(contentsOf: output)
    all.append(contentsOf: skip)
    all.append(bias)
    return all
  }

  /// 1 for each parameter that is a weight, 0 for a bias.
  ///
  /// Weight decay applies to weights only.
  var decayMask: [Float] {
    var mask: [Float] = []
    for layer in hidden {
      mask.append(contentsOf: repeatElement(1, count: layer.weights.elements.count))
      mask.append(contentsOf: repeatElement(0, count: layer.bias.count))
    }
    mask.append(contentsOf: repeatElement(1, count: output.count + skip.count))
    mask.append(0)
    return mask
  }

  /// Takes parameters in the order of `parameters`, from a position on, and moves the position past
  /// them.
  mutating func load(_ all: [Float], from position: inout Int) {
    func next(_ count: Int) -> ArraySlice<Float> {
      defer { position += count }
      return all[position..<position + count]
    }
    for index in hidden.indices {
      let weights = next(hidden[index].weights.elements.count)
      hidden[index].weights.withElements { elements in
        for offset in elements.indices { elements[offset] = weights[weights.startIndex + offset] }
      }
      hidden[index].bias = Array(next(hidden[index].bias.count))
    }
    output = Array(next(output.count))
    skip = Array(next(skip.count))
    bias = all[position]
    position += 1
  }

  /// Returns a network of the same shape with all parameters 0.
  var zeroed: Network {
    var copy = self
    var position = 0
    copy.load([Float](repeating: 0, count: parameters.count), from: &position)
    return copy
  }

  /// Returns the network with something added to its last step.
  func changingReadout(output change: [Float], skip skipChange: [Float]) -> Network {
    var changed = self
    for unit in changed.output.indices { changed.output[unit] += change[unit] }
    for column in changed.skip.indices { changed.skip[column] += skipChange[column] }
    return changed
  }

  /// Returns the bounds of the last units, and of the logit and every number computed on the way to
  /// it.
  var bounds: (lastUnits: [Double], logit: Double) {
    let input = Double(RankingLimits.magnitude)
    var bounds = [Double](repeating: input, count: inputs)
    var largest = 0.0
    for layer in hidden {
      bounds = layer.bias.indices.map { unit in
        let sum = bounds.indices.reduce(Double(abs(layer.bias[unit]))) { sum, row in
          sum + bounds[row] * Double(abs(layer.weights[row, unit]))
        }
        return Self.larger(1, 1.1 * sum)
      }
      largest = bounds.reduce(largest, Self.larger)
    }
    let units = zip(output, bounds).reduce(0) { $0 + Double(abs($1.0)) * $1.1 }
    let logit = units + skip.reduce(0) { $0 + Double(abs($1)) * input } + Double(abs(bias))
    return (hidden.isEmpty ? [] : bounds, Self.larger(largest, logit))
  }

  /// Returns the larger of two numbers, or NaN if one is NaN.
  static func larger(_ one: Double, _ other: Double) -> Double {
    one.isNaN || other.isNaN ? .nan : Swift.max(one, other)
  }

  /// Returns the network that computes, from raw inputs, `scale` times the logit that this network
  /// computes from standardised inputs.
  func folding(_ standardizer: Standardizer, scale: Float) -> Network {
    var folded = self
    let shift = zip(standardizer.mean, standardizer.factor).map { Double($0) * Double($1) }
    if let first = hidden.first {
      for unit in first.bias.indices {
        var bias = Double(first.bias[unit])
        for input in 0..<inputs {
          bias -= shift[input] * Double(first.weights[input, unit])
          folded.hidden[0].weights[input, unit] *= standardizer.factor[input]
        }
        folded.hidden[0].bias[unit] = Float(bias)
      }
    }
    var bias = Double(self.bias)
    for input in 0..<inputs {
      bias -= shift[input] * Double(skip[input])
      folded.skip[input] *= standardizer.factor[input] * scale
    }
    folded.bias = Float(bias * Double(scale))
    for unit in output.indices { folded.output[unit] *= scale }
    return folded
  }
}
