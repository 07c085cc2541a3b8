public import Activities
public import Suggestions

/// Is it any good? Measures the engine and the rules that it has to beat, on the same queries.
public struct Evaluator: Sendable {
  /// How donations are replayed.
  public var replay = Replay()
  /// Which rules are measured beside the engine.
  public var baselines = Baseline.allCases
  /// For the bootstrap intervals.
  public var seed: UInt64 = 1

  private let model: SuggestionModel

  /// Measures a model by the protocol of design section 8.
  public init(model: SuggestionModel) {
    self.model = model
  }

  /// Replays every user's donations once for each ranker, users in parallel.
  ///
  /// - Parameters:
  ///   - users: The donations of each user, in the order of time.
  ///   - nanoseconds: A clock for timing queries; `nil` leaves times out.
  ///   - progress: Told how many of all donations have been replayed by the engine.
  /// - Complexity: O(donations x activities).
  public func measure(
    _ users: [[Donation]], nanoseconds: (@Sendable () -> UInt64)? = nil,
    progress: (@Sendable (_ donations: Int) -> Void)? = nil
  ) async throws -> Evaluation {
    let results = try await withThrowingTaskGroup(of: (Int, [Measured]).self) { group in
      for (index, donations) in users.enumerated() {
        group.addTask {
          let measured = try measure(donations, nanoseconds: nanoseconds)
          progress?(donations.count)
          return (index, measured)
        }
      }
      return try await group.reduce(into: [Int: [Measured]]()) { $0[$1.0] = $1.1 }
    }
    let names = ["hunch"] + baselines.map(\.rawValue)
    let rankers = names.indices.map { ranker in
      let byUser = users.indices.compactMap { results[$0]?[ranker] }
      return Evaluation.Ranker(
        name: names[ranker],
        metrics: RankingMetrics(outcomesByUser: byUser.map(\.outcomes), seed: seed),
        microsecondsPerQuery: Self.microsecondsPerQuery(byUser.map(\.stopwatch)))
    }
    let scored = users.indices.reduce(0) { $0 + (results[$1]?.first?.outcomes.count ?? 0) }
    return Evaluation(users: users.count, scored: scored, rankers: rankers)
  }

  private struct Measured {
    let outcomes: [QueryOutcome]
    let stopwatch: Stopwatch
  }

  /// What all rankers make of one user, the engine first.
  private func measure(_ donations: [Donation], nanoseconds: (@Sendable () -> UInt64)?) throws -> [Measured] {
    let rankers: [any Ranker] = [HunchRanker(model: model)] + baselines.map { $0.makeRanker() }
    return try rankers.map { ranker in
      try Task.checkCancellation()
      return try measure(donations, ranker: ranker, nanoseconds: nanoseconds)
    }
  }

  private func measure(
    _ donations: [Donation], ranker: some Ranker, nanoseconds: (@Sendable () -> UInt64)?
  ) throws -> Measured {
    var ranker = ranker
    var stopwatch = Stopwatch(nanoseconds: nanoseconds)
    let outcomes = try replay.run(donations, asking: &ranker, stopwatch: &stopwatch)
    return Measured(outcomes: outcomes, stopwatch: stopwatch)
  }

  private static func microsecondsPerQuery(_ stopwatches: [Stopwatch]) -> Double? {
    let laps = stopwatches.reduce(0) { $0 + $1.laps }
    guard laps > 0, stopwatches.contains(where: { $0.nanoseconds != nil }) else { return nil }
    return Double(stopwatches.reduce(0) { $0 + $1.total }) / Double(laps) / 1_000
  }
}
