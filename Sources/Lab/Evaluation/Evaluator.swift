public import Activities
public import Suggestions

// Evaluation: How well does it predict, and what would it have said?
//
// Start here: `Evaluator` replays a log at donations, `MomentEvaluator` asks at moments of any
// kind, both compared with simple rules (`Rankers`). `Backtest` repeats one moment of the past,
// `ExpectationCheck` tests expected suggestions, and `DonationLint` judges what a
// program donates. `Statistics` counts what is in a log.

/// A measurement of the engine, and of the rules that it has to beat, on the same queries.
///
/// Each user's donations are replayed in the order of time: ask, score, then donate. Every activity
/// that the user has ever done is ranked; a new one is a miss. For the engine, the served ranking
/// is measured, before thresholds, limits, feedback, gates and hints choose from it.
public struct Evaluator: Sendable {
  /// The share of each user's donations to skip before scoring, 0 to 1.
  public var scoreFrom = 0.7
  /// A Boolean value that tells whether a query knows the place of the next donation, or only the
  /// last known place.
  public var knowsPlace = false
  /// The rules to compare with the engine.
  public var baselines = Baseline.allCases
  /// The seed of the bootstrap intervals.
  public var seed: UInt64 = 1
  /// A Boolean value that tells whether to ask every query, not only scored ones, and compute
  /// ``Evaluation/details``.
  public var isDetailed = false

  private let model: SuggestionModel

  /// An evaluator of a model: the last 30 % of each user's donations are scored, with the last
  /// known place.
  public init(model: SuggestionModel) {
    self.model = model
  }

  /// Replays every user's donations, with users in parallel, and measures.
  ///
  /// - Parameters:
  ///   - users: The donations of each user, in the order of time.
  ///   - nanoseconds: A clock for timing scored queries; `nil` for no times.
  ///   - progress: Called after each user with the number of replayed donations.
  /// - Complexity: O(donations x activities).
  public func measure(
    _ users: [[Donation]], nanoseconds: (@Sendable () -> UInt64)? = nil,
    progress: (@Sendable (_ donations: Int) -> Void)? = nil
  ) async throws -> Evaluation {
    evaluation(of: try await replayed(users, nanoseconds: nanoseconds, progress: progress))
  }

  /// Replays every user's donations, users in parallel.
  ///
  /// You may combine replays of several logs; ``coldStart(of:)`` then covers all of their users.
  ///
  /// - Parameters:
  ///   - users: The donations of each user, in the order of time.
  ///   - nanoseconds: A clock for timing scored queries; `nil` for no times.
  ///   - progress: Called after each user with the number of replayed donations.
  /// - Returns: One entry per user, in their order.
  /// - Complexity: O(donations x activities).
  public func replayed(
    _ users: [[Donation]], nanoseconds: (@Sendable () -> UInt64)? = nil,
    progress: (@Sendable (_ donations: Int) -> Void)? = nil
  ) async throws -> [ReplayedUser] {
    try await users.concurrentMap { donations in
      let user = try await replayed(donations, nanoseconds: nanoseconds)
      progress?(donations.count)
      return user
    }
  }

  /// Measures the replayed users.
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

  /// Returns the curve over the number of donations seen of a user, over all queries if the replay
  /// was detailed.
  ///
  /// - Complexity: O(queries x rankers), plus 1,000 resamples a bin.
  public func coldStart(of users: [ReplayedUser]) -> [QuerySlice] {
    .coldStart(of: users, names: names, seed: seed)
  }

  /// The names of the rankers, the engine first.
  package var names: [String] { ["hunch"] + baselines.map(\.rawValue) }

  /// Replays one user, all rankers at once, the engine first.
  ///
  /// Before the first donation no activity is known, so it has no query unless it is scored.
  private func replayed(
    _ donations: [Donation], nanoseconds: (@Sendable () -> UInt64)?
  ) async throws -> ReplayedUser {
    var history = ReplayHistory(donations[...])
    return try await replayed(&history, donations: donations.count, nanoseconds: nanoseconds)
  }

  /// Replays one user of a store, page by page.
  ///
  /// - Parameter donations: The number of the user's donations.
  package func replayed(
    _ user: UserIdentifier, in store: any DonationStore, donations: Int
  ) async throws -> ReplayedUser {
    var history = try await ReplayHistory(of: user, in: store)
    return try await replayed(&history, donations: donations, nanoseconds: nil)
  }

  private func replayed(
    _ history: inout ReplayHistory, donations: Int, nanoseconds: (@Sendable () -> UInt64)?
  ) async throws -> ReplayedUser {
    let firstScored = Replay.first(scoreFrom, of: donations)
    let start = isDetailed ? min(1, firstScored) : firstScored
    var sink = RankingSink(
      [HunchRanker(model: model)] + baselines.map { $0.makeRanker() }, from: start, firstScored: firstScored,
      keepsPredictions: isDetailed, nanoseconds: nanoseconds)
    var replay = Replay(.eachDonation)
    replay.knowsPlace = knowsPlace
    try await replay.run(&history, into: &sink)
    return ReplayedUser(
      queries: sink.queries, outcomes: sink.outcomes, firstScored: firstScored - start,
      stopwatches: sink.stopwatches, predictions: sink.predictions, activities: sink.activities)
  }

  private static func microsecondsPerQuery(_ stopwatches: [Stopwatch]) -> Double? {
    let laps = stopwatches.reduce(0) { $0 + $1.laps }
    guard laps > 0, stopwatches.contains(where: { $0.nanoseconds != nil }) else { return nil }
    return Double(stopwatches.reduce(0) { $0 + $1.total }) / Double(laps) / 1_000
  }
}
