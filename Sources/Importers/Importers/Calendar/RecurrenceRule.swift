internal import Activities
internal import Foundation

/// The parts of a recurrence rule (RFC 5545, `RRULE`), and the work of expanding it.
///
/// libical goes from time to time in one call until a time matches, so a rule that matches nothing
/// keeps it busy for hours. The number of times that it examines follows from the rule, the start
/// and the end, and is known in advance.
struct RecurrenceRule {
  /// The unit of a rule, from short to long.
  private enum Frequency: String, Comparable, CaseIterable {
    case secondly = "SECONDLY"
    case minutely = "MINUTELY"
    case hourly = "HOURLY"
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"

    /// The minimum number of seconds.
    var seconds: Double {
      switch self {
      case .secondly: 1
      case .minutely: 60
      case .hourly: 3_600
      case .daily: 86_400
      case .weekly: 604_800
      case .monthly: 28 * 86_400
      case .yearly: 365 * 86_400
      }
    }

    static func < (one: Self, other: Self) -> Bool { one.seconds < other.seconds }
  }

  /// A day of the week, with its position if it has an ordinal (1 is the first, −1 the last).
  private typealias Weekday = (position: Int, name: Substring)

  static let unknown = HistoryProblem("its recurrence rule is unknown")
  /// The names of the days of the week, in order.
  private static let daysInOrder = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
  private static let weekdays = Set(daysInOrder.map { Substring($0) })
  /// The names of parts with numbers.
  private static let numbers: Set<String> = [
    "BYSECOND", "BYMINUTE", "BYHOUR", "BYMONTHDAY", "BYYEARDAY", "BYWEEKNO", "BYMONTH", "BYSETPOS",
  ]
  /// The largest interval that libical takes.
  private static let largestInterval = 32_767
  /// The year at which libical gives up.
  private static let lastYear = 20_000

  /// The rule in upper case; libical reads exactly the parts known here.
  private let text: String
  /// The end, on the clock of the event.
  private(set) var until: CalendarTime?

  private var frequency = Frequency.yearly
  private var interval = 1
  private var count: Int?
  private var lists: [String: [Int]] = [:]
  private var days: [Weekday] = []

  /// Reads a rule.
  ///
  /// - Parameter text: The rule, whose end is on the clock of the event.
  /// - Throws: ``unknown``, also for an ambiguous rule.
  init(_ text: String) throws(HistoryProblem) {
    self.text = text.uppercased()
    var seen: Set<String> = []
    for part in self.text.split(separator: ";") {
      let sides = part.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, seen.insert(String(sides[0])).inserted else { throw Self.unknown }
      try read(String(sides[0]), sides[1])
    }
    guard seen.contains("FREQ") else { throw Self.unknown }
  }

  private mutating func read(_ name: String, _ value: Substring) throws(HistoryProblem) {
    switch name {
    case "FREQ":
      guard let known = Frequency(rawValue: String(value)) else { throw Self.unknown }
      frequency = known
    case "INTERVAL":
      interval = try Self.number(value)
      guard (1...Self.largestInterval).contains(interval) else { throw Self.unknown }
    case "COUNT":
      let number = try Self.number(value)
      guard number > 0 else { throw Self.unknown }
      count = number
    case "UNTIL": until = try CalendarTime(value)
    case "WKST": guard Self.weekdays.contains(value) else { throw Self.unknown }
    case "BYDAY":
      for item in value.split(separator: ",", omittingEmptySubsequences: false) {
        let (position, day) = (item.dropLast(2), item.suffix(2))
        guard Self.weekdays.contains(day) else { throw Self.unknown }
        days.append((position.isEmpty ? 0 : try Self.number(position), day))
      }
    case _ where Self.numbers.contains(name):
      var list: [Int] = []
      for item in value.split(separator: ",", omittingEmptySubsequences: false) {
        list.append(try Self.number(item))
      }
      lists[name] = list
    default: throw Self.unknown
    }
  }

  private static func number(_ text: Substring) throws(HistoryProblem) -> Int {
    guard let number = Int32(text) else { throw unknown }
    return Int(number)
  }

  private func list(_ name: String) -> [Int] { lists[name] ?? [] }

  private func has(_ names: String...) -> Bool {
    names.contains { $0 == "BYDAY" ? !days.isEmpty : lists[$0] != nil }
  }

