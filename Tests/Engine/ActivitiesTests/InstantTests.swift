import Foundation
import TestSupport
import Testing

@testable import Activities

@Suite("Instants")
struct InstantTests {
  static let parsed: [(String, Int64, Int)] = [
    ("1970-01-01T00:00:00Z", 0, 0), ("1970-01-01T01:00:00+01:00", 0, 60), ("1969-12-31T23:59:59.999Z", -1, 0),
    ("1969-12-31T16:00:00-08:00", 0, -480), ("1970-01-01t00:00:00z", 0, 0),
    ("1970-01-01 00:00:00-00:00", 0, 0),
    ("2000-02-29T00:00:00Z", 951_782_400_000, 0), ("2024-02-29T12:00:00Z", 1_709_208_000_000, 0),
    ("1900-03-01T00:00:00Z", -2_203_891_200_000, 0), ("2026-03-01T08:10:00.25+01:00", 1_772_349_000_250, 60),
    ("2026-03-01T08:10:00.123999Z", 1_772_352_600_123, 0),
    ("2026-03-01T08:10:00+05:45", 1_772_331_900_000, 345),
    ("2016-12-31T23:59:60Z", 1_483_228_800_000, 0), ("0000-01-01T00:00:00Z", -62_167_219_200_000, 0),
    ("9999-12-31T23:59:59.999Z", 253_402_300_799_999, 0),
    ("2026-03-01T23:59:00+23:59", 1_772_323_200_000, 1_439),
  ]

  @Test("RFC 3339 is read", arguments: parsed)
  func reading(text: String, milliseconds: Int64, offset: Int) throws {
    let instant = try Instant(rfc3339: text)
    #expect(instant.milliseconds == milliseconds)
    #expect(instant.offsetMinutes == offset)
  }

  static let refused: [(String, ActivityError)] = [
    ("", .malformedTime), ("2026", .malformedTime), ("2026-03-01", .malformedTime),
    ("20260301T081000Z", .malformedTime),
    ("2026-03-01T08:10Z", .malformedTime), ("2026-03-01T08:10:00", .timeWithoutOffset),
    ("2026-03-01T08:10:00.5", .timeWithoutOffset), ("2026-03-01T08:10:00.Z", .malformedTime),
    ("2026-03-01T08:10:00+0100", .malformedTime), ("2026-03-01T08:10:00+01", .malformedTime),
    ("2026-03-01T08:10:00+24:00", .malformedTime), ("2026-03-01T08:10:00+01:60", .malformedTime),
    ("2026-03-01T08:10:00Zx", .malformedTime), ("2026-03-01T08:10:00 Z", .malformedTime),
    (" 2026-03-01T08:10:00Z", .malformedTime), ("2026-13-01T08:10:00Z", .malformedTime),
    ("2026-00-01T08:10:00Z", .malformedTime), ("2026-02-29T08:10:00Z", .malformedTime),
    ("1900-02-29T08:10:00Z", .malformedTime), ("2026-04-31T08:10:00Z", .malformedTime),
    ("2026-03-00T08:10:00Z", .malformedTime), ("2026-03-01T24:00:00Z", .malformedTime),
    ("2026-03-01T08:60:00Z", .malformedTime), ("2026-03-01T08:10:61Z", .malformedTime),
    ("2026-03-01T-8:10:00Z", .malformedTime), ("２０２６-03-01T08:10:00Z", .malformedTime),
    ("0000-01-01T00:00:00+00:01", .timeOutOfRange), ("9999-12-31T23:59:59-00:01", .timeOutOfRange),
  ]

  @Test("parsing rejects malformed RFC 3339 times with the reason", arguments: refused)
  func refusing(text: String, error: ActivityError) {
    #expect(throws: error) { try Instant(rfc3339: text) }
  }

  @Test("weeks are those of Foundation's calendar, by local time")
  func weeks() throws {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    for day in stride(from: 0, to: 40 * 366, by: 1) {
      let start = Int64(day) * 86_400_000
      let fields = calendar.dateComponents(
        [.yearForWeekOfYear, .weekOfYear], from: Date(timeIntervalSince1970: Double(day) * 86_400))
      let week = String(format: "%04d-W%02d", fields.yearForWeekOfYear ?? 0, fields.weekOfYear ?? 0)
      #expect(try Instant(milliseconds: start).isoWeek == week)
      #expect(try Instant(milliseconds: start - 60_000, offsetMinutes: 1).isoWeek == week)
    }
  }

