internal import Activities
internal import Foundation
internal import LogFormat

/// One day of a simulation: its date, the periods it belongs to, and what they change.
struct SimulatedDay {
  /// The number of the day, counted from 0.
  let index: Int
  let date: CalendarDate
  /// The effective day of the week: 0 is Monday; holidays count as Sundays.
  let weekday: Int
  let periods: Set<String>
  let clock: WallClock
  let timeZone: String
  /// The place where the person has arrived by its midnight, if a journey begins.
  let arrival: String?
  private let instead: [String: String]
  private let drift: [Drift]
  private let exceptions: [RoutineException]

  init(index: Int, of persona: Persona, start: CalendarDate, seed: UInt64) {
    let date = start.advanced(by: index)
    let holidays = persona.holidays.filter { $0.dates.contains(date) }
    let weekday = holidays.isEmpty ? date.weekday : 6
    var (names, zone, instead) = (Set(holidays.compactMap(\.name)), persona.timeZone, [String: String]())
    for period in persona.periods where period.days.contains(index) && period.weekdays.contains(weekday) {
      var stream = RandomStream(seed: seed, labels: persona.user.name, "period", period.name, day: index)
      guard stream.happens(with: period.probability) else { continue }
      names.insert(period.name)
      zone = period.timeZone ?? zone
      instead.merge(period.instead) { _, later in later }
    }
    drift = persona.drift.filter { $0.dates.contains(date) }
    names.formUnion(drift.map(\.name))
    for drift in drift { instead.merge(drift.instead) { _, later in later } }
    var arrival: String?
    for travel in persona.travel where travel.dates.contains(date) {
      names.insert(travel.name)
      zone = travel.timeZone ?? zone
      instead.merge(travel.instead) { _, later in later }
      if travel.first == date { arrival = travel.place }
    }
    (self.index, self.date, self.weekday) = (index, date, weekday)
    periods = names
    timeZone = zone
    clock = WallClock(zone: TimeZone(identifier: zone) ?? .gmt)
    self.arrival = arrival
    self.instead = instead
    exceptions = persona.exceptions.filter { $0.dates.contains(date) }
  }

  /// Returns the place that a name stands for on this day.
  func place(_ name: String) -> String { instead[name] ?? name }

  /// Returns the change of a routine on this day; exceptions win over drift.
  func change(of routine: Routine) -> RoutineChange {
    var change = RoutineChange()
    for drift in drift where drift.routines.isEmpty || drift.routines.contains(routine.name) {
      change = change.followed(by: drift.change(on: date))
    }
    for exception in exceptions where exception.routines.contains(routine.name) {
      change = change.followed(by: exception.change)
    }
    return change
  }

  /// Returns the activity that replaces one on this day; `nil` if an exception forbids it.
  func activity(_ name: String) -> String? {
    for exception in exceptions where exception.activities.contains(name) { return exception.instead }
    return name
  }
}

/// Local wall time in one zone: "12:30" stays 12:30 when the clocks change.
struct WallClock {
  let zone: TimeZone

  /// Returns the second since 1970 at which the wall clock shows a time.
  ///
  /// - Parameter second: Seconds since local midnight; may be negative or beyond the day. Times in
  ///   an hour skipped in spring count an hour later; times in a repeated hour in autumn count the
  ///   first time.
  func moment(of date: CalendarDate, second: Double) -> Double {
    let local = Double(date.daysSince1970) * 86_400 + second
    let before = offset(at: local - 86_400)
    if offset(at: local - before) == before { return local - before }
    let after = offset(at: local + 86_400)
    return offset(at: local - after) == after ? local - after : local - before
  }

  /// Returns the UTC offset in seconds at a second since 1970.
  func offset(at moment: Double) -> Double {
    Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: moment)))
  }
}
