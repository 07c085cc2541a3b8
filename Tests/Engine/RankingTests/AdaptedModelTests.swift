import Kernels
import Testing

@testable import Ranking

@Suite("Adapted model")
struct AdaptedModelTests {
  private static let features = 6

  private static func adapted(
    seed: UInt64 = 1, prior: AdaptedModel.Prior = AdaptedModel.Prior()
  ) throws -> AdaptedModel {
    AdaptedModel(try randomModel(features: features, novelty: 2, hidden: [9, 5], seed: seed), prior: prior)
  }

  /// Learns from random choices, one in five of them "none of these".
  private static func learn(_ choices: Int, into model: inout AdaptedModel, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var scratch = ScoringScratch()
    for _ in 0..<choices {
      let rows = 1 + random.integer(below: 7)
      let target = random.integer(below: 5) == 0 ? nil : random.integer(below: rows)
      try model.learn(
        target, candidates: random.matrix(rows, features), novelty: [random.normal(), random.normal()],
        scratch: &scratch)
    }
  }

  /// Scores of random candidates.
  private static func scores(_ scorer: some Scorer, rows: Int = 40, seed: UInt64 = 99) throws -> QueryScores {
    var (random, scratch) = (SeededRandom(seed: seed), ScoringScratch())
    return try scorer.score(
      candidates: random.matrix(rows, features), novelty: [0.3, -0.8], scratch: &scratch)
  }

  /// Every row has its own feature, so that learning about one does not affect the others.
  private static func separate() throws -> (model: AdaptedModel, candidates: Matrix) {
    let line = try Network(hidden: [], output: [], skip: [0, 0, 0, 0], bias: 0)
    let none = try Network(hidden: [], output: [], skip: [0], bias: 0)
    let model = try RankingModel(
      candidateNetwork: line, candidateStandardizer: Standardizer(identity: 4), noveltyNetwork: none,
      noveltyStandardizer: Standardizer(identity: 1))
    var candidates = Matrix(rows: 4, columns: 4)
    for row in 0..<4 { candidates[row, row] = 1 }
    return (AdaptedModel(model), candidates)
  }

  private static func probabilities(_ model: AdaptedModel, _ candidates: Matrix) throws -> [Float] {
    var scratch = ScoringScratch()
    let ranked = try model.rank(candidates: candidates, novelty: [0], scratch: &scratch)
    return ranked.rows.sorted { $0.row < $1.row }.map(\.probability) + [ranked.noneProbability]
  }

  @Test(
    "an adapted model obeys the laws of scorers, fresh and after learning", arguments: 0..<3 as Range<UInt64>)
  func contract(seed: UInt64) throws {
    var model = try Self.adapted(seed: seed)
    try ScorerContract.check(model, seed: seed)
    try Self.learn(300, into: &model, seed: seed)
    try ScorerContract.check(model, seed: seed)
  }

  @Test("a fresh adapted model equals the fitted model, bit for bit", arguments: 0..<5 as Range<UInt64>)
  func fresh(seed: UInt64) throws {
    let model = try Self.adapted(seed: seed)
    #expect(try Self.scores(model) == Self.scores(model.model), "seed \(seed)")
  }

  @Test(
    "without variance between users, choices do not change the model", arguments: 0..<5 as Range<UInt64>)
  func noVariance(seed: UInt64) throws {
    var model = try Self.adapted(seed: seed, prior: .none)
    try Self.learn(200, into: &model, seed: seed)
    #expect(try Self.scores(model) == Self.scores(model.model), "seed \(seed)")
  }

  @Test("a snapshot gives the same scores, and explains them", arguments: 0..<5 as Range<UInt64>)
  func snapshot(seed: UInt64) throws {
    var model = try Self.adapted(seed: seed)
    try Self.learn(300, into: &model, seed: seed)
    let snapshot = try model.snapshot()
    let (own, copied) = (try Self.scores(model), try Self.scores(snapshot))
    #expect(try Self.scores(model.model) != own, "nothing was learned, seed \(seed)")
    for (one, other) in zip(own.candidates, copied.candidates) {
      #expect(abs(one - other) < 1e-5 * max(1, abs(one)), "seed \(seed)")
    }
    var random = SeededRandom(seed: seed)
    let candidates = random.matrix(12, Self.features)
    var scratch = ScoringScratch()
    let scores = try model.score(candidates: candidates, novelty: [0, 0], scratch: &scratch).candidates
    for row in 0..<3 {
      let parts = try snapshot.contributions(to: row, of: candidates)
      let difference = Double(parts.score) - Double(parts.averageScore)
      #expect(abs(parts.columns.reduce(0) { $0 + Double($1) } - difference) < 1e-3, "seed \(seed)")
      #expect(abs(parts.score - scores[row]) < 1e-4, "seed \(seed)")
    }
  }

