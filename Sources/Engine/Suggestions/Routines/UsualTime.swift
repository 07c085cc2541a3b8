/// A usual time of day.
public struct UsualTime: Hashable, Sendable {
  /// Hours since local midnight, 0 ..< 24: the median.
  public let hour: Double
  /// Half of the range that contains the middle half of the days, in hours.
  public let spread: Double
  /// The number of days that it is based on.
  public let days: Int

  /// The maximum spread of a usual time, in hours; shift workers, for example, have none.
  package static let largestSpread = 2.0

  /// - Parameters:
  ///   - hours: One time per day, in hours since the day was cut.
  ///   - cut: The hour of the cut, since local midnight.
  ///   - minimum: The minimum number of days.
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

/// A usual time of day, for workdays and for weekends.
public struct UsualTimes: Hashable, Sendable {
  /// Monday to Friday; `nil` if unknown.
  public let workdays: UsualTime?
  /// Saturday and Sunday; `nil` if unknown.
  public let weekends: UsualTime?

  func on(workday: Bool) -> UsualTime? { workday ? workdays : weekends }
}

/// The minimum numbers for calling something a routine.
enum RoutineEvidence {
  /// The minimum number of workdays: a week of them.
  static let workdays = 5
  /// The minimum number of Saturdays and Sundays: two weekends.
  static let weekendDays = 4
  /// The minimum number of nights at one place.
  static let nights = 3
  /// The minimum number of donations on a day for its first and last one to count.
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
