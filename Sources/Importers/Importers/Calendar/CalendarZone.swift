internal import Activities
internal import Foundation

/// The clocks on which a time of a calendar is read.
enum CalendarZone {
  /// Those of a zone that the system knows.
  case system(TimeZone)
  /// Those of a zone that the calendar defines.
  case defined(DefinedZone)

  static let utc = CalendarZone.system(.gmt)

  /// Returns the moment at which the clocks show a time, the first of two.
  ///
  /// If the clocks leave it out, it is the moment at which they would have shown it without the
  /// jump.
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

  /// Returns the moment at which the clocks show the time of another moment, some days later.
  func date(_ days: Int, daysAfter date: Date) -> Date? {
    guard let moved = time(at: date).date(in: .gmt)?.addingTimeInterval(Double(days) * 86_400) else {
      return nil
    }
    return self.date(of: CalendarTime(moved, in: .gmt))
  }
}

/// A time zone as a calendar defines it (RFC 5545, `VTIMEZONE`): the moments at which its clocks
/// are set, and their offset from then on.
///
/// A stranger has written it: its rules are followed under the budget of the file, and no further
/// than to the end of interest.
struct DefinedZone {
  static let damaged = HistoryProblem(
    "the calendar defines its time zone by an unknown rule; export it again")

  /// The moments at which the clocks are set, in seconds since 1970, in order.
  private let onsets: [Int]
  /// The offsets in seconds: before the first moment, and from each of them on.
  private let offsets: [Int]
  /// The times on the clocks when they are set, as seconds of a clock in UTC.
  private let ends: [Int]

  /// Creates a zone whose clocks are never set.
  init(offset: Int) { (onsets, offsets, ends) = ([], [offset], []) }

  /// Creates a zone from its components STANDARD and DAYLIGHT; `nil` if none of them says from when
  /// on which offset holds.
  ///
  /// - Parameters:
  ///   - components: The lines of each component.
  ///   - end: The moment after which no time is of interest.
  ///   - budget: The budget of the file.
  /// - Throws: ``HistoryProblem`` if a rule is not known, or following it takes too long.
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
    // Before it begins to hold, none of them may have a time of interest.
    offsets = [changes.first?.before ?? earliest.before] + changes.map(\.after)
    ends = zip(changes, offsets).map { $0.onset + $1 }
  }

  /// Returns the moment at which the clocks show a time; see ``CalendarZone/date(of:)``.
  ///
  /// - Complexity: O(log n) in the number of times that the clocks are set.
  func date(of time: CalendarTime) -> Date? {
    guard let date = time.date(in: .gmt) else { return nil }
    let clock = Self.seconds(date)
    // The first period that ends after it.
    let period = Self.count(of: ends) { $0 <= clock }
    var offset = offsets[period]
    // A time before this period as well was left out when the clocks were set.
    if period > 0, clock - offset < onsets[period - 1] { offset = offsets[period - 1] }
    return date.addingTimeInterval(-Double(offset))
  }

  /// Returns the time that the clocks show at a moment.
  ///
  /// - Complexity: O(log n) in the number of times that the clocks are set.
  func time(at date: Date) -> CalendarTime {
    let moment = Self.seconds(date)
    return CalendarTime(
      date.addingTimeInterval(Double(offsets[Self.count(of: onsets) { $0 <= moment }])), in: .gmt)
  }

  private static func seconds(_ date: Date) -> Int {
    Int(clamping: date.timeIntervalSince1970.rounded(.down))
  }

  /// Returns how many of some ordered numbers, from the first on, are as a condition says.
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
  /// A component STANDARD or DAYLIGHT: when its offset begins to hold.
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
    /// A rule says all of them, for its start is often just long ago.
    func onsets(until end: Date, within budget: ReadingBudget) throws(HistoryProblem) -> [Date] {
      // Until it begins, the clocks go by the offset before.
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
