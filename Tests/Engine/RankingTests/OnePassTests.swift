import Kernels
import Testing

@testable import Ranking

/// A slow computation of a personal model's answer, step by step as its documentation says,
/// without the optimised loops.
private struct PlainPerson {
  let model: PersonalModel

  /// The logarithms of the pooled probabilities, "none of these" last.
  func scores(_ candidates: Matrix, novelty: [Float], circumstances: SparseVector) throws -> [Double] {
    let fitted = try fittedScores(candidates, novelty: novelty)
    let changes = try readoutChanges(candidates)
    let shares = PlainKernels.softmax(fitted.dropLast().map { Float($0) }, with: -.infinity).probabilities
    let common = zip(shares, changes).reduce(0) { $0 + Double($1.0) * $1.1 }
    var own = zip(fitted, changes).map { $0 + $1 }
    own.append(
      fitted[candidates.rows] + Double(model.adapted.noneChange)
        + Double(model.adapted.prior.commonShare) * common)
    for row in 0..<candidates.rows {
      own[row] += model.itemBiases.parts(circumstances, candidate: row, of: 1).reduce(0) {
        $0 + Double($1.own)
      }
    }
    own = own.map { $0 * Double(model.inverseTemperature) }
    let opinions = opinions(fitted: fitted.map { $0 * Double(model.moderation) }, own: own, candidates)
    return own.indices.map { index in
      let parts = (0..<3).map { model.pool.weights[$0] * Elementary.exponential(opinions[$0][index]) }
      return Elementary.logarithm(parts.reduce(0, +))
    }
  }

  private func fittedScores(_ candidates: Matrix, novelty: [Float]) throws -> [Double] {
    let model = model.adapted.model
    func logit(_ network: Network, _ standardizer: Standardizer, _ row: [Float]) -> Double {
      let x = row.indices.map { (row[$0] - standardizer.mean[$0]) * standardizer.factor[$0] }
      var units = x
      for layer in network.hidden {
        units = layer.bias.indices.map { unit in
          var sum = Double(layer.bias[unit])
          for input in units.indices { sum += Double(units[input]) * Double(layer.weights[input, unit]) }
          return PlainKernels.activation(Float(sum))
        }
      }
      let sum = zip(units, network.output).reduce(Double(network.bias)) { $0 + Double($1.0) * Double($1.1) }
      return zip(x, network.skip).reduce(sum) { $0 + Double($1.0) * Double($1.1) } / Double(model.temperature)
    }
    return (0..<candidates.rows).map {
      logit(model.candidateNetwork, model.candidateStandardizer, Array(candidates.row($0)))
    } + [logit(model.noveltyNetwork, model.noveltyStandardizer, novelty) + Double(model.noneBias)]
  }

  private func readoutChanges(_ candidates: Matrix) throws -> [Double] {
    var (scratch, inputs) = (ScoringScratch(), Matrix())
    try model.adapted.model.readoutInputs(candidates: candidates, scratch: &scratch, into: &inputs)
    return (0..<candidates.rows).map { row in
      zip(inputs.row(row), model.adapted.change).reduce(0) { $0 + Double($1.0) * Double($1.1) }
    }
  }

  private func opinions(fitted: [Double], own: [Double], _ candidates: Matrix) -> [[Double]] {
    func normalised(_ scores: [Double]) -> [Double] {
      let sum = Elementary.logarithm(scores.reduce(0) { $0 + Elementary.exponential($1) })
      return scores.map { $0 - sum }
    }
    let (everybody, person) = (normalised(fitted), normalised(own))
    let known = Elementary.logarithm(person.dropLast().reduce(0) { $0 + Elementary.exponential($1) })
    let evidence = normalised(
      (0..<candidates.rows).map { row in
        model.evidenceColumns.reduce(0) { $0 + Double(candidates[row, $1]) }
      })
    return [everybody, person, evidence.map { $0 + known } + [person[candidates.rows]]]
  }
}

@Suite("A query in one pass")
struct OnePassTests {
  static let features = 21

  /// Random circumstances, some of which repeat.
  static func circumstances(_ random: inout SeededRandom) -> SparseVector {
    var vector = SparseVector()
    for kind in 0..<4 as Range<UInt64> {
      vector.append(0.6, at: 100 * kind + UInt64(random.integer(below: 5)))
      vector.append(0.8, at: 100 * kind + 50 + UInt64(random.integer(below: 2)))
    }
    return vector
  }

