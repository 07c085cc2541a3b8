import Activities
import Foundation
import TestSupport
import Testing

@testable import Importers

@Suite("Calendars")
struct CalendarReadingTests {
  /// An entry that begins on Wednesday, the first of April 2026, at half past nine in Berlin, and
  /// takes an hour.
  private static func entry(_ lines: String..., start: String = "DTSTART;TZID=Europe/Berlin:20260401T093000")
    -> String
  {
    (["BEGIN:VEVENT", "UID:1@example.org", "SUMMARY:Standup", start] + lines + ["END:VEVENT"]).joined(
      separator: "\r\n")
  }

  private func read(
    _ entries: String..., from: String = "2026-04-01T00:00:00Z", days: Int64 = 28,
    zone: String = "Europe/Berlin",
    before: String = ""
  ) throws -> CalendarReading {
    let text =
      (["BEGIN:VCALENDAR", "VERSION:2.0"] + (before.isEmpty ? [] : [before]) + entries + [
        "END:VCALENDAR", "",
      ])
      .joined(separator: "\r\n")
    return try read(bytes: Array(text.utf8), from: from, days: days, zone: zone)
  }

  private func read(
    bytes: [UInt8], from: String = "2026-04-01T00:00:00Z", days: Int64 = 28, zone: String = "Europe/Berlin"
  )
    throws -> CalendarReading
  {
    let scratch = try Scratch()
    try Data(bytes).write(to: scratch.folder.appending(path: "a.ics"))
    let start = try Instant(rfc3339: from).milliseconds
    return try CalendarReading(
      [HistoryFile(path: scratch.path("a.ics"))], in: start..<start + days * 86_400_000,
      ImportRun.settings(zone))
  }

  private func starts(_ reading: CalendarReading) -> [String] { reading.events.map(\.start.rfc3339) }

  @Test(
    "an address with a part that grants access is dropped; the number or words of a meeting are kept")
  func addresses() throws {
    func page(_ address: String) throws -> String? {
      try read(Self.entry("URL:" + address)).events.first?.activity.webpageURL?.absoluteString
    }
    for address in [
      "https://teams.microsoft.com/l/meetup-join/19%3ameeting_Qm7ZxK2vPq9Rt4Ws1Yb6Nc8L/0",
      "https://www.dropbox.com/s/q7Zx2vPk9Rt4Ws1/file.pdf", "https://example.com/login/ada/TIGRkaffe417",
      "https://example.webex.com/meet/e/m1f2e3d4c5b6a79880",
      "https://cloud.example.com/index.php/apps/x/Qm7ZxK2vPq9Rt4Ws",
    ] {
      #expect(try page(address) == nil, "\(address)")
    }
    for address in [
      "https://meet.google.com/abc-defg-hij", "https://us02web.zoom.us/j/81234567890",
      "https://example.org/events/2026",
      "https://meet.jit.si/WeeklyStandup",
    ] {
      #expect(try page(address) == address, "\(address)")
    }
  }

