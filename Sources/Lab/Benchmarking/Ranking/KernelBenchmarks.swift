internal import Kernels

extension Benchmarks {
  /// Each kernel, compared with BLAS if it has the same, and with its plain twin.
  static func kernels(_ recorder: inout BenchmarkRecorder) async throws {
    let sizes = recorder.plan.candidates.filter { $0 <= 10_000 }
    for rows in sizes { try await product(rows: rows, &recorder) }
    for rows in sizes { try await layer(rows: rows, &recorder) }
    for rows in sizes { try await activation(rows: rows, &recorder) }
    for scores in sizes { try await softmax(scores: scores, &recorder) }
    for scores in recorder.plan.candidates { try await selection(scores: scores, &recorder) }
    for queries in [1, 64] { try await dotLayer(queries: queries, &recorder) }
  }

  private static func product(rows: Int, _ recorder: inout BenchmarkRecorder) async throws {
    let state = Shared(try MatrixVectorCase(rows: rows, columns: 128, seed: recorder.plan.seed))
    try await recorder.measure(
      .sync("gemv \(amount(rows)) x 128", state) { try $0.multiply() }, work: state.value.work,
      in: [.init(name: "gemv n x 128", parameter: "rows", size: rows)],
      against: [.sync("plain", state) { try $0.plain() }])
  }

  private static func layer(rows: Int, _ recorder: inout BenchmarkRecorder) async throws {
    let state = Shared(try DenseLayerCase(rows: rows, inputs: 64, units: 32, seed: recorder.plan.seed))
    try await recorder.measure(
      .sync("gemm and activation \(amount(rows)) x 64 x 32", state) { try $0.serve() },
      work: state.value.work,
      in: [.init(name: "gemm and activation n x 64 x 32", parameter: "rows", size: rows)],
      against: [
        .sync("cblas_sgemm", state) { try $0.multiply() }, .sync("plain", state) { try $0.plain() },
      ])
  }

  private static func activation(rows: Int, _ recorder: inout BenchmarkRecorder) async throws {
    let state = Shared(try ActivationCase(rows: rows, columns: 64, seed: recorder.plan.seed))
    try await recorder.measure(
      .sync("activation \(amount(rows)) x 64", state) { try $0.activate() }, work: state.value.work,
      in: [.init(name: "activation n x 64", parameter: "rows", size: rows)],
      against: [.sync("plain", state) { try $0.plain() }])
  }

  private static func softmax(scores: Int, _ recorder: inout BenchmarkRecorder) async throws {
    let state = Shared(SoftmaxCase(scores: scores, seed: recorder.plan.seed))
    try await recorder.measure(
      .sync("softmax of \(amount(scores))", state) { $0.normalize() }, work: state.value.work,
      in: [.init(name: "softmax", parameter: "scores", size: scores)],
      against: [.sync("plain", state) { $0.plain() }])
  }

  private static func selection(scores: Int, _ recorder: inout BenchmarkRecorder) async throws {
    let state = Shared(SelectionCase(scores: scores, limit: limit, seed: recorder.plan.seed))
    try await recorder.measure(
      .sync("top \(limit) of \(amount(scores))", state) { $0.select() }, work: state.value.work,
      in: [.init(name: "top \(limit)", parameter: "scores", size: scores)],
      against: [.sync("a full sort", state) { $0.plain() }])
  }

  private static func dotLayer(queries: Int, _ recorder: inout BenchmarkRecorder) async throws {
    let state = Shared(
      try DotLayerCase(items: 1_000, columns: 128, queries: queries, seed: recorder.plan.seed))
    try await recorder.measure(
      .sync(
        "dot products and top \(limit), 1,000 x 128, \(queries) \(queries == 1 ? "query" : "queries")", state
      ) { try $0.search() }, work: state.value.work)
  }
}

/// A matrix times a vector: BLAS and plain loops.
public struct MatrixVectorCase: Sendable {
  private let matrix: Matrix
  private let vector: [Float]
  private var result: [Float]
  /// The vector as a matrix of one column, for the plain twin.
  private let column: Matrix

  /// Makes up numbers.
  ///
  /// - Throws: Nothing for sizes that are not negative.
  public init(rows: Int, columns: Int, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    matrix = try .random(rows: rows, columns: columns, random: &random)
    vector = (0..<columns).map { _ in random.normal() }
    column = try Matrix(rows: columns, columns: 1, elements: vector)
    result = [Float](repeating: 0, count: rows)
  }

  /// The work of a product.
  public var work: Work {
    let (rows, columns) = (matrix.rows, matrix.columns)
    return Work(rows, "rows", operations: 2 * rows * columns, floats: rows * columns + columns + rows)
  }

  /// One call of `cblas_sgemv`.
  public mutating func multiply() throws -> Float {
    try BLAS.multiply(matrix, vector: vector, into: &result)
    return result[0]
  }

  /// Plain loops.
  public func plain() throws -> Float { try PlainKernels.multiply(matrix, column)[0, 0] }
}

