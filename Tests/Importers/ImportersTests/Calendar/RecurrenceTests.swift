import Activities
import Foundation
import TestSupport
import Testing

@testable import Importers

@Suite("Recurrence rules")
struct RecurrenceTests {
  private static func event(_ rule: String, _ start: String, number: Int = 1) -> [String] {
    ["BEGIN:VEVENT", "UID:\(number)", "SUMMARY:E", "DTSTART:\(start)", "RRULE:\(rule)", "END:VEVENT"]
  }

  /// Reads a calendar of entries, all in UTC.
  private static func read(
    _ events: [[String]], from: String, days: Int64
  ) throws -> (reading: CalendarReading, file: HistoryFile) {
    let scratch = try Scratch()
    let lines = ["BEGIN:VCALENDAR"] + events.joined() + ["END:VCALENDAR", ""]
    try Data(lines.joined(separator: "\r\n").utf8).write(to: scratch.folder.appending(path: "a.ics"))
    let file = try HistoryFile(path: scratch.path("a.ics"))
    let start = try Instant(rfc3339: from).milliseconds
    return (
      try CalendarReading([file], in: start..<start + days * 86_400_000, ImportRun.settings("GMT")), file
    )
  }

  private static func starts(_ reading: CalendarReading) -> [String] {
    reading.events.map { String($0.start.rfc3339.prefix(16)) }
  }

  /// 146 bytes kept `hint import` busy forever: the limit counted the times that libical found, and
  /// it found none.
  @Test(
    "a rule that almost nothing matches makes its entry malformed, and the others are read",
    arguments: [
      "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=31",
      "FREQ=SECONDLY;BYSETPOS=-1;BYSECOND=60", "FREQ=SECONDLY;BYDAY=-1SU",
      "FREQ=SECONDLY;COUNT=3;BYMONTH=2;BYMONTHDAY=30", "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30;UNTIL=99991231",
      "FREQ=MINUTELY;COUNT=1;BYYEARDAY=366;BYMONTH=1", "FREQ=SECONDLY;INTERVAL=2;BYHOUR=3;BYDAY=MO",
      "FREQ=MONTHLY;BYDAY=6MO;BYHOUR=1,2;BYSETPOS=3", "FREQ=MONTHLY;BYMONTHDAY=28;BYDAY=5MO",
      "FREQ=SECONDLY", "FREQ=DAILY;FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
    ])
  func nothingFits(rule: String) throws {
    let (reading, file) = try Self.read(
      [Self.event(rule, "20200101T090000"), Self.event("FREQ=WEEKLY", "20200101T090000", number: 2)],
      from: "2026-11-25T00:00:00Z", days: 366)
    // A rule that is expanded to its end gives nothing.
    #expect(reading.reports[0].malformedCount <= 1)
    #expect(reading.events.count == 53)
    #expect(Set(reading.events.map(\.activity.userInfo)).count == 1)
    #expect(file.budget.spentSteps <= file.budget.steps)
  }

  /// Each of 50 entries had 100,000 times of its own, which took 10 s; 200,000 entries are read.
  @Test("the entries of a file share one budget")
  func shared() throws {
    let rules = ["FREQ=MINUTELY", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;BYHOUR=1,2,3", "FREQ=HOURLY;BYDAY=MO"]
    // Each takes the whole budget, 15 s, so each day tries one of them.
    for rule in [rules[Int(Campaign.seed % UInt64(rules.count))]] {
      let events = (0..<300).map { Self.event(rule, "20200101T090000", number: $0) }
      let (reading, file) = try Self.read(events, from: "2020-01-01T00:00:00Z", days: 2_000)
      #expect(file.budget.spentSteps <= file.budget.steps)
      #expect(reading.events.count * 16 <= file.budget.steps)
      #expect(reading.reports[0].malformed.map(\.count).reduce(0, +) > 0)
    }
    // A person's calendars are far below it.
    let usual = ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "FREQ=YEARLY", "FREQ=MONTHLY;BYDAY=1MO", "FREQ=DAILY"]
    let events = (0..<400).map { Self.event(usual[$0 % 4], "20150101T090000", number: $0) }
    let (reading, _) = try Self.read(events, from: "2026-01-01T00:00:00Z", days: 365)
    #expect(reading.reports[0].malformed.isEmpty)
    #expect(reading.events.count == 100 * (261 + 1 + 12 + 365))
  }

