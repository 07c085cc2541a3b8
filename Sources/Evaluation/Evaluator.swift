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
  /// Whether every query is asked, not the scored ones only, and ``Evaluation/details`` are computed.
  public var isDetailed = false

  private let model: SuggestionModel

  /// Measures a model by the protocol of design section 8.
  public init(model: SuggestionModel) {
    self.model = model
  }

  /// Replays every user's donations once for each ranker, users in parallel, and measures.
  ///
  /// - Parameters:
  ///   - users: The donations of each user, in the order of time.
  ///   - nanoseconds: A clock for timing scored queries; `nil` leaves times out.
  ///   - progress: Told how many donations were replayed by all rankers, whenever a user is done.
  /// - Complexity: O(donations x activities).
  public func measure(
    _ users: [[Donation]], nanoseconds: (@Sendable () -> UInt64)? = nil,
    progress: (@Sendable (_ donations: Int) -> Void)? = nil
  ) async throws -> Evaluation {
    evaluation(of: try await replayed(users, nanoseconds: nanoseconds, progress: progress))
  }

  /// Replays every user's donations once for each ranker, users in parallel.
  ///
  /// Replays of several logs may be put together: ``coldStart(of:)`` is then over all of their users.
  ///
  /// - Parameters:
  ///   - users: The donations of each user, in the order of time.
  ///   - nanoseconds: A clock for timing scored queries; `nil` leaves times out.
  ///   - progress: Told how many donations were replayed by all rankers, whenever a user is done.
  /// - Returns: One entry a user, in their order.
  /// - Complexity: O(donations x activities).
  public func replayed(
    _ users: [[Donation]], nanoseconds: (@Sendable () -> UInt64)? = nil,
    progress: (@Sendable (_ donations: Int) -> Void)? = nil
  ) async throws -> [ReplayedUser] {
    let results = try await withThrowingTaskGroup(of: (Int, ReplayedUser).self) { group in
      for (index, donations) in users.enumerated() {
        group.addTask {
          let user = try replayed(donations, nanoseconds: nanoseconds)
          progress?(donations.count)
          return (index, user)
        }
      }
      return try await group.reduce(into: [Int: ReplayedUser]()) { $0[$1.0] = $1.1 }
    }
    return users.indices.compactMap { results[$0] }
  }

  /// Measures what was replayed.
  ///
  /// - Complexity: O(n log n) for n queries, plus 1,000 resamples for each figure with an interval.
  public func evaluation(of users: [ReplayedUser]) -> Evaluation {
    let rankers = names.indices.map { ranker in
      Evaluation.Ranker(
        name: names[ranker],
        metrics: RankingMetrics(
          outcomesByUser: users.map { $0.scoredOutcomes(ofRanker: ranker) }, seed: seed),
        microsecondsPerQuery: Self.microsecondsPerQuery(users.map { $0.stopwatches[ranker] }))
    }
    return Evaluation(
      users: users.count, scored: users.reduce(0) { $0 + $1.scored.count }, rankers: rankers,
      details: isDetailed ? EvaluationDetails(of: users, names: names, seed: seed) : nil)
  }

  /// The curve over the number of donations that were seen of a user, over all queries if the replay was detailed.
  ///
  /// - Complexity: O(queries x rankers), plus 1,000 resamples a bin.
  public func coldStart(of users: [ReplayedUser]) -> [QuerySlice] {
    .coldStart(of: users, names: names, seed: seed)
  }

  private var names: [String] { ["hunch"] + baselines.map(\.rawValue) }

  /// What all rankers make of one user, the engine first.
  ///
  /// Before the first donation nothing is known to rank, so there is no query for it unless it is scored.
  private func replayed(
    _ donations: [Donation], nanoseconds: (@Sendable () -> UInt64)?
  ) throws -> ReplayedUser {
    let firstScored = replay.firstScored(of: donations.count)
    let start = isDetailed ? min(1, firstScored) : firstScored
    let rankers: [any Ranker] = [HunchRanker(model: model)] + baselines.map { $0.makeRanker() }
    let measured = try rankers.map { ranker in
      try Task.checkCancellation()
      return try measure(donations, from: start, ranker: ranker, nanoseconds: nanoseconds)
    }
    return ReplayedUser(
      queries: (start..<donations.count).map { index in
        let hour = Int(donations[index].context.instant.localHour)
        return ReplayedUser.Query(donationsSeen: index, hour: hour)
      },
      outcomes: measured.map(\.outcomes), firstScored: firstScored - start,
      stopwatches: measured.map(\.stopwatch))
  }

  private func measure(
    _ donations: [Donation], from start: Int, ranker: some Ranker, nanoseconds: (@Sendable () -> UInt64)?
  ) throws -> (outcomes: [QueryOutcome], stopwatch: Stopwatch) {
    var ranker = ranker
    var stopwatch = Stopwatch(nanoseconds: nanoseconds)
    let outcomes = try replay.run(donations, asking: &ranker, stopwatch: &stopwatch, from: start)
    return (outcomes, stopwatch)
  }

  private static func microsecondsPerQuery(_ stopwatches: [Stopwatch]) -> Double? {
    let laps = stopwatches.reduce(0) { $0 + $1.laps }
    guard laps > 0, stopwatches.contains(where: { $0.nanoseconds != nil }) else { return nil }
    return Double(stopwatches.reduce(0) { $0 + $1.total }) / Double(laps) / 1_000
  }
}
