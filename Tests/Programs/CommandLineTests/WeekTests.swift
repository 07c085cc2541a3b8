import Activities
import Evaluation
import Foundation
import TestSupport
import Testing

@testable import CommandLine

@Suite("Weeks, and words for instants")
struct WeekTests {
  private func donation(_ time: String, _ title: String) throws -> Donation {
    var activity = try UserActivity(activityType: "org.example.\(title.lowercased())")
    activity.title = title
    return try Donation(of: activity, by: .me, in: Context(at: Instant(rfc3339: time)))
  }

  @Test("a week has counts by hour, activities that follow each other, new ones, and ended ones")
  func summary() throws {
    // 2026-03-02 is a Monday.
    var week = WeekSummary(at: try Instant(rfc3339: "2026-03-30T12:00:00Z"))
    for day in 10...14 { week.count(try donation("2026-02-\(day)T07:00:00Z", "Swim")) }
    for day in 16...20 {
      week.count(try donation("2026-03-\(day)T08:00:00Z", "Mail"))
      week.count(try donation("2026-03-\(day)T08:20:00Z", "Tea"))
    }
    week.count(try donation("2026-03-21T08:00:00Z", "Mail"))
    week.count(try donation("2026-03-21T08:31:00Z", "Tea"))
    week.count(try donation("2026-03-29T23:10:00Z", "Chess"))
    week.count(try donation("2026-03-30T12:00:01Z", "Future"))
    let report = week.report(top: 5)
    #expect(report.donations == 18, "what comes later is left out")
    #expect(report.hours[0][8] == 2 && report.hours[6][23] == 1 && report.hours[5][8] == 2)
    #expect(report.hours.joined().reduce(0, +) == 18)
    #expect(report.follows.map { "\($0.after) \($0.activity) \($0.times)/\($0.of)" } == ["Mail Tea 5/6"])
    #expect(report.new.map(\.activity) == ["Chess"] && report.newCount == 1)
    let gone = report.gone.map { "\($0.activity) \($0.times) \($0.time)" }
    #expect(gone == ["Swim 5 2026-02-14T07:00:00+00:00"])
    #expect(WeekText(report).plain.split(separator: "\n").contains("follows\tMail\tTea\t5\t6"))
  }

  @Test("lists end with the number of omitted rows")
  func more() throws {
    var week = WeekSummary(at: try Instant(rfc3339: "2026-03-30T12:00:00Z"))
    for hour in 10...17 { week.count(try donation("2026-03-29T\(hour):00:00Z", "Thing\(hour)")) }
    let report = week.report(top: 3)
    #expect(report.new.map(\.activity) == ["Thing17", "Thing16", "Thing15"] && report.newCount == 8)
  }

  @Test("the program draws a week on a terminal, prints lines to scripts, and JSON")
  func program() async throws {
    let scratch = try Scratch()
    try scratch.write("log.jsonl", SampleLog.days(18))
    let arguments = ["week", "--log", "log.jsonl", "--at", "2026-03-18 23:00", "--tz", "Europe/Berlin"]
    let lines = try await Program.run(arguments, in: scratch)
    #expect(lines.code == 0 && lines.lines.contains("hour\tMonday\t8\t6"), "\(lines.text)")
    let json = try await Program.run(arguments + ["--json"], in: scratch)
    let report = try json.object()
    #expect(report["donations"] as? Int == 90)
    #expect(
      try await Program.run(["week", "--log", "log.jsonl", "--at", "2026-02-01"], in: scratch).code == 1)
    #expect(try await Program.run(["week"], in: scratch).code == 1)
    let screen = try await TerminalRun.run(
      "hunch week --log log.jsonl --at '2026-03-18 23:00' --tz Europe/Berlin", in: scratch, columns: 80,
      hasColours: false)
    let rows = screen.lines.filter { $0.hasPrefix("Mon") || $0.hasPrefix("Sun") }
    #expect(rows.count == 2 && rows.allSatisfy { $0.contains("█") && $0.contains("·") && $0.count <= 80 })
  }

  @Test(
    "an instant is worded by its day, in the present zone",
    arguments: [
      ("2026-03-28T23:30:00Z", "00:30 tomorrow"), ("2026-03-28T12:00:00Z", "13:00 today"),
      ("2026-03-27T22:59:00Z", "23:59 yesterday"), ("2026-03-29T12:00:00Z", "14:00 tomorrow"),
      ("2026-04-02T06:05:00Z", "08:05 on 2026-04-02"),
    ])
  func words(instant: String, expected: String) throws {
    let now = try Instant(
      milliseconds: Instant(rfc3339: "2026-03-28T18:00:00Z").milliseconds, offsetMinutes: 60,
      timeZone: "Europe/Berlin")
    #expect(InstantText.words(for: try Instant(rfc3339: instant), now: now) == expected)
  }
}
