import Activities
import Foundation
import TestSupport
import Testing

@testable import Importers

@Suite("Time zones of calendars")
struct CalendarZoneTests {
  /// Central Europe's rules, as Outlook writes them.
  private static func zone(_ name: String, _ lines: String...) -> String {
    let rules = """
      BEGIN:STANDARD
      DTSTART:16010101T030000
      TZOFFSETFROM:+0200
      TZOFFSETTO:+0100
      RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
      END:STANDARD
      BEGIN:DAYLIGHT
      DTSTART:16010101T020000
      TZOFFSETFROM:+0100
      TZOFFSETTO:+0200
      RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
      END:DAYLIGHT
      """
    return (["BEGIN:VTIMEZONE", "TZID:\(name)"] + lines + [rules, "END:VTIMEZONE"]).joined(separator: "\n")
  }

  private static func component(
    _ name: String, _ start: String, _ from: String, _ to: String, _ rest: String...
  ) -> String {
    (["BEGIN:\(name)", "DTSTART:\(start)", "TZOFFSETFROM:\(from)", "TZOFFSETTO:\(to)"] + rest + [
      "END:\(name)"
    ])
    .joined(separator: "\n")
  }

  private func hours(_ zone: String, _ components: String...) throws -> [String] {
    let entry = CalendarText.entry(
      "DTSTART;TZID=\(zone):20261201T100000", "RDATE;TZID=\(zone):20270701T100000")
    return CalendarText.starts(try CalendarText.read([components + [entry]])).map {
      String($0.dropFirst(11).prefix(5))
    }
  }

  @Test(
    "a zone that the calendar defines has its offsets and rules, whatever its name is",
    arguments: [
      "Customized Time Zone", "Customized Time Zone 1", "Mitteleuropa", "tzone://Microsoft/Custom", "W. Zeit",
      "\"(UTC+01:00) Zuhause, Büro\"", "(UTC+01:00) Zuhause", "Amsterdam", "{0AF3-11}", "CET with summer",
    ])
  func defined(_ name: String) throws {
    let plain = name.filter { $0 != "\"" }
    #expect(try hours(name, Self.zone(plain)) == ["09:00", "08:00"])
    // The entries may come before it, and commas in a text are escaped.
    let entry = CalendarText.entry("DTSTART;TZID=\(name):20261201T100000")
    let reading = try CalendarText.read([[entry, Self.zone(plain.replacing(",", with: "\\,"))]])
    #expect(CalendarText.starts(reading) == ["2026-12-01T09:00 Choir"])
    #expect(reading.reports[0].malformed.isEmpty)
  }

