/// The rows of a matrix that are equal to an earlier one.
///
/// OpenBLAS may add up a row's products in another order if the row has another position. Results
/// of equal rows can therefore differ by rounding. They become equal again if each row takes over
/// the result of the first row that is equal to it.
///
/// The storage is used again, and nothing is allocated once the largest matrix has been seen.
public struct EqualRows: Sendable {
  private var hashes: [UInt32] = []
  private var table: [UInt32] = []
  private var first: [UInt32] = []
  private var rows = 0..<0

  /// The number of rows with an equal row before them.
  public private(set) var repeatedCount = 0

  /// Makes an empty one, to be filled.
  public init() {}

  /// Finds the equal rows of a matrix.
  ///
  /// - Parameters:
  ///   - x: A matrix. 0 and -0 are equal, NaN is equal to nothing but the same NaN.
  ///   - rows: The rows to compare; all by default. Rows outside of the matrix trap.
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

  /// Gives each row's number to the later rows that are equal to it.
  ///
  /// - Parameter results: A number for each row of the matrix.
  public func unify(_ results: inout [Float]) {
    if repeatedCount == 0 { return }
    for row in rows { results[row] = results[rows.lowerBound + Int(first[row - rows.lowerBound])] }
  }

  /// Gives each row's numbers to the later rows that are equal to it.
  ///
  /// - Parameter results: A row for each row of the matrix.
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
