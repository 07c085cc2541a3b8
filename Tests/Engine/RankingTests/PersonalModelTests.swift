import Kernels
import Testing

@testable import Ranking

extension ItemBiasTable {
  /// Learns with its own buffers.
  mutating func learn(_ errors: [Float], in circumstances: SparseVector) {
    var scratch = ItemBiasScratch()
    learn(errors, in: circumstances, scratch: &scratch)
  }
}

@Suite("Corrections")
struct CorrectionTableTests {
  static func vector(_ entries: [UInt64: Float]) -> SparseVector {
    var vector = SparseVector()
    for (index, value) in entries.sorted(by: { $0.key < $1.key }) { vector.append(value, at: index) }
    return vector
  }

  private static func itemBiases(_ table: ItemBiasTable, _ circumstances: SparseVector) -> [Float] {
    var scores: [Float] = [0, 0, 0]
    table.add(circumstances, to: &scores)
    return scores
  }

  @Test("two steps match AdaGrad, calculated by hand")
  func twoSteps() {
    var rates = ItemBiasTable.Rates()
    rates.learningRate = 0.5
    var table = ItemBiasTable(rates: rates)
    let here = Self.vector([7: 0.6, 9: 0.8])
    table.learn([-0.5, 0.25, 0], in: here)
    // Gradients -0.3 and -0.4 of row 0; G = 1.09 and 1.16.
    let first: (Float, Float) = (0.5 * 0.3 / Float(1.09).squareRoot(), 0.5 * 0.4 / Float(1.16).squareRoot())
    #expect(abs(Self.itemBiases(table, here)[0] - (0.6 * first.0 + 0.8 * first.1)) < 1e-6)
    #expect(Self.itemBiases(table, here)[1] < 0 && Self.itemBiases(table, here)[2] == 0)
    table.learn([1, 0, 0], in: Self.vector([7: 1]))
    let second = first.0 - 0.5 / Float(2.09).squareRoot()
    #expect(abs(Self.itemBiases(table, Self.vector([7: 1]))[0] - second) < 1e-6)
    #expect(Self.itemBiases(table, Self.vector([8: 1])) == [0, 0, 0], "something was learned there")
  }

  @Test("errors too small to matter leave no weight")
  func smallErrors() {
    var table = ItemBiasTable()
    table.learn([0.009, -0.009, 0.5], in: Self.vector([1: 1]))
    #expect(table.count == 1 && table.itemCount == 3)
  }

  @Test("a full table drops the smaller half of its weights and keeps the larger ones unchanged")
  func limit() {
    var rates = ItemBiasTable.Rates()
    rates.weightLimit = 8
    var table = ItemBiasTable(rates: rates)
    for index in 0..<8 as Range<UInt64> {
      table.learn([index % 2 == 0 ? -0.9 : 0.02, 0, 0], in: Self.vector([100 + index: 1]))
    }
    let before = (0..<8).map { Self.itemBiases(table, Self.vector([100 + $0: 1]))[0] }
    #expect(table.count == 8 && before.allSatisfy { $0 != 0 })
    table.learn([0, 0, 0.5], in: Self.vector([200: 1]))
    #expect(table.count == 5)
    for index in 0..<8 as Range<UInt64> {
      let now = Self.itemBiases(table, Self.vector([100 + index: 1]))[0]
      #expect(now == (index % 2 == 0 ? before[Int(index)] : 0), "weight \(index)")
    }
    #expect(Self.itemBiases(table, Self.vector([200: 1]))[2] < 0)
  }

  @Test("without a rate, the table stays empty")
  func noRate() {
    var rates = ItemBiasTable.Rates()
    rates.learningRate = 0
    var table = ItemBiasTable(rates: rates)
    table.learn([0.9, -0.9], in: Self.vector([1: 1]))
    #expect(table.count == 0 && table.itemCount == 0)
  }

  @Test("steps reduce the cross-entropy: the gradient equals finite differences")
  func gradient() {
    let here = Self.vector([3: 0.6, 4: -0.8])
    let base: [Float] = [0.3, -0.2, 0.9]
    /// The loss of choosing row 1 if row 2 has the weight `weight` for entry 4.
    func loss(_ weight: Double) -> Double {
      var scores = base
      scores[2] += Float(-0.8 * weight)
      let sum = scores.reduce(1.0) { $0 + Elementary.exponential(Double($1)) }
      return Elementary.logarithm(sum) - Double(scores[1])
    }
    var errors = base
    _ = Softmax.normalize(&errors, in: errors.indices, with: 0)
    errors[1] -= 1
    let expected = (loss(1e-2) - loss(-1e-2)) / 2e-2
    #expect(abs(Double(errors[2] * -0.8) - expected) < 1e-4)
    var table = ItemBiasTable()
    table.learn(errors, in: here)
    let weight = Self.itemBiases(table, Self.vector([4: 1]))[2]
    #expect(weight * Float(expected) < 0)
  }
}

