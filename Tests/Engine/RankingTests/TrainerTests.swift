import Kernels
import Testing

@testable import Ranking

/// A baseline to beat: the score of a row is one of its features.
private struct OneFeature: Scorer {
  let column: Int
  let featureCount: Int
  let noveltyFeatureCount: Int

  func score(
    candidates: Matrix, novelty: [Float], scratch: inout ScoringScratch, into scores: inout QueryScores
  ) throws(RankingError) {
    scores = QueryScores(candidates: (0..<candidates.rows).map { candidates[$0, column] }, none: 0)
  }
}

@Suite("Trainer")
struct TrainerTests {
  private func small(_ change: (inout TrainingConfiguration) -> Void = { _ in }) throws -> Trainer {
    var configuration = TrainingConfiguration.sample
    change(&configuration)
    return try Trainer(configuration)
  }

  @Test(
    "a network learns the checkerboard, which popularity and a linear model cannot",
    arguments: 1...3 as ClosedRange<UInt64>)
  func checkerboard(seed: UInt64) async throws {
    let set = try World.checkerboard(queries: 2000, seed: seed)
    let held = try World.checkerboard(queries: 500, seed: seed + 100)
    let result = try await small { $0.seed = seed }.train(on: set, validation: held)
    let quality = try held.judge(result.model)
    #expect(quality.hits > 0.98, "seed \(seed)")
    #expect(quality.logLoss < 0.1, "seed \(seed)")
    let popularity = OneFeature(column: 2, featureCount: 3, noveltyFeatureCount: 2)
    #expect(quality.hits > 2 * (try held.judge(popularity).hits))
    let linear = try await small { $0.hiddenSizes = [] }.train(on: set)
    #expect(try held.judge(linear.model).hits < 0.8)
    try ScorerContract.check(result.model, seed: seed)
  }

  @Test("the same seed gives the same bytes with any number of workers, and another seed gives others")
  func deterministic() async throws {
    let set = try World.smooth(queries: 300, rows: 7, seed: 1)
    let trainer = try small {
      $0.epochs = 2
      $0.batchSize = 130
      $0.featureDropout = 0.2
    }
    let one = try await trainer.train(on: set, validation: set, workers: 1)
    for workers in [2, 3, 8] {
      let other = try await trainer.train(on: set, validation: set, workers: workers)
      #expect(other == one, "\(workers) workers")
    }
    let reseeded = try await small {
      $0.epochs = 2; $0.seed = 2
    }.train(on: set)
    #expect(reseeded.model != one.model)
  }

  @Test("the reported quality equals the model's actual quality")
  func reports() async throws {
    let set = try World.smooth(queries: 300, rows: 7, seed: 1)
    let held = try World.smooth(queries: 200, rows: 7, seed: 2)
    var calls: [TrainingProgress] = []
    let result = try await small().train(on: set, validation: held) { calls.append($0) }
    #expect(result.epochs.count == 6)
    #expect(calls.count == 6 * (6 + 1))
    #expect(calls.filter { $0.validation != nil } == result.epochs)
    let losses = result.epochs.compactMap { $0.validation?.logLoss }
    let best = try #require(losses.min())
    #expect(losses[result.bestEpoch - 1] == best)
    #expect(abs(try held.judge(result.model).logLoss - best) < 1e-4)
    // ln 8 is the loss without any knowledge.
    #expect(best < Elementary.logarithm(8))
  }

  @Test("the mean reciprocal rank counts ties against the model")
  func reciprocalRank() async throws {
    var set = TrainingSet(featureCount: 1, noveltyFeatureCount: 0)
    let rows = try Matrix(rows: 4, columns: 1, elements: [0, 1, 1, 2])
    for target in [0, 1, 2, 3, nil] { try set.append(candidates: rows, novelty: [], target: target) }
    let network = try Network(hidden: [], output: [], skip: [1], bias: 0)
    let novelty = try Network(hidden: [], output: [], skip: [], bias: 0)
    let crew = GradientWorkerPool(
      set: set,
      standardizers: StandardizerPair(
        candidate: Standardizer(identity: 1), novelty: Standardizer(identity: 0)),
      workers: 1)
    let quality = try await crew.judge(NetworkPair(candidate: network, novelty: novelty))
    #expect(abs(quality.meanReciprocalRank - (1 / 4.0 + 1 / 3.0 + 1 / 3.0 + 1) / 5) < 1e-9)
  }

