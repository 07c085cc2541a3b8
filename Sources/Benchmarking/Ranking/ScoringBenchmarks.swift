internal import Kernels
public import Ranking

extension Benchmarks {
  /// Candidates scored and ranked, one query at a time and several together, beside the bare products of the network.
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
    let candidates = min(BenchmarkPlan.usualActivities, plan.candidates.max() ?? 1)
    for queries in plan.batches {
      let state = Shared(
        try BatchCase(
          queries: queries, candidates: candidates, features: shippedFeatures, seed: plan.seed))
      try await recorder.measure(
        .sync("score a batch of \(queries), \(candidates) candidates each", state) { try $0.rank() },
        work: state.value.work,
        in: [.init(name: "score a batch", parameter: "queries", size: queries)])
    }
  }
}

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

  /// The work: the products of the layers; the features are read.
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
