/// The factorisation of symmetric positive definite matrices.
public enum Cholesky {
  /// Replaces `a = L · Lᵀ` by the inverse of `L`, a lower triangular matrix.
  ///
  /// For small matrices only: plain loops. It reads only the lower triangle of `a`.
  /// - Parameters:
  ///   - a: A symmetric matrix; the squares of the diagonal of `L` (its *pivots*) are at least
  ///     `leastPivot`, except for rounding.
  ///   - leastPivot: The positive minimum of a pivot; smaller pivots, which only rounding causes,
  ///     are raised to it.
  /// - Throws: `ShapeError` if the matrix is not square.
  /// - Complexity: O(n³).
  public static func invertFactor(of a: inout Matrix, leastPivot: Float) throws(ShapeError) {
    let n = a.rows
    try require("columns of a square matrix", n, a.columns)
    a.withElements { a in
      factor(&a, size: n, leastPivot: leastPivot)
      invertLower(&a, size: n)
    }
  }

  /// L[j, j] = √(a[j, j] − Σ L[j, k]²), L[i, j] = (a[i, j] − Σ L[i, k] · L[j, k]) / L[j, j], sums
  /// over k < j.
  private static func factor(_ a: inout MutableSpan<Float>, size n: Int, leastPivot: Float) {
    for column in 0..<n {
      for row in column..<n {
        var rest = a[row * n + column]
        for inner in 0..<column { rest -= a[row * n + inner] * a[column * n + inner] }
        // NaN stays NaN, so that the caller can detect it.
        if row == column { a[row * n + column] = (rest < leastPivot ? leastPivot : rest).squareRoot() }
        if row > column { a[row * n + column] = rest / a[column * n + column] }
      }
    }
  }

  /// X[i, j] = −Σ L[i, k] · X[k, j] / L[i, i], sum over j ≤ k < i; row by row, so that L is not
  /// overwritten too early.
  private static func invertLower(_ a: inout MutableSpan<Float>, size n: Int) {
    for row in 0..<n {
      let scale = 1 / a[row * n + row]
      for column in 0..<row {
        var sum: Float = 0
        for inner in column..<row { sum += a[row * n + inner] * a[inner * n + column] }
        a[row * n + column] = -sum * scale
      }
      a[row * n + row] = scale
      for column in row + 1..<max(n, row + 1) { a[row * n + column] = 0 }
    }
  }
}
