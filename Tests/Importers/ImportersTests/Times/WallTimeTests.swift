import Activities
import Foundation
import TestSupport
import Testing

@testable import Importers

@Suite("Local times")
struct WallTimeTests {
  private static func local(_ text: String) throws -> Int64 { try Instant(rfc3339: text + "Z").milliseconds }

  @Test(
    "a skipped hour is moved forward by the jump, and a repeated hour is the first of the two",
    arguments: [
      ("Europe/Berlin", "2026-03-29T01:59:59", "2026-03-29T01:59:59+01:00"),
      ("Europe/Berlin", "2026-03-29T02:00:00", "2026-03-29T03:00:00+02:00"),
      ("Europe/Berlin", "2026-03-29T02:59:00", "2026-03-29T03:59:00+02:00"),
      ("Europe/Berlin", "2026-10-25T02:30:00", "2026-10-25T02:30:00+02:00"),
      ("America/New_York", "2026-03-08T02:30:00", "2026-03-08T03:30:00-04:00"),
      ("America/New_York", "2026-11-01T01:30:00", "2026-11-01T01:30:00-04:00"),
      ("Australia/Lord_Howe", "2026-10-04T02:10:00", "2026-10-04T02:40:00+11:00"),
      ("Pacific/Apia", "2011-12-30T12:00:00", "2011-12-31T12:00:00+14:00"),
      ("Asia/Kolkata", "2026-03-29T02:30:00", "2026-03-29T02:30:00+05:30"),
    ])
  func gaps(zone: String, local: String, expected: String) throws {
    let instant = try ImportRun.settings(zone).instant(localMilliseconds: Self.local(local))
    #expect(instant.rfc3339 == expected)
  }

  @Test("tables, Google's pages and Android's usage read local times alike")
  func alike() async throws {
    let mapping = try TableMapping(
      Data(
        #"{"time": {"column": "t", "format": "local", "pattern": "dd.MM.yyyy HH:mm"}, "activityType": "org.example.x", "identity": {"n": "n"}}"#
          .utf8))
    let (rows, report) = try await ImportRun.donations(
      of: "t,n\n08.03.2026 02:30,a\n08.03.2026 03:00,b\n31.02.2026 03:00,c\n", by: TableImporter(mapping),
      zone: "America/New_York")
    #expect(
      rows.map(\.context.instant.rfc3339) == ["2026-03-08T03:00:00-04:00", "2026-03-08T03:30:00-04:00"])
    #expect(report.malformedCount == 1)
    let settings = try ImportRun.settings("America/New_York")
    #expect(
      try GoogleDate("Mar 8, 2026, 2:30:00 AM").instant(settings).rfc3339 == "2026-03-08T03:30:00-04:00")
    let dump =
      "user=0\n Last 24 hour events (\n  time=\"2026-03-08 02:30:00\" type=ACTIVITY_RESUMED package=a.b.c class=A\n"
    let usage = try await ImportRun.donations(of: dump, by: AndroidUsageImporter(), zone: "America/New_York")
    #expect(usage.donations.map(\.context.instant.rfc3339) == ["2026-03-08T03:30:00-04:00"])
  }

  @Test("a time whose pattern has a zone uses its own offset")
  func zones() async throws {
    #expect(TableMapping.namesZone("yyyy-MM-dd HH:mm Z") && TableMapping.namesZone("HH:mmXXX"))
    #expect(!TableMapping.namesZone("yyyy-MM-dd'T'HH:mm 'Zone'"))
    let mapping = try TableMapping(
      Data(
        #"{"time": {"column": "t", "format": "local", "pattern": "yyyy-MM-dd HH:mm Z"}, "activityType": "org.example.x", "identity": {"n": "n"}}"#
          .utf8))
    let (rows, _) = try await ImportRun.donations(
      of: "t,n\n2026-06-01 12:00 +0200,a\n", by: TableImporter(mapping), zone: "Asia/Tokyo")
    #expect(rows.map(\.context.instant.rfc3339) == ["2026-06-01T19:00:00+09:00"])
  }

  @Test(
    "an abbreviation means that of the named zone, or else the single zone that it stands for",
    arguments: [
      ("Asia/Kolkata", "1 Sep 2022, 21:08:12 IST", "2022-09-01T15:38:12Z"),
      ("Asia/Jerusalem", "1 Jan 2022, 21:08:12 IST", "2022-01-01T19:08:12Z"),
      ("Europe/Dublin", "1 Sep 2022, 21:08:12 IST", "2022-09-01T20:08:12Z"),
      ("Africa/Johannesburg", "1 Sep 2022, 21:08:12 SAST", "2022-09-01T19:08:12Z"),
      ("Asia/Karachi", "1 Sep 2022, 21:08:12 PKT", "2022-09-01T16:08:12Z"),
      ("Asia/Shanghai", "1 Sep 2022, 21:08:12 CST", "2022-09-01T13:08:12Z"),
      ("Europe/Berlin", "1 Sep 2022, 21:08:12 CST", "2022-09-02T03:08:12Z"),
      ("Asia/Singapore", "1 Sep 2022, 21:08:12 SGT", "2022-09-01T13:08:12Z"),
      ("Europe/Moscow", "1 Sep 2012, 21:08:12 MSK", "2012-09-01T17:08:12Z"),
      ("Europe/Moscow", "1 Sep 2022, 21:08:12 MSK", "2022-09-01T18:08:12Z"),
      // The clocks showed this time twice.
      ("America/Chicago", "Nov 1, 2026, 1:30:00 AM CST", "2026-11-01T07:30:00Z"),
    ])
  func abbreviations(zone: String, text: String, expected: String) throws {
    let instant = try GoogleDate(text).instant(ImportRun.settings(zone))
    #expect(try instant.milliseconds == Instant(rfc3339: expected).milliseconds)
  }

  @Test("an abbreviation of another zone is not guessed", arguments: ["IST", "SAST", "XYZ"])
  func unknownAbbreviations(zone: String) throws {
    #expect(throws: GoogleDate.unknownZone) {
      try GoogleDate("1 Sep 2022, 21:08:12 \(zone)").instant(ImportRun.settings("Europe/Berlin"))
    }
  }
}