@Suite("Personal model")
struct PersonalModelTests {
  private static let features = 6
  private static let here = CorrectionTableTests.vector([1: 1])
  private static let there = CorrectionTableTests.vector([2: 1])

  private static func model(
    seed: UInt64 = 1, rates: PersonalModel.Rates = PersonalModel.Rates()
  ) throws -> PersonalModel {
    PersonalModel(
      try randomModel(features: features, novelty: 2, hidden: [9, 5], seed: seed), evidenceColumns: [2, 4],
      rates: rates)
  }

  private static func scores(_ model: PersonalModel, in circumstances: SparseVector = here) throws
    -> QueryScores
  {
    var (random, scratch) = (SeededRandom(seed: 99), ScoringScratch())
    return try model.score(
      candidates: random.matrix(8, features), novelty: [0.3, -0.8], circumstances: circumstances,
      scratch: &scratch)
  }

  /// Learns from random choices among eight candidates, one in five of them "none of these".
  private static func learn(_ choices: Int, into model: inout PersonalModel, seed: UInt64) throws {
    var (random, scratch) = (SeededRandom(seed: seed), ScoringScratch())
    for _ in 0..<choices {
      let target = random.integer(below: 5) == 0 ? nil : random.integer(below: 8)
      try model.learn(
        target, candidates: random.matrix(8, features), novelty: [random.normal(), random.normal()],
        circumstances: random.integer(below: 2) == 0 ? here : there, scratch: &scratch)
    }
  }

  /// Rates that are certain of every user from the start.
  private static var certain: PersonalModel.Rates {
    var rates = PersonalModel.Rates()
    rates.scoreVariance = 0
    rates.pool = .none
    return rates
  }

  @Test(
    "fresh and certain, or without rates, a personal model equals the fitted model, bit for bit",
    arguments: 0..<5 as Range<UInt64>)
  func fresh(seed: UInt64) throws {
    let fitted = try randomModel(features: Self.features, novelty: 2, hidden: [9, 5], seed: seed)
    var (random, scratch) = (SeededRandom(seed: 99), ScoringScratch())
    let expected = try fitted.score(
      candidates: random.matrix(8, Self.features), novelty: [0.3, -0.8], scratch: &scratch)
    #expect(try Self.scores(Self.model(seed: seed, rates: Self.certain)) == expected, "seed \(seed)")
    var still = try Self.model(seed: seed, rates: .none)
    try Self.learn(100, into: &still, seed: seed)
    #expect(try Self.scores(still) == expected, "seed \(seed)")
  }

  @Test(
    "scores of an unknown user are smaller; they grow to the fitted scores, in the same order")
  func caution() throws {
    var rates = PersonalModel.Rates.none
    (rates.scoreVariance, rates.settlingChoices) = (8 / .pi * 3, 10)
    var model = try Self.model(rates: rates)
    let fitted = try Self.scores(Self.model(rates: .none))
    for (choices, factor) in [
      (0, 0.5), (10, 1 / Float(2.5).squareRoot()), (30, 1 / Float(1.75).squareRoot()),
    ] as [(Int, Float)] {
      while model.choices < Float(choices) { try Self.learn(1, into: &model, seed: 1) }
      let scores = try Self.scores(model)
      #expect(abs(scores.none - factor * fitted.none) < 1e-5, "\(choices) choices")
      for (own, other) in zip(scores.candidates, fitted.candidates) {
        #expect(abs(own - factor * other) < 1e-5)
      }
    }
  }

  @Test("candidates that features cannot distinguish are learned by circumstance")
  func circumstances() throws {
    var model = try Self.model()
    var scratch = ScoringScratch()
    let candidates = Matrix(rows: 4, columns: Self.features)
    for round in 0..<200 {
      try model.learn(
        round % 2, candidates: candidates, novelty: [0, 0],
        circumstances: round % 2 == 0 ? Self.here : Self.there, scratch: &scratch)
    }
    for (circumstances, best) in [(Self.here, 0), (Self.there, 1)] {
      let scores = try model.score(
        candidates: candidates, novelty: [0, 0], circumstances: circumstances, scratch: &scratch
      ).candidates
      #expect((0..<4).allSatisfy { $0 == best || scores[$0] < scores[best] - 1 })
    }
  }

