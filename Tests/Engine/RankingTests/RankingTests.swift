import Kernels
import Testing

@testable import Ranking

@Suite("Scorer contract")
struct ScorerContractTests {
  @Test("random models obey the laws", arguments: 0..<5 as Range<UInt64>)
  func random(seed: UInt64) throws {
    try ScorerContract.check(randomModel(features: 40, novelty: 3, seed: seed), seed: seed)
  }

  @Test("models of other shapes obey the laws", arguments: [[], [1], [7], [5, 6, 7]])
  func shapes(hidden: [Int]) throws {
    try ScorerContract.check(randomModel(features: 3, novelty: 0, hidden: hidden, seed: 1), seed: 1)
  }
}

@Suite("Ranking model")
struct RankingModelTests {
  @Test("scores equal the plain computation", arguments: 0..<5 as Range<UInt64>)
  func plain(seed: UInt64) throws {
    let model = try randomModel(features: 7, novelty: 2, seed: seed)
    var random = SeededRandom(seed: seed)
    let candidates = random.matrix(9, 7)
    var scratch = ScoringScratch()
    let scores = try model.score(candidates: candidates, novelty: [0.5, -1], scratch: &scratch)
    for row in 0..<9 {
      let logit = plainLogit(model.candidateNetwork, model.candidateStandardizer, Array(candidates.row(row)))
      #expect(abs(Double(scores.candidates[row]) - logit / 1.3) < 2e-5, "seed \(seed)")
    }
    let none = plainLogit(model.noveltyNetwork, model.noveltyStandardizer, [0.5, -1])
    #expect(abs(Double(scores.none) - (none / 1.3 + 0.2)) < 2e-5)
  }

  private func plainLogit(_ network: Network, _ standardizer: Standardizer, _ row: [Float]) -> Double {
    let x = row.indices.map { (row[$0] - standardizer.mean[$0]) * standardizer.factor[$0] }
    var units = x
    for layer in network.hidden {
      units = layer.bias.indices.map { unit in
        var sum = Double(layer.bias[unit])
        for input in units.indices { sum += Double(units[input]) * Double(layer.weights[input, unit]) }
        return PlainKernels.activation(Float(sum))
      }
    }
    let output = zip(units, network.output).reduce(Double(network.bias)) { $0 + Double($1.0) * Double($1.1) }
    return zip(x, network.skip).reduce(output) { $0 + Double($1.0) * Double($1.1) }
  }

  @Test("a row's score is the same within 1e-6 with any other rows", arguments: 0..<5 as Range<UInt64>)
  func company(seed: UInt64) throws {
    let model = try randomModel(features: 13, novelty: 1, hidden: [20, 9], seed: seed)
    var random = SeededRandom(seed: seed)
    let candidates = random.matrix(500, 13)
    var scratch = ScoringScratch()
    let scores = try model.score(candidates: candidates, novelty: [0], scratch: &scratch).candidates
    for row in [0, 1, 239, 240, 499] {
      let alone = try Matrix(rows: 1, columns: 13, elements: Array(candidates.row(row)))
      let single = try model.score(candidates: alone, novelty: [0], scratch: &scratch).candidates
      #expect(ScorerContract.near(single[0], scores[row]), "seed \(seed)")
    }
  }

  @Test("equal scores keep the order of the rows")
  func ties() throws {
    let model = try randomModel(features: 4, novelty: 1, seed: 2)
    var scratch = ScoringScratch()
    let ranked = try model.rank(
      candidates: Matrix(rows: 200, columns: 4, repeating: 0.5), novelty: [0], limit: 5, scratch: &scratch)
    #expect(ranked.rows.map(\.row) == [0, 1, 2, 3, 4])
  }

  @Test("parts that do not fit are rejected")
  func inconsistent() throws {
    let layer = try DenseLayer(weights: Matrix(rows: 3, columns: 2), bias: [0, 0])
    #expect(throws: RankingError.self) { try DenseLayer(weights: Matrix(rows: 3, columns: 2), bias: [0]) }
    #expect(throws: RankingError.self) {
      try Network(hidden: [layer], output: [1, 1], skip: [0, 0], bias: 0)
    }
    #expect(throws: RankingError.self) {
      try Network(hidden: [layer], output: [1], skip: [0, 0, 0], bias: 0)
    }
    #expect(throws: RankingError.self) {
      try Network(hidden: [layer], output: [1, .nan], skip: [0, 0, 0], bias: 0)
    }
    #expect(throws: RankingError.self) { try Standardizer(mean: [0], factor: [1, 1]) }
    let network = try Network(hidden: [layer], output: [1, 1], skip: [0, 0, 0], bias: 0)
    for temperature in [0, -1, .nan, .infinity, .leastNonzeroMagnitude] as [Float] {
      #expect(throws: RankingError.self) {
        try RankingModel(
          candidateNetwork: network, candidateStandardizer: Standardizer(identity: 3),
          noveltyNetwork: network,
          noveltyStandardizer: Standardizer(identity: 3), temperature: temperature)
      }
    }
    #expect(throws: RankingError.self) {
      try RankingModel(
        candidateNetwork: network, candidateStandardizer: Standardizer(identity: 2), noveltyNetwork: network,
        noveltyStandardizer: Standardizer(identity: 3))
    }
  }

  @Test("the readout of the last layer gives the score", arguments: [[64, 32], [], [5]])
  func readout(hidden: [Int]) throws {
    let model = try randomModel(features: 6, novelty: 1, hidden: hidden, seed: 4)
    var random = SeededRandom(seed: 4)
    let candidates = random.matrix(700, 6)
    var scratch = ScoringScratch()
    var inputs = Matrix()
    try model.readoutInputs(candidates: candidates, scratch: &scratch, into: &inputs)
    let scores = try model.score(candidates: candidates, novelty: [0], scratch: &scratch).candidates
    let readout = model.readout
    for row in 0..<700 {
      let score = try PlainKernels.dot(Array(inputs.row(row)), readout.weights) + readout.bias
      #expect(abs(score - scores[row]) < 1e-4)
    }
  }
}

