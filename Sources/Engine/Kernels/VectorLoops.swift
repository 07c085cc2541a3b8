internal import CKernels

/// Element-wise loops with SIMD chosen at run time; only this type imports `CKernels`.
///
/// In a debug build, the C loops are not vectorised and take several times as long.
public enum VectorLoops {
  /// The instruction set in use: `avx512`, `avx2` or `default`.
  public static var instructionSet: String { unsafe String(cString: hunch_instruction_set()) }

  /// Natural logarithm of every number, in place.
  ///
  /// Relative error below 1e-6 for normal positive numbers. Zero and subnormal numbers count as the
  /// smallest normal one (−87.34); negative numbers and NaN give NaN.
  public static func logarithm(inPlace x: inout [Float]) {
    unsafe x.withUnsafeMutableBufferPointer { x_ in
      if let base = x_.baseAddress { unsafe hunch_log(base, x_.count) }
    }
  }

  /// Natural logarithm of every element of a matrix, in place, as for arrays.
  public static func logarithm(inPlace x: inout Matrix) { logarithm(inPlace: &x.elements) }

  /// Natural logarithm of a span of numbers, in place, as for arrays.
  public static func logarithm(inPlace x: inout MutableSpan<Float>) {
    unsafe x.withUnsafeMutableBufferPointer { x_ in
      if let base = x_.baseAddress { unsafe hunch_log(base, x_.count) }
    }
  }

  /// Replaces the numbers of a range by `exp(x − shift)` and returns their sum.
  ///
  /// Relative error below 1e-6; results below 1e-38 are 0, results above 1e38 are 1.65e38.
  public static func exponentiate(_ x: inout [Float], in range: Range<Int>, shift: Float) -> Float {
    precondition(range.lowerBound >= 0 && range.upperBound <= x.count, "range outside of the array")
    return unsafe x.withUnsafeMutableBufferPointer { x_ in
      guard let base = x_.baseAddress else { return 0 }
      return unsafe hunch_exp_shifted(base.advanced(by: range.lowerBound), range.count, shift)
    }
  }

  /// The largest number of a range, ignoring NaN; −∞ if there is none.
  public static func maximum(_ x: [Float], in range: Range<Int>) -> Float {
    precondition(range.lowerBound >= 0 && range.upperBound <= x.count, "range outside of the array")
    return unsafe x.withUnsafeBufferPointer { x_ in
      guard let base = x_.baseAddress else { return -.infinity }
      return unsafe hunch_maximum(base.advanced(by: range.lowerBound), range.count)
    }
  }

  /// Returns whether every number is finite and its magnitude at most the limit.
  public static func allWithin(_ limit: Float, _ x: [Float]) -> Bool {
    let bound = limit >= 0 ? min(limit, .greatestFiniteMagnitude) : 0
    return unsafe x.withUnsafeBufferPointer { x_ in
      guard let base = x_.baseAddress else { return true }
      return unsafe hunch_all_within(base, x_.count, bound) != 0
    }
  }

  /// Returns whether no number is NaN or infinite.
  public static func allFinite(_ x: [Float]) -> Bool { allWithin(.greatestFiniteMagnitude, x) }

  static func fill(_ x: inout [Float], with value: Float) {
    for index in x.indices { x[index] = value }
  }

  /// `z = SiLU(z + bias)`, row by row.
  ///
  /// SiLU(x) = x / (1 + e⁻ˣ) (Elfwing et al., arXiv:1702.03118): smooth, so integrated gradients
  /// converge.
  ///
  /// - Parameter rows: the rows to change; all by default.
  public static func addBiasAndActivate(
    _ z: inout Matrix, rows: Range<Int>? = nil, bias: [Float]
  ) throws(ShapeError) {
    try require("length of the bias", z.columns, bias.count)
    let rows = rows ?? 0..<z.rows
    guard rows.lowerBound >= 0, rows.upperBound <= z.rows else {
      throw ShapeError("rows in use", expected: z.rows, found: rows.upperBound)
    }
    let columns = z.columns
    unsafe z.elements.withUnsafeMutableBufferPointer { z_ in
      unsafe bias.withUnsafeBufferPointer { bias_ in
        guard let z = z_.baseAddress, let bias = bias_.baseAddress else { return }
        unsafe hunch_bias_silu(z.advanced(by: rows.lowerBound * columns), bias, rows.count, columns)
      }
    }
  }

