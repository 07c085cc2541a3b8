internal import Activities
internal import Foundation
internal import LogFormat

/// A moment as people write it, which becomes an instant once the present moment and the time zone
/// are known.
///
/// It is an RFC 3339 time; or `now`, or a span from now (`in 2h`, `30 min ago`); or a day, a time
/// of day, or both, in either order: `8:00`, `6pm`, `noon`; `today`, `yesterday`, `tomorrow`,
/// `friday` (the next one), `last friday`, `2026-11-22`, `22.11.2026`, `22 November 2026`. Case,
/// commas and "at" are ignored. A time of day alone means today.
struct MomentArgument: Equatable {
  /// A local day.
  enum Day: Equatable {
    /// The number of days after today; negative before it.
    case relative(Int)
    /// The next day of the week after today, or with `isLast` the newest one before it; 0 is
    /// Monday.
    case weekday(Int, isLast: Bool)
    /// A day of the calendar.
    case date(CalendarDate)
  }

  /// The meaning of a day without a time of day.
  enum BareDay {
    /// The present time of day on that day: "tomorrow" means tomorrow at about this time.
    case thisTimeOfDay
    /// Its first moment: "since a day" includes that day.
    case beginning
  }

  /// The forms of a moment.
  private enum Form: Equatable {
    case instant(Instant)
    /// Seconds from now; negative in the past.
    case offset(Double)
    /// A day, and seconds after its midnight.
    case local(Day, time: Int?)
  }

  private let form: Form

  /// An instant, whatever the time zone.
  init(_ instant: Instant) {
    form = .instant(instant)
  }

  /// Reads a moment.
  ///
  /// - Throws: ``ArgumentProblem/moment`` if the text is not a moment; `ActivityError` for an
  ///   impossible RFC 3339 time.
  init(_ text: String) throws {
    guard let form = try Self.form(text) else { throw ArgumentProblem.moment }
    self.form = form
  }

  /// Returns the instant, with the offset that the zone has then.
  ///
  /// A time of day that the clocks skip on that day is moved later by the skipped span. For a time
  /// that occurs twice, the first is returned.
  ///
  /// - Parameters:
  ///   - now: The present moment.
  ///   - zone: The time zone of days and times of day.
  ///   - bareDay: The meaning of a day without a time of day.
  /// - Throws: `ActivityError` for a moment outside of the years 0 to 9999.
  func instant(
    at now: Instant, in zone: TimeZone, bareDay: BareDay = .thisTimeOfDay
  ) throws -> Instant {
    switch form {
    case .instant(let instant): return instant
    case .offset(let seconds):
      return try Instant(date: now.date.addingTimeInterval(seconds), in: zone)
    case .local(let day, let time):
      let calendar = Calendar.gregorian(in: zone)
      var fields = calendar.dateComponents([.year, .month, .day], from: now.date)
      switch day {
      case .relative(let days): fields.day = (fields.day ?? 1) + days
      case .weekday(let weekday, let isLast):
        let today = (calendar.component(.weekday, from: now.date) + 5) % 7
        let days = ((weekday - today) % 7 + 7) % 7
        fields.day = (fields.day ?? 1) + (isLast ? (days == 0 ? -7 : days - 7) : (days == 0 ? 7 : days))
      case .date(let date): (fields.year, fields.month, fields.day) = (1970, 1, 1 + date.daysSince1970)
      }
      if let time {
        (fields.hour, fields.minute, fields.second) = (time / 3_600, time / 60 % 60, time % 60)
      } else if bareDay == .thisTimeOfDay {
        let clock = calendar.dateComponents([.hour, .minute, .second], from: now.date)
        (fields.hour, fields.minute, fields.second) = (clock.hour, clock.minute, clock.second)
      }
      guard let date = calendar.date(from: fields) else { throw ArgumentProblem.moment }
      return try Instant(date: date, in: zone)
    }
  }
}

// MARK: - Reading

extension MomentArgument {
  private static func form(_ text: String) throws -> Form? {
    if text.count > 10, text.prefix(10).wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil,
      text.utf8.dropFirst(10).first.map({ $0 == UInt8(ascii: "T") || $0 == UInt8(ascii: "t") }) == true
    {
      if hasOffset(text) { return .instant(try Instant(rfc3339: text)) }
      return form(words: [String(text.prefix(10)), String(text.dropFirst(11))])
    }
    return form(
      words: text.lowercased().split { $0 == " " || $0 == "," }.map(String.init).filter { $0 != "at" })
  }

  /// Returns whether a date and time end with an offset from UTC.
  private static func hasOffset(_ text: String) -> Bool {
    let time = text.dropFirst(11)
    return time.contains { "zZ+-".contains($0) }
  }

  private static func form(words: [String]) -> Form? {
    switch words.count {
    case 1 where words[0] == "now": return .offset(0)
    case 2... where words[0] == "in": return span(words.dropFirst()).map { .offset($0) }
    case 2... where words.last == "ago": return span(words.dropLast()).map { .offset(-$0) }
    default: break
    }
    var (rest, found) = (words[...], (day: Day?.none, time: Int?.none))
    while let word = rest.first {
      if found.time == nil, rest.count > 1, let time = timeOfDay(word + rest[rest.startIndex + 1]) {
        found.time = time  // 6:30 pm
        rest.removeFirst(2)
      } else if found.time == nil, let time = timeOfDay(word) {
        found.time = time
        rest.removeFirst()
      } else if found.day == nil, let (day, count) = day(rest) {
        found.day = day
        rest.removeFirst(count)
      } else {
        return nil
      }
    }
    guard found.day != nil || found.time != nil else { return nil }
    return .local(found.day ?? .relative(0), time: found.time)
  }

