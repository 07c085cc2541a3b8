internal import COpenBLAS

/// Matrix products through OpenBLAS, with one thread per caller.
///
/// This is the only file that imports the C library and, besides `VectorLoops`, the only one with
/// unsafe code. OpenBLAS' own threads compete with the callers' (measured: up to 3,700 times
/// slower), so they are switched off once.
public enum BLAS {
  private static let singleThreaded: Void = openblas_set_num_threads(1)

  /// The library in use.
  public static var build: BLASBuild {
    singleThreaded
    let parallelism: BLASBuild.Parallelism =
      switch openblas_get_parallel() {
      case 0: .serial
      case 1: .pthread
      case 2: .openmp
      default: .unknown
      }
    let configuration = unsafe openblas_get_config().map { unsafe String(cString: $0) } ?? ""
    return BLASBuild(
      configuration: configuration, parallelism: parallelism, threads: Int(openblas_get_num_threads()),
      vectorInstructions: VectorLoops.instructionSet)
  }

  /// The name of the kernels that OpenBLAS chose for this processor, like `Haswell`.
  ///
  /// Processors with the same instruction set may have different kernels, which sum in different
  /// orders.
  public static var kernelName: String {
    unsafe openblas_get_corename().map { unsafe String(cString: $0) } ?? ""
  }

  /// `c = scale · op(a) · op(b)`, or with `accumulate` added to what `c` holds.
  ///
  /// - Parameters:
  ///   - a: left factor; only `rows` of it (all by default) are used, before transposing.
  ///   - transposeA: use aᵀ.
  ///   - b: right factor.
  ///   - transposeB: use bᵀ.
  ///   - c: result; resized, unless accumulating.
  /// - Throws: `ShapeError` if the shapes do not fit.
  /// - Complexity: O(m · n · k).
  public static func multiply(
    _ a: Matrix, rows: Range<Int>? = nil, transposeA: Bool = false, _ b: Matrix, transposeB: Bool = false,
    scale: Float = 1, accumulate: Bool = false, into c: inout Matrix
  ) throws(ShapeError) {
    let range = try checked(rows, of: a)
    let m = transposeA ? a.columns : range.count
    let k = transposeA ? range.count : a.columns
    let n = transposeB ? b.rows : b.columns
    try require("rows of the right factor", k, transposeB ? b.columns : b.rows)
    if accumulate {
      try require("rows of the result", m, c.rows)
      try require("columns of the result", n, c.columns)
    } else {
      c.resize(rows: m, columns: n)
    }
    if m == 0 || n == 0 { return }
    if k == 0 {
      if !accumulate { VectorLoops.fill(&c.elements, with: 0) }
      return
    }
    singleThreaded
    unsafe a.elements.withUnsafeBufferPointer { a_ in
      unsafe b.elements.withUnsafeBufferPointer { b_ in
        unsafe c.elements.withUnsafeMutableBufferPointer { c_ in
          unsafe cblas_sgemm(
            CblasRowMajor, transposeA ? CblasTrans : CblasNoTrans, transposeB ? CblasTrans : CblasNoTrans,
            blasint(m), blasint(n), blasint(k), scale,
            a_.baseAddress?.advanced(by: range.lowerBound * a.columns), blasint(a.columns),
            b_.baseAddress, blasint(b.columns), accumulate ? 1 : 0, c_.baseAddress, blasint(n))
        }
      }
    }
  }

  /// `c[start...] = a[rows, columns] · b`, or with `accumulate` added to what `c` holds there.
  ///
  /// - Parameters:
  ///   - a: left factor; only some rows and columns of it are used.
  ///   - b: right factor, with one row per column in use.
  ///   - c: result, with at least the rows to write; the others stay as they are.
  ///   - start: the row of `c` for the first row.
  /// - Throws: `ShapeError` if the shapes do not fit.
  /// - Complexity: O(rows · columns · columns of b).
  public static func multiply(
    _ a: Matrix, rows: Range<Int>, columns: Range<Int>, _ b: Matrix, accumulate: Bool = false,
    into c: inout Matrix, at start: Int
  ) throws(ShapeError) {
    let range = try checked(rows, of: a)
    guard columns.lowerBound >= 0, columns.upperBound <= a.columns else {
      throw ShapeError("columns in use", expected: a.columns, found: columns.upperBound)
    }
    try require("rows of the right factor", columns.count, b.rows)
    try require("columns of the result", b.columns, c.columns)
    guard start >= 0, start + range.count <= c.rows else {
      throw ShapeError("rows of the result", expected: start + range.count, found: c.rows)
    }
    let n = b.columns
    if range.isEmpty || n == 0 { return }
    if columns.isEmpty {
      if !accumulate { for index in start * n..<(start + range.count) * n { c.elements[index] = 0 } }
      return
    }
    singleThreaded
    unsafe a.elements.withUnsafeBufferPointer { a_ in
      unsafe b.elements.withUnsafeBufferPointer { b_ in
        unsafe c.elements.withUnsafeMutableBufferPointer { c_ in
          unsafe cblas_sgemm(
            CblasRowMajor, CblasNoTrans, CblasNoTrans, blasint(range.count), blasint(n),
            blasint(columns.count), 1,
            a_.baseAddress?.advanced(by: range.lowerBound * a.columns + columns.lowerBound),
            blasint(a.columns), b_.baseAddress, blasint(n), accumulate ? 1 : 0,
            c_.baseAddress?.advanced(by: start * n), blasint(n))
        }
      }
    }
  }

