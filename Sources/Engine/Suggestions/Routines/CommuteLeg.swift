internal import Activities

/// One way of a commute, as it usually is on workdays.
public struct CommuteLeg: Hashable, Sendable {
  /// The usual time of the last donation before leaving.
  public let leaving: UsualTime
  /// The usual time of the first donation after arriving.
  public let arriving: UsualTime

  /// The maximum duration of a commute, in hours; a longer one is a day trip.
  static let longest = 3.0

  /// - Parameters:
  ///   - log: The user's days.
  ///   - presence: The place, of the two, of each record; `nil` if neither or unknown.
  ///   - origin: The place where the way begins.
  /// - Returns: `nil` if there are too few such ways, or they vary too much.
  init?(in log: RoutineLog, presence: [DailyRoutine?], from origin: DailyRoutine) {
    let destination: DailyRoutine = origin == .home ? .work : .home
    var (leaving, arriving): ([Double], [Double]) = ([], [])
    for day in log.days where day.isWorkday {
      var last: Double?
      for index in day.records {
        let now = log.sinceCut(log.records[index])
        if presence[index] == origin { last = now }
        guard presence[index] == destination, let left = last else { continue }
        if now - left <= Self.longest {
          leaving.append(left)
          arriving.append(now)
          break
        }
        last = nil
      }
    }
    let minimum = RoutineEvidence.workdays
    guard let leaving = UsualTime(leaving, cut: log.cut, minimum: minimum),
      let arriving = UsualTime(arriving, cut: log.cut, minimum: minimum)
    else { return nil }
    self.leaving = leaving
    self.arriving = arriving
  }
}
