import Kernels
import Testing

@testable import Ranking

@Suite("Pool of opinions within a horizon")
struct HorizonPoolTests {
  private static func sigmoid(_ logit: Float) -> Double { 1 / (1 + Elementary.exponential(-Double(logit))) }

  private static func bytes(_ pool: HorizonPool) -> [UInt8] {
    var writer = StateWriter()
    pool.write(into: &writer)
    return writer.bytes
  }

  private static func read(
    _ bytes: [UInt8], columns: [Int] = [0, 1], stratifying: Int? = nil, hasModel: Bool = true
  ) throws(StateError) -> HorizonPool {
    var reader = StateReader(bytes)
    var pool = HorizonPool(columns: columns, stratifying: stratifying, hasModel: hasModel)
    try pool.read(from: &reader)
    try reader.finish()
    return pool
  }

  /// Lets a pool learn a moment with random outcomes, whose probability one opinion knows.
  private static func learn(
    _ pool: inout HorizonPool, moments: Int, right: Int, random: inout SeededRandom
  ) {
    for _ in 0..<moments {
      var (opinions, done) = ([Float](), [Bool]())
      for _ in 0..<4 {
        let chance = random.uniform()
        opinions += (0..<pool.count).map { $0 == right ? chance : random.uniform() }
        done.append(random.uniform() < chance)
      }
      pool.learn(opinions, done: done)
      for weights in pool.weights {
        #expect(abs(weights.reduce(0, +) - 1) < 1e-9 && weights.allSatisfy { $0 > 0 })
      }
    }
  }

  @Test("opinions are nothing, the model, its shifted logits, and columns; the pool gives their mean")
  func mean() throws {
    let pool = HorizonPool(columns: [2, 0], hasModel: true)
    #expect(pool.count == 6 && pool.hasModel)
    let evidence = try Matrix(rows: 2, columns: 3, elements: [1, 9, -2, -0.5, 9, 3])
    let logits: [Float] = [0.25, -1.5]
    var (opinions, pooled): ([Float], [Float]) = ([], [])
    pool.write(evidence, logits: logits, into: &opinions)
    pool.pool(opinions, into: &pooled)
    #expect(opinions.count == 12 && pooled.count == 2)
    for line in 0..<2 {
      let logit = logits[line]
      let expected =
        [0, Self.sigmoid(logit), Self.sigmoid(logit - 0.7), Self.sigmoid(logit + 0.5)]
        + [2, 0].map { Self.sigmoid(evidence[line, $0]) }
      for (index, said) in expected.enumerated() {
        #expect(abs(Double(opinions[line * 6 + index]) - said) < 1e-6)
      }
      let weight = HorizonPool.modelWeight
      let mean = zip([1, weight, 1, 1, 1, 1], expected).reduce(0) { $0 + $1.0 * $1.1 } / (5 + weight)
      #expect(abs(Double(pooled[line]) - mean) < 1e-6)
    }
  }

  @Test("without a model, only nothing and the columns have weight, and no logits are needed")
  func withoutModel() throws {
    var pool = HorizonPool(columns: [0, 1], hasModel: false)
    #expect(!pool.hasModel && pool.weights[0][1...3].allSatisfy { $0 == 0 })
    let evidence = try Matrix(rows: 1, columns: 2, elements: [0.5, -2])
    var (opinions, pooled): ([Float], [Float]) = ([1, 2, 3], [])
    pool.write(evidence, logits: [], into: &opinions)
    pool.pool(opinions, into: &pooled)
    #expect(abs(Double(pooled[0]) - (Self.sigmoid(0.5) + Self.sigmoid(-2)) / 3) < 1e-6)
    for _ in 0..<50 { pool.learn(opinions, done: [true]) }
    #expect(pool.weights[0][1...3].allSatisfy { $0 == 0 }, "a missing model gains no weight")
    #expect(abs(pool.weights[0].reduce(0, +) - 1) < 1e-9)
  }

  @Test("the weights after a moment match the formula, calculated by hand")
  func step() {
    var pool = HorizonPool(columns: [0], hasModel: false)
    // Nothing and a column have half the weight each; the model's three opinions have none.
    pool.learn([0, 0, 0, 0, 0.8, 0, 0, 0, 0, 0.4], done: [true, false])
    let (nothing, column) = (
      Elementary.exponential(-HorizonPool.rate), Elementary.exponential(-HorizonPool.rate * (0.04 + 0.16))
    )
    let share = HorizonPool.switching
    let expected = (1 - share) * column / (nothing + column) + share / 2
    #expect(abs(pool.weights[0][4] - expected) < 1e-6)
    #expect(abs(pool.weights[0][0] - (1 - expected)) < 1e-6)
  }

  @Test("the correct opinion gains weight, and another one does after a change", arguments: 1...3)
  func follows(seed: UInt64) {
    var (pool, random) = (HorizonPool(columns: [0, 1], hasModel: true), SeededRandom(seed: seed))
    Self.learn(&pool, moments: 300, right: 4, random: &random)
    #expect(pool.weights[0][4] > 0.9, "seed \(seed)")
    Self.learn(&pool, moments: 100, right: 0, random: &random)
    #expect(pool.weights[0][0] > 0.5, "seed \(seed): it recovers within the same number of moments")
    Self.learn(&pool, moments: 300, right: 1, random: &random)
    #expect(pool.weights[0][1] > 0.9, "seed \(seed)")
  }

