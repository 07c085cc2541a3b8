internal import Kernels
internal import Ranking

/// Several queries that are scored as one matrix, each ranked for itself.
public struct BatchCase: Sendable {
  private let model: RankingModel
  private let queries: Int
  private let candidates: Int
  private let rows: Matrix
  private let novelty: [Float]
  private var scratch = ScoringScratch()
  private var probabilities: [Float] = []
  private var best: [Int] = []

  /// Makes up queries for a network with hidden layers of 64 and 32 units.
  ///
  /// - Throws: Nothing for positive sizes.
  public init(queries: Int, candidates: Int, features: Int, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    model = try RankingModel.random(features: features, noveltyFeatures: 8, random: &random)
    (self.queries, self.candidates) = (queries, candidates)
    rows = try .random(rows: queries * candidates, columns: features, random: &random)
    novelty = (0..<8).map { _ in random.normal() }
  }

  /// What is done: the products of the layers; the features are read.
  public var work: Work {
    let weights = model.candidateNetwork.productWeights
    return Work(
      queries, "queries", operations: 2 * rows.rows * weights,
      floats: rows.elements.count + weights + rows.rows)
  }

  /// Scores all queries at once, and gives each its probabilities and its best eight; answers the last one's best.
  public mutating func rank() throws -> Float {
    let scored = try model.score(candidates: rows, novelty: novelty, scratch: &scratch)
    for query in 0..<queries {
      probabilities.removeAll(keepingCapacity: true)
      probabilities.append(contentsOf: scored.candidates[query * candidates..<(query + 1) * candidates])
      _ = Softmax.normalize(&probabilities, in: probabilities.indices, with: scored.none)
      TopRows.select(probabilities, limit: Benchmarks.limit, into: &best)
    }
    return best.first.map { probabilities[$0] } ?? 0
  }
}