  /// `y[rows] = scale · a[rows] · x`, or with `accumulate` added to what `y` holds there.
  ///
  /// - Parameter y: as long as `a` has rows.
  /// - Throws: `ShapeError` if the shapes do not fit.
  public static func multiply(
    _ a: Matrix, rows: Range<Int>? = nil, vector x: [Float], scale: Float = 1, accumulate: Bool = false,
    into y: inout [Float], at offset: Int? = nil
  ) throws(ShapeError) {
    let range = try checked(rows, of: a)
    let start = offset ?? range.lowerBound
    try require("length of the vector", a.columns, x.count)
    guard start >= 0, start + range.count <= y.count else {
      throw ShapeError("length of the result", expected: start + range.count, found: y.count)
    }
    if range.isEmpty { return }
    if a.columns == 0 {
      if !accumulate { for row in start..<start + range.count { y[row] = 0 } }
      return
    }
    singleThreaded
    unsafe a.elements.withUnsafeBufferPointer { a_ in
      unsafe x.withUnsafeBufferPointer { x_ in
        unsafe y.withUnsafeMutableBufferPointer { y_ in
          unsafe cblas_sgemv(
            CblasRowMajor, CblasNoTrans, blasint(range.count), blasint(a.columns), scale,
            a_.baseAddress?.advanced(by: range.lowerBound * a.columns), blasint(a.columns),
            x_.baseAddress, 1, accumulate ? 1 : 0, y_.baseAddress?.advanced(by: start), 1)
        }
      }
    }
  }

  /// `y = scale · aᵀ · x`, or with `accumulate` added to what `y` holds.
  ///
  /// - Throws: `ShapeError` if the shapes do not fit.
  public static func multiplyTransposed(
    _ a: Matrix, vector x: [Float], scale: Float = 1, accumulate: Bool = false, into y: inout [Float]
  ) throws(ShapeError) {
    try require("length of the vector", a.rows, x.count)
    try require("length of the result", a.columns, y.count)
    if a.columns == 0 { return }
    if a.rows == 0 {
      if !accumulate { VectorLoops.fill(&y, with: 0) }
      return
    }
    singleThreaded
    unsafe a.elements.withUnsafeBufferPointer { a_ in
      unsafe x.withUnsafeBufferPointer { x_ in
        unsafe y.withUnsafeMutableBufferPointer { y_ in
          unsafe cblas_sgemv(
            CblasRowMajor, CblasTrans, blasint(a.rows), blasint(a.columns), scale, a_.baseAddress,
            blasint(a.columns), x_.baseAddress, 1, accumulate ? 1 : 0, y_.baseAddress, 1)
        }
      }
    }
  }

  /// Σ x[i] · y[i].
  ///
  /// - Throws: `ShapeError` if the lengths differ.
  public static func dot(_ x: [Float], _ y: [Float]) throws(ShapeError) -> Float {
    try require("length of the second vector", x.count, y.count)
    singleThreaded
    return unsafe x.withUnsafeBufferPointer { x_ in
      unsafe y.withUnsafeBufferPointer { y_ in
        unsafe cblas_sdot(blasint(x_.count), x_.baseAddress, 1, y_.baseAddress, 1)
      }
    }
  }

  /// `y += scale · x`.
  ///
  /// - Throws: `ShapeError` if the lengths differ.
  public static func add(_ x: [Float], scale: Float = 1, to y: inout [Float]) throws(ShapeError) {
    try require("length of the result", x.count, y.count)
    singleThreaded
    unsafe x.withUnsafeBufferPointer { x_ in
      unsafe y.withUnsafeMutableBufferPointer { y_ in
        unsafe cblas_saxpy(blasint(x_.count), scale, x_.baseAddress, 1, y_.baseAddress, 1)
      }
    }
  }

  private static func checked(_ rows: Range<Int>?, of a: Matrix) throws(ShapeError) -> Range<Int> {
    guard let rows else { return 0..<a.rows }
    guard rows.lowerBound >= 0, rows.upperBound <= a.rows else {
      throw ShapeError("rows in use", expected: a.rows, found: rows.upperBound)
    }
    return rows
  }
}