  /// Returns the rule for libical, which takes missing parts from a start.
  ///
  /// A yearly rule with weeks alone means the weekday of the start. libical 3.0.16 reads past its
  /// tables for such a rule, and may crash, so the weekday is added.
  func text(from start: CalendarTime) -> String {
    guard frequency == .yearly, has("BYWEEKNO"), !has("BYDAY", "BYMONTHDAY", "BYYEARDAY"),
      let date = start.date(in: .gmt)
    else { return text }
    let days = Int(clamping: (date.timeIntervalSince1970 / Frequency.daily.seconds).rounded(.down))
    // 1 January 1970 was a Thursday.
    return text + ";BYDAY=" + Self.daysInOrder[((days + 3) % 7 + 7) % 7]
  }

  /// Returns a start that gives the same times from a moment on: the last one before it after a
  /// whole number of periods.
  ///
  /// Months and years differ in length, and a rule with a count has to start at its beginning, so
  /// their start stays. With times of the day, libical begins with the first one on the day of the
  /// start, so the days before it also have to be whole periods.
  func start(near moment: CalendarTime, from first: CalendarTime) -> CalendarTime {
    let isRegular = count == nil && frequency < .monthly && days.allSatisfy { $0.position == 0 }
    guard isRegular, first < moment, let from = first.date(in: .gmt),
      let to = moment.date(in: .gmt)
    else { return first }
    var period = frequency.seconds * Double(interval)
    if frequency < .daily, has("BYHOUR", "BYMINUTE", "BYSECOND") {
      let day = Frequency.daily.seconds
      let unit = frequency.seconds
      period = period * (day / unit) / Double(Self.divisor(Int(day / unit), interval))
    }
    let moved = from.addingTimeInterval(max(0, (to.timeIntervalSince(from) / period).rounded(.down)) * period)
    var start = CalendarTime(moved, in: .gmt)
    start.isDay = first.isDay
    return start
  }

  /// Returns the greatest common divisor.
  private static func divisor(_ one: Int, _ other: Int) -> Int {
    other == 0 ? one : divisor(other, one % other)
  }

  /// Returns the maximum number of times that libical examines before an end, besides those that it
  /// returns.
  func looks(from start: CalendarTime, to end: CalendarTime) -> Int {
    guard let from = start.date(in: .gmt), let to = end.date(in: .gmt) else { return .max }
    // If a rule lists values of its own unit, libical goes through the list in each unit, whatever
    // the interval.
    let own = [Frequency.secondly: "BYSECOND", .minutely: "BYMINUTE", .hourly: "BYHOUR"][frequency]
    let step = own.map { has($0) } == true ? 1 : Double(interval)
    let periods = max(0, to.timeIntervalSince(from)) / (frequency.seconds * step) + 1
    let first = daysOfPeriod * timesOfDay
    var looks = first
    if frequency >= .monthly {
      looks += periods * Self.looksOfExpansion + search(from: start)
    } else if let count, !hasLimits {
      looks += min(periods * first, Double(count))
    } else {
      looks += periods * first
    }
    return Int(exactly: min(looks, 1e15).rounded(.up)) ?? .max
  }

  /// The cost of expanding a month or a year, in examined times.
  private static let looksOfExpansion = 4.0

  /// The number of times in a day, or in the period if that is shorter.
  private var timesOfDay: Double {
    let lists: [(name: String, in: Frequency)] = [
      ("BYSECOND", .secondly), ("BYMINUTE", .minutely), ("BYHOUR", .hourly),
    ]
    return lists.reduce(1) { $0 * ($1.in < frequency ? Double(max(1, list($1.name).count)) : 1) }
  }

  /// The maximum number of days in a period.
  private var daysOfPeriod: Double {
    guard has("BYDAY", "BYMONTHDAY", "BYYEARDAY", "BYWEEKNO", "BYMONTH") else { return 1 }
    return switch frequency {
    case .yearly: 366
    case .monthly: 31
    case .weekly: Double(max(1, days.count))
    case .daily, .hourly, .minutely, .secondly: 1
    }
  }

  /// A Boolean value that indicates whether the rule has parts that remove times rather than add
  /// them.
  private var hasLimits: Bool {
    switch frequency {
    case .yearly: false
    case .monthly, .weekly: has("BYMONTH")
    case .daily: has("BYMONTH", "BYMONTHDAY", "BYYEARDAY", "BYWEEKNO", "BYDAY")
    case .hourly, .minutely, .secondly:
      has("BYMONTH", "BYMONTHDAY", "BYYEARDAY", "BYWEEKNO", "BYDAY", "BYHOUR", "BYMINUTE", "BYSECOND")
    }
  }
}

// This extension estimates how far libical searches for a month or year with a matching day.
extension RecurrenceRule {
  /// How often a month or year has a matching day.
  private enum Chance: Comparable {
    /// Possibly never.
    case never
    /// Within decades.
    case rare
    /// Within a few years.
    case usual
  }

