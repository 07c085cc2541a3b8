package import Activities

/// A place to which somebody returns, as their donations tell.
///
/// It is learned from the donations that routines are learned from, and by the same clusters
/// (``PlaceClusters``). Somewhere is a place if something was done there on three days: as many as
/// home needs nights.
package struct LearnedPlace: Hashable, Sendable {
  /// Its middle.
  package let center: Place
  /// The number of donations there.
  package let donations: Int
  /// The number of the person's days on which they were made.
  package let days: Int
  /// The name that most of those donations have that name a place; `nil` if none does.
  package let donatedName: String?
  /// The routine whose place it is, if it is home, work, school or gym.
  package let routine: DailyRoutine?
  /// The hours in which most of it is done; `nil` if they are spread over the day.
  package let hours: Hours?
  /// The days on which it is done.
  package let week: Week

  /// Some hours of the day, on the clock: from a full hour to a full hour, which may be one of the
  /// next day.
  package struct Hours: Hashable, Sendable {
    /// When they begin, 0 to 23.
    package let from: Int
    /// When they end, 1 to 24.
    package let to: Int
  }

  /// Days of the week.
  package enum Week: Hashable, Sendable {
    case workdays, weekends, all
  }

  /// The number of days on which something has to be done somewhere.
  static let minimumDays = 3
  /// The share of donations that counts as most of them.
  private static let most = 0.8
  /// The largest number of hours that are still some of the day.
  private static let mostHours = 12
  /// The share of donations on workdays, or on weekends, from which on it is done on such days.
  private static let ofItsDays = 0.9

  /// Learns places from donations of one person, in the order of time.
  ///
  /// - Returns: The places, that with most donations first, equals by position.
  /// - Complexity: O(n log n) for the donations that routines are learned from.
  package static func places(in donations: [Donation]) -> [LearnedPlace] {
    let recent = LearnedRoutines.recent(donations)
    let log = RoutineLog(recent)
    var clusters = PlaceClusters()
    var visits: [Int: Visits] = [:]
    for (donation, record) in zip(recent, log.records) {
      guard let place = record.place else { continue }
      visits[clusters.add(place), default: Visits()].add(record, named: place.name, of: donation, in: log)
    }
    let routines = LearnedRoutines(donations).places
    return visits.compactMap { number, visits in
      guard visits.days.count >= minimumDays, let center = clusters.center(of: number) else { return nil }
      let routine = routines.filter {
        $0.value.center.map { $0.distance(to: center) <= PlaceClusters.reach } ?? false
      }
      return LearnedPlace(visits, at: center, routine: routine.keys.min { $0.rawValue < $1.rawValue })
    }.sorted {
      ($1.donations, $0.center.latitude, $0.center.longitude) < (
        $0.donations, $1.center.latitude, $1.center.longitude
      )
    }
  }

  private init(_ visits: Visits, at center: Place, routine: DailyRoutine?) {
    (self.center, self.routine, donations, days) = (center, routine, visits.count, visits.days.count)
    donatedName = visits.names.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key
    hours = Self.hours(visits.hours)
    let workdays = Double(visits.onWorkdays) / Double(max(1, visits.count))
    week = workdays >= Self.ofItsDays ? .workdays : workdays <= 1 - Self.ofItsDays ? .weekends : .all
  }

  /// Returns the fewest hours in a row that have most of what was done, the earliest of equals.
  private static func hours(_ counts: [Int]) -> Hours? {
    let needed = most * Double(counts.reduce(0, +))
    for length in 1...mostHours {
      let sums = (0..<24).map { start in (start, (0..<length).reduce(0) { $0 + counts[(start + $1) % 24] }) }
      guard let best = sums.max(by: { ($0.1, $1.0) < ($1.1, $0.0) }), Double(best.1) >= needed else {
        continue
      }
      let end = (best.0 + length) % 24
      return Hours(from: best.0, to: end == 0 ? 24 : end)
    }
    return nil
  }

  /// What was done at one place.
  private struct Visits {
    var count = 0
    var onWorkdays = 0
    var days: Set<Int> = []
    var hours = [Int](repeating: 0, count: 24)
    var names: [String: Int] = [:]

    mutating func add(
      _ record: RoutineLog.Record, named name: String?, of donation: Donation, in log: RoutineLog
    ) {
      let day = RoutineLog.day(ofHours: record.hours, cut: log.cut)
      count += 1
      days.insert(day)
      if RoutineLog.Day.isWorkday(day) { onWorkdays += 1 }
      hours[min(23, max(0, Int(donation.context.instant.localHour)))] += 1
      if let name { names[name, default: 0] += 1 }
    }
  }
}
