/// The weights of a dense layer laid out for `VectorLoops.activate`: units padded to whole vectors.
///
/// Padding units have weights and bias 0, so that SiLU leaves them 0 and the next layer ignores them.
public struct PackedLayer: Equatable, Sendable {
  /// Units a vector register of the widest instruction set holds.
  static let lanes = 16

  /// Number of inputs.
  public let inputs: Int
  /// Number of units, a multiple of 16.
  public let units: Int
  let weights: [Float]
  let bias: [Float]

  /// Lays out weights.
  ///
  /// - Parameters:
  ///   - weights: one row an input, one column a unit.
  ///   - bias: one number a unit.
  ///   - inputs: padded number of inputs, if these come from a packed layer.
  /// - Throws: `ShapeError` if the bias does not fit or there are fewer inputs than rows.
  public init(weights: Matrix, bias: [Float], inputs: Int? = nil) throws(ShapeError) {
    try require("length of the bias", weights.columns, bias.count)
    let inputs = inputs ?? weights.rows
    if inputs < weights.rows { throw ShapeError("inputs", expected: weights.rows, found: inputs) }
    let units = (weights.columns + Self.lanes - 1) / Self.lanes * Self.lanes
    var padded = [Float](repeating: 0, count: inputs * units)
    for row in 0..<weights.rows {
      for unit in 0..<weights.columns { padded[row * units + unit] = weights[row, unit] }
    }
    self.inputs = inputs
    self.units = units
    self.weights = padded
    self.bias = bias + [Float](repeating: 0, count: units - bias.count)
  }
}
