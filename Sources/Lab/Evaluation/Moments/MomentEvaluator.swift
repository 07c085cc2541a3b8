public import Activities
public import Suggestions

/// A measurement of how well rankers predict a user's next activities, at any moment and not only
/// at donations.
///
/// Each user's history is replayed once. Rankers are asked at every whole number of steps since
/// 1970 in UTC, from the first scored donation to the last one, for at most the first
/// ``MomentSchedule/mostDays`` days. They know the donations strictly before the moment, or before
/// an earlier one by ``MomentSchedule/lead``. They also know the last known place, and the UTC
/// offset of the last donation, which is used for the moment. They do not know attributes. They
/// learn from donations, and nothing from queries. Every activity donated in [moment, moment +
/// ``MomentSchedule/horizon``) counts as done; after the end of the log nothing does. Rankers only
/// learn from donations with inexact times: these cause no moments, and do not count as done.
public struct MomentEvaluator: Sendable {
  /// The share of each user's donations with an exact time to skip before the first moment, 0 to 1.
  public var scoreFrom = 0.7
  /// The users and moments to evaluate.
  public var schedule = MomentSchedule()
  /// The policy of interruptions, for ``MomentEvaluation/Ranker/underPolicy``.
  public var policy = SuggestionPolicy()
  /// The rules to measure.
  public var rules = MomentRule.allCases

  private let model: SuggestionModel

  /// Creates an evaluator of a model: every quarter of an hour of the last 30 %, within an hour,
  /// for twelve users.
  public init(model: SuggestionModel) {
    self.model = model
  }

  /// Replays the histories of the evaluated users in parallel, and measures.
  ///
  /// - Parameters:
  ///   - users: The donations of each user, in the order of time.
  ///   - progress: Called after each user with the numbers of donations of this user and of all
  ///     evaluated users.
  /// - Throws: ``ReplayError``, or `CancellationError`.
  /// - Complexity: O((moments + donations) x activities).
  public func measure(
    _ users: [[Donation]], progress: (@Sendable (_ donations: Int, _ total: Int) -> Void)? = nil
  ) async throws -> MomentEvaluation {
    try schedule.check()
    let asked = schedule.busiest(of: users).map { users[$0] }
    let total = asked.reduce(0) { $0 + $1.count }
    let tallies = try await asked.concurrentMap { donations in
      let tallies = try await replayed(donations)
      progress?(donations.count, total)
      return tallies
    }
    return MomentEvaluation(
      of: tallies, rules: rules, step: schedule.step, horizon: schedule.horizon, lead: schedule.lead,
      policy: policy)
  }

  /// Replays one user for all rules at once, and returns one entry per rule.
  private func replayed(_ donations: [Donation]) async throws -> [MomentTally] {
    var sink = MomentSink(
      rules.map { $0.makeRanker(model) }, every: schedule.step, within: schedule.horizon, under: policy)
    guard let replay = try schedule.replay(of: donations, from: scoreFrom) else { return sink.tallies }
    var history = ReplayHistory(donations[...])
    try await replay.run(&history, into: &sink)
    return sink.tallies
  }
}
