public import Activities
public import Suggestions

/// Measures how well rankers foretell what a user does soon, at moments of any kind and not only at donations.
///
/// Each user's history goes by once. Rankers are asked at every whole number of steps since 1970 in UTC, from the first
/// scored donation to the last one, for at most the first ``mostDays`` days. They know the donations strictly before the
/// moment, and with them the last known place and the UTC offset of the last one, which is that of the moment; attributes
/// they are not told. They learn donations as they come, and nothing from being asked. Every activity that is donated in
/// [moment, moment + ``horizon``) counts as done; after the end of the log nothing is. Donations whose time is not exact are learned
/// from, and nothing else: no moments are asked because of them, and they are not what was done.
public struct MomentEvaluator: Sendable {
  /// The fewest donations with an exact time of a user who is asked.
  public static let fewestDonations = 80
  /// The most days that a user is asked for, from the first scored donation on.
  public static let mostDays = 14

  /// The share of each user's donations with an exact time, 0 to 1, from which on moments are asked.
  public var scoreFrom = 0.7
  /// The seconds from one moment to the next, in whole milliseconds.
  public var step = 900.0
  /// The seconds within which an activity is to be done.
  public var horizon = 3_600.0
  /// The most users that are asked: those with the most donations with an exact time and, of equally many, the first in their
  /// order.
  public var mostUsers = 12
  /// The policy under which a person is interrupted, in ``MomentEvaluation/Ranker/underPolicy``.
  public var policy = SuggestionPolicy()
  /// What is measured.
  public var rules = MomentRule.allCases

  private let model: SuggestionModel

  /// An evaluator of a model: every quarter of an hour of the last 30 %, within an hour, for twelve users.
  public init(model: SuggestionModel) {
    self.model = model
  }

  /// Replays the histories of the users who are asked, users in parallel, and measures.
  ///
  /// - Parameters:
  ///   - users: The donations of each user, in the order of time.
  ///   - progress: Told, whenever a user is done, how many donations that user has, and all users who are asked.
  /// - Throws: ``ReplayError``, or `CancellationError`.
  /// - Complexity: O((moments + donations) x activities).
  public func measure(
    _ users: [[Donation]], progress: (@Sendable (_ donations: Int, _ total: Int) -> Void)? = nil
  ) async throws -> MomentEvaluation {
    guard step >= 1, step.isFinite else { throw ReplayError.stepTooSmall }
    guard horizon >= 1, horizon.isFinite else { throw ReplayError.horizonTooSmall }
    let asked = busiest(of: users)
    let total = asked.reduce(0) { $0 + $1.count }
    let tallies = try await asked.concurrentMap { donations in
      let tallies = try await replayed(donations)
      progress?(donations.count, total)
      return tallies
    }
    return MomentEvaluation(of: tallies, rules: rules, step: step, horizon: horizon, policy: policy)
  }

  private func busiest(of users: [[Donation]]) -> [[Donation]] {
    users.enumerated()
      .map { (donations: $0.element, timed: $0.element.count(where: \.hasExactTime), offset: $0.offset) }
      .filter { $0.timed >= Self.fewestDonations }
      .sorted { ($1.timed, $0.offset) < ($0.timed, $1.offset) }
      .prefix(max(0, mostUsers)).map(\.donations)
  }

  /// Replays one user, all rules at once, and returns one entry a rule.
  private func replayed(_ donations: [Donation]) async throws -> [MomentTally] {
    var sink = MomentSink(
      rules.map { $0.makeRanker(model) }, every: step, within: horizon, under: policy)
    let instants = donations.filter(\.hasExactTime).map(\.context.instant)
    let firstScored = Replay.first(scoreFrom, of: instants.count)
    guard instants.indices.contains(firstScored), let last = instants.last else { return sink.tallies }
    let start = instants[firstScored]
    let milliseconds = (step * 1_000).rounded()
    let steps = (Double(start.milliseconds) / milliseconds).rounded(.up)
    let afterStart = (steps * milliseconds - Double(start.milliseconds)) / 1_000
    var replay = Replay(.every(milliseconds / 1_000))
    replay.from = start.advanced(bySeconds: afterStart)
    let end = start.advanced(bySeconds: Double(Self.mostDays) * 86_400)
    replay.to = end.milliseconds <= last.milliseconds ? end : last.advanced(bySeconds: 0.001)
    replay.horizon = horizon
    var history = ReplayHistory(donations[...])
    try await replay.run(&history, into: &sink)
    return sink.tallies
  }
}
