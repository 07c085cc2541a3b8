public import Activities

/// The moments at which users are asked, whatever else happens: whole numbers of steps since 1970
/// in UTC.
public struct MomentSchedule: Sendable, Equatable {
  /// The fewest donations with an exact time of a user who is asked.
  public static let fewestDonations = 80
  /// The most days that a user is asked for.
  public static let mostDays = 14

  /// The seconds from one moment to the next, in whole milliseconds.
  public var step = 900.0
  /// The seconds within which an activity is to be done.
  public var horizon = 3_600.0
  /// The seconds from the moment until which a user was observed to the one that is asked about.
  ///
  /// What happened in between is not known, and is no silence. The moments that are asked about are
  /// the same with any lead.
  public var lead = 0.0
  /// The most users that are asked: those with the most donations with an exact time and, of
  /// equally many, the first in their order.
  public var mostUsers = 12

  /// Every quarter of an hour, within an hour, for twelve users who are observed until then.
  public init() {}

  /// Returns the places of the users who are asked, the one with the most donations first.
  ///
  /// - Complexity: O(donations).
  public func busiest(of users: [[Donation]]) -> [Int] {
    users.enumerated()
      .map { (timed: $0.element.count(where: \.hasExactTime), offset: $0.offset) }
      .filter { $0.timed >= Self.fewestDonations }
      .sorted { ($1.timed, $0.offset) < ($0.timed, $1.offset) }
      .prefix(max(0, mostUsers)).map(\.offset)
  }

  /// Returns the replay of a user that asks from a share of the donations with an exact time on,
  /// for the first ``mostDays`` days.
  ///
  /// - Parameters:
  ///   - donations: All donations of the user, in the order of time.
  ///   - share: The share of those with an exact time, 0 to 1.
  /// - Returns: `nil` if nothing is left to ask about.
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
