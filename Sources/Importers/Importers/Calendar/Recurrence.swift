internal import CCalendar

/// A recurrence rule (RFC 5545, `RRULE`), which libical expands on the event's local clock.
///
/// Foundation has such rules too, but with some malicious ones it crashes or never ends. libical
/// searches for the next time until one matches or the end is reached;
/// ``RecurrenceRule/looks(from:to:)`` bounds that time.
@safe
struct Recurrence: ~Copyable {
  private let pointer: OpaquePointer  // freed with this, and never passed on

  /// A Boolean value that indicates whether libical is on this machine.
  static var isPossible: Bool { hunch_calendar_is_there() }

  /// Creates the times of a rule, up to its own end or the given one; `nil` if it is not a rule.
  init?(_ rule: RecurrenceRule, from start: CalendarTime, until end: CalendarTime) {
    let last = min(rule.until ?? end, end)
    guard let pointer = unsafe hunch_recurrence_create(rule.text(from: start), start.local, last.local) else {
      return nil
    }
    unsafe self.pointer = pointer
  }

  deinit { unsafe hunch_recurrence_free(pointer) }

  /// Returns the next time; `nil` after the last one.
  mutating func next() -> CalendarTime? {
    var local = hunch_local_time()
    guard unsafe hunch_recurrence_next(pointer, &local) else { return nil }
    return CalendarTime(local)
  }
}

extension CalendarTime {
  fileprivate init(_ local: hunch_local_time) {
    self.init(
      year: Int(local.year), month: Int(local.month), day: Int(local.day), hour: Int(local.hour),
      minute: Int(local.minute), second: Int(local.second), isDay: local.is_day)
  }

  fileprivate var local: hunch_local_time {
    hunch_local_time(
      year: CInt(year), month: CInt(month), day: CInt(day), hour: CInt(hour), minute: CInt(minute),
      second: CInt(second), is_day: isDay)
  }
}
