internal import Activities
internal import Foundation

/// The clocks for the times of a calendar.
enum CalendarZone {
  /// The clocks of a zone that the system knows.
  case system(TimeZone)
  /// The clocks of a zone that the calendar defines.
  case defined(DefinedZone)

  static let utc = CalendarZone.system(.gmt)

  /// Returns the moment at which the clocks show a time; the first one if it occurs twice.
  ///
  /// For a time that the clocks skip, it is the moment at which they would have shown it without
  /// the jump.
  func date(of time: CalendarTime) -> Date? {
    switch self {
    case .system(let zone): time.date(in: zone)
    case .defined(let zone): zone.date(of: time)
    }
  }

  /// Returns the time that the clocks show at a moment.
  func time(at date: Date) -> CalendarTime {
    switch self {
    case .system(let zone): CalendarTime(date, in: zone)
    case .defined(let zone): zone.time(at: date)
    }
  }

  /// Returns the moment some days after another one at which the clocks show the same time.
  func date(_ days: Int, daysAfter date: Date) -> Date? {
    guard let moved = time(at: date).date(in: .gmt)?.addingTimeInterval(Double(days) * 86_400) else {
      return nil
    }
    return self.date(of: CalendarTime(moved, in: .gmt))
  }
}

/// A time zone that the calendar defines (RFC 5545, `VTIMEZONE`): the moments at which its clocks
/// change, and the offset from each one.
///
/// The file is untrusted: its rules are expanded within the budget of the file, and up to the end
/// of the time of interest.
struct DefinedZone {
  static let damaged = HistoryProblem(
    "the calendar defines its time zone by an unknown rule; export it again")

  /// The moments at which the clocks change, in seconds since 1970, in ascending order.
  private let onsets: [Int]
  /// The offsets in seconds: before the first moment, and from each moment.
  private let offsets: [Int]
  /// The times on the clocks when they change, as seconds of a UTC clock.
  private let ends: [Int]

  /// Creates a zone whose clocks never change.
  init(offset: Int) { (onsets, offsets, ends) = ([], [offset], []) }

  /// Creates a zone from its components STANDARD and DAYLIGHT; `nil` if none of them has a start
  /// and an offset.
  ///
  /// - Parameters:
  ///   - components: The lines of each component.
  ///   - end: The end of the time of interest.
  ///   - budget: The budget of the file.
  /// - Throws: ``HistoryProblem`` if a rule is unknown, or expanding it takes too long.
  init?(_ components: [[CalendarLine]], until end: Date, within budget: ReadingBudget) throws(HistoryProblem)
  {
    var changes: [(onset: Int, before: Int, after: Int)] = []
    let observances = components.compactMap(Observance.init)
    guard let earliest = observances.min(by: { $0.start < $1.start }) else { return nil }
    for observance in observances {
      for date in try observance.onsets(until: end, within: budget) {
        changes.append((Self.seconds(date), observance.before, observance.after))
      }
    }
    changes.sort { ($0.onset, $0.after) < ($1.onset, $1.after) }
    onsets = changes.map(\.onset)
    // Times of interest may be before the first change.
    offsets = [changes.first?.before ?? earliest.before] + changes.map(\.after)
    ends = zip(changes, offsets).map { $0.onset + $1 }
  }

  /// Returns the moment at which the clocks show a time; see ``CalendarZone/date(of:)``.
  ///
  /// - Complexity: O(log n) in the number of changes of the clocks.
  func date(of time: CalendarTime) -> Date? {
    guard let date = time.date(in: .gmt) else { return nil }
    let clock = Self.seconds(date)
    // The first period that ends after it.
    let period = Self.count(of: ends) { $0 <= clock }
    var offset = offsets[period]
    // A time that is also before this period was skipped when the clocks changed.
    if period > 0, clock - offset < onsets[period - 1] { offset = offsets[period - 1] }
    return date.addingTimeInterval(-Double(offset))
  }

  /// Returns the time that the clocks show at a moment.
  ///
  /// - Complexity: O(log n) in the number of changes of the clocks.
  func time(at date: Date) -> CalendarTime {
    let moment = Self.seconds(date)
    return CalendarTime(
      date.addingTimeInterval(Double(offsets[Self.count(of: onsets) { $0 <= moment }])), in: .gmt)
  }

  private static func seconds(_ date: Date) -> Int {
    Int(clamping: date.timeIntervalSince1970.rounded(.down))
  }

  /// Returns the number of ordered numbers at the beginning that satisfy a condition.
  private static func count(of numbers: [Int], _ condition: (Int) -> Bool) -> Int {
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if condition(numbers[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension DefinedZone {
  /// A component STANDARD or DAYLIGHT, with the times from which its offset applies.
  private struct Observance {
    let before: Int
    let after: Int
    let start: CalendarTime
    private let lines: [CalendarLine]

    /// Reads a component; `nil` without a start and two offsets.
    init?(_ lines: [CalendarLine]) {
      func value(_ name: String) -> String? { lines.first { $0.name == name }?.value }
      guard let start = value("DTSTART").flatMap({ try? CalendarTime($0) }),
        let before = value("TZOFFSETFROM").flatMap(Self.offset),
        let after = value("TZOFFSETTO").flatMap(Self.offset)
      else { return nil }
      (self.start, self.before, self.after, self.lines) = (start, before, after, lines)
    }

    /// Returns the moments at which it begins.
    ///
    /// A rule includes all of them, because its start is often just a date long ago.
    func onsets(until end: Date, within budget: ReadingBudget) throws(HistoryProblem) -> [Date] {
      // Until it begins, the clocks have the offset before.
      let clock = CalendarZone.defined(DefinedZone(offset: before))
      var dates: [Date] = []
      let rules = lines.filter { $0.name == "RRULE" }
      for rule in rules {
        do throws(HistoryProblem) {
          let rule = try CalendarRule(rule.value, from: start, in: clock)
          dates += try rule.dates(from: nil, until: end, within: budget)
        } catch { throw error == RecurrenceRule.unknown || error == .time ? DefinedZone.damaged : error }
      }
      if rules.isEmpty { dates += [clock.date(of: start)].compactMap { $0 } }
      for line in lines where line.name == "RDATE" {
        for text in line.value.split(separator: ",") {
          guard let time = try? CalendarTime(text.prefix { $0 != "/" }) else { throw DefinedZone.damaged }
          dates += [(text.hasSuffix("Z") ? .utc : clock).date(of: time)].compactMap { $0 }
        }
      }
      return dates
    }

    /// Reads an offset like `+0100`, in seconds; `nil` if it is a day or more.
    private static func offset(_ text: String) -> Int? {
      guard let found = text.wholeMatch(of: /([+-]?)(\d\d):?(\d\d)(?::?(\d\d))?/) else { return nil }
      let parts = [found.output.2, found.output.3, found.output.4 ?? "0"].compactMap { Int($0) }
      let seconds = zip(parts, [3_600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
      return seconds < 86_400 ? (found.output.1 == "-" ? -seconds : seconds) : nil
    }
  }
}
