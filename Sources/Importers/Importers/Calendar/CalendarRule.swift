internal import Foundation

/// A recurrence rule on the clocks of an entry or of a time zone.
///
/// All of its times are on these clocks. An end in UTC is a moment, because the clocks may show its
/// time twice.
struct CalendarRule {
  private static let noLibrary = HistoryProblem("it recurs, but libical is missing; install libical3")
  private static let tooOften = HistoryProblem("it recurs over 100,000 times before the time of interest")
  private static let tooCostly = HistoryProblem(
    "expanding its recurrence rule takes too long; correct the rule, or remove the entry")
  /// The maximum number of times to go through.
  private static let mostTimes = 100_000
  /// The steps of the file's budget for one time that libical examines.
  private static let stepsOfLook = 16
  /// The maximum number of seconds by which clocks are set: a day, if the date line moves.
  private static let longestJump = 2 * 86_400.0

  /// The last time that can be written.
  private static let latest = CalendarTime(year: 9_999, month: 12, day: 31, hour: 23, minute: 59, second: 59)

  private let rule: RecurrenceRule
  private let start: CalendarTime
  private let zone: CalendarZone
  /// The last moment of the rule, if it is in UTC.
  private let last: Date?

  /// Reads a rule.
  ///
  /// - Parameters:
  ///   - text: The value of `RRULE`.
  ///   - start: The time from which the rule counts.
  ///   - zone: The clocks of the start.
  /// - Throws: ``HistoryProblem``.
  init(_ text: String, from start: CalendarTime, in zone: CalendarZone) throws(HistoryProblem) {
    var (parts, last): ([String], Date?) = ([], nil)
    for part in text.uppercased().split(separator: ";") {
      guard part.hasPrefix("UNTIL=") else {
        parts.append(String(part))
        continue
      }
      let text = part.dropFirst(6)
      var until = try CalendarTime(text)
      if text.hasSuffix("Z"), let date = until.date(in: .gmt) {
        // libical goes a little further on the clocks; the moment decides.
        if !start.isDay { last = date }
        until = zone.time(at: start.isDay ? date : date.addingTimeInterval(Self.longestJump))
      }
      // A day as an end includes the whole day.
      if until.isDay, !start.isDay {
        (until.hour, until.minute, until.second, until.isDay) = (23, 59, 59, false)
      }
      if start.isDay { until = until.withoutTime }
      // An endless rule often has the last possible second as its end.
      until = min(until, start.isDay ? Self.latest.withoutTime : Self.latest)
      parts.append("UNTIL=\(until.words)")
    }
    rule = try RecurrenceRule(parts.joined(separator: ";"))
    (self.start, self.zone, self.last) = (start, zone, last)
  }

  /// Returns the moments of the rule before an end.
  ///
  /// - Parameters:
  ///   - begin: The start of the time of interest, or nil for all times; earlier moments may be
  ///     returned or not.
  ///   - end: The end, which is excluded.
  ///   - budget: The file's budget, which all of its rules share. A rule beyond it is a problem of
  ///     its entry.
  /// - Throws: ``HistoryProblem``.
  func dates(from begin: Date?, until end: Date, within budget: ReadingBudget) throws(HistoryProblem)
    -> [Date]
  {
    guard Recurrence.isPossible else { throw Self.noLibrary }
    var lastClock = zone.time(at: end.addingTimeInterval(Self.longestJump))
    lastClock.isDay = start.isDay
    var first = start
    if let begin = begin?.addingTimeInterval(-Self.longestJump), let date = zone.date(of: start), begin > date
    {
      first = rule.start(near: zone.time(at: begin), from: start)
    }
    let looks = rule.looks(from: first, to: min(rule.until ?? lastClock, lastClock))
    guard budget.reserve(looks, times: Self.stepsOfLook) else { throw Self.tooCostly }
    guard var times = Recurrence(rule, from: first, until: lastClock) else { throw RecurrenceRule.unknown }
    var (dates, count): ([Date], Int) = ([], 0)
    while let time = times.next() {
      count += 1
      guard count <= Self.mostTimes else { throw Self.tooOften }
      // It also becomes an appointment, at about the same cost.
      guard budget.reserve(1, times: Self.stepsOfLook) else { throw Self.tooCostly }
      guard let date = zone.date(of: time) else { continue }
      if date >= end { break }
      if let last, date > last { continue }
      dates.append(date)
    }
    return dates
  }
}
