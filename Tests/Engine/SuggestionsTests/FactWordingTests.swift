import Activities
import Testing

@testable import Features
@testable import Suggestions

@Suite("Facts")
struct FactWordingTests {
  static let other = ActivityIdentity(rawValue: 1)

  static let cases: [(fact: Fact, words: String, clause: String)] = [
    (.habit(times: 3_661, of: 20_715), "done 3,661 of 20,715 times", "you did it 3,661 of 20,715 times"),
    (.done(times: 1), "done once", "you did it once"),
    (
      .lately(times: 14, of: 20), "14 of the last 20 things done",
      "it was 14 of the last 20 things that you did"
    ),
    (
      .days(Fact.Days(.workdays(besides: .usual), quarters: 30..<34), times: 9, of: 10),
      "on 9 of the last 10 workdays between 07:30 and 08:30",
      "you did it on 9 of the last 10 workdays between 07:30 and 08:30"
    ),
    (
      .days(Fact.Days(.daysOff(.usual), quarters: 94..<96), times: 2, of: 5),
      "on 2 of the last 5 weekend days between 23:30 and 24:00",
      "you did it on 2 of the last 5 weekend days between 23:30 and 24:00"
    ),
    (
      .days(Fact.Days(.daysOff(DaysOff(rawValue: 0b011_0000)), quarters: 94..<96), times: 2, of: 5),
      "on 2 of the last 5 days off between 23:30 and 24:00",
      "you did it on 2 of the last 5 days off between 23:30 and 24:00"
    ),
    (
      .days(Fact.Days(.daysOff(DaysOff(rawValue: 0b011_0000))), times: 7, of: 8),
      "usually every day off, on 7 of the last 8", "you usually do it every day off, on 7 of the last 8"
    ),
    (
      .days(Fact.Days(.workdays(besides: .usual)), times: 8, of: 10),
      "usually every workday, on 8 of the last 10",
      "you usually do it every workday, on 8 of the last 10"
    ),
    (
      .days(Fact.Days(.weekday(6)), times: 1, of: 4), "on 1 of the last 4 Sundays",
      "you did it on 1 of the last 4 Sundays"
    ),
    (
      .previous(activity: other, times: 14, of: 20, isAll: false),
      "after Open Calendar, 14 of the last 20 times",
      "it followed Open Calendar 14 of the last 20 times"
    ),
    (
      .previous(activity: other, times: 1, of: 1, isAll: true), "after Open Calendar, 1 of 1 time",
      "it followed Open Calendar 1 of 1 time"
    ),
    (
      .interval(medianSeconds: 720, of: 9, secondsSince: 3_240), "usually every 12 min, last done 54 min ago",
      "you usually do it every 12 min and last did it 54 min ago"
    ),
    (
      .place(metres: 500, times: 26, of: 100, isAll: false), "near here, 26 of the last 100 times",
      "it was 26 of the last 100 things that you did near here"
    ),
    (
      .context(keys: ["cwd", "wifi"], times: 2, of: 3, isAll: true),
      "with the same cwd and wifi as now, 2 of 3 times",
      "it was 2 of 3 things that you did with the same cwd and wifi as now"
    ),
    (
      .recency(secondsSince: 9 * 3_600, donationsSince: 1), "last done 9 h ago, 1 activity since",
      "you last did it 9 h ago"
    ),
    (
      .recency(secondsSince: 900, donationsSince: 0), "the last thing done, 15 min ago",
      "it was the last thing that you did, 15 min ago"
    ),
    (
      .recency(secondsSince: nil, donationsSince: 1_000), "1,000 activities since it was last done",
      "you did 1,000 other things since"
    ),
    (
      .recency(secondsSince: nil, donationsSince: 0), "the last thing done",
      "it was the last thing that you did"
    ),
    (
      .shared(key: "document", value: "draft-10.odt", activity: other, secondsSince: 2_280),
      "same document (draft-10.odt) as Open Calendar, 38 min ago",
      "it has the same document (draft-10.odt) as Open Calendar, done 38 min ago"
    ),
    (
      .shared(key: "calendar", value: "Calendar", activity: other, secondsSince: nil),
      "same calendar as Open Calendar", "it has the same calendar as Open Calendar"
    ),
  ]

  @Test("facts are worded in plain English", arguments: cases)
  func words(_ example: (fact: Fact, words: String, clause: String)) {
    #expect(example.fact.words(title: "Open Calendar") == example.words)
    #expect(example.fact.clause(title: "Open Calendar") == example.clause)
  }

  @Test("a long title is cut, so that the count is seen")
  func cut() {
    let fact = Fact.previous(activity: Self.other, times: 1, of: 2, isAll: true)
    #expect(
      fact.words(title: String(repeating: "x", count: 41))
        == "after \(String(repeating: "x", count: 39))…, 1 of 2 times")
  }

  @Test("lengths of time are rounded to the unit that people use")
  func durations() {
    for (seconds, words) in [
      (0, "less than a minute"), (61, "1 min"), (5_000, "83 min"), (2 * 86_400, "2 days"),
      (1e8, "1,157 days"),
    ] as [(Double, String)] { #expect(Fact.duration(seconds: seconds) == words) }
  }
}
