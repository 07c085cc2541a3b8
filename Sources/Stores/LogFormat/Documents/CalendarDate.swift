public import Activities

/// A date of the Gregorian calendar, without a time of day or zone.
public struct CalendarDate: Hashable, Comparable, Sendable, LosslessStringConvertible {
  /// The number of days since 1970-01-01.
  public let daysSince1970: Int

  /// Creates the date that is a number of days after 1970-01-01.
  public init(daysSince1970: Int) {
    self.daysSince1970 = daysSince1970
  }

  /// Creates the local date of a moment.
  public init(of instant: Instant) {
    self.init(daysSince1970: instant.localDay)
  }

  /// Reads a date like `2026-03-02`.
  public init?(_ description: String) {
    guard description.utf8.count == 10, let noon = try? Instant(rfc3339: description + "T12:00:00Z") else {
      return nil
    }
    self.init(of: noon)
  }

  /// The date in the form `2026-03-02`; empty outside the years 0 to 9999.
  public var description: String {
    let (milliseconds, overflow) = Int64(daysSince1970).multipliedReportingOverflow(by: 86_400_000)
    guard !overflow, let midnight = try? Instant(milliseconds: milliseconds) else { return "" }
    return String(midnight.rfc3339.prefix(10))
  }

  /// Orders dates by time.
  public static func < (left: Self, right: Self) -> Bool {
    left.daysSince1970 < right.daysSince1970
  }

  /// The day of the week: 0 is Monday, 6 is Sunday.
  package var weekday: Int { ((daysSince1970 + 3) % 7 + 7) % 7 }

  /// The day of the month, 1...31; 0 outside the years 0 to 9999.
  package var dayOfMonth: Int { Int(description.suffix(2)) ?? 0 }

  /// Returns the date that is a number of days later (earlier if negative).
  package func advanced(by days: Int) -> CalendarDate {
    CalendarDate(daysSince1970: daysSince1970 + days)
  }
}
