import Kernels

@testable import Ranking

/// Synthetic worlds with known correct answers.
enum World {
  /// Six candidates: candidate c comes next if (c + context) is even, and popularity is irrelevant.
  ///
  /// The features are two squares of the board and popularity. As on a checkerboard, neither square
  /// alone is informative.
  static func checkerboard(queries: Int, seed: UInt64) throws -> TrainingSet {
    var random = SeededRandom(seed: seed)
    var set = TrainingSet(featureCount: 3, noveltyFeatureCount: 2)
    for _ in 0..<queries {
      let target = random.integer(below: 6)
      let context = random.integer(below: 2)
      var candidates = Matrix(rows: 6, columns: 3)
      for row in 0..<6 {
        let side = row == target ? context : 1 - context
        candidates[row, 0] = Float(2 * context - 1)
        candidates[row, 1] = Float(2 * side - 1)
        candidates[row, 2] = random.normal()
      }
      // In one query in five the answer is not a candidate, which a novelty feature announces.
      let none = random.integer(below: 5) == 0
      if none { for row in 0..<6 { candidates[row, 1] = Float(1 - 2 * context) } }
      try set.append(
        candidates: candidates, novelty: [none ? 1 : 0, random.normal()], target: none ? nil : target)
    }
    return set
  }

  /// Rows of standard normal features; the target is drawn from the softmax of a fixed curved
  /// function of them.
  static func smooth(
    queries: Int, rows: Int, features: Int = 5, inverseTemperature: Float = 1, seed: UInt64
  ) throws -> TrainingSet {
    var random = SeededRandom(seed: seed)
    var set = TrainingSet(featureCount: features, noveltyFeatureCount: 1)
    for _ in 0..<queries {
      var candidates = Matrix(rows: rows, columns: features)
      var scores: [Float] = []
      for row in 0..<rows {
        for column in 0..<features { candidates[row, column] = random.normal() }
        let x = candidates.row(row)
        let (first, second) = (x[x.startIndex], x[x.startIndex + 1])
        scores.append(inverseTemperature * (first + first * second - second * second))
      }
      let novelty = random.normal()
      let probabilities = PlainKernels.softmax(scores, with: inverseTemperature * novelty).probabilities
      var rest = random.uniform()
      var target: Int?
      for (row, probability) in probabilities.enumerated() {
        rest -= probability
        if rest < 0 {
          target = row
          break
        }
      }
      try set.append(candidates: candidates, novelty: [novelty], target: target)
    }
    return set
  }
}

extension TrainingSet {
  /// The candidates of a query.
  func candidates(ofQuery query: Int) throws -> Matrix {
    let rows = rows(ofQuery: query)
    return try Matrix(
      rows: rows.count, columns: featureCount,
      elements: Array(features[rows.lowerBound * featureCount..<rows.upperBound * featureCount]))
  }

  /// The novelty features of a query.
  func novelty(ofQuery query: Int) -> [Float] {
    Array(noveltyFeatures[query * noveltyFeatureCount..<(query + 1) * noveltyFeatureCount])
  }

  /// The mean log loss, and the share of queries whose first row was correct ("none of these"
  /// counts as a row).
  func judge(_ scorer: some Scorer) throws -> (logLoss: Double, hits: Double) {
    var scratch = ScoringScratch()
    var (loss, hits) = (0.0, 0)
    for query in 0..<queryCount {
      let ranked = try scorer.rank(
        candidates: candidates(ofQuery: query), novelty: novelty(ofQuery: query), scratch: &scratch)
      let target = Int(targets[query])
      let probability =
        target < 0 ? ranked.noneProbability : ranked.rows.first { $0.row == target }?.probability ?? 0
      loss -= Elementary.logarithm(Double(max(probability, 1e-30)))
      let first = ranked.rows.first.map { $0.probability > ranked.noneProbability ? $0.row : -1 } ?? -1
      hits += first == target ? 1 : 0
    }
    return (loss / Double(queryCount), Double(hits) / Double(queryCount))
  }
}

/// A model with random weights everywhere.
func randomModel(features: Int, novelty: Int, hidden: [Int] = [64, 32], seed: UInt64) throws -> RankingModel {
  var random = SeededRandom(seed: seed)
  var networks: [Network] = []
  var standardizers: [Standardizer] = []
  for inputs in [features, novelty] {
    var network = Network(inputs: inputs, hidden: inputs == features ? hidden : [8], random: &random)
    var position = 0
    let noise = network.parameters.map { $0 + 0.1 * random.normal() }
    network.load(noise, from: &position)
    networks.append(network)
    standardizers.append(
      try Standardizer(
        mean: (0..<inputs).map { _ in random.normal() },
        factor: (0..<inputs).map { _ in 0.5 + random.uniform() })
    )
  }
  return try RankingModel(
    candidateNetwork: networks[0], candidateStandardizer: standardizers[0], noveltyNetwork: networks[1],
    noveltyStandardizer: standardizers[1], temperature: 1.3, noneBias: 0.2)
}

extension SeededRandom {
  /// A matrix of normal numbers.
  mutating func matrix(_ rows: Int, _ columns: Int) -> Matrix {
    var matrix = Matrix(rows: rows, columns: columns)
    for row in 0..<rows {
      for column in 0..<columns { matrix[row, column] = normal() }
    }
    return matrix
  }
}

extension TrainingConfiguration {
  /// Hyper-parameters that suit these worlds.
  static let sample = TrainingConfiguration(
    hiddenSizes: [16, 8], noveltyHiddenSizes: [4], epochs: 6, batchSize: 50, learningRate: 0.01, warmUp: 0.05,
    finalLearningRate: 0.01, beta1: 0.9, beta2: 0.999, l2: 0.5, gradientLimit: 1, averageDecay: 0.998,
    featureDropout: 0, seed: 1)
}
