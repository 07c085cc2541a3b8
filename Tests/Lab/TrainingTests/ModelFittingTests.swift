import Activities
import Evaluation
import Features
import Foundation
import Ranking
import Simulation
import Suggestions
import Synchronization
import TestSupport
import Testing

@testable import Training

@Suite("Training: fitting a model")
struct ModelFittingTests {
  /// The number of queries that a model is fitted to.
  private static func queryCount(_ logs: [FittingLog], _ plan: FittingPlan) throws -> Int {
    try logs.enumerated().reduce(0) { sum, numbered in
      try numbered.element.users.enumerated().reduce(sum) { sum, user in
        let end = Replay.first(plan.until, of: user.element.count)
        let seed = plan.seed(log: numbered.offset, user: user.offset)
        return try sum + World.queries(user.element, by: plan, seed: seed).count { $0.number < end }
      }
    }
  }

  @Test("the same logs and seed give the same model, and another seed gives another")
  func deterministic() async throws {
    let logs = [
      FittingLog(
        name: "two", donations: try World.history(150, by: "ada") + World.history(120, by: "kai", seed: 2)),
      try World.log(130, seed: 3),
    ]
    let first = try await ModelFitting(World.plan()).fit(to: logs)
    let again = try await ModelFitting(World.plan()).fit(to: logs)
    #expect(again.model == first.model && again.training == first.training)
    let other = try await ModelFitting(World.plan { $0.optimisation.seed = 2 }).fit(to: logs)
    #expect(other.model != first.model)
    #expect(try first.queries == Self.queryCount(logs, World.plan()) && first.queries > 90 + 72 + 78)
    #expect(first.training.epochs.allSatisfy { $0.validation != nil })
    #expect(first.model.featureCount == FeatureSchema.current.width)
  }

  @Test("a resumed fit ends as if it had not been interrupted")
  func resumed() async throws {
    let logs = [try World.log(150), try World.log(130, seed: 3)]
    var kept: [TrainingCheckpoint] = []
    let whole = try await ModelFitting(World.plan()).fit(to: logs, keep: { kept.append($0) })
    let rest = try await ModelFitting(World.plan()).fit(to: logs, from: kept[0])
    #expect(kept.count == 2 && rest.model == whole.model && rest.training == whole.training)
  }