  @Test("an instant is the same after writing and reading it", arguments: 0..<20 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    for _ in 0..<200 {
      let span = Instant.representable.upperBound - Instant.representable.lowerBound - 2 * 86_400_000
      let milliseconds = Instant.representable.lowerBound + 86_400_000 + Int64(random.next() % UInt64(span))
      let instant = try Instant(milliseconds: milliseconds, offsetMinutes: Int(random.next() % 2_879) - 1_439)
      let text = instant.rfc3339
      #expect(try Instant(rfc3339: text) == instant, "seed \(seed): \(text)")
    }
  }

  @Test(
    "the calendar agrees with Foundation's",
    arguments: [1600, 1899, 1900, 1970, 1999, 2000, 2023, 2024, 2100])
  func calendar(year: Int) throws {
    var gregorian = Calendar(identifier: .gregorian)
    gregorian.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    for month in 1...12 {
      for day in [1, 15, 28] {
        let date = try #require(gregorian.date(from: DateComponents(year: year, month: month, day: day)))
        let days = Int((date.timeIntervalSince1970 / 86_400).rounded(.down))
        #expect(Instant.daysSince1970(year: year, month: month, day: day) == days)
        let instant = try Instant(milliseconds: Int64(days) * 86_400_000)
        #expect(instant.localWeekday == (gregorian.component(.weekday, from: date) + 5) % 7)
      }
    }
  }

  static let local: [(String, Double, Int, Int)] = [
    ("1970-01-01T00:00:00Z", 0, 3, 0), ("1970-01-01T00:00:00-01:00", 0, 3, 0),
    ("1969-12-31T23:30:00Z", 23.5, 2, -1),
    ("2026-03-01T08:15:00+01:00", 8.25, 6, 20_513), ("2026-03-02T00:00:00+14:00", 0, 0, 20_514),
    ("2026-03-01T23:59:59.999-11:00", 23.999_999_722_222_2, 6, 20_513),
    ("0000-01-01T06:00:00Z", 6, 5, -719_528),
  ]

  @Test("hour, weekday and day are local wall time", arguments: local)
  func localTime(text: String, hour: Double, weekday: Int, day: Int) throws {
    let instant = try Instant(rfc3339: text)
    #expect(abs(instant.localHour - hour) < 1e-9)
    #expect(instant.localHour < 24)
    #expect(instant.localWeekday == weekday)
    #expect(instant.localDay == day)
  }

  @Test("only representable instants can be created")
  func range() throws {
    let table: [(Int64, Int)] = [
      (.max, 0), (.min, 0), (0, 1_440), (0, -1_440), (0, .min), (253_402_300_799_999, 1),
      (-62_167_219_200_000, -1),
    ]
    for (milliseconds, offset) in table {
      #expect(throws: ActivityError.timeOutOfRange, "\(milliseconds) \(offset)") {
        try Instant(milliseconds: milliseconds, offsetMinutes: offset)
      }
    }
  }

  @Test("advancing keeps the offset, and stays within the representable years")
  func advancing() throws {
    for offset in [-720, 0, 840] {
      let instant = try Instant(milliseconds: 1_000, offsetMinutes: offset, timeZone: "X/Y")
      let table: [(Double, Int64)] = [(1.5, 2_500), (-2, -1_000), (0, 1_000), (.nan, 1_000)]
      for (seconds, expected) in table {
        let moved = instant.advanced(bySeconds: seconds)
        #expect(moved.milliseconds == expected)
        #expect(moved.offsetMinutes == offset && moved.timeZone == "X/Y")
      }
      for seconds in [Double.infinity, -.infinity, 1e300] {
        let moved = instant.advanced(bySeconds: seconds)
        #expect(try Instant(rfc3339: moved.rfc3339, timeZone: "X/Y") == moved)
      }
    }
    let (early, late) = (try Instant(milliseconds: -500), try Instant(milliseconds: 1_000, offsetMinutes: 60))
    #expect(late.seconds(since: early) == 1.5 && early.seconds(since: late) == -1.5)
  }
}
