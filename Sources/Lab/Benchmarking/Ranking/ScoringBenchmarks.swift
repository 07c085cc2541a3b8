internal import Kernels
public import Ranking

extension Benchmarks {
  /// Candidates scored and ranked, and queries in batches, and the bare products of the network.
  static func scoring(_ recorder: inout BenchmarkRecorder) async throws {
    let plan = recorder.plan
    for features in [comparedFeatures, shippedFeatures] {
      for candidates in plan.candidates {
        let state = Shared(try RankingCase(candidates: candidates, features: features, seed: plan.seed))
        try await recorder.measure(
          .sync("score \(amount(candidates)), \(features)-64-32-1", state) { try $0.rank(limit: limit) },
          work: state.value.work,
          in: [.init(name: "score n, \(features)-64-32-1", parameter: "candidates", size: candidates)],
          against: [.sync("bare sgemm", state) { try $0.multiply() }])
      }
    }
    try await batches(&recorder)
  }
}

/// Queries of given sizes, scored and ranked, and the bare matrix products of the same shapes.
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

  /// The work: the products of the layers; the features are read.
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

/// The matrix products of a network's forward pass: no bias, no activation, no check of the
/// numbers.
struct RawProducts: Sendable {
  /// Rows whose units stay in the caches from layer to layer.
  static let cachedRows = 512

  private let network: Network
  private let blockRows: Int
  private var layers: [Matrix]
  private var logits: [Float] = []

  /// - Parameter blockRows: The rows that go through all layers together; by default all there are.
  init(of network: Network, blockRows: Int = .max) {
    (self.network, self.blockRows) = (network, blockRows)
    layers = network.hidden.map { _ in Matrix() }
  }

  mutating func multiply(_ rows: Matrix) throws(ShapeError) -> Float {
    logits.resize(to: rows.rows)
    var start = 0
    while start < rows.rows {
      let block = start..<start + min(blockRows, rows.rows - start)
      try multiply(rows, block)
      start = block.upperBound
    }
    return logits[0]
  }

  private mutating func multiply(_ rows: Matrix, _ block: Range<Int>) throws(ShapeError) {
    for (index, layer) in network.hidden.enumerated() {
      var result = layers[index].take()
      if index == 0 {
        try BLAS.multiply(rows, rows: block, layer.weights, into: &result)
      } else {
        try BLAS.multiply(layers[index - 1], layer.weights, into: &result)
      }
      layers[index] = result
    }
    try BLAS.multiply(rows, rows: block, vector: network.skip, into: &logits)
    if let last = layers.last {
      try BLAS.multiply(
        last, vector: network.output, accumulate: true, into: &logits, at: block.lowerBound)
    }
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
