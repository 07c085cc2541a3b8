internal import Kernels
internal import Ranking

/// One query's candidates with random features, a model with random weights, and the bare products of both.
public struct RankingCase: Sendable {
  private let model: RankingModel
  private let candidates: Matrix
  private let novelty: [Float]
  private var scratch = ScoringScratch()
  private var scores = QueryScores()
  private var products: RawProducts

  /// Makes up a query.
  ///
  /// - Parameters:
  ///   - candidates: How many rows; at least 1.
  ///   - features: How many columns; the network has 64 and 32 hidden units behind them.
  ///   - seed: The same seed, the same numbers.
  /// - Throws: Nothing for positive numbers.
  public init(candidates rows: Int, features: Int, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    model = try RankingModel.random(features: features, noveltyFeatures: 8, random: &random)
    candidates = try Matrix(
      rows: rows, columns: features, elements: (0..<rows * features).map { _ in random.normal() })
    novelty = (0..<8).map { _ in random.normal() }
    products = RawProducts(of: model.candidateNetwork)
  }

  /// Scores all candidates and "none of these"; answers the first score.
  public mutating func score() throws -> Float {
    try model.score(candidates: candidates, novelty: novelty, scratch: &scratch, into: &scores)
    return scores.candidates[0]
  }

  /// Scores all candidates and selects the best with their probabilities; answers the best one's.
  public mutating func rank(limit: Int) throws -> Float {
    let ranked = try model.rank(candidates: candidates, novelty: novelty, limit: limit, scratch: &scratch)
    return ranked.rows[0].probability
  }

  /// The same products and nothing else; answers the first number.
  public mutating func multiply() throws -> Float {
    try products.multiply(candidates)
  }
}

/// The matrix products of a network's forward pass, on all rows at once: no bias, no activation, no check of the numbers.
struct RawProducts: Sendable {
  private let network: Network
  private var layers: [Matrix]
  private var logits: [Float] = []

  init(of network: Network) {
    self.network = network
    layers = network.hidden.map { _ in Matrix() }
  }

  mutating func multiply(_ rows: Matrix) throws(ShapeError) -> Float {
    for (index, layer) in network.hidden.enumerated() {
      var result = layers[index].take()
      try BLAS.multiply(index == 0 ? rows : layers[index - 1], layer.weights, into: &result)
      layers[index] = result
    }
    logits.resize(to: rows.rows)
    try BLAS.multiply(rows, vector: network.skip, into: &logits)
    if let last = layers.last {
      try BLAS.multiply(last, vector: network.output, accumulate: true, into: &logits)
    }
    return logits[0]
  }
}

extension RankingModel {
  /// A model of the shipped shape with random weights.
  static func random(
    features: Int, noveltyFeatures: Int, random: inout SeededRandom
  ) throws -> RankingModel {
    try RankingModel(
      candidateNetwork: .random(inputs: features, hidden: [64, 32], random: &random),
      candidateStandardizer: Standardizer(identity: features),
      noveltyNetwork: .random(inputs: noveltyFeatures, hidden: [16], random: &random),
      noveltyStandardizer: Standardizer(identity: noveltyFeatures))
  }
}

extension Network {
  /// A network whose numbers keep their size from layer to layer.
  static func random(inputs: Int, hidden: [Int], random: inout SeededRandom) throws -> Network {
    func numbers(_ count: Int, inputs: Int) -> [Float] {
      (0..<count).map { _ in random.normal() / Float(inputs).squareRoot() }
    }
    var layers: [DenseLayer] = []
    var width = inputs
    for units in hidden {
      let weights = try Matrix(
        rows: width, columns: units, elements: numbers(width * units, inputs: width))
      layers.append(try DenseLayer(weights: weights, bias: numbers(units, inputs: width)))
      width = units
    }
    return try Network(
      hidden: layers, output: hidden.isEmpty ? [] : numbers(width, inputs: width),
      skip: numbers(inputs, inputs: inputs), bias: 0)
  }
}
