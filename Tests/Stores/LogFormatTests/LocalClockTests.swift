import Activities
import TestSupport
import Testing

@testable import LogFormat

@Suite("Times in UTC with a time zone")
struct LocalClockTests {
  private func instant(_ time: String, _ zone: String?) throws -> Instant {
    let member = zone.map { #","timeZone":"\#($0)""# } ?? ""
    let line = #"{"v":1,"time":"\#(time)","activityType":"org.example.x"\#(member)}"#
    var decoder = RecordDecoder()
    guard case .donation(let donation) = try decoder.decode(Array(line.utf8).span) else {
      throw RecordError("type", .missing)
    }
    return donation.context.instant
  }

  @Test(
    "times in UTC with a zone have its local hour, in summer and winter",
    arguments: [
      ("2026-06-01T05:01:00Z", "Europe/Berlin", "2026-06-01T07:01:00+02:00"),
      ("2026-12-01T05:01:00Z", "Europe/Berlin", "2026-12-01T06:01:00+01:00"),
      ("2026-06-01T05:01:00+00:00", "Asia/Kolkata", "2026-06-01T10:31:00+05:30"),
      ("2026-06-01T02:00:00-00:00", "America/New_York", "2026-05-31T22:00:00-04:00"),
      ("2026-01-01T12:00:00Z", "Europe/London", "2026-01-01T12:00:00+00:00"),
    ])
  func located(time: String, zone: String, expected: String) throws {
    let instant = try instant(time, zone)
    #expect((instant.rfc3339, instant.timeZone) == (expected, zone))
    #expect(try instant.milliseconds == Instant(rfc3339: time).milliseconds)
  }

  @Test(
    "an offset, a missing zone and an unknown zone change nothing",
    arguments: [
      ("2026-06-01T05:01:00-04:00", "Europe/Berlin"), ("2026-06-01T05:01:00Z", nil),
      ("2026-06-01T05:01:00Z", "Nowhere/Town"), ("2026-06-01T05:01:00Z", "UTC"),
    ] as [(String, String?)])
  func unchanged(time: String, zone: String?) throws {
    #expect(try instant(time, zone) == Instant(rfc3339: time, timeZone: zone))
  }

  @Test("writing and reading again gives the same time and the same donation")
  func again() throws {
    let (first, second) = (
      try instant("2026-06-01T05:01:00Z", "Europe/Berlin"), try instant("2026-06-01T05:01:00Z", nil)
    )
    #expect(try instant(first.rfc3339, first.timeZone) == first)
    #expect(first.milliseconds == second.milliseconds)
  }
}
