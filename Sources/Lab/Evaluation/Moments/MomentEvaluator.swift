public import Activities
public import Suggestions

/// Measures how well rankers foretell what a user does soon, at moments of any kind and not only at
/// donations.
///
/// Each user's history goes by once. Rankers are asked at every whole number of steps since 1970 in
/// UTC, from the first scored donation to the last one, for at most the first
/// ``MomentSchedule/mostDays`` days. They know the donations strictly before the moment, or so much
/// earlier as ``MomentSchedule/lead`` says, and with them the last known place and the UTC offset
/// of the last one, which is that of the moment; attributes they are not told. They learn donations
/// as they come, and nothing from being asked. Every activity that is donated in [moment, moment +
/// ``MomentSchedule/horizon``) counts as done; after the end of the log nothing is. Donations whose
/// time is not exact are learned from, and nothing else: no moments are asked because of them, and
/// they are not what was done.
public struct MomentEvaluator: Sendable {
  /// The share of each user's donations with an exact time, 0 to 1, from which on moments are
  /// asked.
  public var scoreFrom = 0.7
  /// Which users are asked, and when.
  public var schedule = MomentSchedule()
  /// The policy under which a person is interrupted, in ``MomentEvaluation/Ranker/underPolicy``.
  public var policy = SuggestionPolicy()
  /// What is measured.
  public var rules = MomentRule.allCases

  private let model: SuggestionModel

  /// An evaluator of a model: every quarter of an hour of the last 30 %, within an hour, for twelve
  /// users.
  public init(model: SuggestionModel) {
    self.model = model
  }

  /// Replays the histories of the users who are asked, users in parallel, and measures.
  ///
  /// - Parameters:
  ///   - users: The donations of each user, in the order of time.
  ///   - progress: Told, whenever a user is done, how many donations that user has, and all users
  ///     who are asked.
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

  /// Replays one user, all rules at once, and returns one entry a rule.
  private func replayed(_ donations: [Donation]) async throws -> [MomentTally] {
    var sink = MomentSink(
      rules.map { $0.makeRanker(model) }, every: schedule.step, within: schedule.horizon, under: policy)
    guard let replay = try schedule.replay(of: donations, from: scoreFrom) else { return sink.tallies }
    var history = ReplayHistory(donations[...])
    try await replay.run(&history, into: &sink)
    return sink.tallies
  }
}
