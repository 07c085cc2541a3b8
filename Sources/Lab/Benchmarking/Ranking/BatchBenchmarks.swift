internal import Kernels
internal import Ranking

extension Benchmarks {
  /// The candidates of a query that is too small for BLAS to matter.
  static let fewCandidates = 10

  /// Queries that are scored one after the other and all at once, compared with the bare products
  /// of the same rows; and the batch size at which stacking is faster.
  static func batches(_ recorder: inout BenchmarkRecorder) async throws {
    let plan = recorder.plan
    let most = plan.candidates.max() ?? 1
    for candidates in Set([fewCandidates, BenchmarkPlan.usualActivities].map { min($0, most) }).sorted() {
      var medians: [(queries: Int, alone: Double, stacked: Double)] = []
      for queries in plan.batches {
        let results = try await batch(of: queries, candidates: candidates, &recorder)
        medians.append((queries, results[0].timing.median, results[1].timing.median))
      }
      let won = medians.sorted { $0.queries < $1.queries }.reversed().prefix { $0.stacked < $0.alone }
      let name = "stacked queries are scored faster, \(candidates) candidates each"
      recorder.quantities.append(
        won.last.map {
          Quantity(name: "\(name), from a batch of", value: Double($0.queries), unit: "queries")
        }
          ?? Quantity(name: "\(name), in", value: 0, unit: "of \(medians.count) batches"))
    }
  }

  private static func batch(
    of queries: Int, candidates: Int, _ recorder: inout BenchmarkRecorder
  ) async throws -> [BenchmarkResult] {
    let state = Shared(
      try BatchCase(
        queries: queries, candidates: candidates, features: shippedFeatures, seed: recorder.plan.seed))
    let words = "\(amount(queries)) \(queries == 1 ? "query" : "queries") of \(candidates) candidates"
    func series(_ name: String) -> [BenchmarkResult.Series] {
      [.init(name: "\(name), \(candidates) candidates each", parameter: "queries", size: queries)]
    }
    return try await recorder.measure(
      each: [
        (
          .sync("score \(words), one by one", state) { try $0.oneByOne() },
          series("score a batch, one by one")
        ),
        (.sync("score \(words), stacked", state) { try $0.stacked() }, series("score a batch, stacked")),
      ], first: "one by one", work: state.value.work,
      against: [.sync("bare sgemm", state) { try $0.multiply() }])
  }
}

/// Queries of different people that wait together: scored one after the other, or stacked and
/// scored at once.
public struct BatchCase: Sendable {
  private let model: RankingModel
  private let queries: [(candidates: Matrix, novelty: [Float])]
  private var batch: QueryBatch
  private var scratch = ScoringScratch()
  private var scores = QueryScores()
  private var batchScores = BatchScores()
  private var products: RawProducts
  private let rows: Matrix

  /// Generates queries for a network with hidden layers of 64 and 32 units.
  ///
  /// - Throws: Nothing for positive sizes.
  public init(queries count: Int, candidates: Int, features: Int, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    model = try RankingModel.random(features: features, noveltyFeatures: 8, random: &random)
    var queries: [(candidates: Matrix, novelty: [Float])] = []
    var rows = Matrix(rows: 0, columns: features)
    rows.reserveCapacity(rows: count * candidates)
    for _ in 0..<count {
      let matrix = try Matrix.random(rows: candidates, columns: features, random: &random)
      queries.append((matrix, (0..<8).map { _ in random.normal() }))
      try rows.appendRows(of: matrix)
    }
    (self.queries, self.rows) = (queries, rows)
    batch = QueryBatch(for: model)
    products = RawProducts(of: model.candidateNetwork, blockRows: RawProducts.cachedRows)
  }

  /// The work: the products of the layers; the features are read.
  public var work: Work {
    let weights = model.candidateNetwork.productWeights
    return Work(
      queries.count, "queries", operations: 2 * rows.rows * weights,
      floats: rows.elements.count + weights + rows.rows)
  }

  /// Scores one query after the other; answers the last one's first score.
  public mutating func oneByOne() throws -> Float {
    for query in queries {
      try model.score(
        candidates: query.candidates, novelty: query.novelty, scratch: &scratch, into: &scores)
    }
    return scores.candidates.first ?? 0
  }

  /// Stacks all queries, which is part of the time, and scores them at once; answers the last one's
  /// first score.
  public mutating func stacked() throws -> Float {
    batch.removeAll()
    for query in queries { try batch.append(candidates: query.candidates, novelty: query.novelty) }
    try model.score(batch, scratch: &scratch, into: &batchScores)
    return batchScores.candidates[batch.rows(ofQuery: batch.count - 1).lowerBound]
  }

  /// The products of all rows and nothing else, in blocks that stay in the caches; answers a
  /// number.
  public mutating func multiply() throws -> Float { try products.multiply(rows) }
}
