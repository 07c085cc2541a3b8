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

  @Test("one block per user counts, screens of a program are one use, and local times are in the zone")
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

  @Test("milliseconds are read; an invalid time or program is malformed in its own line only")
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

  @Test("events of Android 9 and older, as words or numbers, and times in the form of the device's language")
  func older() async throws {
    let times = [
      ["2021-05-20 14:13:28", "2021-05-20 14:20:28", "2021-05-20 14:21:00"],
      ["٢٠٢١-٠٥-٢٠ ١٤:١٣:٢٨", "٢٠٢١-٠٥-٢٠ ١٤:٢٠:٢٨", "٢٠٢١-٠٥-٢٠ ١٤:٢١:٠٠"],
      ["5/20/2021, 2:13:28 PM", "5/20/2021, 2:20:28 PM", "5/20/2021, 2:21:00 PM"],
      ["20.05.2021, 14:13:28", "20.05.2021, 14:20:28", "20.05.2021, 14:21:00"],
      ["2021. 5. 20. 오후 2:13:28", "2021. 5. 20. 오후 2:20:28", "2021. 5. 20. 오후 2:21:00"],
    ]
    for (times, kinds) in zip(
      times,
      [
        ("MOVE_TO_FOREGROUND", "MOVE_TO_BACKGROUND"), ("1", "2"), ("MOVE_TO_FOREGROUND", "2"),
        ("ACTIVITY_RESUMED", "ACTIVITY_PAUSED"), ("1", "23"),
      ])
    {
      let text =
        "user=0\n  Last 24 hour events (timeRange=\"x\" )\n"
        + "    time=\"\(times[0])\" type=\(kinds.0) package=org.example.chat class=A flags=0x0\n"
        + "    time=\"\(times[1])\" type=\(kinds.1) package=org.example.chat class=A flags=0x0\n"
        + "    time=\"\(times[2])\" type=\(kinds.0) package=org.example.maps class=A flags=0x0\n"
      let (donations, report) = try await ImportRun.donations(
        of: text, by: AndroidUsageImporter(), zone: "Europe/Berlin")
      #expect(donations.map(\.activity.title) == ["Use Chat", "Use Maps"], "\(times)")
      #expect(donations.first?.context.instant.rfc3339 == "2021-05-20T14:13:28+02:00")
      #expect(donations.first?.details.duration == 420)
      #expect(report.malformedCount == 0)
    }
  }

  @Test("an unknown line among the events is counted")
  func strange() async throws {
    let text =
      "user=0\n  Last 24 hour events (timeRange=\"x\" )\n"
      + Self.event("09:00:00", "APP_TELEPORTED package=com.example.mail")
      + "    time=\"\" type=ACTIVITY_RESUMED package=com.example.mail\n"
      + "    time=\"2026-06-10 09:00:00\" package=com.example.mail\n"
      + Self.event("09:00:01", "NOTIFICATION_SEEN package=com.example.mail")
    let (_, report) = try await ImportRun.donations(of: text, by: AndroidUsageImporter())
    #expect((report.read, report.malformedCount) == (3, 3))
    #expect(report.malformed.flatMap(\.places) == [.line(3), .line(4), .line(5)])
  }
}
