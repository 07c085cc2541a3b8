import Activities
import Foundation
import Storage
import TestSupport
import Testing

@testable import Importers

struct AndroidUsageFixture: HistoryFixture {
  let importer: any HistoryImporter = AndroidUsageImporter()

  func write(_ records: [FixtureRecord], to scratch: Scratch, named name: String) throws {
    let lines = records.map { record in
      let time = Date(timeIntervalSince1970: Double(record.seconds)).formatted(
        .iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false))
      return """
            time="\(time)" type=ACTIVITY_RESUMED package=com.example.app\(record.activity) class=Main flags=0x0
            time="\(time)" type=SCREEN_NON_INTERACTIVE package=android flags=0x0

        """
    }
    try scratch.write(name, "user=0\n  Last 24 hour events (timeRange=\"x\" )\n" + lines.joined())
  }
}

@Suite("Android's usage")
struct AndroidUsageTests {
  private static func event(_ time: String, _ rest: String) -> String {
    "    time=\"2026-06-10 \(time)\" type=\(rest) flags=0x0\n"
  }

  private static let dump =
    "user=0\n  Last 24 hour events (timeRange=\"6/9/2026, 09:00 – 6/10/2026, 09:00\" )\n"
    + event("09:00:00", "ACTIVITY_RESUMED package=com.google.android.apps.nexuslauncher class=A instanceId=1")
    + event("09:00:05", "ACTIVITY_RESUMED package=com.android.chrome class=A instanceId=2")
    + event("09:00:06", "NOTIFICATION_SEEN package=com.example.mail")
    + event("09:00:10", "ACTIVITY_RESUMED package=com.android.chrome class=B instanceId=3")
    + event("09:00:35", "ACTIVITY_PAUSED package=com.android.chrome class=B instanceId=3")
    + event("09:00:36", "SHORTCUT_INVOCATION package=com.example.mail shortcutId=compose")
    + event("09:00:37", "ACTIVITY_RESUMED package=com.example.mail class=A instanceId=4")
    + event("09:01:00", "SCREEN_NON_INTERACTIVE package=android")
    + event("09:02:00", "ACTIVITY_RESUMED package=com.example.mail class=A instanceId=4")
    + "  In-memory daily stats\n    packages\n      package=com.example.mail totalTimeUsed=\"00:10\"\n    events\n"
    + event("09:02:00", "ACTIVITY_RESUMED package=com.example.mail class=A instanceId=4")
    + "user=10\n  In-memory daily stats\n    events\n"
    + event("09:03:00", "ACTIVITY_RESUMED package=com.example.work class=A")
    + "  In-memory weekly stats\n    events\n"
    + event("09:03:00", "ACTIVITY_RESUMED package=com.example.work class=A")

  @Test("one block of each user counts, screens of a program are one use, and local time is that of the zone")
  func dump() async throws {
    let (donations, report) = try await ImportRun.donations(
      of: Self.dump, by: AndroidUsageImporter(), zone: "Europe/Berlin")
    #expect(
      donations.map(\.activity.title) == ["Use Chrome", "Mail: compose", "Use Mail", "Use Mail", "Use Work"])
    #expect(donations.map(\.details.duration) == [30, nil, nil, nil, nil])
    #expect(donations.first?.context.instant.rfc3339 == "2026-06-10T09:00:05+02:00")
    #expect(donations[1].activity.restorationPayload == ["app": "com.example.mail", "shortcut": "compose"])
    #expect(report.filtered == [ApplicationUse.passedThrough: 1, AndroidUsageImporter.sameUse: 1])
    #expect((report.read, report.malformedCount) == (7, 0))
  }

  @Test("milliseconds are read as well; a time that is none and a program that is none spoil their own line")
  func times() async throws {
    let text =
      "user=0\n Last 24 hour events (timeRange=\"x\" )\n"
      + "  time=1781000000000 type=ACTIVITY_RESUMED package=com.example.mail\n"
      + Self.event("25:00:00", "ACTIVITY_RESUMED package=com.example.other")
      + Self.event("09:00:00", "ACTIVITY_RESUMED")
      + Self.event("09:00:00", "SHORTCUT_INVOCATION package=com.example.mail")
    let (donations, report) = try await ImportRun.donations(of: text, by: AndroidUsageImporter())
    #expect(donations.map(\.context.instant.milliseconds) == [1_781_000_000_000])
    #expect(report.malformedCount == 3)
  }
}