  @Test("a moment without rows teaches nothing, and many rows keep the weights finite")
  func extremes() {
    var pool = HorizonPool(columns: [0, 1], hasModel: true)
    let first = pool.weights
    pool.learn([], done: [])
    #expect(pool.weights == first)
    let lines = 20_000
    let opinions = (0..<lines * pool.count).map { $0 % pool.count == 0 ? Float(0) : 1 }
    for isDone in [true, false] {
      for _ in 0..<3 { pool.learn(opinions, done: [Bool](repeating: isDone, count: lines)) }
      #expect(abs(pool.weights[0].reduce(0, +) - 1) < 1e-9 && pool.weights[0].allSatisfy { $0 > 0 })
    }
    var pooled: [Float] = []
    pool.pool([Float](repeating: 1, count: pool.count), into: &pooled)
    #expect((0...1).contains(pooled[0]), "beyond certainty")
  }

  /// Opinions of a pool with columns 3 and 7, where 7 decides the stratum: nothing, three of the
  /// model, and both columns.
  private static let judged = 5

  @Test("rows are weighted and learned from in strata, which one opinion decides")
  func strata() {
    var pool = HorizonPool(columns: [3, 7], stratifying: 7, hasModel: true)
    #expect(pool.weights.count == HorizonPool.bounds.count + 1 && pool.count == 6)
    let first = pool.weights[0]
    #expect(pool.weights.allSatisfy { $0 == first })
    // A rare activity is not done, as column 3 predicts; a frequent one is, as the model predicts.
    // No other rows occur.
    func line(_ said: [Int: Float], habit: Float) -> [Float] {
      (0..<pool.count).map { $0 == Self.judged ? habit : said[$0] ?? 0.5 }
    }
    let (rare, frequent) = (line([4: 0], habit: 0.05), line([1: 1], habit: 0.9))
    for _ in 0..<200 { pool.learn(rare + frequent, done: [false, true]) }
    #expect(pool.weights[0][4] > pool.weights[0][1] * 3 && pool.weights[2][1] > pool.weights[2][4] * 3)
    #expect(pool.weights[1] == first, "a stratum without rows learned")
    for (habit, stratum) in [(0, 0), (0.19, 0), (0.2, 1), (0.49, 1), (0.5, 2), (1, 2)] as [(Float, Int)] {
      var pooled: [Float] = []
      let said = line([0: 0, 1: 0.25, 2: 0.5, 3: 0.75, 4: 1], habit: habit)
      pool.pool(said, into: &pooled)
      let expected = zip(pool.weights[stratum], said).reduce(0) { $0 + $1.0 * Double($1.1) }
      #expect(abs(Double(pooled[0]) - expected) < 1e-6, "\(habit)")
    }
  }

  @Test("a stratum learns the same as a pool without strata from the same rows", arguments: 1...3)
  func eachStratum(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var pool = HorizonPool(columns: [3, 7], stratifying: 7, hasModel: true)
    var alone = [HorizonPool](repeating: HorizonPool(columns: [3, 7], hasModel: true), count: 3)
    for _ in 0..<100 {
      var (opinions, done) = ([[Float]](), [Bool]())
      for _ in 0..<random.integer(below: 9) {
        opinions.append((0..<pool.count).map { _ in random.uniform() })
        done.append(random.uniform() < 0.3)
      }
      pool.learn(opinions.flatMap(\.self), done: done)
      for stratum in 0..<3 {
        let own = opinions.indices.filter { line in
          HorizonPool.bounds.count { opinions[line][Self.judged] >= $0 } == stratum
        }
        guard !own.isEmpty else { continue }
        alone[stratum].learn(own.flatMap { opinions[$0] }, done: own.map { done[$0] })
      }
      #expect(pool.weights == alone.map { $0.weights[0] }, "seed \(seed)")
    }
  }

  @Test("a column that is not an opinion does not divide rows into strata")
  func noJudge() {
    for stratifying in [nil, 2] {
      #expect(HorizonPool(columns: [3, 7], stratifying: stratifying, hasModel: true).weights.count == 1)
    }
  }

  @Test("a pool that is read back continues to learn the same, bit for bit", arguments: [nil, 0, 1])
  func roundTrip(stratifying: Int?) throws {
    var (one, random) = (
      HorizonPool(columns: [0, 1], stratifying: stratifying, hasModel: true), SeededRandom(seed: 4)
    )
    Self.learn(&one, moments: 30, right: 2, random: &random)
    var other = try Self.read(Self.bytes(one), stratifying: stratifying)
    #expect(other.weights == one.weights)
    var same = random
    Self.learn(&one, moments: 30, right: 5, random: &random)
    Self.learn(&other, moments: 30, right: 5, random: &same)
    #expect(Self.bytes(other) == Self.bytes(one))
  }

  @Test("bytes that end too early or late, of other opinions, or with invalid weights, are rejected")
  func damaged() throws {
    let bytes = Self.bytes(HorizonPool(columns: [0, 1], hasModel: true))
    for count in bytes.indices {
      #expect(throws: StateError.self) { try Self.read(Array(bytes.prefix(count))) }
    }
    #expect(throws: StateError.self) { try Self.read(bytes + [0]) }
    #expect(throws: StateError.self) { try Self.read(bytes, columns: [0, 1, 2]) }
    #expect(throws: StateError.self) { try Self.read(bytes, stratifying: 1) }
    for weights: [Double] in [
      [1, 1, 1, 1, 1, 1], [2, -1, 0, 0, 0, 0], [.nan, 1, 0, 0, 0, 0], [.infinity, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0],
    ] {
      var writer = StateWriter()
      writer.write(weights)
      #expect(throws: StateError.self, "\(weights)") { try Self.read(writer.bytes) }
    }
  }
}
