/// On which days something happens: where every condition holds.
struct Recurrence: Hashable, Sendable {
  /// Days of the week, 0 is Monday.
  let weekdays: Set<Int>
  /// Which of those weekdays in the month: 1 is the first, -1 the last; empty: all of them.
  let nth: Set<Int>
  /// A rota that repeats after a number of days, counted from the first day of the log.
  let cycle: Cycle?
  /// The day lies in one of these periods, if there are any.
  let during: [String]
  /// The day lies in none of these periods.
  let except: [String]

  struct Cycle: Hashable, Sendable {
    let length: Int
    let on: Set<Int>
  }

  /// Whether it holds on a day.
  func holds(on day: SimulatedDay) -> Bool {
    guard weekdays.contains(day.weekday) else { return false }
    if !nth.isEmpty {
      guard weekdays.contains(day.date.weekday) else { return false }  // a holiday is no second Sunday
      let isLast = day.date.advanced(by: 7).dayOfMonth <= 7
      guard nth.contains((day.date.dayOfMonth + 6) / 7) || (isLast && nth.contains(-1)) else { return false }
    }
    if let cycle {
      guard cycle.on.contains(day.index % cycle.length) else { return false }
    }
    guard during.isEmpty || during.contains(where: day.periods.contains) else { return false }
    return !except.contains(where: day.periods.contains)
  }
}
