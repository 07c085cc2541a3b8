import Activities
import LogFormat
import Testing

@testable import Simulation

@Suite struct LifeChangesTests {
  /// Mail at ten at home, soup at one in the office on workdays, news on weekends.
  ///
  /// Day 0 is Monday 2026-03-02.
  private func donations(_ sections: String, days: Int = 14, seed: UInt64 = 1) throws -> [Donation] {
    let persona = try persona(
      sections: """
        "location": {"noise": 0},
        "routines": [
          {"name": "morning", "days": "workdays", "at": "10:00", "place": "home", "steps": [{"do": "mail", "gap": 0}]},
          {"name": "noon", "days": "workdays", "at": "13:00", "jitter": 5, "place": "office", "except": "holidays", "steps": [{"do": "soup", "gap": 0}]},
          {"name": "rest", "days": "weekends", "at": "11:00", "place": "home", "steps": [{"do": "news", "gap": 0}]}
        ],
        \(sections)
        """)
    return try Simulation(of: persona, seed: seed).donations(days: days)
  }

  private static let noHolidays = #""periods": [{"name": "holidays", "from": 300}]"#

  private func days(_ donations: [Donation]) -> [Int] {
    donations.map { $0.context.instant.localDay - 20_514 }
  }

  @Test func `a holiday is spent like a Sunday, and a named one can be referred to`() throws {
    let log = try donations(
      #""holidays": ["2026-03-03", {"name": "holidays", "from": "2026-03-05", "to": "2026-03-06"}]"#, days: 7)
    #expect(days(log.of("inbox")) == [0, 2])
    #expect(days(log.of("order")) == [0, 2])
    #expect(days(log.of("read")) == [1, 3, 4, 5, 6])
  }

  @Test func `a holiday does not count as the first Sunday of a month`() throws {
    let persona = try persona(
      sections: #"""
        "holidays": ["2026-03-04"],
        "routines": [{"name": "a", "days": ["sunday"], "nth": [1], "at": "10:00", "steps": [{"do": "mail"}]}]
        """#)
    let log = try Simulation(of: persona).donations(days: 14)
    #expect(days(log) == [], "the first Sunday is 2026-03-01, before the log")
  }

  @Test func `an exception leaves out a routine or an activity, and nothing else changes`() throws {
    let usual = try donations(Self.noHolidays)
    let without = try donations(
      Self.noHolidays + #", "exceptions": [{"on": ["2026-03-04", "2026-03-12"], "routines": "noon"}]"#)
    #expect(days(without.of("order")) == [0, 1, 3, 4, 7, 8, 9, 11])
    #expect(without.of("inbox") == usual.of("inbox"))
    let times = without.of("order").map(\.context.instant)
    #expect(Set(times).isSubset(of: usual.of("order").map(\.context.instant)))
    let noMail = try donations(
      Self.noHolidays + #", "exceptions": [{"from": "2026-03-09", "activities": "mail", "instead": "news"}]"#)
    #expect(days(noMail.of("inbox")) == [0, 1, 2, 3, 4])
    #expect(days(noMail.of("read")) == [5, 6, 7, 8, 9, 10, 11, 12, 13])
  }

  @Test func `an exception moves a routine to another time and place`() throws {
    let log = try donations(
      Self.noHolidays
        + #", "exceptions": [{"to": "2026-03-03", "routines": ["morning"], "at": "07:30", "place": "hotel"}]"#
    )
    let mail = log.of("inbox")
    #expect(mail.map(\.context.instant.localHour) == [7.5, 7.5] + [Double](repeating: 10, count: 8))
    #expect(mail[0].context.place?.latitude == 40.7 && mail[2].context.place?.latitude == 52.5)
  }

  @Test func `a new job: another place and other times from a date on`() throws {
    let log = try donations(
      Self.noHolidays
        + #", "drift": [{"name": "new-job", "from": "2026-03-09", "routines": "noon", "later": -60, "instead": {"office": "hotel"}}]"#
    )
    let soup = log.of("order")
    #expect(soup.prefix(5).allSatisfy { abs($0.context.instant.localHour - 13) < 0.5 })
    #expect(soup.suffix(5).allSatisfy { abs($0.context.instant.localHour - 12) < 0.5 })
    #expect(
      soup.map { $0.context.place?.latitude } == [52.6, 52.6, 52.6, 52.6, 52.6] + [
        40.7, 40.7, 40.7, 40.7, 40.7,
      ])
    #expect(log.of("inbox").allSatisfy { $0.context.instant.localHour == 10 })
  }

  @Test func `what drifts comes about little by little`() throws {
    let log = try donations(
      Self.noHolidays
        + #", "drift": [{"name": "later", "from": "2026-03-02", "over": 4, "routines": "morning", "later": 40}]"#,
      days: 5)
    let minutes = log.of("inbox").map { (($0.context.instant.localHour - 10) * 60).rounded() }
    #expect(minutes == [10, 20, 30, 40, 40])
  }

  @Test func `exceptions win over drift`() throws {
    let log = try donations(
      Self.noHolidays
        + #", "drift": [{"name": "later", "from": "2026-03-02", "at": "12:00"}], "exceptions": [{"on": "2026-03-03", "routines": "morning", "at": "06:00"}, {"on": "2026-03-04", "routines": "morning", "chance": 0}]"#,
      days: 4)
    #expect(log.of("inbox").map(\.context.instant.localHour) == [12, 6, 12])
  }

  @Test func `on a journey the clock on the wall is that of the place`() throws {
    let log = try donations(
      Self.noHolidays
        + #", "travel": [{"name": "new-york", "from": "2026-03-04", "to": "2026-03-05", "timeZone": "America/New_York", "place": "hotel", "instead": {"home": "hotel"}}], "spontaneous": [{"do": "mail", "perDay": 40, "between": ["00:00", "01:00"], "days": ["wednesday"]}]"#,
      days: 5)
    let mail = log.of("inbox").filter { $0.context.instant.localHour == 10 }
    #expect(mail.map(\.context.instant.offsetMinutes) == [60, 60, -300, -300, 60])
    #expect(mail.map { $0.context.place?.latitude } == [52.5, 52.5, 40.7, 40.7, 52.5])
    #expect(mail[2].context.instant.timeZone == "America/New_York")
    let night = log.of("inbox").filter { $0.context.instant.localHour < 1 }
    #expect(!night.isEmpty && night.allSatisfy { $0.context.place?.latitude == 40.7 }, "arrived by midnight")
  }

  @Test func `the beginning of a log stays as it was, whatever comes later`() throws {
    for seed in 1...10 as ClosedRange<UInt64> {
      let usual = try donations(Self.noHolidays, days: 7, seed: seed)
      let changed = try donations(
        Self.noHolidays
          + #", "holidays": ["2026-03-10"], "drift": [{"name": "d", "from": "2026-03-11", "later": 5}], "travel": [{"name": "t", "from": "2026-03-12", "to": "2026-03-13", "timeZone": "Asia/Tokyo"}], "exceptions": [{"on": "2026-03-09", "routines": "noon"}]"#,
        days: 7, seed: seed)
      #expect(usual == changed, "seed \(seed)")
    }
  }

  struct Mistake: Sendable, CustomTestStringConvertible {
    let id: String
    let sections: String
    let path: String
    let says: String
    var testDescription: String { id }
  }

  static let mistakes = [
    Mistake(
      id: "a holiday that is no date", sections: #""holidays": ["easter"]"#, path: "$.holidays[0]",
      says: "like 2026-03-02"),
    Mistake(
      id: "a holiday without dates", sections: #""holidays": [{"name": "easter"}]"#, path: "$.holidays[0]",
      says: "exactly one of on, from and to"),
    Mistake(
      id: "a span that ends before it starts",
      sections: #""holidays": [{"from": "2026-03-05", "to": "2026-03-04"}]"#, path: "$.holidays[0]",
      says: "ends before it starts"),
    Mistake(
      id: "an empty list of dates", sections: #""holidays": [{"on": []}]"#, path: "$.holidays[0].on",
      says: "must not be empty"),
    Mistake(
      id: "an exception to nothing", sections: #""exceptions": [{"on": "2026-03-04"}]"#,
      path: "$.exceptions[0]",
      says: "exactly one of routines, activities"),
    Mistake(
      id: "an exception to a routine that is not there",
      sections: #""exceptions": [{"on": "2026-03-04", "routines": "noon"}]"#,
      path: "$.exceptions[0].routines",
      says: #""noon" is not defined"#),
    Mistake(
      id: "an activity at another time",
      sections: #""exceptions": [{"on": "2026-03-04", "activities": "mail", "at": "10:00"}]"#,
      path: "$.exceptions[0].at", says: "activities with instead, routines with at"),
    Mistake(
      id: "a new time and a shift",
      sections: #""drift": [{"name": "d", "from": "2026-03-04", "at": "10:00", "later": 5}]"#,
      path: "$.drift[0]", says: "exactly one of at, later"),
    Mistake(
      id: "little by little, but nothing",
      sections: #""drift": [{"name": "d", "from": "2026-03-04", "over": 5}]"#,
      path: "$.drift[0]", says: #""later" is missing"#),
    Mistake(
      id: "a journey without an end", sections: #""travel": [{"name": "t", "from": "2026-03-04"}]"#,
      path: "$.travel[0]", says: #""to" is missing"#),
    Mistake(
      id: "a journey to no zone",
      sections:
        #""travel": [{"name": "t", "from": "2026-03-04", "to": "2026-03-05", "timeZone": "Moon/Base"}]"#,
      path: "$.travel[0].timeZone", says: "Moon/Base"),
    Mistake(
      id: "a name that a period has too",
      sections:
        #""periods": [{"name": "a"}], "travel": [{"name": "a", "from": "2026-03-04", "to": "2026-03-05"}]"#,
      path: "$.travel[0]", says: "twice"),
    Mistake(
      id: "a misspelled field", sections: #""drift": [{"name": "d", "form": "2026-03-04"}]"#,
      path: "$.drift[0]",
      says: #""form" is not a field here"#),
  ]

  @Test(arguments: mistakes) func `a mistake is reported with its place and its fix`(wrong: Mistake) throws {
    do {
      _ = try persona(sections: wrong.sections)
      Issue.record("accepted")
    } catch let error as DocumentError {
      #expect(error.path == wrong.path)
      #expect(error.description.contains(wrong.says), "\(error)")
    }
  }
}
