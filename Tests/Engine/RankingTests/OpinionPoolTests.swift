import Kernels
import Testing

@testable import Ranking

extension OpinionPool {
  /// The weight of each opinion.
  fileprivate var shares: [Double] { weights.indices.map { weights[$0] } }

  /// The pooled opinion of opinions that each include "none of these".
  fileprivate func pooled(_ opinions: [QueryScores]) throws -> QueryScores {
    let parts = opinions.map { $0.candidates + [$0.none] }
    var all: [Float] = []
    try VectorLoops.logSumOfExponentials(
      parts[0], factor: 1, parts[1], parts[2], shifts: SIMD3<Float>(shifts), into: &all)
    return QueryScores(candidates: Array(all.dropLast()), none: all.last ?? 0)
  }

  fileprivate mutating func learn(_ target: Int?, from opinions: [QueryScores]) {
    let logs = opinions.map { opinion in Double(target.map { opinion.candidates[$0] } ?? opinion.none) }
    learn(SIMD3(logs))
  }
}

@Suite("Opinion pool")
struct OpinionPoolTests {
  private static func opinion(_ probabilities: [Double]) -> QueryScores {
    let logs = probabilities.map { Float(Elementary.logarithm($0)) }
    return QueryScores(candidates: Array(logs.dropLast()), none: logs.last ?? 0)
  }

  private static func probabilities(_ scores: QueryScores) -> [Double] {
    (scores.candidates + [scores.none]).map { Elementary.exponential(Double($0)) }
  }

  private static func pool(
    everybody: Float = 0.1, evidence: Float = 0.5, lasting: Float = 0.2, switching: Float = 0.02
  ) -> OpinionPool {
    var rates = PersonalModel.PoolRates()
    (rates.everybody, rates.evidence) = (everybody, evidence)
    (rates.lastingEverybody, rates.switchingShare) = (lasting, switching)
    return OpinionPool(rates: rates)
  }

  private static func close(_ one: [Double], _ other: [Double], within tolerance: Double = 1e-6) -> Bool {
    one.count == other.count && zip(one, other).allSatisfy { abs($0 - $1) < tolerance }
  }

  @Test("the pooled probabilities are the weighted mean and sum to 1")
  func mean() throws {
    let opinions = [[0.7, 0.2, 0.1], [0.1, 0.6, 0.3], [0.25, 0.25, 0.5]].map(Self.opinion)
    let pooled = try Self.probabilities(Self.pool().pooled(opinions))
    #expect(Self.close(pooled, [0.235, 0.385, 0.38]))
  }

  @Test("the weights after two choices match Bayes' rule with a fixed share, calculated by hand")
  func bayes() {
    var pool = Self.pool(evidence: 0, lasting: 0.2, switching: 0.1)
    let opinions = [[0.8, 0.2], [0.4, 0.6], [0.5, 0.5]].map(Self.opinion)
    pool.learn(0, from: opinions)
    // 0.1 · 0.8 : 0.9 · 0.4 = 2 : 9.
    var expected = Self.shared(2, 9)
    #expect(Self.close(pool.shares, expected))
    pool.learn(nil, from: opinions)
    expected = Self.shared(expected[0] * 0.2, expected[1] * 0.6)
    #expect(Self.close(pool.shares, expected))
  }

  /// Weights in a given proportion, with a tenth of them moved to 0.2 and 0.8.
  private static func shared(_ everybody: Double, _ person: Double) -> [Double] {
    let sum = everybody + person
    return [0.9 * everybody / sum + 0.02, 0.9 * person / sum + 0.08, 0]
  }

  @Test("evidence recovers with a lasting weight, and fades without one", arguments: [0, 0.3] as [Float])
  func lastingEvidence(lasting: Float) {
    var rates = PersonalModel.PoolRates()
    (rates.evidence, rates.lastingEvidence, rates.switchingShare) = (0.3, lasting, 0.02)
    var pool = OpinionPool(rates: rates)
    #expect(pool.shares.reduce(0, +) == 1)
    let opinions = [[0.5, 0.5], [0.9, 0.1], [0.1, 0.9]].map(Self.opinion)
    for _ in 0..<300 { pool.learn(0, from: opinions) }
    #expect(lasting == 0 ? pool.weights.z == 0 : pool.weights.z < 0.01 && pool.weights.z > 0)
    for _ in 0..<5 { pool.learn(nil, from: opinions) }
    #expect(lasting == 0 ? pool.weights.z == 0 : pool.weights.z > 0.5)
  }