  @Test("an appointment has its time, title, location and address, without access to the meeting")
  func whole() throws {
    let reading = try read(
      Self.entry(
        "DTEND;TZID=Europe/Berlin:20260401T103000", #"LOCATION:Room 4\, second floor"#,
        "URL:https://me:secret@meet.example.org/room?pwd=ZQXJ#start"))
    let event = try #require(reading.events.first)
    #expect(
      (event.start.rfc3339, event.end.rfc3339) == ("2026-04-01T09:30:00+02:00", "2026-04-01T10:30:00+02:00"))
    #expect(event.activity.activityType == "calendar.event")
    #expect((event.activity.title, event.activity.subtitle) == ("Standup", "Room 4, second floor"))
    #expect(event.activity.webpageURL?.absoluteString == "https://meet.example.org/room")
    #expect(!event.isAllDay)
    #expect(reading.reports.map(\.read) == [1])
  }

  @Test("continued lines are joined, even within a character; quoted parameters may have a colon")
  func folded() throws {
    var bytes = Array(
      "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20260401T093000Z\r\nSUMMARY;ALTREP=\"http://x:1;y\":Caf"
        .utf8)
    bytes +=
      [0xC3] + Array("\r\n ".utf8) + [0xA9] + Array(" mee\r\n\tting\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n".utf8)
    let reading = try read(bytes: bytes)
    #expect(reading.events.map(\.activity.title) == ["Café meeting"])
    #expect(try read(bytes: bytes.filter { $0 != 0x0D }).events == reading.events)
  }

  @Test(
    "a time may be in UTC, floating, or in a zone of IANA, Windows or the calendar itself",
    arguments: [
      ("DTSTART:20260401T093000Z", "2026-04-01T11:30:00+02:00"),
      ("DTSTART:20260401T093000", "2026-04-01T09:30:00+02:00"),
      ("DTSTART;TZID=America/New_York:20260401T093000", "2026-04-01T15:30:00+02:00"),
      ("DTSTART;TZID=/mozilla.org/20050126_1/America/New_York:20260401T093000", "2026-04-01T15:30:00+02:00"),
      ("DTSTART;TZID=\"Eastern Standard Time\":20260401T093000", "2026-04-01T15:30:00+02:00"),
      ("DTSTART;TZID=My Own:20260401T093000", "2026-04-01T15:30:00+02:00"),
    ])
  func zones(_ start: String, _ expected: String) throws {
    let own = "BEGIN:VTIMEZONE\r\nTZID:My Own\r\nX-LIC-LOCATION:America/New_York\r\nEND:VTIMEZONE"
    #expect(starts(try read(Self.entry(start: start), before: own)) == [expected])
  }

  @Test("an unknown zone makes only its own entry malformed")
  func unknownZone() throws {
    let reading = try read(Self.entry(start: "DTSTART;TZID=Nowhere:20260401T093000"), Self.entry())
    #expect(starts(reading) == ["2026-04-01T09:30:00+02:00"])
    #expect(reading.reports[0].malformed.map(\.problem) == [CalendarZone.unknown])
    #expect(reading.reports[0].malformed.map(\.places) == [[.line(3)]])
  }

  @Test(
    "a recurrence rule follows the clock of the event",
    arguments: [
      ("FREQ=WEEKLY;COUNT=3", ["04-01", "04-08", "04-15"]), ("FREQ=WEEKLY;INTERVAL=2", ["04-01", "04-15"]),
      ("FREQ=WEEKLY;UNTIL=20260408T073000Z", ["04-01", "04-08"]),
      ("FREQ=WEEKLY;UNTIL=20260408T072959Z", ["04-01"]),
      ("FREQ=WEEKLY;UNTIL=20260408", ["04-01", "04-08"]),
      ("FREQ=MONTHLY;BYDAY=1WE", ["04-01"]), ("FREQ=DAILY;BYDAY=SA,SU;COUNT=2", ["04-04", "04-05"]),
    ])
  func rules(_ rule: String, _ days: [String]) throws {
    let reading = try read(Self.entry("RRULE:\(rule)"))
    #expect(starts(reading) == days.map { "2026-\($0)T09:30:00+02:00" })
  }

  @Test("when the clocks change, wall time stays and the offset changes")
  func clocks() throws {
    let reading = try read(
      Self.entry("RRULE:FREQ=DAILY", start: "DTSTART;TZID=Europe/Berlin:20260301T093000"),
      from: "2026-03-28T00:00:00Z",
      days: 2)
    #expect(starts(reading) == ["2026-03-28T09:30:00+01:00", "2026-03-29T09:30:00+02:00"])
    // The clocks go forward at two, so half past two does not exist.
    let left = try read(
      Self.entry("RRULE:FREQ=DAILY", start: "DTSTART;TZID=Europe/Berlin:20260301T023000"),
      from: "2026-03-29T00:00:00Z",
      days: 1)
    #expect(starts(left) == ["2026-03-29T03:30:00+02:00"])
  }

  @Test("an occurrence can be excluded, moved or added")
  func exceptions() throws {
    let reading = try read(
      Self.entry(
        "RRULE:FREQ=WEEKLY;COUNT=4", "EXDATE;TZID=Europe/Berlin:20260408T093000",
        "RDATE;TZID=Europe/Berlin:20260409T120000"),
      "BEGIN:VEVENT\r\nUID:1@example.org\r\nSUMMARY:Standup, later\r\nRECURRENCE-ID;TZID=Europe/Berlin:20260415T093000\r\nDTSTART;TZID=Europe/Berlin:20260415T140000\r\nEND:VEVENT"
    )
    #expect(
      starts(reading) == [
        "2026-04-01T09:30:00+02:00", "2026-04-09T12:00:00+02:00", "2026-04-15T14:00:00+02:00",
        "2026-04-22T09:30:00+02:00",
      ])
    #expect(reading.events[2].activity.title == "Standup, later")
    #expect(Set(reading.events.map(\.activity.identity)).count == 1)
    #expect(try read(Self.entry("RRULE:FREQ=WEEKLY;COUNT=2", "EXDATE;VALUE=DATE:20260408")).events.count == 1)
  }

  @Test("whole days, durations, and appointments in progress are read")
  func lengths() throws {
    let day = try read(Self.entry("DTEND;VALUE=DATE:20260403", start: "DTSTART;VALUE=DATE:20260401")).events[
      0]
    #expect(
      (day.start.rfc3339, day.end.rfc3339) == ("2026-04-01T00:00:00+02:00", "2026-04-03T00:00:00+02:00"))
    #expect(day.isAllDay)
    #expect(try read(Self.entry("DURATION:P1DT2H30M")).events[0].end.rfc3339 == "2026-04-02T12:00:00+02:00")
    let running = Self.entry("DTEND;TZID=Europe/Berlin:20260401T103000")
    #expect(try read(running, from: "2026-04-01T08:00:00Z").events.count == 1)
    #expect(try read(running, from: "2026-04-01T08:30:00Z").events.isEmpty)
    #expect(try read(running, from: "2026-03-01T00:00:00Z", days: 31).events.isEmpty)
  }

  @Test("cancelled, private and untitled appointments and secrets are skipped and counted")
  func filtered() throws {
    let reading = try read(
      Self.entry("STATUS:CANCELLED"),
      "BEGIN:VEVENT\r\nUID:2\r\nDTSTART:20260401T093000Z\r\nSUMMARY:Doctor\r\nCLASS:PRIVATE\r\nEND:VEVENT",
      "BEGIN:VEVENT\r\nDTSTART:20260401T093000Z\r\nEND:VEVENT",
      "BEGIN:VEVENT\r\nDTSTART:20260401T093000Z\r\nSUMMARY:token ghp_0123456789abcdefghijABCDEFGHIJ012345\r\nEND:VEVENT",
      "BEGIN:VTODO\r\nDTSTART:20260401T093000Z\r\nSUMMARY:Buy milk\r\nEND:VTODO")
    #expect(reading.events.isEmpty)
    let filtered = reading.reports[0].filtered
    #expect(
      (filtered[CalendarEntry.cancelled], filtered[.isPrivate], filtered[CalendarEntry.noTitle]) == (1, 1, 1))
    #expect(filtered.values.reduce(0, +) == 4)
  }

  @Test(
    "an invalid entry is reported with its line, and the rest is read",
    arguments: [
      "DTSTART:yesterday", "DTSTART:20261301T000000", "DTSTART:20260401T250000", "RRULE:FREQ=SOMETIMES",
      "DURATION:x",
      "DTEND;TZID=Europe/Berlin:20190331T093000", "EXDATE:x", "RRULE:FREQ=SECONDLY",
      "RRULE:RSCALE=HEBREW;FREQ=YEARLY",
    ])
  func malformed(_ line: String) throws {
    let start = line.hasPrefix("DTSTART") ? line : "DTSTART:20200401T093000Z"
    let bad = "BEGIN:VEVENT\r\nUID:2\r\nSUMMARY:ZQXJ\r\n\(start)\r\n\(line)\r\nEND:VEVENT"
    let reading = try read(bad, Self.entry())
    #expect(starts(reading) == ["2026-04-01T09:30:00+02:00"])
    let malformed = reading.reports[0].malformed
    #expect(malformed.map(\.places) == [[.line(3)]], "\(malformed)")
    #expect(!"\(malformed)".contains("ZQXJ"))
  }

  /// `hint import` stores all hints at once, so one that cannot be written lost the others.
  @Test(
    "an appointment with a text that cannot be kept is malformed, or is kept without that text",
    arguments: ["SUMMARY", "LOCATION", "UID", "URL", "X-A", "TZID"])
  func badTexts(_ name: String) throws {
    for bad in [
      "e" + String(repeating: "\u{301}", count: 40), String(repeating: "e\u{301}\u{302}", count: 9_000),
    ] {
      let other = "BEGIN:VEVENT\r\nUID:2\r\nSUMMARY:Lunch\r\nDTSTART:20260401T120000Z\r\nEND:VEVENT"
      let reading = try read(
        "BEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Standup\r\nDTSTART:20260401T090000Z\r\n\(name):\(bad)\r\nEND:VEVENT",
        other)
      #expect(reading.events.contains { $0.activity.title == "Lunch" })
      for event in reading.events {
        _ = try Donation(of: event.activity, in: Context(at: event.start))
        #expect(event.activity.subtitle.map { CombiningMarks.areTooMany(in: $0) } != true)
      }
    }
  }

  @Test("a truncated file is read up to its end; a file that is not a calendar is rejected")
  func damaged() throws {
    let whole = "BEGIN:VCALENDAR\r\n\(Self.entry())\r\n\(Self.entry())\r\nEND:VCALENDAR\r\n"
    let reading = try read(bytes: Array(whole.utf8.prefix(whole.utf8.count - 40)))
    #expect(reading.events.count == 1)
    #expect(reading.reports[0].malformedCount == 1)
    for text in ["BEGIN:VCARD\r\n", "hello", "{}"] {
      #expect(throws: HistoryError.self) { try read(bytes: Array(text.utf8)) }
    }
    #expect(throws: HistoryError.self) { try read(bytes: []) }
  }

  @Test("the shortest busy appointment at a moment counts; all-day and free ones do not")
  func context() throws {
    let reading = try read(
      Self.entry("DTEND;TZID=Europe/Berlin:20260401T170000"),
      "BEGIN:VEVENT\r\nSUMMARY:Interview\r\nDTSTART:20260401T080000Z\r\nDURATION:PT30M\r\nEND:VEVENT",
      "BEGIN:VEVENT\r\nSUMMARY:Perhaps\r\nTRANSP:TRANSPARENT\r\nDTSTART:20260401T081000Z\r\nDURATION:PT1M\r\nEND:VEVENT",
      "BEGIN:VEVENT\r\nSUMMARY:Holiday\r\nDTSTART;VALUE=DATE:20260401\r\nEND:VEVENT")
    let context = CalendarContext(reading.events)
    func title(_ time: String) throws -> String? {
      context.title(at: try Instant(rfc3339: time).milliseconds)
    }
    #expect(try title("2026-04-01T07:29:59Z") == nil)
    #expect(try title("2026-04-01T07:30:00Z") == "Standup")
    #expect(try title("2026-04-01T08:10:00Z") == "Interview")
    #expect(try title("2026-04-01T08:30:00Z") == "Standup")
    #expect(try title("2026-04-01T15:00:00Z") == nil)
    #expect(CalendarContext().title(at: 0) == nil)
  }

  /// Each query went through all appointments that began within the length of the longest one.
  @Test("of overlapping appointments the shortest counts, and of equally long ones the first")
  func overlaps() throws {
    var random = SeededNumbers(seed: 7)
    let events = try (0..<200).map { number in
      let start = Int64(random.below(1_000))
      return CalendarEvent(
        activity: try UserActivity(activityType: "a.b", title: "\(number)"),
        start: try Instant(milliseconds: start),
        end: try Instant(milliseconds: start + Int64(random.below(number % 7 == 0 ? 900 : 30))),
        isAllDay: false,
        isBusy: true)
    }
    let context = CalendarContext(events)
    for time in Int64(-1)...2_000 {
      let active = events.filter { $0.start.milliseconds <= time && time < $0.end.milliseconds }
      let first = active.min {
        let (one, other) = ($0.start.milliseconds, $1.start.milliseconds)
        return ($0.end.milliseconds - one, one, $0.activity.title ?? "")
          < ($1.end.milliseconds - other, other, $1.activity.title ?? "")
      }
      #expect(context.title(at: time) == first?.activity.title)
    }
  }
}
