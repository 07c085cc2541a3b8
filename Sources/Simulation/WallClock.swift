internal import Foundation

/// Local wall time in one zone: where "12:30" stays 12:30 when the clocks change.
struct WallClock {
  let zone: TimeZone

  /// The second since 1970 at which the wall clock shows a time.
  ///
  /// - Parameter second: Seconds since local midnight; may be negative or beyond the day. An hour that is skipped in
  ///   spring is read an hour later, and of one that comes twice in autumn the first is meant.
  func moment(of date: CalendarDate, second: Double) -> Double {
    let local = Double(date.daysSince1970) * 86_400 + second
    let before = offset(at: local - 86_400)
    if offset(at: local - before) == before { return local - before }
    let after = offset(at: local + 86_400)
    return offset(at: local - after) == after ? local - after : local - before
  }

  /// The UTC offset in seconds that is in force at a second since 1970.
  func offset(at moment: Double) -> Double {
    Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: moment)))
  }
}