  /// Examples of RFC 5545, section 3.8.5.3, and others.
  @Test(
    "rules expand to the expected times",
    arguments: [
      (
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "19970929T090000",
        ["1997-09-30T09:00", "1997-10-31T09:00", "1997-11-28T09:00"]
      ),
      (
        "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8", "19961105T090000",
        ["1996-11-05T09:00", "2000-11-07T09:00", "2004-11-02T09:00"]
      ),
      (
        "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "19970902T090000",
        ["1998-02-13T09:00", "1998-03-13T09:00", "1998-11-13T09:00", "1999-08-13T09:00", "2000-10-13T09:00"]
      ),
      (
        "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "19970512T090000",
        ["1997-05-12T09:00", "1998-05-11T09:00", "1999-05-17T09:00"]
      ),
      (
        "FREQ=YEARLY;INTERVAL=3;COUNT=4;BYYEARDAY=1,100,200", "19970101T090000",
        ["1997-01-01T09:00", "1997-04-10T09:00", "1997-07-19T09:00", "2000-01-01T09:00"]
      ),
      ("FREQ=MONTHLY;BYMONTHDAY=-3", "19970928T090000", ["1997-09-28T09:00", "1997-10-29T09:00"]),
      (
        "freq=hourly;interval=3;until=19970902T170000", "19970902T090000",
        ["1997-09-02T09:00", "1997-09-02T12:00", "1997-09-02T15:00"]
      ),
      (
        "FREQ=MINUTELY;INTERVAL=90;COUNT=3", "19970902T090000",
        ["1997-09-02T09:00", "1997-09-02T10:30", "1997-09-02T12:00"]
      ),
      (
        "FREQ=DAILY;BYHOUR=9,10;BYMINUTE=0,20", "19970902T090000",
        ["1997-09-02T09:00", "1997-09-02T09:20", "1997-09-02T10:00", "1997-09-02T10:20", "1997-09-03T09:00"]
      ),
      (
        "FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=TU,SU;COUNT=4", "19970805T090000",
        ["1997-08-05T09:00", "1997-08-17T09:00", "1997-08-19T09:00", "1997-08-31T09:00"]
      ),
      // Weeks alone mean the weekday of the start, a Tuesday; libical may crash over them.
      ("FREQ=YEARLY;BYWEEKNO=6,28", "19961231T090000", ["1997-02-04T09:00", "1997-07-08T09:00"]),
      ("FREQ=YEARLY;BYWEEKNO=37,-52", "20000515T230000", ["2000-09-11T23:00", "2001-01-01T23:00"]),
      ("FREQ=YEARLY", "19960229T090000", ["1996-02-29T09:00", "2000-02-29T09:00", "2004-02-29T09:00"]),
    ])
  func known(_ rule: String, _ start: String, _ expected: [String]) throws {
    let (reading, _) = try Self.read([Self.event(rule, start)], from: "1996-01-01T00:00:00Z", days: 3_650)
    #expect(Array(Self.starts(reading).prefix(expected.count)) == expected)
    #expect(reading.reports[0].malformed.isEmpty)
  }

