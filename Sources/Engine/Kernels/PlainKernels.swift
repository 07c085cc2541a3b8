/// The same arithmetic in plain loops: slow and obvious, as a reference for testing the fast paths.
///
/// Sums are kept in `Double`, exponentials come from the C library.
public enum PlainKernels {
  /// op(a) · op(b).
  public static func multiply(
    _ a: Matrix, transposeA: Bool = false, _ b: Matrix, transposeB: Bool = false
  ) throws(ShapeError) -> Matrix {
    let m = transposeA ? a.columns : a.rows
    let k = transposeA ? a.rows : a.columns
    let n = transposeB ? b.rows : b.columns
    try require("rows of the right factor", k, transposeB ? b.columns : b.rows)
    var c = Matrix(rows: m, columns: n)
    for row in 0..<m {
      for column in 0..<n {
        var sum = 0.0
        for index in 0..<k {
          let x = transposeA ? a[index, row] : a[row, index]
          let y = transposeB ? b[column, index] : b[index, column]
          sum += Double(x) * Double(y)
        }
        c[row, column] = Float(sum)
      }
    }
    return c
  }

  /// Σ x[i] · y[i].
  public static func dot(_ x: [Float], _ y: [Float]) throws(ShapeError) -> Float {
    try require("length of the second vector", x.count, y.count)
    return Float(zip(x, y).reduce(0.0) { $0 + Double($1.0) * Double($1.1) })
  }

  /// SiLU(x) = x / (1 + e⁻ˣ).
  public static func activation(_ x: Float) -> Float {
    Float(Double(x) / (1 + Elementary.exponential(-Double(x))))
  }

  /// SiLU(x · weights + bias), without padding.
  public static func activate(_ x: Matrix, weights: Matrix, bias: [Float]) throws(ShapeError) -> Matrix {
    var h = try multiply(x, weights)
    try require("length of the bias", h.columns, bias.count)
    for row in 0..<h.rows {
      for column in 0..<h.columns { h[row, column] = activation(h[row, column] + bias[column]) }
    }
    return h
  }

  /// The derivative of SiLU: σ(x) · (1 + x · (1 − σ(x))).
  public static func activationDerivative(_ x: Float) -> Float {
    let sigmoid = 1 / (1 + Elementary.exponential(-Double(x)))
    return Float(sigmoid * (1 + Double(x) * (1 - sigmoid)))
  }

  /// Natural logarithm with the conventions of `VectorLoops.logarithm(inPlace:)`.
  public static func logarithm(_ x: Float) -> Float {
    if x.isNaN || x < 0 { return .nan }
    return Float(Elementary.logarithm(Double(max(x, .leastNormalMagnitude))))
  }

  /// Softmax over the scores and one separate score.
  public static func softmax(_ scores: [Float], with other: Float) -> (probabilities: [Float], other: Float) {
    let top = Double(scores.reduce(other, max))
    let parts = scores.map { Elementary.exponential(Double($0) - top) }
    let apart = Elementary.exponential(Double(other) - top)
    let sum = parts.reduce(apart, +)
    return (parts.map { Float($0 / sum) }, Float(apart / sum))
  }

  /// The rows with the highest scores, best first; ties go to the lower row, NaN is skipped.
  public static func topRows(_ scores: [Float], limit: Int) -> [Int] {
    let rows = scores.indices.filter { !scores[$0].isNaN }
    let sorted = rows.sorted { scores[$0] != scores[$1] ? scores[$0] > scores[$1] : $0 < $1 }
    return Array(sorted.prefix(max(limit, 0)))
  }
}