extension Matrix {
  /// A matrix of normal random numbers.
  static func random(rows: Int, columns: Int, random: inout SeededRandom) throws -> Matrix {
    try Matrix(rows: rows, columns: columns, elements: (0..<rows * columns).map { _ in random.normal() })
  }
}

/// A dense layer with its activation: BLAS and a loop, the bare product, and plain loops.
public struct DenseLayerCase: Sendable {
  private let rows: Matrix
  private let weights: Matrix
  private let bias: [Float]
  private var product = Matrix()

  /// Makes up numbers.
  ///
  /// - Throws: Nothing for sizes that are not negative.
  public init(rows count: Int, inputs: Int, units: Int, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    rows = try .random(rows: count, columns: inputs, random: &random)
    weights = try .random(rows: inputs, columns: units, random: &random)
    bias = (0..<units).map { _ in random.normal() }
  }

  /// The work of the layer, its activation not counted.
  public var work: Work {
    let (count, inputs, units) = (rows.rows, rows.columns, bias.count)
    return Work(
      count, "rows", operations: 2 * count * inputs * units, floats: count * (inputs + units) + inputs * units
    )
  }

  /// `cblas_sgemm`, then bias and activation, as serving does them.
  public mutating func serve() throws -> Float {
    try BLAS.multiply(rows, weights, into: &product)
    try VectorLoops.addBiasAndActivate(&product, bias: bias)
    return product[0, 0]
  }

  /// `cblas_sgemm` and nothing else.
  public mutating func multiply() throws -> Float {
    try BLAS.multiply(rows, weights, into: &product)
    return product[0, 0]
  }

  /// Plain loops.
  public func plain() throws -> Float { try PlainKernels.activate(rows, weights: weights, bias: bias)[0, 0] }
}

/// Bias and SiLU on many numbers: vectorised, and in plain loops.
public struct ActivationCase: Sendable {
  private var matrix: Matrix
  private let bias: [Float]

  /// Makes up numbers.
  ///
  /// - Throws: Nothing for sizes that are not negative.
  public init(rows: Int, columns: Int, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    matrix = try .random(rows: rows, columns: columns, random: &random)
    // After repeated activation the numbers converge to where x = SiLU(x + bias), far from numbers
    // too small for the processor.
    bias = (0..<columns).map { _ in 1 + random.uniform() }
  }

  /// The work: each number is read and written; the arithmetic of an exponential is not counted.
  public var work: Work {
    let count = matrix.elements.count
    return Work(count, "numbers", operations: 0, floats: 2 * count)
  }

  /// Vectorised, in place.
  public mutating func activate() throws -> Float {
    try VectorLoops.addBiasAndActivate(&matrix, bias: bias)
    return matrix[0, 0]
  }

  /// Plain loops.
  public func plain() throws -> Float {
    var result = matrix
    for row in 0..<result.rows {
      for column in 0..<result.columns {
        result[row, column] = PlainKernels.activation(result[row, column] + bias[column])
      }
    }
    return result[0, 0]
  }
}

/// Probabilities of many scores and a separate one: vectorised, and in plain loops.
public struct SoftmaxCase: Sendable {
  private let scores: [Float]
  private var probabilities: [Float] = []

  /// Makes up scores.
  public init(scores count: Int, seed: UInt64) {
    var random = SeededRandom(seed: seed)
    scores = (0..<count).map { _ in random.normal() }
  }

  /// The work: each score is read and each probability written; the arithmetic of exponentials is
  /// not counted.
  public var work: Work { Work(scores.count, "scores", operations: 0, floats: 2 * scores.count) }

  /// Computes them vectorised on a copy of the scores, and returns the separate probability.
  public mutating func normalize() -> Float {
    probabilities.removeAll(keepingCapacity: true)
    probabilities.append(contentsOf: scores)
    return Softmax.normalize(&probabilities, in: probabilities.indices, with: 1).other
  }

  /// Plain loops.
  public func plain() -> Float { PlainKernels.softmax(scores, with: 1).other }
}

/// The best of many scores: a scan with a threshold, and a sort of all.
public struct SelectionCase: Sendable {
  private let scores: [Float]
  private let limit: Int
  private var rows: [Int] = []

  /// Makes up scores.
  public init(scores count: Int, limit: Int, seed: UInt64) {
    var random = SeededRandom(seed: seed)
    scores = (0..<count).map { _ in random.normal() }
    self.limit = limit
  }

  /// The work: each score is read.
  public var work: Work { Work(scores.count, "scores", operations: 0, floats: scores.count) }

  /// Selects with a threshold; answers the best row.
  public mutating func select() -> Float {
    TopRows.select(scores, limit: limit, into: &rows)
    return Float(rows.first ?? 0)
  }

  /// Sorts all.
  public func plain() -> Float { Float(PlainKernels.topRows(scores, limit: limit).first ?? 0) }
}

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

  /// The work of a search.
  public var work: Work {
    let (rows, columns, count) = (items.rows, items.columns, queries.rows)
    return Work(
      count, "queries", operations: 2 * rows * columns * count,
      floats: rows * columns + count * (columns + rows))
  }

  /// Scores all items for all queries and selects the best of each; answers the last query's best
  /// row.
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
