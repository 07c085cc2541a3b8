internal import Activities

/// The expected and the actual activities at moments, by day of the week and hour of the wall
/// clock.
public struct WeekOfMoments: Hashable, Sendable {
  /// The moments of one hour of one day of the week.
  public struct Hour: Hashable, Sendable {
    /// The number of moments.
    public fileprivate(set) var moments = 0
    /// The sum of all probabilities at these moments.
    public fileprivate(set) var expected = 0.0
    /// The number of activities done within the horizon of each moment, including new ones.
    public fileprivate(set) var happened = 0

    /// The mean of ``expected`` per moment; `nil` without moments.
    public var meanExpected: Double? { moments > 0 ? expected / Double(moments) : nil }
    /// The mean of ``happened`` per moment; `nil` without moments.
    public var meanHappened: Double? { moments > 0 ? Double(happened) / Double(moments) : nil }
  }

  /// The hours: seven days from Monday on (outer), each with the hours from midnight on (inner).
  public private(set) var days = Array(repeating: Array(repeating: Hour(), count: 24), count: 7)

  /// A week without moments.
  init() {}

  /// Counts a moment.
  mutating func count(_ probabilities: [Double], done: Int, at instant: Instant) {
    let (day, hour) = (instant.localWeekday, min(23, Int(instant.localHour)))
    days[day][hour].moments += 1
    days[day][hour].expected += probabilities.reduce(0, +)
    days[day][hour].happened += done
  }

  /// Adds the moments of another user.
  mutating func add(_ other: WeekOfMoments) {
    for day in days.indices {
      for hour in days[day].indices {
        let more = other.days[day][hour]
        days[day][hour].moments += more.moments
        days[day][hour].expected += more.expected
        days[day][hour].happened += more.happened
      }
    }
  }
}
