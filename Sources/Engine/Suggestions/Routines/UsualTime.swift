/// A time of day that somebody keeps.
public struct UsualTime: Hashable, Sendable {
  /// Hours since local midnight, 0 ..< 24: the median.
  public let hour: Double
  /// Half of the range in which the middle half of the days lie, in hours.
  public let spread: Double
  /// On how many days it rests.
  public let days: Int

  /// The largest spread of a time that is still called usual, in hours: whoever works in shifts has
  /// no usual one.
  package static let largestSpread = 2.0

  /// - Parameters:
  ///   - hours: A time a day, in hours since the day was cut.
  ///   - cut: When it was cut, in hours since local midnight.
  ///   - minimum: How many days it takes.
  /// - Returns: `nil` if there are too few, or they vary too much.
  init?(_ hours: [Double], cut: Double, minimum: Int) {
    guard hours.count >= minimum, !hours.isEmpty else { return nil }
    let sorted = hours.sorted()
    func quantile(_ share: Double) -> Double {
      let place = share * Double(sorted.count - 1)
      let low = Int(place)
      let high = min(low + 1, sorted.count - 1)
      return sorted[low] + (sorted[high] - sorted[low]) * (place - Double(low))
    }
    spread = (quantile(0.75) - quantile(0.25)) / 2
    guard spread <= Self.largestSpread else { return nil }
    hour = (quantile(0.5) + cut).truncatingRemainder(dividingBy: 24)
    days = hours.count
  }
}

/// A time of day, for days of work and for weekends.
public struct UsualTimes: Hashable, Sendable {
  /// Monday to Friday; `nil` if it is not known.
  public let workdays: UsualTime?
  /// Saturday and Sunday; `nil` if it is not known.
  public let weekends: UsualTime?

  func on(workday: Bool) -> UsualTime? { workday ? workdays : weekends }
}

/// The number of days that it takes before something is called a routine.
enum RoutineEvidence {
  /// Days of work: a week of them.
  static let workdays = 5
  /// Saturdays and Sundays: two weekends of them.
  static let weekendDays = 4
  /// Nights at one place.
  static let nights = 3
  /// Donations that make a day whose first and last one mean something.
  static let donationsADay = 3
}

extension RoutineLog {
  /// Returns the times at which the first (or last) donation of the day is made.
  func usualTimes(ofFirst isFirst: Bool) -> UsualTimes {
    func usual(workday: Bool, minimum: Int) -> UsualTime? {
      let hours = days.filter {
        $0.isWorkday == workday && $0.records.count >= RoutineEvidence.donationsADay
      }.map { sinceCut(records[isFirst ? $0.records.lowerBound : $0.records.upperBound - 1]) }
      return UsualTime(hours, cut: cut, minimum: minimum)
    }
    return UsualTimes(
      workdays: usual(workday: true, minimum: RoutineEvidence.workdays),
      weekends: usual(workday: false, minimum: RoutineEvidence.weekendDays))
  }
}