  /// `h = SiLU(z + bias)`; then `z` holds the derivative of SiLU at `z + bias`, for the backward
  /// pass.
  public static func addBiasActivateAndDifferentiate(
    _ z: inout Matrix, bias: [Float], into h: inout Matrix
  ) throws(ShapeError) {
    try require("length of the bias", z.columns, bias.count)
    let (rows, columns) = (z.rows, z.columns)
    h.resize(rows: rows, columns: columns)
    unsafe z.elements.withUnsafeMutableBufferPointer { z_ in
      unsafe h.elements.withUnsafeMutableBufferPointer { h_ in
        unsafe bias.withUnsafeBufferPointer { bias_ in
          guard let z = z_.baseAddress, let h = h_.baseAddress, let bias = bias_.baseAddress else { return }
          unsafe hunch_bias_silu_derivative(z, bias, h, rows, columns)
        }
      }
    }
  }

  /// `x *= y`, element by element.
  public static func multiply(_ x: inout Matrix, by y: Matrix) throws(ShapeError) {
    try require("rows", x.rows, y.rows)
    try require("columns", x.columns, y.columns)
    unsafe x.elements.withUnsafeMutableBufferPointer { x_ in
      unsafe y.elements.withUnsafeBufferPointer { y_ in
        guard let x = x_.baseAddress, let y = y_.baseAddress else { return }
        unsafe hunch_multiply(x, y, x_.count)
      }
    }
  }

  /// `x[r, c] *= outer[r] · row[c]`.
  public static func multiply(_ x: inout Matrix, byOuter outer: [Float], row: [Float]) throws(ShapeError) {
    try require("rows", x.rows, outer.count)
    try require("columns", x.columns, row.count)
    let (rows, columns) = (x.rows, x.columns)
    unsafe x.elements.withUnsafeMutableBufferPointer { x_ in
      unsafe outer.withUnsafeBufferPointer { outer_ in
        unsafe row.withUnsafeBufferPointer { row_ in
          guard let x = x_.baseAddress, let outer = outer_.baseAddress, let row = row_.baseAddress else {
            return
          }
          unsafe hunch_multiply_outer(x, outer, row, rows, columns)
        }
      }
    }
  }

  /// Copies rows of a flat row-major array to `out`, from `row` on, as `(x − mean) · factor` column
  /// by column.
  public static func standardize(
    _ x: [Float], rows: Range<Int>, mean: [Float], factor: [Float], into out: inout Matrix, at row: Int
  ) throws(ShapeError) {
    let columns = out.columns
    try require("length of the mean", columns, mean.count)
    try require("length of the factor", columns, factor.count)
    guard rows.lowerBound >= 0, rows.upperBound * columns <= x.count else {
      throw ShapeError("number of elements", expected: rows.upperBound * columns, found: x.count)
    }
    guard row >= 0, row + rows.count <= out.rows else {
      throw ShapeError("rows of the result", expected: row + rows.count, found: out.rows)
    }
    unsafe x.withUnsafeBufferPointer { x_ in
      unsafe out.elements.withUnsafeMutableBufferPointer { out_ in
        unsafe mean.withUnsafeBufferPointer { mean_ in
          unsafe factor.withUnsafeBufferPointer { factor_ in
            guard let x = x_.baseAddress, let out = out_.baseAddress, let mean = mean_.baseAddress,
              let factor = factor_.baseAddress
            else { return }
            unsafe hunch_standardize(
              x.advanced(by: rows.lowerBound * columns), mean, factor, out.advanced(by: row * columns),
              rows.count, columns)
          }
        }
      }
    }
  }

  /// `sums[c] += Σ x[r, c]` over the rows.
  public static func addColumnSums(of x: Matrix, to sums: inout [Float]) throws(ShapeError) {
    try require("number of sums", x.columns, sums.count)
    unsafe x.elements.withUnsafeBufferPointer { x_ in
      unsafe sums.withUnsafeMutableBufferPointer { sums_ in
        guard let x = x_.baseAddress, let sums = sums_.baseAddress else { return }
        unsafe hunch_add_column_sums(x, sums, x_.count / sums_.count, sums_.count)
      }
    }
  }

