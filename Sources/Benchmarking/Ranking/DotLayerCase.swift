internal import Kernels

/// One dot-product layer and the best rows of each query: what a flat index of vectors does.
public struct DotLayerCase: Sendable {
  private let items: Matrix
  private let queries: Matrix
  private let limit: Int
  private var scores = Matrix()
  private var row: [Float]
  private var best: [Int] = []

  /// Makes up vectors.
  ///
  /// - Throws: Nothing for sizes that are not negative.
  public init(items count: Int, columns: Int, queries: Int, limit: Int = 8, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    try self.init(
      items: .random(rows: count, columns: columns, random: &random),
      queries: .random(rows: queries, columns: columns, random: &random), limit: limit)
  }

  /// Takes vectors, row by row.
  ///
  /// - Throws: `ShapeError` if they do not fill up their rows.
  public init(items: [Float], queries: [Float], columns: Int, limit: Int = 8) throws {
    let width = max(1, columns)
    try self.init(
      items: Matrix(rows: items.count / width, columns: columns, elements: items),
      queries: Matrix(rows: queries.count / width, columns: columns, elements: queries), limit: limit)
  }

  private init(items: Matrix, queries: Matrix, limit: Int) {
    (self.items, self.queries, self.limit) = (items, queries, limit)
    row = [Float](repeating: 0, count: items.rows)
  }

  /// What is done.
  public var work: Work {
    let (rows, columns, count) = (items.rows, items.columns, queries.rows)
    return Work(
      count, "queries", operations: 2 * rows * columns * count,
      floats: rows * columns + count * (columns + rows))
  }

  /// Scores all items for all queries and selects the best of each; answers the last query's best row.
  public mutating func search() throws -> Float {
    if queries.rows == 1 {
      // The row of a query is the vector itself: no copy.
      try BLAS.multiply(items, vector: queries.elements, into: &row)
      TopRows.select(row, limit: limit, into: &best)
      return Float(best.first ?? 0)
    }
    try BLAS.multiply(queries, items, transposeB: true, into: &scores)
    for query in 0..<queries.rows {
      row.removeAll(keepingCapacity: true)
      row.append(contentsOf: scores.row(query))
      TopRows.select(row, limit: limit, into: &best)
    }
    return Float(best.first ?? 0)
  }

  /// The best rows of the first query, best first.
  public mutating func firstBest() throws -> [Int] {
    try BLAS.multiply(queries, items, transposeB: true, into: &scores)
    return TopRows.select(Array(scores.row(0)), limit: limit)
  }
}
