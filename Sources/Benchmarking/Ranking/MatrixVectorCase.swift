internal import Kernels

/// A matrix times a vector: the kernel of serving, BLAS, and plain loops.
public struct MatrixVectorCase: Sendable {
  private let matrix: Matrix
  private let vector: [Float]
  private var result: [Float]
  /// The vector as a matrix of one column, for the plain twin.
  private let column: Matrix

  /// Makes up numbers.
  ///
  /// - Throws: Nothing for sizes that are not negative.
  public init(rows: Int, columns: Int, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    matrix = try .random(rows: rows, columns: columns, random: &random)
    vector = (0..<columns).map { _ in random.normal() }
    column = try Matrix(rows: columns, columns: 1, elements: vector)
    result = [Float](repeating: 0, count: rows)
  }

  /// What a product does.
  public var work: Work {
    let (rows, columns) = (matrix.rows, matrix.columns)
    return Work(rows, "rows", operations: 2 * rows * columns, floats: rows * columns + columns + rows)
  }

  /// The kernel that serving uses, which adds to what is there: its rows are the same to the last bit wherever they lie.
  public mutating func serve() throws -> Float {
    try VectorLoops.addRowDots(of: matrix, vector: vector, to: &result, at: 0)
    return result[0]
  }

  /// One call of `cblas_sgemv`.
  public mutating func blas() throws -> Float {
    try BLAS.multiply(matrix, vector: vector, into: &result)
    return result[0]
  }

  /// Plain loops.
  public func plain() throws -> Float { try PlainKernels.multiply(matrix, column)[0, 0] }
}

extension Matrix {
  /// A matrix of normal random numbers.
  static func random(rows: Int, columns: Int, random: inout SeededRandom) throws -> Matrix {
    try Matrix(rows: rows, columns: columns, elements: (0..<rows * columns).map { _ in random.normal() })
  }
}