  @Test("certainty grows after correct answers and falls after wrong ones, within limits")
  func inverseTemperature() throws {
    var rates = PersonalModel.Rates.none
    rates.inverseTemperatureLearningRate = 0.05
    let candidates = try Matrix(rows: 2, columns: 1, elements: [1, -1])
    func spread(choosing target: Int) throws -> Float {
      let line = try Network(hidden: [], output: [], skip: [1], bias: 0)
      let none = try Network(hidden: [], output: [], skip: [1], bias: 0)
      var model = PersonalModel(
        try RankingModel(
          candidateNetwork: line, candidateStandardizer: Standardizer(identity: 1), noveltyNetwork: none,
          noveltyStandardizer: Standardizer(identity: 1)), rates: rates)
      var scratch = ScoringScratch()
      for _ in 0..<500 {
        try model.learn(
          target, candidates: candidates, novelty: [-1], circumstances: Self.here, scratch: &scratch)
      }
      let scores = try model.score(
        candidates: candidates, novelty: [-1], circumstances: Self.here, scratch: &scratch)
      #expect(scores.none == scores.candidates[1], "scores are stretched by different factors")
      return (scores.candidates[0] - scores.candidates[1]) / 2
    }
    #expect(try abs(spread(choosing: 0) - Float(Elementary.exponential(0.7))) < 1e-4)
    #expect(try abs(spread(choosing: 1) - Float(Elementary.exponential(-0.7))) < 1e-4)
  }

  @Test("the same choices give the same scores, and other choices give others")
  func deterministic() throws {
    var models = [try Self.model(), try Self.model(), try Self.model()]
    for (index, seed) in [4, 4, 5].enumerated() {
      try Self.learn(200, into: &models[index], seed: UInt64(seed))
    }
    #expect(try Self.scores(models[0]) == Self.scores(models[1]))
    #expect(try Self.scores(models[0]) != Self.scores(models[2]))
  }

