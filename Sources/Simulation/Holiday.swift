/// Days that are spent like a Sunday, whatever weekday they are.
struct Holiday: Hashable, Sendable {
  /// By which routines can refer to it.
  let name: String?
  let dates: Dates
}

/// A span of days in another place, and perhaps in another time zone: local wall times follow.
struct Travel: Hashable, Sendable {
  let name: String
  let dates: Dates
  /// The first day.
  let first: CalendarDate
  /// The zone in force meanwhile.
  let timeZone: String?
  /// Where the person is from the first day's midnight on, unless a routine says otherwise.
  let place: String?
  /// Places that stand for other ones meanwhile: a hotel for home.
  let instead: [String: String]
}
