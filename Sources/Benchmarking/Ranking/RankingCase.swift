internal import Kernels
public import Ranking

/// Queries of given sizes, scored and ranked, beside the bare matrix products of the same shapes.
public struct RankingCase: Sendable {
  private let model: RankingModel
  private let candidates: Matrix
  private let novelty: [Float]
  private var scratch = ScoringScratch()
  private var products: RawProducts

  /// Makes up numbers for a network with hidden layers of 64 and 32 units.
  ///
  /// - Throws: Nothing for positive sizes.
  public init(candidates rows: Int, features: Int, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let model = try RankingModel.random(features: features, noveltyFeatures: 8, random: &random)
    let numbers = (0..<rows * features).map { _ in random.normal() }
    try self.init(model: model, rows: numbers, seed: seed)
  }

  /// Takes a model and the features of its candidates, row by row.
  ///
  /// - Throws: `ShapeError` if they do not fill up their rows.
  public init(model: RankingModel, rows: [Float], seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    self.model = model
    candidates = try Matrix(
      rows: rows.count / max(1, model.featureCount), columns: model.featureCount, elements: rows)
    novelty = (0..<model.noveltyFeatureCount).map { _ in random.normal() }
    products = RawProducts(of: model.candidateNetwork)
  }

  /// What is done: the products of the layers; the features are read.
  public var work: Work {
    let weights = model.candidateNetwork.productWeights
    return Work(
      candidates.rows, "candidates", operations: 2 * candidates.rows * weights,
      floats: candidates.elements.count + weights + candidates.rows)
  }

  /// Scores all candidates and "none of these"; answers the first score.
  public mutating func score() throws -> Float { try scores()[0] }

  /// The scores of all candidates.
  public mutating func scores() throws -> [Float] {
    try model.score(candidates: candidates, novelty: novelty, scratch: &scratch).candidates
  }

  /// Scores all candidates and selects the best with their probabilities; answers the best one's.
  public mutating func rank(limit: Int) throws -> Float {
    let ranked = try model.rank(candidates: candidates, novelty: novelty, limit: limit, scratch: &scratch)
    return ranked.rows[0].probability
  }

  /// The same products and nothing else; answers the first number.
  public mutating func multiply() throws -> Float { try products.multiply(candidates) }
}

extension Network {
  /// Weights that are multiplied for each row.
  var productWeights: Int {
    hidden.reduce(skip.count + output.count) { $0 + $1.weights.rows * $1.weights.columns }
  }
}
