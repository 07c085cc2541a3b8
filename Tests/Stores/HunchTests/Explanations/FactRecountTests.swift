import Features
import Foundation
import Hunch
import TestSupport
import Testing

/// The number of answers to recount; `make nightly PART=reasons` recounts 1,000.
private let answers = Campaign.count("HUNCH_RECOUNTED_ANSWERS", usually: 72)

@Suite("Reasons are facts")
struct FactRecountTests {
  /// The number of answers to the user of one history.
  private static let answersOfEach = 12

  @Test("counting the log confirms every fact of an answer, and every suggestion has a fact")
  func recounted() async throws {
    let model = try ModelFile.open().suggestionModel()
    var (asked, facts, wrong) = (0, 0, 0)
    var kinds: Set<String> = []
    for seed in Campaign.seeds(answers / Self.answersOfEach) {
      var numbers = SeededNumbers(seed: seed)
      let history = try ExplainedHistory(seed: seed, count: 60)
      guard let user = history.donations.first?.user else { continue }
      let log = InMemoryDonationStore()
      let engine = SuggestionEngine(log: log, model: model)
      var arrived = 0
      for number in 0..<Self.answersOfEach {
        let end = max(1, history.donations.count * (number + 1) / Self.answersOfEach)
        _ = try await log.ingest(verbatim: Array(history.donations[arrived..<max(arrived, end)]))
        arrived = max(arrived, end)
        let context = try ExplainedHistory.moment(after: history.donations.prefix(arrived), &numbers)
        let list = try await engine.suggestions(
          SuggestionRequest(for: user, in: context, limit: 6, explains: true))
        let recount = LogRecount(
          donations: try await log.allDonations(of: user).map(\.donation), context: context)
        asked += 1
        for suggestion in list.suggestions {
          let explanation = try #require(suggestion.explanation)
          #expect((1...Explanation.mostFacts).contains(explanation.facts.count))
          for stated in explanation.facts + explanation.contributions.compactMap(\.fact) {
            // Facts without counts come from rules, which do not depend on donations.
            guard let fact = stated.fact else {
              #expect(explanation.isOfRule(stated), "\(stated.words)")
              continue
            }
            facts += 1
            kinds.insert(String(String(describing: fact).prefix { $0 != "(" }))
            let isTrue = recount.confirms(fact, about: suggestion.identity)
            if !isTrue { wrong += 1 }
            #expect(
              isTrue,
              "\(stated.words): \(history.name), \(Campaign.again("make nightly PART=reasons"))")
          }
        }
      }
    }
    print("campaign: recounted \(facts) facts of \(asked) answers, \(wrong) of them not in the log")
    #expect(asked >= answers / 2 && facts > 5 * asked)
    #expect(kinds.isSuperset(of: ["habit", "done", "days", "previous", "recency", "shared"]), "\(kinds)")
  }

  @Test("a suggestion that rests only on a program's hint has that hint as its fact")
  func hinted() async throws {
    let engine = SuggestionEngine(log: InMemoryDonationStore(), model: try ModelFile.open().suggestionModel())
    let now = try Instant(milliseconds: 1_772_000_000_000)
    let activity = try UserActivity(activityType: "org.example.air.board", title: "Board the plane")
    try await engine.setHints(
      [Hint(of: activity, relevance: [.date(DateRelevance(from: now))])], of: "org.example.air")
    let hints = try await engine.assessedHints(in: Context(at: now))
    let list = try await engine.suggestions(SuggestionRequest(in: Context(at: now), explains: true))
    #expect(hints.count == 1 && list.suggestions.count == 1)
    for suggestion in list.suggestions {
      let facts = try #require(suggestion.explanation?.facts)
      #expect(facts.count == 1 && facts[0].words.hasPrefix("org.example.air suggests it"))
    }
  }
}

extension Explanation {
  /// Returns whether the words belong to a rule that can apply in these histories.
  fileprivate func isOfRule(_ stated: StatedFact) -> Bool {
    contributions.contains { [.combination, .benefit].contains($0.group) && $0.fact == stated }
  }
}
