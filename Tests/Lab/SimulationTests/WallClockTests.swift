import Foundation
import LogFormat
import Testing

@testable import Simulation

@Suite struct WallClockTests {
  struct Case: Sendable {
    let zone: String
    let date: String
    let hour: Double
    let utc: Double
  }

  // Hours of UTC since midnight of that date, from the zones' published rules.
  static let cases = [
    Case(zone: "Europe/Berlin", date: "2026-03-02", hour: 12.5, utc: 11.5),
    Case(zone: "Europe/Berlin", date: "2026-03-29", hour: 1.5, utc: 0.5),
    // skipped: 03:30 +02:00
    Case(zone: "Europe/Berlin", date: "2026-03-29", hour: 2.5, utc: 1.5),
    Case(zone: "Europe/Berlin", date: "2026-03-29", hour: 3.5, utc: 1.5),
    // comes twice: the first, +02:00
    Case(zone: "Europe/Berlin", date: "2026-10-25", hour: 2.5, utc: 0.5),
    Case(zone: "Europe/Berlin", date: "2026-10-25", hour: 3.5, utc: 2.5),
    // skipped: 03:30 -04:00
    Case(zone: "America/New_York", date: "2026-03-08", hour: 2.5, utc: 7.5),
    // comes twice: the first, -04:00
    Case(zone: "America/New_York", date: "2026-11-01", hour: 1.5, utc: 5.5),
    Case(zone: "Asia/Tokyo", date: "2026-07-01", hour: 8, utc: -1),
    Case(zone: "UTC", date: "2026-07-01", hour: 26, utc: 26),
  ]

  @Test(arguments: cases) func `wall time is found in UTC`(moment: Case) throws {
    let clock = WallClock(zone: try #require(TimeZone(identifier: moment.zone)))
    let date = try #require(CalendarDate(moment.date))
    let seconds = clock.moment(of: date, second: moment.hour * 3_600)
    #expect(seconds - Double(date.daysSince1970) * 86_400 == moment.utc * 3_600)
  }

  @Test(arguments: ["2026-03-02", "1969-12-31", "2000-02-29", "2999-01-01"])
  func `dates are read and written`(text: String) throws {
    let date = try #require(CalendarDate(text))
    #expect(date.description == text)
    #expect(String(date.dayOfMonth) == String(Int(text.suffix(2)) ?? 0))
  }

  @Test(arguments: ["", "2026-02-30", "2026-3-2", "20260302xx", "2026-03-02T"]) func `no dates`(text: String)
  {
    #expect(CalendarDate(text) == nil)
  }
}