  @Test("a correct opinion gains weight, and one that was wrong for long recovers within some choices")
  func switches() {
    var pool = Self.pool()
    let opinions = [[0.1, 0.9], [0.9, 0.1], [0.5, 0.5]].map(Self.opinion)
    for _ in 0..<500 { pool.learn(0, from: opinions) }
    #expect(pool.weights[1] > 0.95)
    for _ in 0..<5 { pool.learn(nil, from: opinions) }
    #expect(pool.weights[0] > 0.9)
    #expect(abs(pool.weights.sum() - 1) < 1e-12)
  }

  @Test(
    "the loss is within the bound around the best opinion's, with and without a lasting weight",
    arguments: 0..<10 as Range<UInt64>, [0, 0.02] as [Float])
  func regret(seed: UInt64, switching: Float) throws {
    var (pool, random) = (Self.pool(switching: switching), SeededRandom(seed: seed))
    let firstWeights = pool.shares
    var (own, losses) = (0.0, [0.0, 0.0, 0.0])
    // One of them knows the outcome in advance.
    let wise = random.integer(below: 3)
    for _ in 0..<300 {
      let target = random.integer(below: 3) == 0 ? nil : 0
      let chances = (0..<3).map { index in
        index == wise ? (target == nil ? 0.2 : 0.8) : 0.05 + 0.9 * Double(random.uniform())
      }
      let opinions = chances.map { Self.opinion([$0, 1 - $0]) }
      own -= try Elementary.logarithm(Self.probabilities(pool.pooled(opinions))[target == nil ? 1 : 0])
      for index in losses.indices {
        losses[index] -= Elementary.logarithm(Self.probabilities(opinions[index])[target == nil ? 1 : 0])
      }
      pool.learn(target, from: opinions)
    }
    let price = -300 * Elementary.logarithm(1 - Double(switching))
    for index in losses.indices {
      let bound = losses[index] - Elementary.logarithm(firstWeights[index]) + price
      #expect(own <= bound + 1e-3, "seed \(seed), opinion \(index)")
    }
  }

  @Test("the evidence has weight at the start, and fades even if it is right")
  func fades() {
    var pool = Self.pool()
    let opinions = [[0.5, 0.5], [0.5, 0.5], [0.501, 0.499]].map(Self.opinion)
    #expect(pool.weights[2] == 0.5)
    for _ in 0..<2_000 { pool.learn(0, from: opinions) }
    #expect(pool.weights[2] == 0 && abs(pool.weights[0] - 0.2) < 1e-6)
  }

  @Test("opinions about certainties stay finite, and equal candidates get equal scores")
  func extremes() throws {
    var pool = Self.pool()
    let certain = QueryScores(candidates: [0] + [Float](repeating: -3e4, count: 36), none: -1e4)
    let other = QueryScores(candidates: [-2e4] + [Float](repeating: -40, count: 36), none: 0)
    for opinions in [[certain, certain, certain], [certain, other, other], [other, certain, certain]] {
      let pooled = try pool.pooled(opinions)
      #expect(pooled.none.isFinite && VectorLoops.allFinite(pooled.candidates))
      #expect(Set(pooled.candidates.dropFirst()).count == 1, "at any position")
      pool.learn(5, from: opinions)
      #expect(pool.shares.allSatisfy { $0.isFinite && $0 >= 0 })
    }
  }

  @Test(
    "without others the opinion that follows the user has all the weight; too much for the others is capped"
  )
  func rates() {
    #expect(OpinionPool(rates: .none).isUnanimous && !Self.pool().isUnanimous)
    #expect(Self.pool(everybody: 3, evidence: 1).weights == [0.5, 0, 0.5])
    #expect(Self.pool(everybody: -1, evidence: 0.5).weights == [0, 0.5, 0.5])
  }
}

@Suite("Sums of exponentials of scores at the bound")
struct ScoreSumTests {
  /// Where the machine can, the loop multiplies and subtracts with one rounding, so its top differs
  /// from `top`.
  @Test(
    "sums are finite, and equal the top within rounding", arguments: [1e10, 1e20, -1e25, 1e30] as [Float])
  func finite(score: Float) {
    for factor in [0.3, 0.618_034, 0.75, 1] as [Float] {
      for count in [1, 2, 3, 40] {
        let scores = QueryScores(candidates: [Float](repeating: score, count: count), none: 0)
        let sum = scores.logSum(factor: factor, withNone: false)
        #expect(abs(sum - Double(score * factor)) <= 1e-6 * Double(abs(score)))
      }
    }
  }
}