  @Test("a query with weight n counts like n copies, and one with weight 0 like none")
  func weights() async throws {
    let even = try World.smooth(queries: 40, rows: 3, seed: 5)
    var weighted = TrainingSet(featureCount: 5, noveltyFeatureCount: 1)
    var copied = weighted
    for query in 0..<40 {
      let target = even.targets[query] < 0 ? nil : Int(even.targets[query])
      let candidates = try even.candidates(ofQuery: query)
      let novelty = even.novelty(ofQuery: query)
      let copies = query % 3
      try weighted.append(candidates: candidates, novelty: novelty, target: target, weight: Float(copies))
      for _ in 0..<copies { try copied.append(candidates: candidates, novelty: novelty, target: target) }
    }
    let networks = NetworkPair(set: weighted, configuration: .sample)
    let standardizers = try StandardizerPair(fitting: even)
    let qualities = try await [weighted, copied].asyncMap {
      try await GradientWorkerPool(set: $0, standardizers: standardizers, workers: 1).judge(networks)
    }
    #expect(abs(qualities[0].logLoss - qualities[1].logLoss) < 1e-5)
    #expect(abs(qualities[0].meanReciprocalRank - qualities[1].meanReciprocalRank) < 1e-9)
  }

  @Test("training stops if a callback throws or the task is cancelled")
  func cancellation() async throws {
    let set = try World.smooth(queries: 100, rows: 3, seed: 1)
    let trainer = try small()
    var calls = 0
    await #expect(throws: CancellationError.self) {
      try await trainer.train(on: set) { _ in
        calls += 1
        if calls == 3 { throw CancellationError() }
      }
    }
    #expect(calls == 3)
    // A task that ends itself, because another one may be too late.
    let task = Task {
      var calls = 0
      await #expect(throws: CancellationError.self) {
        try await trainer.train(on: set) { _ in
          calls += 1
          unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        }
      }
      return calls
    }
    #expect(await task.value == 1)
  }

  @Test("training handles queries without rows, and sets with one kind of answer")
  func degenerate() async throws {
    var set = TrainingSet(featureCount: 2, noveltyFeatureCount: 1)
    for _ in 0..<60 {
      try set.append(candidates: Matrix(rows: 0, columns: 2), novelty: [1], target: nil)
      try set.append(candidates: Matrix(rows: 1, columns: 2), novelty: [0], target: 0)
    }
    let model = try await small().train(on: set, validation: set).model
    #expect(try set.judge(model).hits == 1)
    #expect(try set.judge(model.calibrateTemperature(on: set)).hits == 1)
  }

  @Test("invalid queries are rejected and leave the set unchanged")
  func refusals() async throws {
    var set = TrainingSet(featureCount: 2, noveltyFeatureCount: 1)
    let good = Matrix(rows: 2, columns: 2)
    var bad = good
    bad[1, 1] = .nan
    #expect(throws: TrainingError.featureCount(expected: 2, found: 3)) {
      try set.append(candidates: Matrix(rows: 1, columns: 3), novelty: [0], target: nil)
    }
    #expect(throws: TrainingError.noveltyFeatureCount(expected: 1, found: 0)) {
      try set.append(candidates: good, novelty: [], target: nil)
    }
    for target in [-1, 2] {
      #expect(throws: TrainingError.target(target, rows: 2)) {
        try set.append(candidates: good, novelty: [0], target: target)
      }
    }
    for weight in [-1, .nan, .infinity] as [Float] {
      #expect(throws: TrainingError.weight) {
        try set.append(candidates: good, novelty: [0], target: nil, weight: weight)
      }
    }
    #expect(throws: TrainingError.featureNotFinite) {
      try set.append(candidates: bad, novelty: [0], target: 0)
    }
    #expect(throws: TrainingError.featureNotFinite) {
      try set.append(candidates: good, novelty: [.infinity], target: 0)
    }
    #expect(
      set.queryCount == 0 && set.candidateCount == 0 && set.features.isEmpty && set.noveltyFeatures.isEmpty)
    let trainer = try small()
    let empty = set
    await #expect(throws: TrainingError.empty) { try await trainer.train(on: empty) }
    try set.append(candidates: good, novelty: [0], target: 1)
    let (one, other) = (set, TrainingSet(featureCount: 3, noveltyFeatureCount: 1))
    await #expect(throws: TrainingError.validationShape) {
      try await trainer.train(on: one, validation: other)
    }
  }

  @Test("hyper-parameters outside their range are rejected by name")
  func configuration() {
    func expect(_ name: String, _ change: (inout TrainingConfiguration) -> Void) {
      #expect(throws: TrainingError.configuration(name)) { try small(change) }
    }
    expect("epochs") { $0.epochs = 0 }
    expect("batchSize") { $0.batchSize = 0 }
    expect("learningRate") { $0.learningRate = .nan }
    expect("hiddenSizes") { $0.hiddenSizes = [0] }
    expect("gradientLimit") { $0.gradientLimit = 0 }
    expect("featureDropout") { $0.featureDropout = 1 }
  }

  @Test("two appended sets equal one set")
  func concatenation() throws {
    let whole = try World.smooth(queries: 10, rows: 3, seed: 1)
    var halves = [whole, whole].map { TrainingSet(featureCount: $0.featureCount, noveltyFeatureCount: 1) }
    for query in 0..<10 {
      let target = Int(whole.targets[query])
      try halves[query / 5].append(
        candidates: whole.candidates(ofQuery: query), novelty: whole.novelty(ofQuery: query),
        target: target < 0 ? nil : target)
    }
    try halves[0].append(contentsOf: halves[1])
    #expect(halves[0].features == whole.features)
    #expect(halves[0].offsets == whole.offsets)
    #expect(halves[0].targets == whole.targets)
    #expect(throws: TrainingError.self) {
      try halves[0].append(contentsOf: TrainingSet(featureCount: 1, noveltyFeatureCount: 1))
    }
  }
}

