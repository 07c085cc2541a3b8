package import Activities

/// A place that a user returns to, learned from donations.
///
/// It is learned from the same donations and clusters as routines (``PlaceClusters``). Somewhere is
/// a place if something was done there on three days, as many as the nights that home needs.
package struct LearnedPlace: Hashable, Sendable {
  /// Its middle.
  package let center: Place
  /// The number of donations there.
  package let donations: Int
  /// The number of days on which they were made.
  package let days: Int
  /// The most frequent name in those donations that name a place; `nil` if none does.
  package let donatedName: String?
  /// The routine of the place, if it is home, work, school or gym.
  package let routine: DailyRoutine?
  /// The hours of most donations there; `nil` if they are spread over the day.
  package let hours: Hours?
  /// The days of the week of these donations.
  package let week: Week

  /// A range of hours on the clock, from a full hour to a full hour, which may be on the next day.
  package struct Hours: Hashable, Sendable {
    /// The hour when it begins, 0 to 23.
    package let from: Int
    /// The hour when it ends, 1 to 24.
    package let to: Int
  }

  /// Days of the week.
  package enum Week: Hashable, Sendable {
    case workdays, weekends, all
  }

  /// The minimum number of days with a donation at a place.
  static let minimumDays = 3
  /// The share of donations that counts as most of them.
  private static let most = 0.8
  /// The maximum number of hours of a range.
  private static let mostHours = 12
  /// The minimum share of donations on workdays, or on weekends, to assign a place to such days.
  private static let ofItsDays = 0.9

  /// Learns places from one user's donations, in order of time.
  ///
  /// - Returns: The places, by descending number of donations, then by position.
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

  /// Returns the shortest run of hours with most of the donations.
  ///
  /// Of equally short runs, it takes the one with the most donations, then the earliest.
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

  /// The donations at one place.
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
