internal import Foundation

/// A time in a calendar: on the local clock of the event, in UTC, or a day.
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

  /// Creates the time that the clocks of a zone show at a moment.
  init(_ date: Date, in zone: TimeZone) {
    let parts = Self.calendar(zone).dateComponents(
      [.year, .month, .day, .hour, .minute, .second], from: date)
    self.init(
      year: parts.year ?? 1, month: parts.month ?? 1, day: parts.day ?? 1, hour: parts.hour ?? 0,
      minute: parts.minute ?? 0, second: parts.second ?? 0)
  }

  /// Returns the moment at which the clocks of a zone show this time, or the moment of the jump if
  /// they skip it.
  func date(in zone: TimeZone) -> Date? {
    Self.calendar(zone).date(
      from: DateComponents(year: year, month: month, day: day, hour: hour, minute: minute, second: second))
  }

  /// The day, without the time.
  var withoutTime: CalendarTime { CalendarTime(year: year, month: month, day: day, isDay: true) }

  /// The form in rules, on the clock of the event.
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
