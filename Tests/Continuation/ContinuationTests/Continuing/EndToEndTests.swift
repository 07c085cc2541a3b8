import Activities
import Continuation
import Suggestions
import Testing

@Suite("From a performed action to a continued suggestion")
struct EndToEndTests {
  @Test(
    "an activity is performed, donated, suggested after a restart, continued, and donated as suggested once")
  func endToEnd() async throws {
    let process = try Kiosk.Process()
    let outcome = try await process.read(Kiosk.Book("Emma", page: 12), at: 0)
    let donated = try #require(try outcome.publication.get())
    #expect(donated.activity.userInfo == ["name": "Emma", "page": 12])
    #expect(donated.details.source == .user)
    #expect(outcome.advice.isEmpty)

    let restarted = try Kiosk.Process(log: process.log)
    let answer = try await restarted.engine.suggestions(SuggestionRequest(in: Kiosk.context(5)))
    let suggestion = try #require(answer.suggestions.first)
    #expect(suggestion.phrase == "Read on")
    let now = try Kiosk.context(6)
    let result = await Kiosk.$eligibility.withValue([.prediction]) {
      await restarted.continuer.continueActivity(of: suggestion, in: now, with: restarted.router)
    }
    #expect(result.words == "success")
    #expect(process.screen.items == [.book("Emma", page: 12)])
    #expect(restarted.screen.items == [.book("Emma", page: nil)], "P17: only the required key came back")
    #expect(restarted.screen.sources == [.continueActivity(type: Kiosk.readType, from: .suggestion)])
    let donations = try await process.donations()
    #expect(donations.map(\.details.source) == [.user, .suggestion])
    #expect(Set(donations.map(\.identity)) == [suggestion.identity])
    #expect(donations.last?.context == now)
  }

  @Test("P9: an accepted suggestion is not counted as done unasked; chosen elsewhere, it is")
  func loopGuard() async throws {
    let accepted = try await probability(ofSecondAfterContinuing: .suggestion)
    let untouched = try await probability(ofSecondAfterContinuing: nil)
    let chosen = try await probability(ofSecondAfterContinuing: .search)
    #expect(accepted.donations == untouched.donations)
    #expect(chosen.donations == untouched.donations + 5)
    #expect(accepted.sources == [.suggestion])
    #expect(chosen.sources == [.user])
    #expect(chosen.probability > accepted.probability)
  }

  /// Reads two books, continues one of them five times, and returns the evidence for it.
  private func probability(
    ofSecondAfterContinuing source: ContinuationSource?
  ) async throws -> (probability: Double, donations: Int, sources: Set<DonationSource>) {
    let process = try Kiosk.Process()
    for minute in 0..<4 { try await process.read(Kiosk.Book("Ulysses"), at: Int64(minute) * 60) }
    let activity = try #require(try await process.activity(of: Kiosk.Book("Emma")))
    if let source {
      for minute in 0..<5 {
        let result = try await Kiosk.$eligibility.withValue([.prediction]) {
          try await process.goOn(activity, from: source, at: 300 + Int64(minute) * 60)
        }
        #expect(result.words == "success")
      }
    }
    let answer = try await process.engine.suggestions(SuggestionRequest(in: Kiosk.context(900)))
    let emma = try #require(answer.suggestions.first { $0.identity == activity.identity })
    let continued = try await process.donations().dropFirst(5)
    #expect(continued.count == (source == nil ? 0 : 5))
    return (emma.probability, answer.donations, Set(continued.map(\.details.source)))
  }
}
