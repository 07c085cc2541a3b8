import Activities
import Foundation
import Testing

@testable import CommandLine

@Suite("Times in the forms that people write")
struct MomentArgumentTests {
  private let berlin: TimeZone

  init() throws {
    berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
  }

  /// A Wednesday.
  private func now() throws -> Instant { try Instant(rfc3339: "2026-11-25T14:30:20+01:00") }

  @Test(
    "days, times of day and spans are read in the zone, in any order and case",
    arguments: [
      ("now", "2026-11-25T14:30:20+01:00"), ("8:00", "2026-11-25T08:00:00+01:00"),
      ("08:00:05", "2026-11-25T08:00:05+01:00"), ("6pm", "2026-11-25T18:00:00+01:00"),
      ("6:30 PM", "2026-11-25T18:30:00+01:00"), ("12am", "2026-11-25T00:00:00+01:00"),
      ("noon", "2026-11-25T12:00:00+01:00"), ("yesterday 18:30", "2026-11-24T18:30:00+01:00"),
      ("18:30 Yesterday", "2026-11-24T18:30:00+01:00"), ("tomorrow", "2026-11-26T14:30:20+01:00"),
      ("tomorrow 8:00", "2026-11-26T08:00:00+01:00"), ("friday 9:00", "2026-11-27T09:00:00+01:00"),
      ("wed 9:00", "2026-12-02T09:00:00+01:00"), ("last wed 9:00", "2026-11-18T09:00:00+01:00"),
      ("last friday 9:00", "2026-11-20T09:00:00+01:00"), ("2026-07-01 08:00", "2026-07-01T08:00:00+02:00"),
      ("2026-07-01T08:00", "2026-07-01T08:00:00+02:00"), ("in 2h", "2026-11-25T16:30:20+01:00"),
      ("in 1h 30m", "2026-11-25T16:00:20+01:00"), ("30 minutes ago", "2026-11-25T14:00:20+01:00"),
      ("2 weeks ago", "2026-11-11T14:30:20+01:00"), ("tomorrow at 8:00", "2026-11-26T08:00:00+01:00"),
      ("1.7.2026 08:00", "2026-07-01T08:00:00+02:00"), ("01.07.2026, 08:00", "2026-07-01T08:00:00+02:00"),
      ("1 July 2026 8:00", "2026-07-01T08:00:00+02:00"), ("July 1, 2026 8:00", "2026-07-01T08:00:00+02:00"),
      ("8:00 1. Jul 2026", "2026-07-01T08:00:00+02:00"),
      ("2026-11-25T08:00:00-05:00", "2026-11-25T08:00:00-05:00"),
    ])
  func written(text: String, expected: String) throws {
    let instant = try MomentArgument(text).instant(at: now(), in: berlin)
    #expect(instant.rfc3339 == expected)
  }

  @Test("a day that means its beginning begins at midnight, with the offset at that time")
  func beginnings() throws {
    func beginning(_ text: String) throws -> String {
      try MomentArgument(text).instant(at: now(), in: berlin, bareDay: .beginning).rfc3339
    }
    #expect(try beginning("yesterday") == "2026-11-24T00:00:00+01:00")
    #expect(try beginning("2026-07-01") == "2026-07-01T00:00:00+02:00")
    #expect(try beginning("yesterday 8:00") == "2026-11-24T08:00:00+01:00")
  }

  @Test("a skipped time is moved later by the skipped span, and of a repeated time the first is meant")
  func daylightSaving() throws {
    #expect(
      try MomentArgument("2026-03-29 02:30").instant(at: now(), in: berlin).rfc3339
        == "2026-03-29T03:30:00+02:00")
    #expect(
      try MomentArgument("2026-10-25 02:30").instant(at: now(), in: berlin).rfc3339
        == "2026-10-25T02:30:00+02:00")
  }

  @Test(
    "an invalid time is rejected with examples",
    arguments: [
      "", " ", "8", "25:00", "8:60", "13pm", "0am", "in", "in h", "in 2", "ago", "in 2 parsecs", "someday",
      "fr 8:00",
      "tomorrow yesterday", "8:00 9:00", "2026-02-30", "30.2.2026", "1.13.2026", "1.7.26", "1 Brumaire 2026",
      "31 July",
      "2026-11-22 8", "in 1e99h",
    ])
  func refused(text: String) {
    #expect(throws: ArgumentProblem.moment) { try MomentArgument(text) }
  }
}

@Suite("Names of commands")
struct CommandNamesTests {
  @Test(
    "a misspelt command is answered with the similar name",
    arguments: [
      (["sugest"], "suggest"), (["serach", "x"], "search"), (["hint", "lst"], "list"), (["eval"], "evaluate"),
      (["donat", "--type", "a.b"], "donate"),
    ])
  func near(arguments: [String], meant: String) throws {
    let failure = #expect(throws: Failure.self) { try CommandNames.check(arguments) }
    #expect(failure?.code == .usage)
    #expect(failure?.message.contains("did you mean \(meant)") == true, "\(failure?.message ?? "")")
  }

  @Test(
    "names, options and help are left to the parser",
    arguments: [
      ["suggest", "--log", "x"], ["--help"], ["help", "suggest"], ["hint", "list"], [], ["search", "sugest"],
    ])
  func known(arguments: [String]) throws {
    try CommandNames.check(arguments)
  }

  @Test("a name without similar ones gets no proposal")
  func strange() {
    let failure = #expect(throws: Failure.self) { try CommandNames.check(["xyzzyplugh"]) }
    #expect(failure?.message.contains("did you mean") == false)
  }
}
