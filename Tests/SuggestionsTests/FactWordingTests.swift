import Features
import Testing

@testable import Suggestions

@Suite("Facts in words")
struct FactWordingTests {
  static let cases: [(fact: Fact, words: String)] = [
    (.habit(times: 3_661, of: 20_715), "done 3,661 of 20,715 times"),
    (.habit(times: 1, of: 1), "done 1 of 1 time"),
    (.time(hour: 0, isWeekend: true, times: 2, of: 5), "at weekends around 00:00, about 2 of 5 times"),
    (
      .time(hour: 20, isWeekend: false, times: 2, of: 1_000),
      "on workdays around 20:00, about 2 of 1,000 times"
    ),
    (.previous(row: 7, times: 14, of: 20), "after Open Calendar, 14 of 20 times"),
    (.previous(row: 8, times: 1, of: 2), "after \(String(repeating: "x", count: 39))…, 1 of 2 times"),
    (.rhythm(usualHours: 0.2, sinceHours: 0.9), "usually every 12 min, last done 54 min ago"),
    (.rhythm(usualHours: 0.001, sinceHours: 0), "usually within a minute, last done less than a minute ago"),
    (.rhythm(usualHours: 24, sinceHours: 30_000), "usually every 24 h, last done 1,250 days ago"),
    (.place(times: 26, of: 283), "near here, about 26 of 283 times"),
    (.context(times: 0, of: 3), "in these circumstances, 0 of 3 times"),
    (.recency(sinceHours: 9, donationsSince: 1), "last done 9 h ago, 1 activity since"),
    (.recency(sinceHours: 48, donationsSince: 1_000_000), "last done 2 days ago, 1,000,000 activities since"),
    (.recency(sinceHours: 0.25, donationsSince: 0), "the last thing done, 15 min ago"),
  ]

  @Test("are plain English", arguments: cases)
  func words(_ example: (fact: Fact, words: String)) {
    let words = example.fact.words { $0 == 8 ? String(repeating: "x", count: 41) : "Open Calendar" }
    #expect(words == example.words)
  }
}