@Suite("Calibration")
struct CalibrationTests {
  /// The world draws from softmax(inverseTemperature · f); a model that scores f needs temperature
  /// 1 / inverseTemperature.
  @Test(
    "calibration finds the temperature of the world, and the bias of none", arguments: [0.5, 1, 3] as [Float])
  func findsTemperature(inverseTemperature: Float) throws {
    var world = TrainingSet(featureCount: 1, noveltyFeatureCount: 1)
    var random = SeededRandom(seed: 8)
    for _ in 0..<4000 {
      let scores = (0..<5).map { _ in random.normal() }
      let none = random.normal()
      let p = PlainKernels.softmax(
        scores.map { $0 * inverseTemperature }, with: none * inverseTemperature + 0.7)
      var rest = random.uniform()
      var target: Int?
      for (row, probability) in p.probabilities.enumerated() where target == nil {
        rest -= probability
        if rest < 0 { target = row }
      }
      try world.append(
        candidates: Matrix(rows: 5, columns: 1, elements: scores), novelty: [none], target: target)
    }
    let line = try Network(hidden: [], output: [], skip: [1], bias: 0)
    let model = try RankingModel(
      candidateNetwork: line, candidateStandardizer: Standardizer(identity: 1), noveltyNetwork: line,
      noveltyStandardizer: Standardizer(identity: 1))
    let calibrated = try model.calibrateTemperature(on: world)
    #expect(abs(calibrated.temperature * inverseTemperature - 1) < 0.1)
    #expect(abs(calibrated.noneBias - 0.7) < 0.15)
    #expect(try world.judge(calibrated).logLoss < world.judge(model).logLoss)
    let only = try model.calibrateTemperature(on: world, fitsNoneBias: false)
    #expect(only.noneBias == 0)
    #expect(try world.judge(only).logLoss <= world.judge(model).logLoss + 1e-6)
    let again = try calibrated.calibrateTemperature(on: world)
    #expect(abs(again.temperature - calibrated.temperature) < 1e-3)
  }

  @Test("sets that do not fit or are empty are rejected")
  func refusals() throws {
    let model = try randomModel(features: 3, novelty: 1, seed: 1)
    #expect(throws: TrainingError.validationShape) {
      try model.calibrateTemperature(on: TrainingSet(featureCount: 2, noveltyFeatureCount: 1))
    }
    #expect(throws: TrainingError.empty) {
      try model.calibrateTemperature(on: TrainingSet(featureCount: 3, noveltyFeatureCount: 1))
    }
  }
}

extension Array where Element: Sendable {
  fileprivate func asyncMap<T>(_ transform: (Element) async throws -> T) async rethrows -> [T] {
    var results: [T] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
