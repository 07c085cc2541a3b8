package import Activities

/// The user's past interruptions, with their times and activities, kept to limit new ones.
package struct Interruptions: Sendable {
  private struct Moment: Sendable {
    let instant: Instant
    let identity: ActivityIdentity
    let isAccepted: Bool
  }

  /// The interruptions, in order of time.
  private var moments: [Moment] = []

  /// Creates an empty history.
  package init() {}

  /// Records an interruption; interruptions come in order of time.
  package mutating func note(_ identity: ActivityIdentity, accepted: Bool, at instant: Instant) {
    moments.append(Moment(instant: instant, identity: identity, isAccepted: accepted))
  }

  /// Returns the number of interruptions on the local day of a moment, up to that moment.
  package func count(onDayOf instant: Instant) -> Int {
    before(instant).count { $0.instant.localDay == instant.localDay }
  }

  /// Returns the number of minutes since the last interruption, or `nil` if there was none.
  package func minutesSinceLast(at instant: Instant) -> Double? {
    before(instant).last.map { instant.seconds(since: $0.instant) / 60 }
  }

  /// Returns the number of hours for which an activity may not interrupt again because its last
  /// interruption was ignored; 0 if it may.
  ///
  /// - Parameter hours: The wait after one ignored interruption; it doubles with each further one
  ///   in a row, up to a week.
  package func hoursOfRest(for identity: ActivityIdentity, at instant: Instant, after hours: Int) -> Double {
    let own = before(instant).filter { $0.identity == identity }
    let inVain = own.reversed().prefix { !$0.isAccepted }.count
    guard inVain > 0, let last = own.last else { return 0 }
    let rest = min(168, Double(hours) * Double(1 << min(inVain - 1, 8)))
    return max(0, rest - instant.seconds(since: last.instant) / 3_600)
  }

  private func before(_ instant: Instant) -> ArraySlice<Moment> {
    moments.prefix { $0.instant.milliseconds <= instant.milliseconds }
  }
}
