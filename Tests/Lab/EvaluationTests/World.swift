import Activities
import Features
import Kernels
import Ranking
import Suggestions

@testable import Evaluation

/// Donations and a small model, made up for tests.
enum World {
  /// Monday, 2024-01-01, 00:00 in UTC.
  static let monday: Int64 = 1_704_067_200_000

  static func instant(hour: Double) throws -> Instant {
    try Instant(milliseconds: monday + Int64(hour * 3_600_000))
  }

  static func donation(
    _ name: String, hour: Double, place: Place? = nil, attributes: [String: ActivityValue] = [:],
    by user: UserIdentifier = .me, precision: TimePrecision = .exact
  ) throws -> Donation {
    var details = Donation.Details()
    details.timePrecision = precision
    return try Donation(
      of: UserActivity(activityType: "org.example.notes.open", userInfo: ["document": .string(name)]),
      by: user, in: Context(at: instant(hour: hour), place: place, attributes: attributes), details: details)
  }

  /// One donation an hour.
  static func hourly(_ names: [String], by user: UserIdentifier = .me) throws -> [Donation] {
    try names.enumerated().map { try donation($0.element, hour: Double($0.offset), by: user) }
  }

  /// A linear model that believes the experts' agreement.
  static func model() throws -> SuggestionModel {
    let schema = FeatureSchema.current
    let skip: [Float] = schema.columns.map { $0.name == "agreement/share" ? 1 : 0 }
    let novelty = [Float](repeating: 0, count: schema.noveltyNames.count)
    return try SuggestionModel(
      RankingModel(
        candidateNetwork: Network(hidden: [], output: [], skip: skip, bias: 0),
        candidateStandardizer: Standardizer(identity: schema.width),
        noveltyNetwork: Network(hidden: [], output: [], skip: novelty, bias: -3),
        noveltyStandardizer: Standardizer(identity: novelty.count)),
      fittedFor: schema.fingerprint)
  }
}

extension Replay {
  /// Measures rankers on a user's donations.
  ///
  /// - Parameters:
  ///   - share: The share of donations before scoring.
  ///   - start: The first donation with a query; `nil` for the first scored one.
  func measured(
    _ donations: [Donation], from share: Double, start: Int? = nil, asking rankers: any Ranker...,
    by nanoseconds: (@Sendable () -> UInt64)? = nil
  ) async throws -> RankingSink {
    let firstScored = Replay.first(share, of: donations.count)
    var sink = RankingSink(
      rankers, from: start ?? firstScored, firstScored: firstScored, nanoseconds: nanoseconds)
    var history = ReplayHistory(donations[...])
    try await run(&history, into: &sink)
    return sink
  }
}

extension ReplayedUser {
  /// Creates a user with ranks only.
  ///
  /// - Parameters:
  ///   - ranks: One array a ranker, the engine first, with a rank a query; `nil` is a new activity.
  ///   - seen: How many donations came before the first query.
  ///   - hours: The hour of each query; noon, if none are given.
  ///   - scoredFrom: The first query that is scored.
  init(ranks: [[Int?]], seen: Int = 1, hours: [Int]? = nil, scoredFrom: Int = 0) {
    self.init(
      queries: ranks[0].indices.map { Query(donationsSeen: seen + $0, hour: hours?[$0] ?? 12) },
      outcomes: ranks.map { $0.map { QueryOutcome(rank: $0, probability: nil, topProbability: nil) } },
      firstScored: scoredFrom, stopwatches: ranks.map { _ in Stopwatch(nanoseconds: nil) })
  }
}