  /// The number of times examined to find the next month or year with a day.
  private func search(from start: CalendarTime) -> Double {
    let periods = (frequency == .monthly ? 12.0 : 1) / Double(interval)
    switch chance(from: start) {
    case .usual: return 12 * Self.looksOfExpansion
    case .rare: return (40 * periods + 12) * Self.looksOfExpansion
    case .never: return (Double(max(0, Self.lastYear - start.year)) * periods + 12) * Self.looksOfExpansion
    }
  }

  private func chance(from start: CalendarTime) -> Chance {
    min(
      chanceOfMonthDay(from: start), chanceOfWeekday(from: start), chanceOfYearDay, chanceOfWeek,
      chanceOfPosition(from: start))
  }

  /// The months that the rule reaches.
  private func months(from start: CalendarTime) -> Set<Int> {
    let named = Set(list("BYMONTH"))
    guard frequency == .monthly else {
      if !named.isEmpty { return named }
      return has("BYMONTHDAY", "BYDAY", "BYYEARDAY", "BYWEEKNO") ? Set(1...12) : [start.month]
    }
    let visited = Set((0..<12).map { (start.month - 1 + $0 * interval) % 12 + 1 })
    return named.isEmpty ? visited : visited.intersection(named)
  }

  private func chanceOfMonthDay(from start: CalendarTime) -> Chance {
    let months = months(from: start)
    guard !months.isEmpty else { return .never }
    let days = has("BYMONTHDAY") ? list("BYMONTHDAY").map(abs) : [start.day]
    if !has("BYMONTHDAY"), has("BYDAY", "BYYEARDAY", "BYWEEKNO") { return .usual }
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    let known = months.filter { (1...12).contains($0) }
    if known.contains(where: { month in days.contains { (1...lengths[month - 1]).contains($0) } }) {
      return .usual
    }
    return known.contains(2) && days.contains(29) ? .rare : .never
  }

  private func chanceOfWeekday(from start: CalendarTime) -> Chance {
    guard has("BYDAY") else { return .usual }
    let isNumbered = days.allSatisfy { $0.position != 0 }
    if isNumbered, has("BYMONTHDAY", "BYYEARDAY", "BYWEEKNO") { return .never }
    // Numbers count within the month, or within the year if the rule has no months.
    let isOfYear = frequency == .yearly && !has("BYMONTH")
    let isFebruary = months(from: start) == [2]
    let best = days.map { day -> Chance in
      switch abs(day.position) {
      case 0...4: .usual
      case 5: isFebruary && !isOfYear ? .rare : .usual
      case 6...52 where isOfYear: .usual
      case 53 where isOfYear: .rare
      default: .never
      }
    }.max()
    return min(best ?? .usual, has("BYMONTHDAY") ? .rare : .usual)
  }

  private var chanceOfYearDay: Chance {
    guard has("BYYEARDAY") else { return .usual }
    if has("BYMONTH", "BYMONTHDAY", "BYWEEKNO") { return .never }
    let best = list("BYYEARDAY").map { day -> Chance in
      switch abs(day) {
      case 1...365: .usual
      case 366: .rare
      default: .never
      }
    }.max()
    return min(best ?? .never, has("BYDAY") ? .rare : .usual)
  }

  private var chanceOfWeek: Chance {
    guard has("BYWEEKNO") else { return .usual }
    if has("BYMONTH", "BYMONTHDAY") { return .never }
    return list("BYWEEKNO").map { (1...52).contains(abs($0)) ? .usual : abs($0) == 53 ? .rare : .never }.max()
      ?? .never
  }

  private func chanceOfPosition(from start: CalendarTime) -> Chance {
    guard has("BYSETPOS") else { return .usual }
    let nearest = list("BYSETPOS").map(abs).filter { $0 > 0 }.min() ?? .max
    if nearest == 1 { return .usual }
    let months = frequency == .yearly ? months(from: start).count : 1
    let sure: Int
    switch (has("BYDAY"), has("BYMONTHDAY", "BYYEARDAY", "BYWEEKNO")) {
    case (true, true): sure = 1
    case (true, false): sure = days.reduce(0) { $0 + ($1.position == 0 ? 4 * months : 1) }
    case (false, true):
      sure = Set((list("BYMONTHDAY") + list("BYYEARDAY")).filter { (1...28).contains(abs($0)) }).count
    case (false, false): sure = months
    }
    return nearest <= sure ? .usual : .never
  }
}
