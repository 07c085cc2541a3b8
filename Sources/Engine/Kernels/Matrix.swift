// Kernels: arithmetic on arrays of numbers.
//
// Start here: `Matrix` holds numbers, `BLAS` multiplies them through OpenBLAS, and `VectorLoops`
// has the loops that C code picks for the processor. `PlainKernels` computes the same slowly, for
// tests and benchmarks.
//
// Everywhere in this package, matrices are row-major, `elements[row * columns + column]`, in single
// precision. A row is a candidate (or a query), a column a feature (or a unit). Shapes are checked:
// a mismatch throws `ShapeError`. An index out of range traps, as with `Array`.

/// A row-major matrix of `Float`, with value semantics and reusable storage.
///
/// Scratch matrices are resized for every query; nothing is allocated once the largest query has
/// been seen.
public struct Matrix: Equatable, Sendable {
  /// Number of rows.
  public private(set) var rows: Int
  /// Number of columns.
  public private(set) var columns: Int
  /// All `rows * columns` numbers, row after row.
  public internal(set) var elements: [Float]

  /// Creates a matrix with every element equal.
  ///
  /// Negative sizes count as 0.
  public init(rows: Int = 0, columns: Int = 0, repeating value: Float = 0) {
    self.rows = max(rows, 0)
    self.columns = max(columns, 0)
    elements = [Float](repeating: value, count: self.rows * self.columns)
  }

  /// Creates a matrix of the given numbers, row after row.
  ///
  /// - Throws: `ShapeError` if there are not `rows * columns` of them.
  public init(rows: Int, columns: Int, elements: [Float]) throws(ShapeError) {
    let (count, overflow) = max(rows, 0).multipliedReportingOverflow(by: max(columns, 0))
    try require("number of elements", overflow ? Int.max : count, elements.count)
    self.rows = max(rows, 0)
    self.columns = max(columns, 0)
    self.elements = elements
  }

  /// The number in a row and a column.
  ///
  /// - Complexity: O(1).
  public subscript(row: Int, column: Int) -> Float {
    get {
      precondition(column >= 0 && column < columns, "column out of range")
      return elements[row * columns + column]
    }
    set {
      precondition(column >= 0 && column < columns, "column out of range")
      elements[row * columns + column] = newValue
    }
  }

  /// The numbers of one row.
  ///
  /// - Complexity: O(1); a slice, not a copy.
  public func row(_ row: Int) -> ArraySlice<Float> { elements[row * columns..<(row + 1) * columns] }

  /// Changes the shape; keeps capacity.
  ///
  /// The elements are unspecified (old numbers or 0): callers fill all of them. Negative sizes
  /// count as 0.
  ///
  /// - Complexity: O(growth).
  public mutating func resize(rows: Int, columns: Int) {
    self.rows = max(rows, 0)
    self.columns = max(columns, 0)
    elements.resize(to: self.rows * self.columns)
  }

  /// Appends a row below the others.
  ///
  /// - Throws: `ShapeError` if its length differs from `columns`.
  /// - Complexity: O(columns), amortised.
  public mutating func appendRow(_ row: some Collection<Float>) throws(ShapeError) {
    try require("length of the row", columns, row.count)
    elements.append(contentsOf: row)
    rows += 1
  }

  /// Appends all rows of another matrix below the others.
  ///
  /// - Throws: `ShapeError` if the numbers of columns differ.
  /// - Complexity: O(elements), amortised.
  public mutating func appendRows(of other: Matrix) throws(ShapeError) {
    try require("columns", columns, other.columns)
    elements.append(contentsOf: other.elements)
    rows += other.rows
  }

  /// Makes room for a number of rows, so that appending them allocates once.
  public mutating func reserveCapacity(rows: Int) { elements.reserveCapacity(max(rows, 0) * columns) }

  /// Gives all elements, row after row, to a closure that may change them.
  ///
  /// This is the fast way to fill a matrix: it checks for uniqueness once instead of once per
  /// element.
  public mutating func withElements<Result, Failure: Error>(
    _ body: (inout MutableSpan<Float>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var span = elements.mutableSpan
    return try body(&span)
  }

  /// Returns the matrix and leaves an empty one, so that it can be changed separately from its
  /// neighbours without a copy.
  ///
  /// - Complexity: O(1).
  public mutating func take() -> Matrix {
    var taken = Matrix()
    swap(&taken, &self)
    return taken
  }
}

extension Array<Float> {
  /// Changes the number of elements; keeps capacity and existing elements, fills growth with 0.
  public mutating func resize(to count: Int) {
    if count < self.count {
      removeLast(self.count - count)
    } else if count > self.count {
      append(contentsOf: repeatElement(0, count: count - self.count))
    }
  }
}
