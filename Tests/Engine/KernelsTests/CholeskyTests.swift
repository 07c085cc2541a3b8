import Testing

@testable import Kernels

@Suite("Cholesky factor")
struct CholeskyTests {
  @Test("the inverse factor turns the matrix into the identity", arguments: [0, 1, 2, 7, 40])
  func whitening(size: Int) throws {
    var random = SeededRandom(seed: UInt64(size))
    var matrix = Matrix()
    let root = random.matrix(size, size)
    try BLAS.multiply(root, root, transposeB: true, into: &matrix)
    for row in 0..<size { matrix[row, row] += 1 }
    var inverse = matrix
    try Cholesky.invertFactor(of: &inverse, leastPivot: 1)
    var (half, whole) = (Matrix(), Matrix())
    try BLAS.multiply(inverse, matrix, into: &half)
    try BLAS.multiply(half, inverse, transposeB: true, into: &whole)
    for row in 0..<size {
      for column in 0..<size {
        #expect(abs(whole[row, column] - (row == column ? 1 : 0)) < 1e-4, "at \(row), \(column)")
        if column > row { #expect(inverse[row, column] == 0) }
      }
    }
  }

  @Test("a pivot that rounding made too small is raised, and NaN stays NaN")
  func pivots() throws {
    var matrix = try Matrix(rows: 2, columns: 2, elements: [4, 0, 0, -1])
    try Cholesky.invertFactor(of: &matrix, leastPivot: 1)
    #expect(matrix.elements == [0.5, 0, 0, 1])
    matrix = try Matrix(rows: 2, columns: 2, elements: [1, 0, 0, .nan])
    try Cholesky.invertFactor(of: &matrix, leastPivot: 1)
    #expect(matrix[1, 1].isNaN)
  }

  @Test("a matrix that is not square is rejected")
  func shape() {
    var matrix = Matrix(rows: 2, columns: 3)
    #expect(throws: ShapeError.self) { try Cholesky.invertFactor(of: &matrix, leastPivot: 1) }
  }
}