  @Test("equal rows get bitwise equal scores", arguments: 0..<5 as Range<UInt64>)
  func equalRows(seed: UInt64) throws {
    var model = try Self.adapted(seed: seed)
    try Self.learn(100, into: &model, seed: seed)
    var random = SeededRandom(seed: seed)
    let twin = (0..<Self.features).map { _ in random.normal() }
    for rows in [2, 3, 17, 301] {
      var candidates = random.matrix(rows, Self.features)
      for row in [0, rows / 2, rows - 1] {
        for column in twin.indices { candidates[row, column] = twin[column] }
      }
      var scratch = ScoringScratch()
      let scores = try model.score(candidates: candidates, novelty: [0, 0], scratch: &scratch).candidates
      #expect(scores[0] == scores[rows / 2] && scores[0] == scores[rows - 1], "seed \(seed), \(rows) rows")
    }
  }

  @Test("a repeated choice becomes more likely, and nothing else does", arguments: 0..<4)
  func repeated(target: Int) throws {
    var (model, candidates) = try Self.separate()
    var (scratch, before) = (ScoringScratch(), try Self.probabilities(model, candidates))
    for round in 0..<50 {
      try model.learn(target, candidates: candidates, novelty: [0], scratch: &scratch)
      let after = try Self.probabilities(model, candidates)
      for index in after.indices {
        let grew = after[index] > before[index]
        #expect(grew == (index == target), "probability \(index) after round \(round)")
      }
      before = after
    }
  }

  @Test("choosing none of the candidates makes only \"none of these\" more likely")
  func repeatedNone() throws {
    var (model, candidates) = try Self.separate()
    var (scratch, before) = (ScoringScratch(), try Self.probabilities(model, candidates))
    for round in 0..<50 {
      try model.learn(nil, candidates: candidates, novelty: [0], scratch: &scratch)
      let after = try Self.probabilities(model, candidates)
      #expect(after[4] > before[4], "round \(round)")
      #expect(zip(after, before).prefix(4).allSatisfy { $0 < $1 }, "round \(round)")
      before = after
    }
  }

  @Test("the same choices give the same changes, and other choices give others")
  func deterministic() throws {
    var models = [try Self.adapted(), try Self.adapted(), try Self.adapted()]
    for (index, seed) in [4, 4, 5].enumerated() {
      try Self.learn(200, into: &models[index], seed: UInt64(seed))
    }
    #expect(models[0].change == models[1].change && models[0].noneChange == models[1].noneChange)
    #expect(try Self.scores(models[0]) == Self.scores(models[1]))
    #expect(models[0].change != models[2].change)
  }

  @Test("a row that does not exist, or a bad number, is rejected and changes nothing", arguments: [0, 50])
  func refusals(choices: Int) throws {
    var model = try Self.adapted()
    try Self.learn(choices, into: &model, seed: 3)
    let (change, none, scores) = (model.change, model.noneChange, try Self.scores(model))
    var scratch = ScoringScratch()
    for row in [-1, 2, .max] {
      #expect(throws: RankingError.row(row, count: 2)) {
        try model.learn(
          row, candidates: Matrix(rows: 2, columns: Self.features), novelty: [0, 0], scratch: &scratch)
      }
    }
    var bad = Matrix(rows: 2, columns: Self.features)
    bad[1, 3] = .nan
    #expect(throws: RankingError.featureNotFinite(row: 1, column: 3)) {
      try model.learn(0, candidates: bad, novelty: [0, 0], scratch: &scratch)
    }
    #expect(throws: RankingError.noveltyNotFinite(column: 1)) {
      try model.learn(
        0, candidates: Matrix(rows: 2, columns: Self.features), novelty: [0, .infinity], scratch: &scratch)
    }
    #expect(model.change == change && model.noneChange == none)
    #expect(try Self.scores(model) == scores)
  }

  @Test("after twenty thousand random choices, scores are finite and changes are small")
  func longRun() throws {
    var model = try Self.adapted(seed: 7)
    try Self.learn(20_000, into: &model, seed: 7)
    let scores = try Self.scores(model)
    #expect(scores.candidates.allSatisfy(\.isFinite) && scores.none.isFinite)
    #expect(model.change.allSatisfy { abs($0) < 10 } && abs(model.noneChange) < 10)
  }

  @Test("extreme features leave finite scores", arguments: [1e9, -1e9, 1e6] as [Float])
  func extremes(magnitude: Float) throws {
    var model = try Self.adapted(seed: 2)
    var (random, scratch) = (SeededRandom(seed: 2), ScoringScratch())
    for _ in 0..<200 {
      var candidates = random.matrix(3, Self.features)
      candidates[random.integer(below: 3), random.integer(below: Self.features)] = magnitude
      try model.learn(
        random.integer(below: 3), candidates: candidates, novelty: [magnitude, 0], scratch: &scratch)
      let scores = try model.score(candidates: candidates, novelty: [0, 0], scratch: &scratch)
      #expect(scores.candidates.allSatisfy(\.isFinite) && scores.none.isFinite)
      #expect(model.change.allSatisfy(\.isFinite) && model.noneChange.isFinite)
    }
  }
}
