/// What is different about a routine on some days; what it does not say stays as it is.
struct RoutineChange: Hashable, Sendable {
  /// Seconds after local midnight, instead of the routine's own start.
  var start: Double?
  /// Seconds that are added to the start.
  var later = 0.0
  /// Where it starts.
  var place: String?
  /// The probability that it happens; 0 is never.
  var probability: Double?

  /// This change, and then another one, which wins where both say something.
  func followed(by other: RoutineChange) -> RoutineChange {
    RoutineChange(
      start: other.start ?? start, later: (other.start == nil ? later : 0) + other.later,
      place: other.place ?? place, probability: other.probability ?? probability)
  }
}

/// From a date on, routines are different: a new job, elsewhere and at other times.
struct Drift: Hashable, Sendable {
  /// By which routines can refer to the days from then on.
  let name: String
  let dates: Dates
  let first: CalendarDate
  /// Over how many days `later` comes about; 0 is at once.
  let over: Int
  /// Whose names are meant; empty: all.
  let routines: Set<String>
  let change: RoutineChange
  /// Places that stand for other ones from then on.
  let instead: [String: String]

  /// What is different on a date: of what comes about gradually, as much as there is by then.
  func change(on date: CalendarDate) -> RoutineChange {
    let days = date.daysSince1970 - first.daysSince1970 + 1
    var change = change
    if over > 0, days < over { change.later *= Double(days) / Double(over) }
    return change
  }
}

/// Dates on which routines or activities do not happen, or happen otherwise.
struct RoutineException: Hashable, Sendable {
  let dates: Dates
  let routines: Set<String>
  let activities: Set<String>
  /// What is different about the routines.
  let change: RoutineChange
  /// What is done instead of the activities; absent: nothing.
  let instead: String?
}