  @Test("rules of the southern hemisphere, single changes and constant offsets are read")
  func rules() throws {
    let south =
      Self.component(
        "DAYLIGHT", "20001001T020000", "+1000", "+1100", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=1SU")
      + "\n"
      + Self.component(
        "STANDARD", "20010401T030000", "+1100", "+1000", "RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU")
    #expect(try hours("South", "BEGIN:VTIMEZONE\nTZID:South\n\(south)\nEND:VTIMEZONE") == ["23:00", "00:00"])
    let dates =
      Self.component("STANDARD", "20251026T030000", "+0200", "+0100", "RDATE:20261025T030000,20271031T030000")
      + "\n"
      + Self.component(
        "DAYLIGHT", "20260329T020000", "+0100", "+0200", "RDATE;VALUE=DATE-TIME:20270328T020000")
    // There are dates in addition to the start.
    #expect(try hours("Dates", "BEGIN:VTIMEZONE\nTZID:Dates\n\(dates)\nEND:VTIMEZONE") == ["09:00", "08:00"])
    let ended =
      Self.component(
        "DAYLIGHT", "20000326T020000", "+0100", "+0200",
        "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;UNTIL=20200329T010000Z")
      + "\n"
      + Self.component(
        "STANDARD", "20001029T030000", "+0200", "+0100",
        "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=20201025T010000Z")
    #expect(try hours("Ended", "BEGIN:VTIMEZONE\nTZID:Ended\n\(ended)\nEND:VTIMEZONE") == ["09:00", "09:00"])
    let fixed = Self.component("STANDARD", "20300101T000000", "+0530", "+0530")
    #expect(try hours("Fixed", "BEGIN:VTIMEZONE\nTZID:Fixed\n\(fixed)\nEND:VTIMEZONE") == ["04:30", "04:30"])
    let later = Self.component(
      "STANDARD", "20301027T030000", "+0200", "+0100", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU")
    #expect(try hours("Later", "BEGIN:VTIMEZONE\nTZID:Later\n\(later)\nEND:VTIMEZONE") == ["08:00", "08:00"])
    let seconds = Self.component("STANDARD", "19700101T000000", "-000115", "-000115")
    #expect(
      try hours("Seconds", "BEGIN:VTIMEZONE\nTZID:Seconds\n\(seconds)\nEND:VTIMEZONE") == ["10:01", "10:01"])
  }

  @Test(
    "a series follows the clocks of the calendar's own zone, even in hours that occur twice or never")
  func clocks() throws {
    let entry = CalendarText.entry(
      "DTSTART;TZID=Own:20261023T023000", "DURATION:PT5M", "RRULE:FREQ=DAILY;COUNT=4")
    let reading = try CalendarText.read([[Self.zone("Own"), entry]], from: "2026-10-01T00:00:00Z")
    #expect(
      CalendarText.starts(reading).map { $0.prefix(16) } == [
        "2026-10-23T00:30", "2026-10-24T00:30", "2026-10-25T00:30", "2026-10-26T01:30",
      ])
    let spring = CalendarText.entry(
      "DTSTART;TZID=Own:20270327T023000", "DURATION:PT5M", "RRULE:FREQ=DAILY;COUNT=3")
    #expect(
      CalendarText.starts(try CalendarText.read([[spring, Self.zone("Own")]])).map { $0.prefix(16) } == [
        "2027-03-27T01:30", "2027-03-28T01:30", "2027-03-29T00:30",
      ])
  }

  @Test("the calendar's own zone agrees with the system's, hour by hour")
  func agreement() throws {
    var lines: [[CalendarLine]] = []
    for text in Self.zone("x").split(separator: "\n").map(String.init) {
      if text.hasPrefix("BEGIN:") { lines.append([]) }
      if let line = CalendarLine(text, number: 1) { lines[lines.count - 1].append(line) }
    }
    let end = Date(timeIntervalSince1970: 1_830_297_600)
    let own = try #require(
      try DefinedZone(Array(lines.dropFirst()), until: end, within: ReadingBudget(size: 1_000, path: "x")))
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    for hour in 0..<(3 * 8_760) {
      let date = end.addingTimeInterval(-1_000 - Double(hour) * 3_600)
      let time = own.time(at: date)
      #expect(time == CalendarTime(date, in: berlin))
      #expect(own.date(of: time) == time.date(in: berlin))
    }
  }

  @Test(
    "names of Windows, IANA and other zones are recognised",
    arguments: [
      ("W. Europe Standard Time", "09:00"), ("GMT Standard Time 1", "10:00"),
      ("Azores Standard Time", "11:00"),
      ("azores  standard time", "11:00"), ("Eastern Daylight Time", "15:00"),
      ("Kamchatka Standard Time", "22:00"),
      ("Mexico Standard Time 2", "17:00"), ("UTC-11", "21:00"), ("Nepal Standard Time 12", "04:15"),
      // Lotus Notes, labels of Windows and of its older versions, with differently worded cities.
      ("W. Europe", "09:00"), ("\"Eastern\"", "15:00"), ("Romance", "09:00"),
      ("\"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna\"", "09:00"),
      ("(GMT-05:00) Eastern Time (US & Canada)", "15:00"), ("Pacific Time (US & Canada)", "18:00"),
      ("\"(UTC+01:00) Amsterdam, Berlin, Bern, Rom, Stockholm, Wien\"", "09:00"),
      ("(UTC) Dublin, Lissabon", "10:00"),
      ("(GMT+05:30) Chennai\\, Kolkata", "04:30"), ("(UTC-03:00) Brasilia", "13:00"),
      // A colon without quotes, a prefix, and names without a slash.
      ("tzone://Microsoft/Utc", "10:00"), ("/citadel.org/20190403_1/Europe/Berlin", "09:00"),
      ("/freeassociation.sourceforge.net/America/Indiana/Knox", "16:00"),
      ("GMT +01:00 Europe/Berlin", "09:00"),
      ("europe/berlin", "09:00"), ("/example.org/Japan", "01:00"), ("UTC", "10:00"), ("GMT", "10:00"),
      ("CET", "09:00"), ("EST5EDT", "15:00"), ("Zulu", "10:00"), ("GMT+0100", "09:00"),
      ("UTC-05:30", "15:30"),
      // Names in other languages.
      ("Mitteleuropäische Zeit", "09:00"), ("heure normale d’Europe centrale", "09:00"), ("日本標準時", "01:00"),
    ])
  func names(_ name: String, _ hour: String) throws {
    let entry = CalendarText.entry("DTSTART;TZID=\(name):20261201T100000")
    let reading = try CalendarText.read([[entry]])
    #expect(
      CalendarText.starts(reading).map { $0.dropFirst(11).prefix(5) } == [hour[...]], "\(reading.reports)")
  }

  @Test("all zones of Windows are known to the system, and their labels name one zone each")
  func windows() {
    #expect(WindowsZones.all.count > 140)
    for (name, zone, _) in WindowsZones.all {
      #expect(TimeZone(identifier: zone) != nil, "\(name)")
      #expect(ZoneNames.windows(ZoneNames.folded(name)) != nil, "\(name)")
    }
    let labels = WindowsZones.all.compactMap(\.label)
    #expect(Set(labels).count == labels.count && labels.count > 130)
  }

  @Test("an IANA name with a place takes precedence over the calendar's rules, other names do not")
  func order() throws {
    let wrong =
      "BEGIN:VTIMEZONE\nTZID:NAME\n\(Self.component("STANDARD", "19700101T000000", "+0500", "+0500"))\nEND:VTIMEZONE"
    for (name, expected) in [
      ("Europe/Berlin", ["09:00", "08:00"]), ("W. Europe Standard Time", ["09:00", "08:00"]),
      ("W. Europe Standard Time 1", ["05:00", "05:00"]), ("Eastern", ["05:00", "05:00"]),
      ("EST", ["05:00", "05:00"]), ("Mitteleuropäische Zeit", ["05:00", "05:00"]),
    ] {
      #expect(try hours(name, wrong.replacing("NAME", with: name)) == expected, "\(name)")
    }
    let located = Self.zone("Own", "X-LIC-LOCATION:America/New_York")
    #expect(try hours("Own", located) == ["15:00", "14:00"])
  }

  @Test(
    "a meaningless zone makes only its own entries malformed",
    arguments: [
      "BEGIN:STANDARD\nEND:STANDARD", "",
      "BEGIN:STANDARD\nDTSTART:20200101T000000\nTZOFFSETTO:+9900\nTZOFFSETFROM:+0100\nEND:STANDARD",
      "BEGIN:STANDARD\nDTSTART:20200101T000000\nTZOFFSETTO:+0100\nTZOFFSETFROM:+0100\nRRULE:FREQ=NEVER\nEND:STANDARD",
      "BEGIN:STANDARD\nDTSTART:20200101T000000\nTZOFFSETTO:+0100\nTZOFFSETFROM:+0100\nRDATE:ZQXJ\nEND:STANDARD",
      "BEGIN:STANDARD\nDTSTART:16010101T000000\nTZOFFSETTO:+0100\nTZOFFSETFROM:+0100\nRRULE:FREQ=SECONDLY\nEND:STANDARD",
    ])
  func nonsense(_ rules: String) throws {
    let reading = try CalendarText.read([
      [
        "BEGIN:VTIMEZONE\nTZID:ZQXJ\n\(rules)\nEND:VTIMEZONE",
        CalendarText.entry("UID:2", "DTSTART;TZID=ZQXJ:20261201T100000"),
        CalendarText.entry("DTSTART;TZID=Europe/Berlin:20261201T100000"),
        // A day has no zone.
        CalendarText.entry("UID:3", "SUMMARY:Holiday", "DTSTART;VALUE=DATE;TZID=ZQXJ:20261224"),
      ]
    ])
    #expect(CalendarText.starts(reading) == ["2026-12-01T09:00 Choir", "2026-12-24T00:00 Holiday"])
    let malformed = reading.reports[0].malformed
    #expect(malformed.map(\.count) == [1] && !"\(malformed)".contains("ZQXJ"), "\(malformed)")
  }

  /// Each zone may have rules that take long to expand.
  @Test(
    "times without a zone are in the calendar's zone; days, and times with a zone, are not",
    arguments: [
      ("America/New_York", "15:00"), ("W. Europe Standard Time", "09:00"), ("Europe/Lisbon", "10:00"),
      ("UTC", "10:00"), ("", "01:00"), ("Middle Earth", "01:00"),
    ])
  func stated(_ name: String, _ hour: String) throws {
    let line = "X-WR-TIMEZONE:\(name)"
    let entry = CalendarText.entry("DTSTART:20261201T100000")
    for components in [[line, entry], [entry, line]] {
      let reading = try CalendarText.read([components], zone: "Asia/Tokyo")
      #expect(CalendarText.starts(reading) == ["2026-12-01T\(hour) Choir"])
      #expect(reading.reports[0].malformed.isEmpty)
    }
    for entry in [
      CalendarText.entry("DTSTART;VALUE=DATE:20261201"), CalendarText.entry("DTSTART:20261201T100000Z"),
      CalendarText.entry("DTSTART;TZID=America/Bogota:20261201T100000"),
    ] {
      #expect(
        try CalendarText.starts(CalendarText.read([[line, entry]], zone: "Asia/Tokyo"))
          == CalendarText.starts(CalendarText.read([[entry]], zone: "Asia/Tokyo")))
    }
    // The usual zone of one calendar in a file does not apply to the next one.
    let two = [
      line, entry, "END:VCALENDAR", "BEGIN:VCALENDAR", CalendarText.entry("UID:2", "DTSTART:20261202T100000"),
    ]
    #expect(
      CalendarText.starts(try CalendarText.read([two], zone: "Asia/Tokyo"))
        == ["2026-12-01T\(hour) Choir", "2026-12-02T01:00 Choir"])
  }

  @Test("the zones of a file share its budget")
  func budget() throws {
    let rules =
      "DTSTART:16010101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"
    let components = (0..<500).flatMap { number in
      [
        "BEGIN:VTIMEZONE\nTZID:Z\(number)\nBEGIN:STANDARD\n\(rules)\nEND:STANDARD\nEND:VTIMEZONE",
        CalendarText.entry("UID:\(number)", "DTSTART;TZID=Z\(number):20261201T100000"),
      ]
    }
    let reading = try CalendarText.read([
      components + [CalendarText.entry("DTSTART:20261201T100000Z", "UID:x")]
    ])
    #expect((1..<100).contains(reading.events.count), "\(reading.events.count)")
    #expect(reading.events.contains { $0.start.rfc3339.contains("T10:00") })
    #expect(reading.events.count + reading.reports[0].malformedCount == 501)
    #expect(reading.reports[0].malformed.map(\.count).max() ?? 0 > 300, "\(reading.reports[0].malformed)")
  }
}