  /// `first[c] += Σ weights.first[r] · x[r, c]` over the rows, likewise for the second, for as many
  /// columns as there are sums.
  public static func addWeightedRows(
    of x: Matrix, by weights: (first: [Float], second: [Float]), to first: inout [Float],
    _ second: inout [Float]
  ) throws(ShapeError) {
    try require("number of weights", x.rows, weights.first.count)
    try require("number of second weights", x.rows, weights.second.count)
    try require("number of second sums", first.count, second.count)
    let columns = x.columns
    guard first.count <= columns else {
      throw ShapeError("number of sums", expected: columns, found: first.count)
    }
    unsafe x.elements.withUnsafeBufferPointer { x_ in
      unsafe first.withUnsafeMutableBufferPointer { first_ in
        unsafe second.withUnsafeMutableBufferPointer { second_ in
          unsafe weights.first.withUnsafeBufferPointer { one_ in
            unsafe weights.second.withUnsafeBufferPointer { two_ in
              guard let x = x_.baseAddress, let first = first_.baseAddress, let second = second_.baseAddress,
                let one = one_.baseAddress, let two = two_.baseAddress
              else { return }
              unsafe hunch_add_weighted_rows(
                x, one_.count, columns, first_.count, one, two, first, second)
            }
          }
        }
      }
    }
  }

  /// Σ exp(factor · x − shift), added in a fixed order; see ``exponentiate(_:in:shift:)``.
  public static func exponentialSum(_ x: [Float], factor: Float = 1, shift: Float) -> Float {
    unsafe x.withUnsafeBufferPointer { x_ in
      guard let base = x_.baseAddress else { return 0 }
      return unsafe hunch_sum_exp(base, x_.count, factor, shift)
    }
  }

  /// The mean of `y` by the weights exp(x − shift); 0 without numbers.
  public static func mean(of y: [Float], byExponentialsOf x: [Float], shift: Float) throws(ShapeError)
    -> Float
  {
    try require("number of weights", y.count, x.count)
    return unsafe x.withUnsafeBufferPointer { x_ in
      unsafe y.withUnsafeBufferPointer { y_ in
        guard let x = x_.baseAddress, let y = y_.baseAddress, !x_.isEmpty else { return 0 }
        var sum: Float = 0
        return unsafe hunch_expect_exp(x, x_.count, shift, y, &sum) / sum
      }
    }
  }

  /// `out = ln(exp(factor · a + shifts[0]) + exp(b + shifts[1]) + exp(c + shifts[2]))`, number by
  /// number.
  ///
  /// A shift of −∞ skips its part; at least one must be finite.
  public static func logSumOfExponentials(
    _ a: [Float], factor: Float, _ b: [Float], _ c: [Float], shifts: SIMD3<Float>, into out: inout [Float]
  ) throws(ShapeError) {
    try require("length of the second part", a.count, b.count)
    try require("length of the third part", a.count, c.count)
    out.resize(to: a.count)
    unsafe a.withUnsafeBufferPointer { a_ in
      unsafe b.withUnsafeBufferPointer { b_ in
        unsafe c.withUnsafeBufferPointer { c_ in
          unsafe out.withUnsafeMutableBufferPointer { out_ in
            guard let a = a_.baseAddress, let b = b_.baseAddress, let c = c_.baseAddress,
              let out = out_.baseAddress
            else { return }
            unsafe hunch_log_sum_exp(a, factor, b, c, shifts.x, shifts.y, shifts.z, out, a_.count)
          }
        }
      }
    }
  }

  /// `out = x + y`, number by number.
  public static func sum(_ x: [Float], _ y: [Float], into out: inout [Float]) throws(ShapeError) {
    try require("length of the second vector", x.count, y.count)
    out.resize(to: x.count)
    unsafe x.withUnsafeBufferPointer { x_ in
      unsafe y.withUnsafeBufferPointer { y_ in
        unsafe out.withUnsafeMutableBufferPointer { out_ in
          guard let x = x_.baseAddress, let y = y_.baseAddress, let out = out_.baseAddress else { return }
          unsafe hunch_sum(x, y, out, out_.count)
        }
      }
    }
  }

  /// `x *= factor`.
  public static func multiply(_ x: inout [Float], by factor: Float) {
    unsafe x.withUnsafeMutableBufferPointer { x_ in
      if let base = x_.baseAddress { unsafe hunch_scale(base, x_.count, factor) }
    }
  }

