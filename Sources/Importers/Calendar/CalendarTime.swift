internal import Foundation

/// A time as a calendar writes it: on the clock of wherever the event is, in UTC, or a day.
struct CalendarTime: Hashable, Comparable {
  var year, month, day: Int
  var hour = 0
  var minute = 0
  var second = 0
  /// A Boolean value that indicates whether it is a day without a time.
  var isDay = false

  init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, isDay: Bool = false)
  {
    (self.year, self.month, self.day) = (year, month, day)
    (self.hour, self.minute, self.second, self.isDay) = (hour, minute, second, isDay)
  }

  /// Reads `20260401` or `20260401T093000`, with or without `Z`.
  ///
  /// - Throws: ``HistoryProblem/time``.
  init(_ text: some StringProtocol) throws(HistoryProblem) {
    let digits = Array(text.utf8)
    func number(_ start: Int, _ count: Int) throws(HistoryProblem) -> Int {
      guard start + count <= digits.count else { throw .time }
      var number = 0
      for digit in digits[start..<start + count] {
        guard (0x30...0x39).contains(digit) else { throw .time }
        number = number * 10 + Int(digit - 0x30)
      }
      return number
    }
    self.init(
      year: try number(0, 4), month: try number(4, 2), day: try number(6, 2), isDay: digits.count == 8)
    guard (1...12).contains(month), (1...31).contains(day), year >= 1 else { throw .time }
    if isDay { return }
    let hasZone = digits.last == 0x5A
    guard digits.count == (hasZone ? 16 : 15), digits[8] == 0x54 else { throw .time }
    (hour, minute, second) = (try number(9, 2), try number(11, 2), try number(13, 2))
    guard hour < 24, minute < 60, second <= 60 else { throw .time }
  }

  /// Creates what the clocks of a zone show at a moment.
  init(_ date: Date, in zone: TimeZone) {
    let parts = Self.calendar(zone).dateComponents(
      [.year, .month, .day, .hour, .minute, .second], from: date)
    self.init(
      year: parts.year ?? 1, month: parts.month ?? 1, day: parts.day ?? 1, hour: parts.hour ?? 0,
      minute: parts.minute ?? 0, second: parts.second ?? 0)
  }

  /// Returns the moment at which the clocks of a zone show this; if they leave it out, the moment of the jump.
  func date(in zone: TimeZone) -> Date? {
    Self.calendar(zone).date(
      from: DateComponents(year: year, month: month, day: day, hour: hour, minute: minute, second: second))
  }

  /// The form that rules have it in, on the clock of the event.
  var words: String {
    func padded(_ number: Int, _ count: Int) -> String {
      String(repeating: "0", count: max(0, count - String(number).count)) + String(number)
    }
    let date = padded(year, 4) + padded(month, 2) + padded(day, 2)
    return isDay ? date : date + "T" + padded(hour, 2) + padded(minute, 2) + padded(second, 2)
  }

  static func < (left: Self, right: Self) -> Bool {
    (left.year, left.month, left.day, left.hour * 3_600 + left.minute * 60 + left.second)
      < (right.year, right.month, right.day, right.hour * 3_600 + right.minute * 60 + right.second)
  }

  private static func calendar(_ zone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return calendar
  }
}

/// The time zones of calendars.
enum CalendarZone {
  static let unknown = HistoryProblem(
    "its time zone is not known here; have the calendar exported with names like Europe/Berlin")

  /// Returns the zone of a name in a calendar.
  ///
  /// It is one of IANA's, also behind a prefix like `/freeassociation.sourceforge.net/`; what the calendar says that it is; or one of Windows'.
  ///
  /// - Parameter locations: The names of IANA that the calendar has for its own ones (`X-LIC-LOCATION`).
  /// - Throws: ``unknown``.
  static func zone(named name: String, _ locations: [String: String]) throws(HistoryProblem) -> TimeZone {
    let name = name.trimmingCharacters(in: .whitespaces)
    for candidate in [name, locations[name], windows[name]].compactMap({ $0 }) {
      let parts = candidate.split(separator: "/")
      for count in [parts.count, 3, 2, 1] where count <= parts.count && count > 0 {
        let name = parts.suffix(count).joined(separator: "/")
        // Foundation takes abbreviations for zones, which are not one.
        if name.contains("/") || ["UTC", "GMT"].contains(name), let zone = TimeZone(identifier: name) {
          return zone
        }
      }
    }
    throw unknown
  }

  /// The zones of Windows in common use, with the name that IANA has for each (windowsZones of Unicode's CLDR, territory 001).
  private static let windows: [String: String] = [
    "AUS Eastern Standard Time": "Australia/Sydney", "Alaskan Standard Time": "America/Anchorage",
    "Arab Standard Time": "Asia/Riyadh", "Arabian Standard Time": "Asia/Dubai",
    "Argentina Standard Time": "America/Buenos_Aires", "Atlantic Standard Time": "America/Halifax",
    "Cen. Australia Standard Time": "Australia/Adelaide",
    "Central America Standard Time": "America/Guatemala",
    "Central Europe Standard Time": "Europe/Budapest", "Central European Standard Time": "Europe/Warsaw",
    "Central Standard Time": "America/Chicago", "Central Standard Time (Mexico)": "America/Mexico_City",
    "China Standard Time": "Asia/Shanghai", "E. Africa Standard Time": "Africa/Nairobi",
    "E. Australia Standard Time": "Australia/Brisbane", "E. Europe Standard Time": "Europe/Chisinau",
    "E. South America Standard Time": "America/Sao_Paulo", "Eastern Standard Time": "America/New_York",
    "Egypt Standard Time": "Africa/Cairo", "FLE Standard Time": "Europe/Kiev",
    "GMT Standard Time": "Europe/London", "GTB Standard Time": "Europe/Bucharest",
    "Greenwich Standard Time": "Atlantic/Reykjavik", "Hawaiian Standard Time": "Pacific/Honolulu",
    "India Standard Time": "Asia/Calcutta", "Israel Standard Time": "Asia/Jerusalem",
    "Korea Standard Time": "Asia/Seoul", "Mountain Standard Time": "America/Denver",
    "New Zealand Standard Time": "Pacific/Auckland", "Pacific SA Standard Time": "America/Santiago",
    "Pacific Standard Time": "America/Los_Angeles", "Pakistan Standard Time": "Asia/Karachi",
    "Romance Standard Time": "Europe/Paris", "Russian Standard Time": "Europe/Moscow",
    "SA Pacific Standard Time": "America/Bogota", "SE Asia Standard Time": "Asia/Bangkok",
    "Singapore Standard Time": "Asia/Singapore", "South Africa Standard Time": "Africa/Johannesburg",
    "Taipei Standard Time": "Asia/Taipei", "Tokyo Standard Time": "Asia/Tokyo",
    "Turkey Standard Time": "Europe/Istanbul", "US Eastern Standard Time": "America/Indiana/Indianapolis",
    "US Mountain Standard Time": "America/Phoenix", "W. Australia Standard Time": "Australia/Perth",
    "W. Europe Standard Time": "Europe/Berlin", "West Asia Standard Time": "Asia/Tashkent",
  ]
}