  /// Returns the day that words begin with, and the number of words in it.
  private static func day(_ words: ArraySlice<String>) -> (Day, Int)? {
    guard let word = words.first else { return nil }
    switch word {
    case "today": return (.relative(0), 1)
    case "tomorrow": return (.relative(1), 1)
    case "yesterday": return (.relative(-1), 1)
    case "last", "next":
      return words.dropFirst().first.flatMap(weekday).map { (.weekday($0, isLast: word == "last"), 2) }
    default: break
    }
    if let weekday = weekday(word) { return (.weekday(weekday, isLast: false), 1) }
    if let date = CalendarDate(word) { return (.date(date), 1) }
    let parts = word.split(separator: ".").map(String.init)
    if parts.count == 3, let date = date(day: parts[0], month: Int(parts[1]), year: parts[2]) {
      return (.date(date), 1)
    }
    guard words.count >= 3 else { return nil }
    let (second, third) = (words[words.startIndex + 1], words[words.startIndex + 2])
    for (day, month) in [(word, second), (second, word)] {
      if let date = date(day: day, month: self.month(month), year: third) { return (.date(date), 3) }
    }
    return nil
  }

  /// Returns a date from a day, which may have a dot after it, and a year of four digits.
  private static func date(day: String, month: Int?, year: String) -> CalendarDate? {
    let digits = day.hasSuffix(".") ? String(day.dropLast()) : day
    guard let month, (1...12).contains(month), let number = Int(digits), (1...31).contains(number),
      year.count == 4
    else { return nil }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return CalendarDate("\(year)-\(two(month))-\(two(number))")
  }

  /// Returns the number of a month, from 1, by its English name or the first three letters of it.
  private static func month(_ word: String) -> Int? {
    let names = [
      "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
      "november", "december",
    ]
    return names.firstIndex { $0 == word || $0.prefix(3) == word }.map { $0 + 1 }
  }

  private static func weekday(_ word: String) -> Int? {
    let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    return word.count >= 3 ? names.firstIndex { $0 == word || $0.prefix(3) == word } : nil
  }

  /// Returns the seconds after midnight of a time of day: `8:00`, `08:00:30`, `6pm`, `6:30pm`,
  /// `noon`.
  private static func timeOfDay(_ word: String) -> Int? {
    if word == "noon" { return 43_200 }
    let half = ["am", "pm"].first { word.hasSuffix($0) }
    let parts = word.dropLast(half?.count ?? 0).split(separator: ":", omittingEmptySubsequences: false)
    guard (half == nil ? 2...3 : 1...2).contains(parts.count), (1...2).contains(parts[0].count),
      parts.dropFirst().allSatisfy({ $0.count == 2 }),
      parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } })
    else { return nil }
    let numbers = parts.compactMap { Int($0) }
    guard numbers.dropFirst().allSatisfy({ $0 < 60 }),
      half == nil ? numbers[0] < 24 : (1...12).contains(numbers[0])
    else { return nil }
    let hour = half == nil ? numbers[0] : numbers[0] % 12 + (half == "pm" ? 12 : 0)
    return hour * 3_600 + (numbers.count > 1 ? numbers[1] * 60 : 0) + (numbers.count > 2 ? numbers[2] : 0)
  }

  /// Returns the seconds of a span: `2h`, `2 h`, `30 minutes`, `1h 30m`.
  private static func span(_ words: ArraySlice<String>) -> Double? {
    var (seconds, rest) = (0.0, words.joined()[...])
    repeat {
      let digits = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
      let unit = rest.dropFirst(digits.count).prefix { $0.isLetter }
      guard let number = Double(digits), let length = units[String(unit)] else { return nil }
      seconds += number * length
      rest = rest.dropFirst(digits.count + unit.count)
    } while !rest.isEmpty
    return seconds <= 1e10 ? seconds : nil
  }

  private static let units: [String: Double] = {
    let names: [(Double, [String])] = [
      (1, ["s", "sec", "secs", "second", "seconds"]), (60, ["m", "min", "mins", "minute", "minutes"]),
      (3_600, ["h", "hr", "hrs", "hour", "hours"]), (86_400, ["d", "day", "days"]),
      (604_800, ["w", "week", "weeks"]),
    ]
    return Dictionary(names.flatMap { seconds, names in names.map { ($0, seconds) } }) { first, _ in first }
  }()
}

extension Instant {
  /// The moment, without its offset.
  var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }

  /// A moment with the offset that a time zone has then.
  ///
  /// - Throws: `ActivityError` for a moment outside of the years 0 to 9999.
  init(date: Date, in zone: TimeZone) throws {
    let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded(.down)
    guard abs(milliseconds) < 1e15 else { throw ActivityError.timeOutOfRange }
    try self.init(
      milliseconds: Int64(milliseconds), offsetMinutes: zone.secondsFromGMT(for: date) / 60,
      timeZone: zone.identifier)
  }
}

extension Calendar {
  /// The calendar of dates like 2026-03-02 in a time zone.
  fileprivate static func gregorian(in zone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    (calendar.timeZone, calendar.locale) = (zone, Locale(identifier: "en_US_POSIX"))
    return calendar
  }
}