  @Test("a row that does not exist, or too few rows, is rejected and changes nothing")
  func refusals() throws {
    var model = try Self.model()
    try Self.learn(50, into: &model, seed: 3)
    let before = try Self.scores(model)
    var scratch = ScoringScratch()
    for (row, rows) in [(-1, 8), (8, 8), (.max, 8), (0, 2)] {
      #expect(throws: RankingError.self) {
        try model.learn(
          row, candidates: Matrix(rows: rows, columns: Self.features), novelty: [0, 0],
          circumstances: Self.here, scratch: &scratch)
      }
    }
    #expect(throws: RankingError.row(7, count: 2)) {
      try model.score(
        candidates: Matrix(rows: 2, columns: Self.features), novelty: [0, 0], circumstances: Self.here,
        scratch: &scratch)
    }
    #expect(try Self.scores(model) == before)
  }

  @Test(
    "contributions by group sum to the difference from the average score", arguments: 0..<5 as Range<UInt64>)
  func explained(seed: UInt64) throws {
    var model = try Self.model(seed: seed)
    try Self.learn(300, into: &model, seed: seed)
    var random = SeededRandom(seed: 99)
    let candidates = random.matrix(8, Self.features)
    let scores = try Self.scores(model).candidates
    var scratch = ScoringScratch()
    let explainer = try model.explainer(
      of: candidates, novelty: [0.3, -0.8], circumstances: Self.here, scratch: &scratch)
    for row in 0..<8 {
      let parts = try explainer.contributions(to: row, groups: [0, 1, 2, 0, 1, 2], circumstanceGroups: [1])
      let difference = Double(parts.score) - Double(parts.averageScore)
      #expect(abs(parts.groups.reduce(0) { $0 + Double($1) } - difference) < 1e-3, "seed \(seed)")
      #expect(abs(parts.score - scores[row]) < 1e-3, "seed \(seed)")
    }
    #expect(throws: RankingError.self) {
      try explainer.contributions(to: 0, groups: [0, 1, 2, 0, 1, 2], circumstanceGroups: [3])
    }
  }

  /// The contributions to row 3 in a learned model in which these opinions always count.
  private static func parts(everybody: Float, evidence: Float) throws -> Contributions {
    var rates = PersonalModel.Rates()
    (rates.pool.everybody, rates.pool.evidence) = (everybody, evidence)
    rates.pool.switchingShare = 0
    var model = try Self.model(rates: rates)
    try learn(100, into: &model, seed: 7)
    var (random, scratch) = (SeededRandom(seed: 99), ScoringScratch())
    return try model.explainer(
      of: random.matrix(8, features), novelty: [0.3, -0.8], circumstances: here, scratch: &scratch
    ).contributions(to: 3, groups: Array(0..<features), circumstanceGroups: [1])
  }

  @Test("the contributions follow the weights of the opinions")
  func explainedByOpinion() throws {
    var random = SeededRandom(seed: 99)
    let candidates = random.matrix(8, Self.features)
    let evidence = try Self.parts(everybody: 0, evidence: 1)
    for column in 0..<Self.features {
      let mean = (0..<8).map { candidates[$0, column] }.reduce(0, +) / 8
      let expected = [2, 4].contains(column) ? candidates[3, column] - mean : 0
      #expect(abs(evidence.columns[column] - expected) < 1e-5, "column \(column)")
    }
    var fitted = try Self.model()
    try Self.learn(100, into: &fitted, seed: 7)
    let explained = try fitted.adapted.model.contributions(to: 3, of: candidates)
    let everybody = try Self.parts(everybody: 1, evidence: 0)
    for (own, model) in zip(everybody.columns, explained.columns) {
      #expect(abs(own - fitted.moderation * model) < 1e-4)
    }
    let person = try Self.parts(everybody: 0, evidence: 0)
    #expect(zip(person.columns, everybody.columns).contains { abs($0 - $1) > 0.01 })
    // Each opinion counts by its weight.
    let mixed = try Self.parts(everybody: 0.4, evidence: 0.3)
    let among = zip(mixed.columns, zip(evidence.columns, zip(person.columns, everybody.columns)))
    for (part, (one, (two, three))) in among {
      let ends = [one, two, three]
      #expect(part > (ends.min() ?? 0) - 1e-4 && part < (ends.max() ?? 0) + 1e-4)
    }
  }

  @Test(
    "each opinion's probabilities sum to 1, also if \"none of these\" is nearly certain",
    arguments: [-5, 12, 40] as [Float])
  func certainOfNone(lead: Float) throws {
    let line = try Network(hidden: [], output: [], skip: [1, 0], bias: 0)
    let none = try Network(hidden: [], output: [], skip: [0], bias: lead)
    let pooled = PersonalModel(
      try RankingModel(
        candidateNetwork: line, candidateStandardizer: Standardizer(identity: 2), noveltyNetwork: none,
        noveltyStandardizer: Standardizer(identity: 1)), evidenceColumns: [1])
    var scratch = ScoringScratch()
    let candidates = try Matrix(rows: 2, columns: 2, elements: [1, 3, 0, 0])
    try pooled.adapted.score(candidates: candidates, novelty: [0], keepsUnits: false, scratch: &scratch)
    let opinions = try #require(
      try pooled.poolOpinions(candidates: candidates, circumstances: Self.here, scratch: &scratch))
    let chances = [0, 1, nil].map { target in
      let logs = opinions.logarithms(of: target, in: scratch)
      return SIMD3(
        Elementary.exponential(logs.x), Elementary.exponential(logs.y), Elementary.exponential(logs.z))
    }
    let sums = chances[0] + chances[1] + chances[2]
    #expect(sums.indices.allSatisfy { abs(sums[$0] - 1) < 1e-5 })
    // All agree on the probability that it is one of the candidates, however low.
    let known = chances[0] + chances[1]
    let agreed = Elementary.logarithm(known.y)
    #expect(known.indices.allSatisfy { abs(Elementary.logarithm(known[$0]) - agreed) < 1e-4 })
  }

  @Test("an evidence column that does not exist is rejected")
  func missingColumn() throws {
    let model = PersonalModel(
      try randomModel(features: Self.features, novelty: 2, hidden: [9, 5], seed: 1),
      evidenceColumns: [0, Self.features])
    #expect(throws: RankingError.featureCount(expected: Self.features + 1, found: Self.features)) {
      try Self.scores(model)
    }
  }

  @Test(
    "if the model fits a user badly, their evidence or the learned changes soon take over")
  func badlyFitted() throws {
    let line = try Network(hidden: [], output: [], skip: [-3, 0], bias: 0)
    let none = try Network(hidden: [], output: [], skip: [0], bias: -4)
    let fitted = try RankingModel(
      candidateNetwork: line, candidateStandardizer: Standardizer(identity: 2), noveltyNetwork: none,
      noveltyStandardizer: Standardizer(identity: 1))
    let candidates = try Matrix(rows: 3, columns: 2, elements: [1, 2, 0, 0, -1, 0])
    func chance(evidenceColumns: [Int]) throws -> Float {
      var model = PersonalModel(fitted, evidenceColumns: evidenceColumns)
      var scratch = ScoringScratch()
      for _ in 0..<2 {
        try model.learn(
          0, candidates: candidates, novelty: [0], circumstances: Self.here, scratch: &scratch)
      }
      let scores = try model.score(
        candidates: candidates, novelty: [0], circumstances: Self.here, scratch: &scratch)
      var probabilities = scores.candidates
      _ = Softmax.normalize(&probabilities, in: 0..<3, with: scores.none)
      return probabilities[0]
    }
    #expect(try chance(evidenceColumns: [1]) > 0.5)
    #expect(try chance(evidenceColumns: []) < 0.4)
  }
}
