import Activities
import Features
import Phrases
import Testing

@testable import Suggestions

@Suite("Reasons set an activity apart, or say that nothing does")
struct ReasonTests {
  private static let hours23 = 23 * 3_600.0
  private static let lastDone = Fact.recency(secondsSince: hours23, donationsSince: 12)
  private static let evenings = Fact.days(
    Fact.Days(.workdays(besides: .usual), quarters: 30..<34), times: 9, of: 10)

  private static func explanation(_ facts: [Fact]) -> Explanation {
    Explanation(score: 0, contributions: [], facts: facts.map { .init($0, title: "Open Calendar") })
  }

  static let sentences: [(facts: [Fact], sentence: String, summary: String)] = [
    (
      [.done(times: 9), lastDone],
      "Only because it is frequent: you did it 9 times, and you last did it 23 h ago.",
      "only frequent: done 9 times"
    ),
    (
      [.done(times: 1), lastDone],
      "Only because it is recent: you did it once, and you last did it 23 h ago.",
      "only recent: done once"
    ),
    ([.done(times: 2)], "Only because it is known: you did it 2 times.", "only known: done 2 times"),
    (
      [.habit(times: 500, of: 1_000)], "Only because it is frequent: you did it 500 of 1,000 times.",
      "only frequent: done 500 of 1,000 times"
    ),
    (
      [evenings], "Because you did it on 9 of the last 10 workdays between 07:30 and 08:30.",
      "on 9 of the last 10 workdays between 07:30 and 08:30"
    ),
    (
      [.recency(secondsSince: 60, donationsSince: 0), .done(times: 3)],
      "Because it was the last thing that you did, 1 min ago, and you did it 3 times.",
      "the last thing done, 1 min ago"
    ),
  ]

  @Test("the sentence shows the kind of reason", arguments: sentences)
  func sentence(_ example: (facts: [Fact], sentence: String, summary: String)) {
    let explanation = Self.explanation(example.facts)
    #expect(explanation.sentence == example.sentence)
    #expect(explanation.summary == example.summary)
    #expect(explanation.isDistinctive == example.sentence.hasPrefix("Because"))
  }

  /// Returns the facts given for some contributions.
  private static func told(_ parts: [(FeatureGroup, Double, Fact)]) -> [Fact?] {
    let reasons = Reasons(
      item: 0, score: 0,
      parts: parts.map {
        Reasons.Part(group: .evidence($0.0), amount: $0.1, ground: .fact($0.2, namedItem: nil))
      }, plain: [.done(times: 9), lastDone])
    return reasons.worded(by: [:], phrases: PhraseBook(of: [])).facts.map(\.fact)
  }

  @Test("recency and frequency are given if there is no other reason")
  func plain() {
    #expect(Self.told([]) == [.done(times: 9), Self.lastDone])
    #expect(Self.told([(.recency, 2, Self.lastDone)]) == [.done(times: 9), Self.lastDone])
    #expect(
      Self.told([(.habit, 1, .habit(times: 9, of: 60)), (.time, -0.4, Self.evenings)])
        == [.done(times: 9), Self.lastDone])
  }

  @Test("an hour, a day, a place or a preceding activity is given instead, however little it adds")
  func distinctive() {
    let habit = Fact.habit(times: 9, of: 60)
    #expect(Self.told([(.recency, 2, Self.lastDone), (.time, 0.3, Self.evenings)]) == [Self.evenings])
    #expect(Self.told([(.recency, 2, Self.lastDone), (.time, 0.05, Self.evenings)]) == [Self.evenings])
    #expect(Self.told([(.habit, 1, habit), (.time, 0.3, Self.evenings)]) == [Self.evenings, habit])
    let place = Fact.place(metres: 500, times: 4, of: 5, isAll: true)
    #expect(
      Self.told([(.place, 1, place), (.time, 0.3, Self.evenings), (.recency, 0.2, Self.lastDone)])
        == [place, Self.evenings])
    let justDone = Fact.recency(secondsSince: 60, donationsSince: 1)
    #expect(Self.told([(.recency, 1, justDone)]) == [justDone])
  }
}