  /// Writes a symmetric matrix whose lower triangle is given, row after row.
  ///
  /// - Parameters:
  ///   - full: The matrix; resized to `size` rows and columns.
  /// - Throws: `ShapeError` if the triangle has another size.
  /// - Complexity: O(size²).
  public static func unpack(triangle: [Float], size: Int, into full: inout Matrix) throws(ShapeError) {
    full.resize(rows: size, columns: size)
    let size = full.rows
    try require("length of the triangle", size * (size + 1) / 2, triangle.count)
    unsafe triangle.withUnsafeBufferPointer { triangle_ in
      unsafe full.elements.withUnsafeMutableBufferPointer { full_ in
        guard let triangle = triangle_.baseAddress, let full = full_.baseAddress else { return }
        unsafe hunch_unpack_triangle(triangle, size, full)
      }
    }
  }

  /// `triangle −= wᵀ · w`, for the lower triangle only, row after row.
  public static func subtractSquare(of w: Matrix, from triangle: inout [Float]) throws(ShapeError) {
    try require("length of the triangle", w.columns * (w.columns + 1) / 2, triangle.count)
    let (rows, columns) = (w.rows, w.columns)
    unsafe w.elements.withUnsafeBufferPointer { w_ in
      unsafe triangle.withUnsafeMutableBufferPointer { triangle_ in
        guard let w = w_.baseAddress, let triangle = triangle_.baseAddress else { return }
        unsafe hunch_subtract_square(w, rows, columns, triangle)
      }
    }
  }
}

extension VectorLoops {
  /// Finds the rows of a matrix that are equal to an earlier one, and returns their number.
  ///
  /// - Parameters:
  ///   - rows: The rows to compare.
  ///   - hashes: At least one number per row.
  ///   - table: At least one number per slot.
  ///   - slots: A power of 2 above the number of rows.
  ///   - first: At least one number per row. Each row's is replaced by the index of the first row
  ///     equal to it, counted from the start of the range.
  static func findEqualRows(
    of x: Matrix, rows: Range<Int>, hashes: inout [UInt32], table: inout [UInt32], slots: Int,
    into first: inout [UInt32]
  ) -> Int {
    let columns = x.columns
    precondition(rows.lowerBound >= 0 && rows.upperBound <= x.rows, "rows outside of the matrix")
    precondition(hashes.count >= rows.count && first.count >= rows.count, "too little room for the rows")
    precondition(slots > rows.count && slots & (slots - 1) == 0, "the number of slots is not a power of 2")
    precondition(table.count >= slots, "too little room for the slots")
    return unsafe x.elements.withUnsafeBufferPointer { x_ in
      unsafe hashes.withUnsafeMutableBufferPointer { hashes_ in
        unsafe table.withUnsafeMutableBufferPointer { table_ in
          unsafe first.withUnsafeMutableBufferPointer { first_ in
            // Without columns, the matrix may have no address; the loop then does not touch it.
            unsafe hunch_find_equal_rows(
              x_.baseAddress?.advanced(by: rows.lowerBound * columns), rows.count, columns,
              hashes_.baseAddress, table_.baseAddress, slots, first_.baseAddress)
          }
        }
      }
    }
  }
}

/// Loops for selecting the highest numbers (``TopRows``).
extension VectorLoops {
  /// The first index from `start` on whose number is above the threshold; the count if there is
  /// none.
  static func nextAbove(_ threshold: Float, in x: [Float], from start: Int) -> Int {
    unsafe x.withUnsafeBufferPointer { x_ in
      guard let base = x_.baseAddress, start >= 0, start < x_.count else { return x_.count }
      return unsafe hunch_next_above(base, start, x_.count, threshold)
    }
  }

  /// The maximum limit for ``lowerBound(of:in:)``.
  static let lowerBoundLimit = Int(HUNCH_LOWER_BOUND_LIMIT)

  /// A lower bound of at least `limit` of the first numbers, and of few more; −∞ if there are fewer
  /// numbers, not counting NaN.
  static func lowerBound(of limit: Int, in x: [Float], first count: Int) -> Float {
    precondition((0...lowerBoundLimit).contains(limit), "too many numbers")
    return unsafe x.withUnsafeBufferPointer { x_ in
      guard let base = x_.baseAddress else { return -.infinity }
      return unsafe hunch_lower_bound(base, max(0, min(count, x_.count)), limit)
    }
  }
}
