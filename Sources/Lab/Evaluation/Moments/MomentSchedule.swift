public import Activities

/// The moments of queries, independent of donations: whole numbers of steps since 1970 in UTC.
public struct MomentSchedule: Sendable, Equatable {
  /// The minimum number of donations with an exact time for a user to be evaluated.
  public static let fewestDonations = 80
  /// The maximum number of days per user.
  public static let mostDays = 14

  /// The seconds from one moment to the next, in whole milliseconds.
  public var step = 900.0
  /// The horizon in seconds.
  public var horizon = 3_600.0
  /// The seconds from the end of observation to the moment of the query.
  ///
  /// Time in between is unobserved, not silent. The moments are the same with any lead.
  public var lead = 0.0
  /// The maximum number of users: those with the most donations with an exact time, or the first
  /// among equals.
  public var mostUsers = 12

  /// Creates the default schedule: every quarter of an hour, within an hour, for twelve users who
  /// are observed until the moment.
  public init() {}

  /// Returns the indices of the evaluated users, by descending number of donations.
  ///
  /// - Complexity: O(donations).
  public func busiest(of users: [[Donation]]) -> [Int] {
    users.enumerated()
      .map { (timed: $0.element.count(where: \.hasExactTime), offset: $0.offset) }
      .filter { $0.timed >= Self.fewestDonations }
      .sorted { ($1.timed, $0.offset) < ($0.timed, $1.offset) }
      .prefix(max(0, mostUsers)).map(\.offset)
  }

  /// Returns a user's replay that queries after a share of the donations with an exact time, for
  /// the first ``mostDays`` days.
  ///
  /// - Parameters:
  ///   - donations: All donations of the user, in the order of time.
  ///   - share: The share of those with an exact time, 0 to 1.
  /// - Returns: `nil` if no moment is left.
  /// - Throws: ``ReplayError`` for a step or horizon below a second, or a lead below 0.
  package func replay(of donations: [Donation], from share: Double) throws(ReplayError) -> Replay? {
    try check()
    let instants = donations.filter(\.hasExactTime).map(\.context.instant)
    let first = Replay.first(share, of: instants.count)
    guard instants.indices.contains(first), let last = instants.last else { return nil }
    let start = instants[first]
    let milliseconds = (step * 1_000).rounded()
    let steps = (Double(start.milliseconds) / milliseconds).rounded(.up)
    let afterStart = (steps * milliseconds - Double(start.milliseconds)) / 1_000
    var replay = Replay(.every(milliseconds / 1_000))
    replay.from = start.advanced(bySeconds: afterStart)
    let end = start.advanced(bySeconds: Double(Self.mostDays) * 86_400)
    replay.to = end.milliseconds <= last.milliseconds ? end : last.advanced(bySeconds: 0.001)
    (replay.horizon, replay.lead) = (horizon, lead)
    return replay
  }

  /// - Throws: ``ReplayError`` for a step or horizon below a second, or a lead below 0.
  func check() throws(ReplayError) {
    guard step >= 1, step.isFinite else { throw .stepTooSmall }
    guard horizon >= 1, horizon.isFinite else { throw .horizonTooSmall }
    guard lead >= 0, lead.isFinite else { throw .leadNegative }
  }
}
