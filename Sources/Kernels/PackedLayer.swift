/// The weights of a dense layer laid out for `VectorLoops.activate`: units padded to whole vectors, inputs that say nothing
/// left out.
///
/// Padding units have weights and bias 0, so that SiLU leaves them 0 and the next layer ignores them.
public struct PackedLayer: Equatable, Sendable {
  /// Units a vector register of the widest instruction set holds.
  static let lanes = 16

  /// Number of inputs.
  public let inputs: Int
  /// Number of units, a multiple of 16.
  public let units: Int
  /// The columns that are multiplied row by row: where each run of neighbours starts, and how many it has.
  let runs: [Int32]
  /// One row a multiplied column.
  private(set) var weights: [Float]
  private let plainBias: [Float]
  /// The columns that are the same for all rows, and their weights.
  private let sharedColumns: [Int]
  private let sharedWeights: [Float]

  /// Lays out weights.
  ///
  /// - Parameters:
  ///   - weights: one row an input, one column a unit.
  ///   - bias: one number a unit.
  ///   - inputs: padded number of inputs, if these come from a packed layer.
  ///   - sharedColumns: the inputs that are the same for all rows: they are multiplied once, as part of the bias, with the
  ///     numbers of the first row.
  /// - Throws: `ShapeError` if the bias does not fit, there are fewer inputs than rows, or no such shared column.
  public init(
    weights: Matrix, bias: [Float], inputs: Int? = nil, sharedColumns: [Int] = []
  ) throws(ShapeError) {
    try require("length of the bias", weights.columns, bias.count)
    let inputs = inputs ?? weights.rows
    if inputs < weights.rows { throw ShapeError("inputs", expected: weights.rows, found: inputs) }
    if let missing = sharedColumns.first(where: { !(0..<weights.rows).contains($0) }) {
      throw ShapeError("shared column", expected: weights.rows, found: missing)
    }
    let units = (weights.columns + Self.lanes - 1) / Self.lanes * Self.lanes
    let shared = Set(sharedColumns)
    // A column without any weight is one that the standardiser silenced, or that a model was not fitted to.
    let used = (0..<weights.rows).filter { weights.row($0).contains { $0 != 0 } }
    self.inputs = inputs
    self.units = units
    self.sharedColumns = used.filter(shared.contains)
    sharedWeights = Self.padded(weights, rows: self.sharedColumns, units: units)
    let own = used.filter { !shared.contains($0) }
    self.weights = Self.padded(weights, rows: own, units: units)
    runs = Self.runs(of: own)
    plainBias = bias + [Float](repeating: 0, count: units - bias.count)
  }

  /// A layer without bias, of a symmetric matrix to come: ``setSymmetric(triangle:)`` fills it.
  public init(symmetric size: Int) {
    inputs = max(size, 0)
    units = (inputs + Self.lanes - 1) / Self.lanes * Self.lanes
    runs = [0, Int32(inputs)]
    weights = [Float](repeating: 0, count: inputs * units)
    plainBias = [Float](repeating: 0, count: units)
    (sharedColumns, sharedWeights) = ([], [])
  }

  /// Takes over the lower triangle of a symmetric matrix, row after row.
  ///
  /// - Throws: `ShapeError` if it has another size than the layer.
  /// - Complexity: O(inputs²).
  public mutating func setSymmetric(triangle: [Float]) throws(ShapeError) {
    try require("length of the triangle", inputs * (inputs + 1) / 2, triangle.count)
    try require("multiplied columns", inputs * units, weights.count)
    VectorLoops.unpack(triangle: triangle, size: inputs, into: &weights, stride: units)
  }

  /// The bias with what the shared columns of `x` add to it.
  func bias(for x: Matrix) -> [Float] {
    if sharedColumns.isEmpty { return plainBias }
    var bias: [Float] = []
    fillBias(for: x, into: &bias)
    return bias
  }

  /// Writes the bias with what the shared columns of `x` add to it.
  ///
  /// - Parameter x: As many columns as inputs; without rows nothing is added.
  /// - Complexity: O(shared columns · units), without allocation once `bias` is long enough.
  public func fillBias(for x: Matrix, into bias: inout [Float]) {
    bias.removeAll(keepingCapacity: true)
    bias.append(contentsOf: plainBias)
    guard x.rows > 0, x.columns == inputs else { return }
    for (position, column) in sharedColumns.enumerated() {
      let value = x.elements[column]
      for unit in 0..<units { bias[unit] += value * sharedWeights[position * units + unit] }
    }
  }

  private static func padded(_ weights: Matrix, rows: [Int], units: Int) -> [Float] {
    var padded = [Float](repeating: 0, count: rows.count * units)
    for (position, row) in rows.enumerated() {
      for unit in 0..<weights.columns { padded[position * units + unit] = weights[row, unit] }
    }
    return padded
  }

  private static func runs(of columns: [Int]) -> [Int32] {
    var runs: [Int32] = []
    for (position, column) in columns.enumerated() {
      if position > 0, columns[position - 1] + 1 == column {
        runs[runs.count - 1] += 1
      } else {
        runs += [Int32(column), 1]
      }
    }
    return runs
  }
}
