internal import Kernels

/// A dense layer with its activation: the kernel of serving, BLAS and a loop, the bare product, and plain loops.
public struct DenseLayerCase: Sendable {
  private let rows: Matrix
  private let weights: Matrix
  private let bias: [Float]
  private let packed: PackedLayer
  private var result = Matrix()
  private var product = Matrix()

  /// Makes up numbers.
  ///
  /// - Throws: Nothing for sizes that are not negative.
  public init(rows count: Int, inputs: Int, units: Int, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    rows = try .random(rows: count, columns: inputs, random: &random)
    weights = try .random(rows: inputs, columns: units, random: &random)
    bias = (0..<units).map { _ in random.normal() }
    packed = try PackedLayer(weights: weights, bias: bias)
  }

  /// What the layer does, its activation not counted.
  public var work: Work {
    let (count, inputs, units) = (rows.rows, rows.columns, bias.count)
    return Work(
      count, "rows", operations: 2 * count * inputs * units, floats: count * (inputs + units) + inputs * units
    )
  }

  /// Product, bias and activation in one go, as serving does them.
  public mutating func serve() throws -> Float {
    try VectorLoops.activate(rows, packed, into: &result)
    return result[0, 0]
  }

  /// `cblas_sgemm`, then bias and activation.
  public mutating func blas() throws -> Float {
    try BLAS.multiply(rows, weights, into: &product)
    try VectorLoops.addBiasAndActivate(&product, bias: bias)
    return product[0, 0]
  }

  /// `cblas_sgemm` and nothing else.
  public mutating func multiply() throws -> Float {
    try BLAS.multiply(rows, weights, into: &product)
    return product[0, 0]
  }

  /// Plain loops.
  public func plain() throws -> Float { try PlainKernels.activate(rows, weights: weights, bias: bias)[0, 0] }
}
