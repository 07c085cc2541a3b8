import Activities
import Foundation
import TestSupport
import Testing

@testable import Importers

@Suite("Series, exceptions and versions of appointments")
struct CalendarVersionTests {
  private static let series = CalendarText.entry(
    "DTSTART;TZID=Europe/Berlin:20261201T190000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=4")

  /// Reads files; returns the day and the hour in Berlin of each, with its title.
  private func read(_ files: [String]..., zone: String = "Europe/Berlin") throws -> [String] {
    let reading = try CalendarText.read(files, zone: "Europe/Berlin")
    return reading.events.map {
      let time = $0.start.rfc3339
      return "\(time.dropFirst(8).prefix(2)) \(time.dropFirst(11).prefix(5)) \($0.activity.title ?? "")"
    }
  }

  @Test(
    "exceptions without a zone are on the clocks of their series, wherever the user is",
    arguments: [
      "EXDATE:20261202T190000", "EXDATE;VALUE=DATE:20261202", "EXDATE:20261202", "EXDATE:20261203T000000Z",
      "EXDATE;TZID=Europe/Berlin:20261203T010000", "EXDATE:20261130T190000,20261202T190000",
    ])
  func exceptions(_ line: String) throws {
    let entry = CalendarText.entry(
      "DTSTART;TZID=America/New_York:20261201T190000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=3", line)
    for zone in ["Europe/Berlin", "America/New_York", "Asia/Tokyo"] {
      let reading = try CalendarText.read([[entry]], zone: zone)
      #expect(
        CalendarText.starts(reading) == ["2026-12-02T00:00 Choir", "2026-12-04T00:00 Choir"], "\(zone)")
    }
  }

  @Test("additions, ends and replaced occurrences without a zone are on the clocks of their series")
  func references() throws {
    let start = "DTSTART;TZID=America/New_York:20261201T190000"
    let added = CalendarText.entry(start, "DTEND:20261201T210000", "RDATE:20261205T120000,20261206")
    let reading = try CalendarText.read([[added]], zone: "Asia/Tokyo")
    #expect(
      CalendarText.starts(reading) == [
        "2026-12-02T00:00 Choir", "2026-12-05T17:00 Choir", "2026-12-07T00:00 Choir",
      ])
    #expect(reading.events.allSatisfy { $0.end.milliseconds - $0.start.milliseconds == 7_200_000 })
    let series = CalendarText.entry(start, "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=3")
    for (replaced, moved) in [
      ("RECURRENCE-ID:20261202T190000", "DTSTART;TZID=America/New_York:20261202T210000"),
      ("RECURRENCE-ID:20261202T190000", "DTSTART:20261203T020000Z"),
      ("RECURRENCE-ID;VALUE=DATE:20261202", "DTSTART;TZID=Europe/Berlin:20261203T030000"),
      ("RECURRENCE-ID:20261203T000000Z", "DTSTART;TZID=America/New_York:20261202T210000"),
    ] {
      let other = CalendarText.entry(moved, replaced, "SUMMARY:Moved")
      for files in [[[series, other]], [[other], [series]]] {
        #expect(
          CalendarText.starts(try CalendarText.read(files, zone: "Europe/Berlin")) == [
            "2026-12-02T00:00 Choir", "2026-12-03T02:00 Moved", "2026-12-04T00:00 Choir",
          ], "\(replaced) \(moved)")
      }
    }
  }

  @Test(
    "excluded days of an all-day series are skipped, however they are written",
    arguments: [
      "EXDATE;VALUE=DATE:20261202", "EXDATE:20261202", "EXDATE:20261202T000000", "EXDATE:20261202T000000Z",
      "EXDATE;TZID=Europe/Berlin:20261202T000000", "EXDATE:20261201T230000Z",
    ])
  func days(_ line: String) throws {
    let entry = CalendarText.entry("DTSTART;VALUE=DATE:20261201", "RRULE:FREQ=DAILY;COUNT=3", line)
    #expect(try read([entry]) == ["01 00:00 Choir", "03 00:00 Choir"])
  }

  @Test("parameters may follow a zone whose name has a colon and no quotes")
  func colons() throws {
    let later = CalendarText.entry(
      "RECURRENCE-ID;TZID=tzone://Microsoft/Utc;RANGE=THISANDFUTURE:20261203T180000", "SUMMARY:Late",
      "DTSTART;TZID=(UTC+01:00) Amsterdam, Berlin;VALUE=DATE-TIME:20261203T200000")
    #expect(try read([Self.series, later]).suffix(2) == ["03 20:00 Late", "04 20:00 Late"])
  }

  @Test("an excluded day has no occurrences")
  func wholeDays() throws {
    let entry = CalendarText.entry(
      "DTSTART;TZID=Europe/Berlin:20261201T090000", "RRULE:FREQ=DAILY;BYHOUR=9,15;COUNT=6",
      "EXDATE;VALUE=DATE:20261202")
    #expect(
      try read([entry]) == ["01 09:00 Choir", "01 15:00 Choir", "03 09:00 Choir", "03 15:00 Choir"])
  }

  @Test("an occurrence may also change the time, length and title of all later ones")
  func following() throws {
    let later = CalendarText.entry(
      "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20261203T190000", "SUMMARY:Choir later",
      "DTSTART;TZID=Europe/Berlin:20261203T200000", "DURATION:PT2H")
    #expect(
      try read([Self.series, later]) == [
        "01 19:00 Choir", "02 19:00 Choir", "03 20:00 Choir later", "04 20:00 Choir later",
      ])
    let reading = try CalendarText.read([[later, Self.series]])
    #expect(
      reading.events.map { $0.end.milliseconds - $0.start.milliseconds } == [
        3_600_000, 3_600_000, 7_200_000, 7_200_000,
      ])
    #expect(Set(reading.events.map(\.activity.identity)).count == 1)
    // Until the next one; single occurrences stay as they are.
    let earlier = CalendarText.entry(
      "RECURRENCE-ID;RANGE=THISANDFUTURE:20261202T190000", "SUMMARY:Early",
      "DTSTART;TZID=Europe/Berlin:20261201T180000")
    let single = CalendarText.entry(
      "RECURRENCE-ID:20261204T190000", "SUMMARY:Once", "DTSTART;TZID=Europe/Berlin:20261204T110000")
    #expect(
      try read([Self.series, later, earlier, single]) == [
        "01 18:00 Early", "01 19:00 Choir", "03 20:00 Choir later", "04 11:00 Once",
      ])
    // Across the change of the clocks, and into the window from outside of it.
    let weekly = CalendarText.entry("DTSTART;TZID=Europe/Berlin:20261004T190000", "RRULE:FREQ=WEEKLY;COUNT=5")
    let moved = CalendarText.entry(
      "RECURRENCE-ID;RANGE=THISANDFUTURE:20261011T190000", "DTSTART;TZID=Europe/Berlin:20261021T120000")
    #expect(try read([weekly, moved]) == ["04 12:00 Choir", "11 12:00 Choir"])
    let ended = CalendarText.entry(
      "RECURRENCE-ID;RANGE=THISANDFUTURE:20261203T190000", "STATUS:CANCELLED",
      "DTSTART;TZID=Europe/Berlin:20261203T190000")
    #expect(try read([Self.series, ended]) == ["01 19:00 Choir", "02 19:00 Choir"])
    let wholeDays = CalendarText.entry(
      "RECURRENCE-ID;RANGE=THISANDFUTURE:20261203T190000", "DTSTART;VALUE=DATE:20261203")
    #expect(
      try read([Self.series, wholeDays]) == [
        "01 19:00 Choir", "02 19:00 Choir", "03 00:00 Choir", "04 00:00 Choir",
      ])
  }

  private static func version(_ hour: Int, _ lines: String...) -> String {
    let text = (["UID:1", "SUMMARY:Choir", "DTSTART;TZID=Europe/Berlin:20261201T\(hour)0000"] + lines).joined(
      separator: "\r\n")
    return "BEGIN:VEVENT\r\n\(text)\r\nEND:VEVENT"
  }

  @Test(
    "the newest of several versions counts, in one file or in several, in any order",
    arguments: [
      (["SEQUENCE:0"], ["SEQUENCE:2"]), ([], ["SEQUENCE:1"]),
      (["SEQUENCE:1", "DTSTAMP:20260101T000000Z"], ["SEQUENCE:1", "DTSTAMP:20260102T000000Z"]),
      (["LAST-MODIFIED:20260101T000000Z"], ["LAST-MODIFIED:20260301T000000Z"]),
      (
        ["SEQUENCE:1", "DTSTAMP:20260501T000000Z", "LAST-MODIFIED:20260101T000000Z"],
        ["SEQUENCE:1", "DTSTAMP:20260401T000000Z", "LAST-MODIFIED:20260301T000000Z"]
      ),
      (["SEQUENCE:3", "DTSTAMP:20270101T000000Z"], ["SEQUENCE:4", "DTSTAMP:20260101T000000Z"]),
    ])
  func versions(_ old: [String], _ new: [String]) throws {
    let (old, new) = (
      Self.version(19, old.joined(separator: "\r\n")), Self.version(20, new.joined(separator: "\r\n"))
    )
    for files in [[[old, new]], [[new, old]], [[old], [new]], [[new], [old]]] {
      let reading = try CalendarText.read(files)
      #expect(CalendarText.starts(reading) == ["2026-12-01T19:00 Choir"])
      #expect(reading.reports.map { $0.filtered[CalendarSeries.outdated] ?? 0 }.reduce(0, +) == 1)
    }
  }

  @Test("a repeated entry is one appointment, with or without an identifier")
  func copies() throws {
    let named = Self.version(19, "SEQUENCE:1")
    let nameless = named.replacing("UID:1\r\n", with: "")
    for copies in [
      [[named, named]], [[named], [named]], [[nameless, nameless]], [[nameless], [nameless]],
    ] {
      let reading = try CalendarText.read(copies)
      #expect(reading.events.count == 1)
      #expect(reading.reports.map { $0.filtered[CalendarSeries.outdated] ?? 0 }.reduce(0, +) == 1)
    }
    let series = try CalendarText.read([[Self.series], [Self.series]])
    #expect(series.events.count == 4 && series.reports.map(\.added) == [0, 4])
    // Without identifiers, different entries are different appointments.
    #expect(try read([nameless, nameless.replacing("T19", with: "T20")]).count == 2)
  }

  @Test(
    "a newer version of a single occurrence replaces the older one, however the occurrence is named")
  func occurrences() throws {
    let old = CalendarText.entry(
      "SEQUENCE:1", "RECURRENCE-ID:20261202T180000Z", "SUMMARY:Moved",
      "DTSTART;TZID=Europe/Berlin:20261202T100000")
    let new = CalendarText.entry(
      "SEQUENCE:2", "RECURRENCE-ID;TZID=Europe/Berlin:20261202T190000", "SUMMARY:Moved again",
      "DTSTART;TZID=Europe/Berlin:20261202T110000")
    let expected = ["01 19:00 Choir", "02 11:00 Moved again", "03 19:00 Choir", "04 19:00 Choir"]
    #expect(try read([new, Self.series, old]) == expected)
    #expect(try read([Self.series, old], [new]) == expected)
  }

  @Test("replacing a series removes its older exceptions")
  func rewritten() throws {
    let old = CalendarText.entry(
      "SEQUENCE:1", "RECURRENCE-ID:20261202T190000", "SUMMARY:Moved",
      "DTSTART;TZID=Europe/Berlin:20261202T100000")
    let new = Self.series.replacing("T190000", with: "T200000").replacing(
      "UID:1", with: "UID:1\r\nSEQUENCE:2")
    let expected = ["01 20:00 Choir", "02 20:00 Choir", "03 20:00 Choir", "04 20:00 Choir"]
    #expect(try read([Self.series, old, new]) == expected)
    #expect(try read([new], [Self.series, old]) == expected)
    // In the file of the new series, they are not older than the series.
    let kept = CalendarText.entry(
      "SEQUENCE:1", "RECURRENCE-ID:20261202T200000", "SUMMARY:Moved",
      "DTSTART;TZID=Europe/Berlin:20261202T100000")
    #expect(try read([Self.series], [new, kept]).contains("02 10:00 Moved"))
  }

  @Test(
    "a newer cancellation removes an appointment or an occurrence, by its status or by a message")
  func cancellations() throws {
    let moved = CalendarText.entry(
      "RECURRENCE-ID:20261202T190000", "SUMMARY:Moved", "DTSTART;TZID=Europe/Berlin:20261202T100000")
    let status = CalendarText.entry(
      "SEQUENCE:1", "STATUS:CANCELLED", "DTSTART;TZID=Europe/Berlin:20261201T190000",
      "RRULE:FREQ=DAILY;COUNT=4")
    #expect(try read([Self.series, moved, status]) == [])
    #expect(try read([status], [Self.series, moved]) == [])
    // A message may omit the start and the new revision.
    let message = CalendarText.entry("DTSTAMP:20261101T000000Z")
    #expect(try read([Self.series, moved], ["METHOD:CANCEL", message]) == [])
    #expect(try read(["METHOD:CANCEL", message], [Self.series]) == [])
    let day = CalendarText.entry("RECURRENCE-ID:20261202T180000Z", "SEQUENCE:1")
    #expect(
      try read([Self.series], ["METHOD:CANCEL", day]) == [
        "01 19:00 Choir", "03 19:00 Choir", "04 19:00 Choir",
      ])
    let again = Self.series.replacing("UID:1", with: "UID:1\r\nSEQUENCE:2")
    #expect(
      try read([again], ["METHOD:CANCEL", CalendarText.entry("SEQUENCE:1", "DTSTAMP:20261101T000000Z")]).count
        == 4)
  }

  @Test("an answer to an invitation is not an appointment; an addition replaces nothing")
  func answers() throws {
    let reply = CalendarText.entry("SEQUENCE:0", "DTSTAMP:20261101T000000Z", "DTSTART:20261201T180000Z")
    let reading = try CalendarText.read([[Self.series], ["METHOD:REPLY", reply], ["METHOD:COUNTER", reply]])
    #expect(reading.events.count == 4)
    #expect(reading.reports.map { $0.filtered[CalendarEntry.answer] ?? 0 } == [0, 1, 1])
    let added = CalendarText.entry("SEQUENCE:1", "DTSTART;TZID=Europe/Berlin:20261205T190000")
    #expect(try read([Self.series], ["METHOD:ADD", added]).count == 5)
  }

  @Test(
    "an end in UTC is a moment, even in the hour that occurs twice",
    arguments: [
      ("20201025T010000Z", 2), ("20201025T003000Z", 2), ("20201025T002959Z", 1), ("20201025T013000Z", 2),
      ("20201025T023000", 2), ("20201025T022959", 1), ("20201025", 2), ("20201024", 1),
      ("20201026T013000Z", 3),
    ])
  func ends(_ until: String, _ count: Int) throws {
    let own =
      "BEGIN:VTIMEZONE\nTZID:Own\nBEGIN:STANDARD\nDTSTART:20001029T030000\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0100\nRRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\nEND:STANDARD\nBEGIN:DAYLIGHT\nDTSTART:20000326T020000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nRRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\nEND:DAYLIGHT\nEND:VTIMEZONE"
    for zone in ["Europe/Amsterdam", "Own"] {
      let entry = CalendarText.entry(
        "DTSTART;TZID=\(zone):20201024T023000", "DURATION:PT5M", "RRULE:FREQ=DAILY;UNTIL=\(until)")
      let reading = try CalendarText.read([[entry, own]], from: "2020-10-01T00:00:00Z")
      #expect(reading.events.count == count, "\(zone)")
    }
  }

  @Test("all-day series end on the named day, and endless ones get an end that can be written")
  func otherEnds() throws {
    let days = CalendarText.entry("DTSTART;VALUE=DATE:20261201", "RRULE:FREQ=DAILY;UNTIL=20261203T230000Z")
    #expect(try CalendarText.read([[days]]).events.count == 3)
    let hours = CalendarText.entry(
      "DTSTART;TZID=Asia/Tokyo:20261201T093000", "RRULE:FREQ=DAILY;UNTIL=20261203")
    #expect(try CalendarText.read([[hours]]).events.count == 3)
    let forEver = CalendarText.entry(
      "DTSTART;TZID=Asia/Tokyo:20261201T093000", "RRULE:FREQ=MONTHLY;UNTIL=99991231T235959Z")
    #expect(try CalendarText.read([[forEver]]).events.count == 11)
  }
}
