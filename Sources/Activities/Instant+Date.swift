public import Foundation

extension Instant {
  /// The moment of a date in UTC, if it is a whole millisecond of the years 0 to 9999 from which ``date`` gives the same
  /// date back.
  public init?(exactly date: Date) {
    let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
    guard let whole = Int64(exactly: milliseconds), let instant = try? Instant(milliseconds: whole),
      instant.date == date
    else { return nil }
    self = instant
  }

  /// The moment as a date.
  public var date: Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
  }
}