@Suite("Contributions")
struct ContributionsTests {
  @Test(
    "contributions sum to the difference of the scores, by column and by group",
    arguments: 0..<10 as Range<UInt64>)
  func sum(seed: UInt64) throws {
    let model = try randomModel(features: 8, novelty: 1, seed: seed)
    var random = SeededRandom(seed: seed)
    var candidates = random.matrix(20, 8)
    // A distant candidate needs more panels.
    for column in 0..<8 { candidates[3, column] *= 30 }
    for row in 0..<4 {
      let result = try model.contributions(to: row, of: candidates, groups: [0, 0, 1, 1, 1, 3, 3, 3])
      let difference = Double(result.score) - Double(result.averageScore)
      #expect(abs(result.columns.reduce(0) { $0 + Double($1) } - difference) < 1e-3, "seed \(seed)")
      #expect(abs(result.groups.reduce(0) { $0 + Double($1) } - difference) < 1e-3)
      #expect(result.groups.count == 4 && result.groups[2] == 0)
      #expect(abs(result.groups[0] - result.columns[0] - result.columns[1]) < 1e-4)
      var scratch = ScoringScratch()
      let scores = try model.score(candidates: candidates, novelty: [0], scratch: &scratch)
      #expect(abs(result.score - scores.candidates[row]) < 1e-4)
    }
  }

  @Test("a feature that is equal for all candidates contributes nothing")
  func constant() throws {
    let model = try randomModel(features: 3, novelty: 1, seed: 1)
    var random = SeededRandom(seed: 1)
    var candidates = random.matrix(5, 3)
    for row in 0..<5 { candidates[row, 1] = 2 }
    #expect(try model.contributions(to: 2, of: candidates).columns[1] == 0)
  }

  @Test("rows and groups that do not exist are rejected")
  func errors() throws {
    let model = try randomModel(features: 3, novelty: 1, seed: 1)
    let candidates = Matrix(rows: 2, columns: 3)
    #expect(throws: RankingError.row(2, count: 2)) { try model.contributions(to: 2, of: candidates) }
    #expect(throws: RankingError.self) { try model.contributions(to: 0, of: candidates, groups: [0]) }
    #expect(throws: RankingError.self) { try model.contributions(to: 0, of: candidates, groups: [0, -1, 1]) }
  }
}

@Suite("Gradients")
struct GradientTests {
  @Test("gradients of parameters equal differences of the loss", arguments: [[], [4], [5, 3]])
  func parameters(hidden: [Int]) async throws {
    var configuration = TrainingConfiguration.sample
    configuration.hiddenSizes = hidden
    configuration.noveltyHiddenSizes = [2]
    let set = try World.smooth(queries: 5, rows: 4, features: 3, seed: 1)
    let standardizers = try StandardizerPair(fitting: set)
    var networks = NetworkPair(set: set, configuration: configuration)
    var random = SeededRandom(seed: 2)
    let parameters = networks.parameters.map { $0 + 0.3 * random.normal() }
    networks.load(parameters)
    #expect(networks.parameters == parameters)
    let worker = GradientWorker(set: set, standardizers: standardizers)
    let shards = TrainingShard.cut(Array(0..<5)[...], seed: 1, step: 0)
    let gradient = try await worker.learn(shards, networks: networks, scale: 1, featureDropout: 0)[0].result
      .gradient
    #expect(gradient.count == parameters.count)
    for index in parameters.indices {
      var losses: [Double] = []
      for shift in [-0.01, 0.01] as [Float] {
        var shifted = parameters
        shifted[index] += shift
        networks.load(shifted)
        losses.append(try await worker.judge(shards, networks: networks)[0].result.loss)
      }
      #expect(abs((losses[1] - losses[0]) / 0.02 - Double(gradient[index])) < 2e-3, "parameter \(index)")
    }
  }

  @Test("gradients of inputs equal differences of the logit")
  func inputs() throws {
    let network = try randomModel(features: 5, novelty: 1, seed: 3).candidateNetwork
    var random = SeededRandom(seed: 3)
    let x = random.matrix(4, 5)
    var scratch = NetworkScratch()
    var logits: [Float] = []
    let gradient = try network.inputGradient(at: x, scratch: &scratch, logits: &logits)
    for row in 0..<4 {
      for column in 0..<5 {
        var (low, high) = (x, x)
        low[row, column] -= 0.01
        high[row, column] += 0.01
        var ends: [[Float]] = [[], []]
        try network.evaluate(low, scratch: &scratch, into: &ends[0])
        try network.evaluate(high, scratch: &scratch, into: &ends[1])
        #expect(abs((ends[1][row] - ends[0][row]) / 0.02 - gradient[row, column]) < 2e-3)
      }
    }
  }
}

@Suite("Standardizer")
struct StandardizerTests {
  @Test("the standardiser fits mean and deviation, and a constant column becomes 0")
  func fit() {
    let standardizer = Standardizer(fitting: [1, 5, 7, 3, 5, 7, 5, 5, 7], columns: 3)
    #expect(standardizer.mean == [3, 5, 7])
    #expect(abs(standardizer.factor[0] - 0.6123724) < 1e-6)
    #expect(standardizer.factor[1] == 0 && standardizer.factor[2] == 0)
    #expect(Standardizer(fitting: [], columns: 2) == Standardizer(identity: 2))
  }
}
