import Activities
import LogFormat
import Testing

@testable import Simulation

@Suite struct RecurrenceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: String
    let days: [Int]
    var testDescription: String { rule }
  }

  // Day 0 is Monday 2026-03-02; April begins at day 30.
  static let cases = [
    Case(rule: #""days": "weekends""#, days: [5, 6, 12, 13, 19, 20, 26, 27, 33, 34]),
    Case(rule: #""days": ["tuesday"]"#, days: [1, 8, 15, 22, 29]),
    Case(rule: #""days": ["thursday"], "nth": [1]"#, days: [3, 31]),
    Case(rule: #""days": ["friday"], "nth": [-1]"#, days: [25]),
    Case(rule: #""cycle": {"length": 8, "on": [0, 1]}"#, days: [0, 1, 8, 9, 16, 17, 24, 25, 32, 33]),
    Case(rule: #""during": "new-job", "days": ["monday"]"#, days: [14, 21, 28]),
    Case(rule: #""except": ["new-job", "start"]"#, days: [3, 4, 5, 6, 7, 8, 9]),
  ]

  @Test(arguments: cases) func `a routine happens on its days`(rule: Case) throws {
    let persona = try persona(
      sections: """
        "periods": [{"name": "new-job", "from": 10}, {"name": "start", "to": 2}],
        "routines": [{"name": "r", "at": "10:00", "steps": [{"do": "mail"}], \(rule.rule)}]
        """)
    let start = persona.start.daysSince1970
    let days = try Simulation(of: persona, seed: 1).donations(days: 35).map {
      $0.context.instant.localDay - start
    }
    #expect(days == rule.days)
  }

  @Test func `habits shift, and devices are off`() throws {
    let persona = try persona(
      sections: """
        "off": {"days": [1, 2]},
        "routines": [{"name": "r", "at": "10:00", "laterEachWeek": 30, "steps": [{"do": "mail", "gap": 0}]}]
        """)
    let donations = try Simulation(of: persona, seed: 1).donations(days: 15)
    #expect(donations.count == 13)
    #expect(donations.first?.context.instant.localHour == 10)
    #expect(donations.last?.context.instant.localHour == 11)
  }

  @Test func `variables are shared between programs, stay, and bring something new`() throws {
    let persona = try persona(
      #"""
      {
        "user": "v", "timeZone": "UTC",
        "variables": {"document": {"values": ["a", "b"], "stays": 0.8, "novelty": {"chance": 0.1, "name": "new-{n}"}}},
        "activities": {
          "edit": {"activityType": "org.example.writer.edit", "title": "Edit {document}", "userInfo": {"document": "{document}"}, "context": {"cwd": "/{document}"}},
          "view": {"activityType": "org.example.viewer.open", "userInfo": {"document": "{document}"}}
        },
        "routines": [{"name": "r", "at": "10:00", "steps": [{"do": "edit", "times": 20}, {"do": "view", "times": 20}]}]
      }
      """#)
    let donations = try Simulation(of: persona, seed: 6).donations(days: 50)
    let documents = donations.compactMap { $0.activity.userInfo["document"] }
    #expect(documents.count == 2_000)
    let kept = zip(documents, documents.dropFirst()).count { $0 == $1 }
    #expect((0.8...0.95).contains(Double(kept) / 2_000))
    let new = Set(documents).subtracting(["a", "b"])
    #expect((20...62).contains(new.count), "2,000 × 0.2 × 0.1 = 40, within 3.5 deviations")
    let edited = Set(donations.of("edit").compactMap { $0.activity.userInfo["document"] })
    let viewed = Set(donations.of("open").compactMap { $0.activity.userInfo["document"] })
    #expect(edited.intersection(viewed).count > 5)
    for donation in donations.of("edit") {
      guard case .string(let name)? = donation.activity.userInfo["document"] else { continue }
      #expect(donation.activity.title == "Edit \(name)")
      #expect(donation.context.attributes["cwd"] == .string("/\(name)"))
    }
  }
}
