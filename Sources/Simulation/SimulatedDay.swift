internal import Activities
internal import Foundation

/// One day of a simulation: its date, the periods it belongs to, and what they change.
struct SimulatedDay {
  /// Counted from 0.
  let index: Int
  let date: CalendarDate
  let periods: Set<String>
  let clock: WallClock
  let timeZone: String
  private let instead: [String: String]

  init(index: Int, of persona: Persona, start: CalendarDate, seed: UInt64) {
    self.index = index
    date = start.advanced(by: index)
    var (names, zone, instead) = (Set<String>(), persona.timeZone, [String: String]())
    for period in persona.periods
    where period.days.contains(index) && period.weekdays.contains(date.weekday) {
      var stream = RandomStream(seed: seed, labels: persona.user.name, "period", period.name, day: index)
      guard stream.happens(with: period.probability) else { continue }
      names.insert(period.name)
      zone = period.timeZone ?? zone
      instead.merge(period.instead) { _, later in later }
    }
    periods = names
    timeZone = zone
    clock = WallClock(zone: TimeZone(identifier: zone) ?? .gmt)
    self.instead = instead
  }

  /// The place that is meant by a name on this day.
  func place(_ name: String) -> String { instead[name] ?? name }
}
