/// On which dates something is different: some dates, or a span with both ends.
enum Dates: Hashable, Sendable {
  case some(Set<CalendarDate>)
  case span(ClosedRange<CalendarDate>)

  func contains(_ date: CalendarDate) -> Bool {
    switch self {
    case .some(let dates): dates.contains(date)
    case .span(let span): span.contains(date)
    }
  }

  /// The first date and the last one of a span whose ends are open.
  static let always = CalendarDate(daysSince1970: .min)...CalendarDate(daysSince1970: .max)
}