  static func model(
    seed: UInt64, hidden: [Int] = [19, 7], queryColumns: [Int] = [], rates: PersonalModel.Rates? = nil
  ) throws -> PersonalModel {
    let fitted = try randomModel(features: features, novelty: 3, hidden: hidden, seed: seed)
    return PersonalModel(
      try fitted.sharing(queryColumns: queryColumns), evidenceColumns: [2, 4],
      rates: rates ?? PersonalModel.Rates())
  }

  /// A query with some candidates, which all have the query columns in common.
  static func query(
    _ rows: Int, queryColumns: [Int] = [], _ random: inout SeededRandom
  ) -> (candidates: Matrix, novelty: [Float], circumstances: SparseVector) {
    var candidates = random.matrix(rows, features)
    for row in 1..<max(rows, 1) {
      for column in queryColumns { candidates[row, column] = candidates[0, column] }
    }
    return (candidates, (0..<3).map { _ in random.normal() }, circumstances(&random))
  }

  static func learn(
    _ choices: Int, into model: inout PersonalModel, scratch: inout ScoringScratch,
    random: inout SeededRandom
  ) throws {
    for _ in 0..<choices {
      let query = query(9, queryColumns: model.adapted.model.queryColumns, &random)
      try model.learn(
        random.integer(below: 5) == 0 ? nil : random.integer(below: 9), candidates: query.candidates,
        novelty: query.novelty, circumstances: query.circumstances, scratch: &scratch)
    }
  }

  @Test(
    "one pass equals the plain computation, fresh and after learning", arguments: 0..<4 as Range<UInt64>,
    [[], [0], [5, 6, 20]])
  func plain(seed: UInt64, queryColumns: [Int]) throws {
    for hidden in [[19, 7], [64, 32], []] {
      var model = try Self.model(seed: seed, hidden: hidden, queryColumns: queryColumns)
      var (random, scratch, scores) = (SeededRandom(seed: seed), ScoringScratch(), QueryScores())
      for choices in [0, 1, 60] {
        try Self.learn(choices, into: &model, scratch: &scratch, random: &random)
        for rows in [9, 300] {
          let query = Self.query(rows, queryColumns: queryColumns, &random)
          try model.score(
            candidates: query.candidates, novelty: query.novelty, circumstances: query.circumstances,
            scratch: &scratch, into: &scores)
          let expected = try PlainPerson(model: model).scores(
            query.candidates, novelty: query.novelty, circumstances: query.circumstances)
          for (one, other) in zip(scores.candidates + [scores.none], expected) {
            #expect(abs(Double(one) - other) < 2e-5 * max(1, abs(other)), "seed \(seed), \(hidden)")
          }
        }
      }
    }
  }

  @Test(
    "equal candidates get bitwise equal scores", arguments: 0..<4 as Range<UInt64>)
  func equalRows(seed: UInt64) throws {
    let shared = [1, 2, 3, 17]
    var model = try Self.model(seed: seed, queryColumns: shared)
    var (random, scratch) = (SeededRandom(seed: seed), ScoringScratch())
    try Self.learn(40, into: &model, scratch: &scratch, random: &random)
    for rows in [9, 17, 301] {
      var query = Self.query(rows, queryColumns: shared, &random)
      // No item biases, because they distinguish equal candidates.
      query.circumstances.removeAll()
      for row in [3, rows - 1] {
        for column in 0..<Self.features { query.candidates[row, column] = query.candidates[0, column] }
      }
      let scores = try model.score(
        candidates: query.candidates, novelty: query.novelty, circumstances: query.circumstances,
        scratch: &scratch
      ).candidates
      #expect(scores[0] == scores[3] && scores[0] == scores[rows - 1], "seed \(seed), \(rows) rows")
    }
  }

  @Test("query columns change scores by rounding only, and columns that do not exist are rejected")
  func queryColumns() throws {
    let fitted = try randomModel(features: Self.features, novelty: 3, seed: 1)
    let shared = try fitted.sharing(queryColumns: [0, 7, 8, 9])
    var (random, scratch) = (SeededRandom(seed: 1), ScoringScratch())
    for rows in [0, 1, 500] {
      let query = Self.query(rows, queryColumns: [0, 7, 8, 9], &random)
      let expected = try fitted.score(candidates: query.candidates, novelty: query.novelty, scratch: &scratch)
      let scores = try shared.score(candidates: query.candidates, novelty: query.novelty, scratch: &scratch)
      #expect(scores.none == expected.none)
      #expect(zip(scores.candidates, expected.candidates).allSatisfy { abs($0 - $1) < 1e-5 })
    }
    for bad in [-1, Self.features] {
      #expect(throws: RankingError.self) { try fitted.sharing(queryColumns: [bad]) }
    }
  }
}
