import Kernels
import Testing

@testable import Ranking

@Suite("Resumed training")
struct TrainingCheckpointTests {
  private static let set = Result { try World.smooth(queries: 120, rows: 5, seed: 1) }
  private static let held = Result { try World.smooth(queries: 60, rows: 5, seed: 2) }

  private static func trainer(_ change: (inout TrainingConfiguration) -> Void = { _ in }) throws -> Trainer {
    var configuration = TrainingConfiguration.sample
    configuration.epochs = 5
    configuration.featureDropout = 0.1
    change(&configuration)
    return try Trainer(configuration)
  }

  /// The checkpoints after each epoch of an uninterrupted training, and its result.
  private static func uninterrupted(
    validation: TrainingSet?
  ) async throws -> (kept: [TrainingCheckpoint], result: TrainingResult) {
    var kept: [TrainingCheckpoint] = []
    let result = try await trainer().train(on: set.get(), validation: validation, keep: { kept.append($0) })
    return (kept, result)
  }

  @Test("training resumed after any epoch ends as if it had not been stopped", arguments: [true, false])
  func resumed(judged: Bool) async throws {
    let validation = judged ? try Self.held.get() : nil
    let (kept, result) = try await Self.uninterrupted(validation: validation)
    #expect(kept.map(\.epochs.count) == [1, 2, 3, 4, 5])
    for checkpoint in kept {
      var later: [TrainingCheckpoint] = []
      let resumed = try await Self.trainer().train(
        on: Self.set.get(), validation: validation, workers: 3, from: checkpoint,
        keep: { later.append($0) })
      #expect(resumed == result, "after epoch \(checkpoint.epochs.count)")
      #expect(later == Array(kept.dropFirst(checkpoint.epochs.count)))
    }
  }

  @Test("a stop in the middle of an epoch leaves the previous epoch")
  func middle() async throws {
    struct Stop: Error {}
    let (kept, result) = try await Self.uninterrupted(validation: nil)
    var last: TrainingCheckpoint?
    await #expect(throws: Stop.self) {
      try await Self.trainer().train(
        on: Self.set.get(),
        progress: { if $0.epoch == 3, $0.batch == 2 { throw Stop() } }, keep: { last = $0 })
    }
    #expect(last == kept[1])
    #expect(try await Self.trainer().train(on: Self.set.get(), from: last) == result)
  }

  @Test("a state that cannot belong to this training is rejected")
  func refused() async throws {
    let checkpoint = try await Self.uninterrupted(validation: nil).kept[3]
    let changes: [(inout TrainingConfiguration) -> Void] = [
      { $0.epochs = 3 }, { $0.hiddenSizes = [3] }, { $0.batchSize = 30 },
    ]
    for change in changes {
      await #expect(throws: TrainingError.checkpoint) {
        try await Self.trainer(change).train(on: Self.set.get(), from: checkpoint)
      }
    }
  }
}

@Suite("Columns to ignore in training")
struct SilentColumnTests {
  @Test("ignored columns affect neither the model nor the personal model")
  func silent() async throws {
    var set = try World.smooth(queries: 200, rows: 4, seed: 1)
    set.silentColumns = [0, 3, 99]
    let model = try await Trainer(.sample).train(on: set).model
    #expect(
      model.candidateStandardizer.factor.enumerated().filter { $0.element == 0 }.map(\.offset) == [0, 3])
    var candidates = try set.candidates(ofQuery: 0)
    var (one, other) = (AdaptedModel(model), AdaptedModel(model))
    var scratch = ScoringScratch()
    let novelty = set.novelty(ofQuery: 0)
    for step in 0..<20 {
      var changed = candidates
      for row in 0..<changed.rows { (changed[row, 0], changed[row, 3]) = (Float(step * row), -7) }
      let scores = try one.score(candidates: candidates, novelty: novelty, scratch: &scratch)
      #expect(try other.score(candidates: changed, novelty: novelty, scratch: &scratch) == scores)
      try one.learn(step % 4, candidates: candidates, novelty: novelty, scratch: &scratch)
      try other.learn(step % 4, candidates: changed, novelty: novelty, scratch: &scratch)
      #expect(one.change == other.change)
      candidates = try set.candidates(ofQuery: step)
    }
  }
}

@Suite("Hyper-parameters")
struct HyperParameterTests {
  @Test("each hyper-parameter is listed under its own name, in order, with a meaning")
  func complete() {
    let configuration = TrainingConfiguration.sample
    let listed = configuration.hyperParameters
    #expect(listed.map(\.name) == Mirror(reflecting: configuration).children.compactMap(\.label))
    #expect(listed.first { $0.name == "learningRate" }?.value == "0.01")
    let rates = PersonalModel.Rates()
    func fields(of step: some Sendable) -> [String] { Mirror(reflecting: step).children.compactMap(\.label) }
    #expect(
      rates.hyperParameters.map(\.name)
        == fields(of: rates.adaptation).map { "adaptation.\($0)" }
        + fields(of: rates.itemBias).map { "correction.\($0)" }
        + ["sharpness.learningRate", "sharpness.scoreVariance", "sharpness.settlingChoices"]
        + fields(of: rates.pool).map { "pool.\($0)" })
    #expect(
      fields(of: rates) == [
        "adaptation", "itemBias", "inverseTemperatureLearningRate", "scoreVariance", "settlingChoices",
        "pool",
      ])
    #expect((listed + rates.hyperParameters).allSatisfy { !$0.meaning.isEmpty })
  }
}
