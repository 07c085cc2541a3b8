import Kernels
import Testing

@testable import Ranking

@Suite("Trainer of horizon models")
struct HorizonTrainerTests {
  private static func configuration(
    _ change: (inout TrainingConfiguration) -> Void = { _ in }
  ) -> TrainingConfiguration {
    var configuration = TrainingConfiguration.sample
    configuration.l2 = 0.01
    configuration.averageDecay = 0.98
    configuration.epochs = 12
    change(&configuration)
    return configuration
  }

  /// The probability of a row by a known, non-linear relation.
  private static func chance(_ line: [Float]) -> Double {
    let logit = Double(-1 + 1.5 * line[0] - line[1] + 0.8 * abs(line[2]))
    return 1 / (1 + Elementary.exponential(-logit))
  }

  private static func examples(
    _ count: Int, seed: UInt64, weight: (Bool) -> Float = { _ in 1 },
    keep: (Bool, Float) -> Bool = { _, _ in true }
  ) throws -> HorizonExamples {
    var (random, examples) = (SeededRandom(seed: seed), HorizonExamples(columns: 3))
    while examples.count < count {
      let line = [random.normal(), random.normal(), random.normal()]
      let isDone = Double(random.uniform()) < chance(line)
      if keep(isDone, random.uniform()) { try examples.append(line, done: isDone, weight: weight(isDone)) }
    }
    return examples
  }

  /// The mean absolute and the mean signed difference of its probabilities from the true ones.
  private static func errors(of model: HorizonModel, seed: UInt64) throws -> (size: Double, bias: Double) {
    let lines = try examples(2_000, seed: seed)
    var (scratch, logits) = (ScoringScratch(), [Float]())
    try model.logits(of: lines.evidence, scratch: &scratch, into: &logits)
    var (size, bias) = (0.0, 0.0)
    for (line, logit) in logits.enumerated() {
      let error = 1 / (1 + Elementary.exponential(-Double(logit))) - chance(Array(lines.evidence.row(line)))
      size += abs(error) / Double(logits.count)
      bias += error / Double(logits.count)
    }
    return (size, bias)
  }

  @Test("the same examples and seed give the same model, and another seed gives another")
  func deterministic() throws {
    let examples = try Self.examples(400, seed: 1)
    let first = try HorizonTrainer(Self.configuration()).fit(to: examples)
    #expect(try HorizonTrainer(Self.configuration()).fit(to: examples) == first)
    #expect(try HorizonTrainer(Self.configuration { $0.seed = 2 }).fit(to: examples) != first)
    #expect(first.featureCount == 3 && first.network.hiddenSizes == [16, 8])
  }

  @Test(
    "training learns a known relation with calibrated probabilities, and the loss falls",
    arguments: 1...2 as ClosedRange<UInt64>)
  func calibrated(seed: UInt64) throws {
    var losses: [Double] = []
    let model = try HorizonTrainer(Self.configuration { $0.seed = seed })
      .fit(to: Self.examples(6_000, seed: seed)) { epoch, loss in
        losses.append(loss)
        #expect(epoch == losses.count)
      }
    #expect(losses.count == 12 && losses[11] < losses[0])
    let errors = try Self.errors(of: model, seed: seed + 10)
    #expect(errors.size < 0.04 && abs(errors.bias) < 0.02, "\(errors)")
  }

  @Test("sampling rows, with weights for the omitted ones, gives the same probabilities")
  func weighed() throws {
    let examples = try Self.examples(
      6_000, seed: 5, weight: { $0 ? 0.3 : 1.2 }, keep: { isDone, draw in isDone || draw < 0.25 })
    let errors = try Self.errors(of: HorizonTrainer(Self.configuration()).fit(to: examples), seed: 15)
    #expect(errors.size < 0.05 && abs(errors.bias) < 0.03, "\(errors)")
  }

  @Test("only relative weights matter, and a factor multiplies them")
  func scale() throws {
    let one = try Self.examples(200, seed: 6)
    var double = HorizonExamples(columns: 3)
    try double.append(contentsOf: one, weighing: 2)
    #expect(double.weights == one.weights.map { 2 * $0 } && double.done == one.done)
    #expect(double.evidence == one.evidence)
    let trainer = try HorizonTrainer(Self.configuration())
    #expect(try trainer.fit(to: double) == trainer.fit(to: one))
  }

  @Test("empty sets, rows of another width and settings out of range are rejected")
  func refused() throws {
    let trainer = try HorizonTrainer(Self.configuration())
    #expect(throws: TrainingError.empty) { try trainer.fit(to: HorizonExamples(columns: 3)) }
    var examples = HorizonExamples(columns: 3)
    try examples.append([1, 2, 3], done: true, weight: 0)
    #expect(throws: TrainingError.empty) { try trainer.fit(to: examples) }
    #expect(throws: RankingError.featureCount(expected: 3, found: 2)) {
      try examples.append([1, 2], done: true, weight: 1)
    }
    #expect(examples.count == 1 && examples.evidence.rows == 1)
    #expect(throws: TrainingError.configuration("epochs")) {
      try HorizonTrainer(Self.configuration { $0.epochs = 0 })
    }
  }

  @Test("one example, or equal examples, still give a model with finite logits")
  func degenerate() throws {
    for (count, isDone) in [(1, true), (1, false), (50, true)] {
      var examples = HorizonExamples(columns: 3)
      for _ in 0..<count { try examples.append([1, -2, 3], done: isDone, weight: 0.5) }
      let model = try HorizonTrainer(Self.configuration()).fit(to: examples)
      var (scratch, logits) = (ScoringScratch(), [Float]())
      try model.logits(of: examples.evidence, scratch: &scratch, into: &logits)
      #expect(logits.allSatisfy { $0.isFinite && ($0 > 0) == isDone })
    }
  }

  @Test("an error from progress, and cancellation, stop the fit")
  func stopped() async throws {
    struct Enough: Error {}
    let examples = try Self.examples(200, seed: 7)
    let trainer = try HorizonTrainer(Self.configuration())
    #expect(throws: Enough.self) { try trainer.fit(to: examples) { _, _ in throw Enough() } }
    await #expect(throws: CancellationError.self) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.cancelAll()
        group.addTask { _ = try trainer.fit(to: examples) }
        try await group.waitForAll()
      }
    }
  }
}
