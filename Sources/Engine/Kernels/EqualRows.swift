/// The rows of a matrix that are equal to an earlier one.
///
/// OpenBLAS may sum a row's products in an order that depends on the row's position, so results of
/// equal rows can differ by rounding. They become equal again when each row takes over the result
/// of the first equal row.
///
/// The storage is reused: nothing is allocated once the largest matrix has been seen.
public struct EqualRows: Sendable {
  private var hashes: [UInt32] = []
  private var table: [UInt32] = []
  private var first: [UInt32] = []
  private var rows = 0..<0

  /// The number of rows with an equal row before them.
  public private(set) var repeatedCount = 0

  /// Creates an empty set of equal rows.
  public init() {}

  /// Finds the equal rows of a matrix.
  ///
  /// - Parameters:
  ///   - x: A matrix. 0 and -0 are equal, NaN equals only the same NaN.
  ///   - rows: The rows to compare; all by default. Rows outside the matrix trap.
  /// - Complexity: O(rows · columns) on average.
  public mutating func find(in x: Matrix, rows: Range<Int>? = nil) {
    self.rows = rows ?? 0..<x.rows
    repeatedCount = 0
    let count = self.rows.count
    if count < 2 { return }
    if hashes.count < count {
      hashes = [UInt32](repeating: 0, count: count)
      first = hashes
    }
    var slots = 16
    while slots < 2 * count { slots *= 2 }
    if table.count < slots { table = [UInt32](repeating: 0, count: slots) }
    repeatedCount = VectorLoops.findEqualRows(
      of: x, rows: self.rows, hashes: &hashes, table: &table, slots: slots, into: &first)
  }

  /// Copies each row's number to the later rows that are equal to it.
  ///
  /// - Parameter results: One number per row of the matrix.
  public func unify(_ results: inout [Float]) {
    if repeatedCount == 0 { return }
    for row in rows { results[row] = results[rows.lowerBound + Int(first[row - rows.lowerBound])] }
  }

  /// Copies each row's numbers to the later rows that are equal to it.
  ///
  /// - Parameter results: One row per row of the matrix.
  public func unify(_ results: inout Matrix) {
    if repeatedCount == 0 { return }
    let (columns, rows) = (results.columns, self.rows)
    results.withElements { out in
      for row in rows {
        let source = rows.lowerBound + Int(first[row - rows.lowerBound])
        if source == row { continue }
        for column in 0..<columns { out[row * columns + column] = out[source * columns + column] }
      }
    }
  }
}