  @Test("a count starts at the beginning of the series, wherever the window is")
  func counts() throws {
    func starts(_ rule: String) throws -> [String] {
      let (reading, _) = try Self.read(
        [Self.event(rule, "19900105T090000")], from: "2026-11-25T00:00:00Z", days: 14)
      return Self.starts(reading)
    }
    #expect(try starts("FREQ=WEEKLY;COUNT=1925").isEmpty)
    #expect(try starts("FREQ=WEEKLY;COUNT=1926") == ["2026-11-27T09:00"])
    #expect(try starts("FREQ=WEEKLY;INTERVAL=4").isEmpty)
    #expect(try starts("FREQ=WEEKLY;INTERVAL=7") == ["2026-11-27T09:00"])
    #expect(
      try starts("FREQ=HOURLY;INTERVAL=100") == ["2026-11-27T09:00", "2026-12-01T13:00", "2026-12-05T17:00"])
  }

  @Test("the expansion begins near the window, so old starts cost nothing")
  func near() throws {
    let (reading, file) = try Self.read(
      [
        Self.event("FREQ=HOURLY", "19000101T090000"),
        Self.event("FREQ=SECONDLY;INTERVAL=30", "18000101T090000", number: 2),
      ],
      from: "2026-11-25T00:00:00Z", days: 1)
    #expect(reading.events.count == 23 + 2_879)
    #expect(file.budget.spentSteps < 500_000)
  }

  /// Random rules, most of them senseless: each of them ends, and starting near the window gives
  /// the same times as starting at the beginning.
  @Test("random rules end, and starting near the window does not change their times", .timeLimit(.minutes(3)))
  func random() throws {
    // `make nightly PART=corpus` tries 1,500.
    let count = Campaign.count("HUNCH_RECURRENCES", usually: 400)
    var random = SeededNumbers(seed: Campaign.seed)
    let frequencies = ["SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"]
    let parts: [(name: String, range: ClosedRange<Int>)] = [
      ("BYSECOND", 0...60), ("BYMINUTE", 0...59), ("BYHOUR", 0...23), ("BYMONTHDAY", -31...31),
      ("BYYEARDAY", -366...366), ("BYWEEKNO", -53...53), ("BYMONTH", 1...12), ("BYSETPOS", -10...10),
      ("INTERVAL", 1...400), ("COUNT", 1...500),
    ]
    let days = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
    var (compared, refused, known) = (0, 0, 0)
    for _ in 0..<count {
      var rule = "FREQ=\(frequencies.randomElement(using: &random) ?? "DAILY")"
      for part in parts where Int.random(in: 0..<4, using: &random) == 0 {
        let isList = part.name.hasPrefix("BY")
        let list = (0..<(isList ? Int.random(in: 1...3, using: &random) : 1)).map { _ in
          Int.random(in: part.range, using: &random)
        }.filter { part.range.lowerBound >= 0 || $0 != 0 }
        if !list.isEmpty { rule += ";\(part.name)=\(list.map(String.init).joined(separator: ","))" }
      }
      if Int.random(in: 0..<3, using: &random) == 0 {
        let position = Bool.random(using: &random) ? "" : String(Int.random(in: -6...6, using: &random))
        rule += ";BYDAY=\(position == "0" ? "" : position)\(days.randomElement(using: &random) ?? "MO"),SU"
      }
      let start = CalendarTime(
        year: Int.random(in: 2015...2026, using: &random), month: Int.random(in: 1...12, using: &random),
        day: Int.random(in: 1...28, using: &random), hour: Int.random(in: 0...23, using: &random))
      let (from, to) = (
        CalendarTime(year: 2026, month: 11, day: 1), CalendarTime(year: 2026, month: 12, day: 1)
      )
      let read = try RecurrenceRule(rule)
      guard read.looks(from: start, to: to) < 3_000 else {
        refused += 1
        continue
      }
      func times(from first: CalendarTime) -> [CalendarTime]? {
        guard var times = Recurrence(read, from: first, until: to) else { return nil }
        var found: [CalendarTime] = []
        while let time = times.next() { if time >= from { found.append(time) } }
        return found
      }
      guard let all = times(from: start) else { continue }
      known += 1
      let near = read.start(near: from, from: start)
      #expect(times(from: near) == all, "\(rule) from \(start.words)")
      if near != start, !all.isEmpty { compared += 1 }
    }
    #expect(
      known > count / 15 && refused > count / 15 && compared > 3,
      "\(known), \(refused), \(compared); \(Campaign.again("make test"))")
  }
}
