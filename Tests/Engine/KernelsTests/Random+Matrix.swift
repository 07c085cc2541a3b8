import Kernels

extension SeededRandom {
  /// A matrix of normal numbers.
  mutating func matrix(_ rows: Int, _ columns: Int) -> Matrix {
    var matrix = Matrix(rows: rows, columns: columns)
    for row in 0..<rows {
      for column in 0..<columns { matrix[row, column] = normal() }
    }
    return matrix
  }

  /// Normal numbers.
  mutating func vector(_ count: Int) -> [Float] { (0..<count).map { _ in normal() } }
}

/// Whether two numbers differ by at most a tolerance, absolute below 1 and relative above.
func close(_ x: Float, _ y: Float, _ tolerance: Float = 1e-5) -> Bool {
  abs(x - y) <= tolerance * max(1, abs(x), abs(y))
}