  @Test("excluded evidence has no effect, and the rest has")
  func without() async throws {
    let plan = World.plan { $0.without = [.time, .agreement] }
    let model = try await ModelFitting(plan).fit(to: [try World.log(150)]).model
    let columns = FeatureSchema.current.columns
    for (column, factor) in zip(columns, model.candidateStandardizer.factor) {
      if plan.without.contains(column.group) { #expect(factor == 0, "\(column.name)") }
    }
    for group in [FeatureGroup.habit, .recency] {
      let factors = zip(columns, model.candidateStandardizer.factor).filter { $0.0.group == group }
      #expect(factors.contains { $0.1 != 0 }, "\(group)")
    }
  }

  @Test("a plan lists every setting that decides the result, under its own name")
  func listed() {
    let plan = World.plan { $0.without = [.time, .habit] }
    let names = plan.hyperParameters.map(\.name)
    let ofHorizons = [
      "horizons": "horizon.lengths", "moments": "horizon.moments", "horizonUsers": "horizon.users",
      "linesPerMoment": "horizon.linesPerMoment", "leads": "horizon.leads",
    ]
    let own = Mirror(reflecting: plan).children.compactMap(\.label)
      .filter { !["optimisation", "horizonOptimisation"].contains($0) }.map { ofHorizons[$0] ?? $0 }
    let unused: Set = ["horizon.noveltyHiddenSizes", "horizon.featureDropout"]
    let optimisations =
      plan.optimisation.hyperParameters.map(\.name)
      + plan.horizonOptimisation.hyperParameters.map { "horizon." + $0.name }
    #expect(Set(names) == Set(own + optimisations).subtracting(unused))
    #expect(Set(names).count == names.count)
    #expect(plan.hyperParameters.first { $0.name == "without" }?.value == "[\"habit\", \"time\"]")
  }

  @Test("without donations to choose by, the last epoch counts, at temperature 1")
  func noValidation() async throws {
    let (plan, logs) = (World.plan { $0.until = 1 }, [try World.log(120)])
    let result = try await ModelFitting(plan).fit(to: logs)
    #expect(try result.queries == Self.queryCount(logs, plan) && result.training.bestEpoch == 2)
    #expect(result.model == result.training.model && result.model.temperature == 1)
  }

  @Test("the weights of logs change the model for several logs, and nothing for one")
  func weights() async throws {
    let logs = [try World.log(400), try World.log(100, seed: 9)]
    let root = try await ModelFitting(World.plan()).fit(to: logs)
    let even = try await ModelFitting(World.plan { $0.logWeightExponent = 1 }).fit(to: logs)
    #expect(root.queries == even.queries && root.model != even.model)
    // Weights are relative: of one log alone they change nothing.
    let alone = try await ModelFitting(World.plan()).fit(to: [logs[0]])
    let same = try await ModelFitting(World.plan { $0.logWeightExponent = 1 }).fit(to: [logs[0]])
    #expect(abs(alone.training.epochs[1].loss - same.training.epochs[1].loss) < 1e-3)
  }

  @Test("progress replays all donations first, then optimises batch by batch")
  func progress() async throws {
    let donations = try World.history(150, by: "ada") + World.history(120, by: "kai", seed: 2)
    let steps = Mutex<[ModelFitting.Progress]>([])
    let logs = [FittingLog(name: "two", donations: donations), try World.log(130)]
    _ = try await ModelFitting(World.plan()).fit(to: logs) { step in steps.withLock { $0.append(step) } }
    var (replayed, optimised, moments): ([Int], [TrainingProgress], [Int]) = ([], [], [])
    for step in steps.withLock(\.self) {
      switch step {
      case .replaying(let count, let total):
        #expect(total == 400 && optimised.isEmpty, "replaying comes first")
        replayed.append(count)
      case .optimising(let progress):
        #expect(moments.isEmpty)
        optimised.append(progress)
      case .replayingMoments(let count, let total):
        #expect(total == 400 && !optimised.isEmpty, "horizons come last")
        moments.append(count)
      }
    }
    #expect(moments == [270, 400])
    #expect(replayed.count == 3 && replayed == replayed.sorted() && replayed.last == 400)
    #expect(optimised.map(\.epoch) == optimised.map(\.epoch).sorted())
    #expect(optimised.last?.epoch == 2 && optimised.last?.validation != nil)
  }

  @Test("a cancelled task stops before it replays anything")
  func cancelled() async throws {
    let log = try World.log(150)
    await #expect(throws: CancellationError.self) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.cancelAll()
        group.addTask {
          _ = try await ModelFitting(World.plan()).fit(to: [log]) { _ in Issue.record("nothing is to happen")
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test("a task that is cancelled during the optimisation stops before the next batch")
  func cancelledLater() async throws {
    let log = try World.log(150)
    let batches = Mutex(0)
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let running = Mutex<Task<Void, any Error>?>(nil)
    let task = Task {
      for await _ in gate {}  // until the progress knows which task to cancel
      _ = try await ModelFitting(World.plan()).fit(to: [log]) { step in
        guard case .optimising = step else { return }
        batches.withLock { $0 += 1 }
        running.withLock { $0?.cancel() }
      }
    }
    running.withLock { $0 = task }
    opener.finish()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(batches.withLock(\.self) == 1)
  }

  @Test("a model fitted to simulated people beats the most frequent on the rest of their logs")
  func simulated() async throws {
    let file = Repository.file("datasets/personas/ada.json")
    let persona = try Persona(json: Data(contentsOf: file), file: "ada.json")
    let log = FittingLog(name: "ada", donations: try Simulation(of: persona, seed: 5).donations(days: 20))
    let plan = World.plan { $0.optimisation.epochs = 8 }
    let model = try await ModelFitting(plan).fit(to: [log]).model
    var evaluator = Evaluator(
      model: try SuggestionModel(model, fittedFor: FeatureSchema.current.fingerprint))
    evaluator.baselines = [.mostFrequent]
    let figures = try await evaluator.measure(log.users).rankers.map(\.metrics.meanReciprocalRank)
    #expect(figures[0] > figures[1], "hunch \(figures[0]), most frequent \(figures[1])")
  }
}
