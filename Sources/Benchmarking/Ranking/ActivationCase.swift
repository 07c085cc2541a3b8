internal import Kernels

/// Bias and SiLU on many numbers: vectorised, and in plain loops.
public struct ActivationCase: Sendable {
  private var matrix: Matrix
  private let bias: [Float]

  /// Makes up numbers.
  ///
  /// - Throws: Nothing for sizes that are not negative.
  public init(rows: Int, columns: Int, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    matrix = try .random(rows: rows, columns: columns, random: &random)
    // Activated again and again the numbers come to rest where x = SiLU(x + bias), far from numbers too small for the processor.
    bias = (0..<columns).map { _ in 1 + random.uniform() }
  }

  /// What is done: each number is read and written; the arithmetic of an exponential is not counted.
  public var work: Work {
    let count = matrix.elements.count
    return Work(count, "numbers", operations: 0, floats: 2 * count)
  }

  /// Vectorised, in place.
  public mutating func activate() throws -> Float {
    try VectorLoops.addBiasAndActivate(&matrix, bias: bias)
    return matrix[0, 0]
  }

  /// Plain loops.
  public func plain() throws -> Float {
    var result = matrix
    for row in 0..<result.rows {
      for column in 0..<result.columns {
        result[row, column] = PlainKernels.activation(result[row, column] + bias[column])
      }
    }
    return result[0, 0]
  }
}
