import Activities
import Features
import Testing

@testable import Suggestions
@testable import SuggestionsExercises

@Suite("Answers")
struct AnswerTests {
  @Test("an empty log gives no suggestion, and something new with certainty")
  func nothingDonated() async throws {
    let answer = try await World.engine([]).ask(at: 0)
    #expect(answer.suggestions.isEmpty)
    #expect(answer.noveltyProbability == 1)
    #expect(answer.candidates == 0)
    #expect(answer.donations == 0)
  }

  @Test("the most likely comes first, and all probabilities sum to one", arguments: 1...5)
  func probabilities(seed: UInt64) async throws {
    let answer = try await World.engine(World.history(200, seed: seed)).ask(at: 70_000)
    #expect(answer.suggestions.count == 7, "seed \(seed)")
    #expect(answer.suggestions.map(\.rank) == Array(1...7))
    let probabilities = answer.suggestions.map(\.probability)
    #expect(probabilities == probabilities.sorted(by: >))
    #expect(abs(probabilities.reduce(answer.noveltyProbability ?? .nan, +) - 1) < 1e-5, "seed \(seed)")
    #expect(answer.donations == 200)
  }

  @Test("a limit keeps the first suggestions", arguments: [1, 2, 3, 6, 7, 8])
  func limit(limit: Int) async throws {
    let engine = try await World.engine(World.history(200, seed: 3))
    let all = try await engine.ask(at: 70_000)
    let answer = try await engine.ask(at: 70_000, limit: limit)
    #expect(answer.suggestions == Array(all.suggestions.prefix(limit)))
  }

  @Test("the minimum probability separates offered from omitted activities")
  func minimumProbability() async throws {
    let engine = try await World.engine(World.history(200, seed: 3))
    let all = try await engine.ask(at: 70_000)
    let middle = all.suggestions[3].probability
    let answer = try await engine.ask(at: 70_000, minimumProbability: middle)
    #expect(answer.suggestions == Array(all.suggestions.prefix(4)))
    #expect(try await engine.ask(at: 70_000, minimumProbability: 1).suggestions.isEmpty)
  }

  @Test("ties are in order of identity, whatever was donated first")
  func ties() async throws {
    let (first, second) = try (World.donation("a", at: 10), World.donation("b", at: 10))
    for order in [[first, second], [second, first]] {
      var scratch = UserModelScratch()
      var profile = UserModel(try World.constantModel())
      for donation in order { try profile.observe(donation, scratch: &scratch) }
      let request = try SuggestionRequest(in: Context(at: World.instant(20)), limit: 1)
      let answer = try profile.answer(request, scratch: &scratch)
      #expect(answer.offers.map(\.identity) == [min(first.identity, second.identity)])
    }
  }

  @Test("an invalid request is rejected")
  func badRequests() async throws {
    let engine = try await World.engine([])
    await #expect(throws: SuggestionError.limitNotPositive) { try await engine.ask(at: 0, limit: 0) }
    for probability in [-0.1, 1.1, .nan] {
      await #expect(throws: SuggestionError.probabilityOutOfRange) {
        try await engine.ask(at: 0, minimumProbability: probability)
      }
    }
  }

  @Test("a model for other features is rejected with both schemas named")
  func schemaMismatch() throws {
    let model = try World.model()
    let error = #expect(throws: SuggestionError.self) {
      try SuggestionModel(model.ranking, fittedFor: "other")
    }
    #expect(error?.description.contains("other") == true)
  }

  @Test("reasons add up to the score", arguments: 1...5)
  func explanations(seed: UInt64) async throws {
    let engine = try await World.engine(
      World.history(150, seed: seed), model: World.curvedModel(seed: seed))
    let answer = try await engine.ask(at: 50_000, limit: 3, explains: true)
    #expect(answer.suggestions.count == 3)
    for suggestion in answer.suggestions {
      let explanation = try #require(suggestion.explanation)
      let sum = explanation.contributions.map(\.amount).reduce(0, +)
      #expect(abs(sum - explanation.score) < 1e-3, "seed \(seed)")
      #expect((1...Explanation.mostFacts).contains(explanation.facts.count))
    }
    #expect(try await engine.ask(at: 50_000).suggestions.allSatisfy { $0.explanation == nil })
  }

  @Test("the same log, model and query give the same answer, bit by bit", arguments: 1...3)
  func determinism(seed: UInt64) async throws {
    let history = try World.history(300, seed: seed)
    let first = try await World.engine(history).ask(at: 99_000, explains: true)
    let second = try await World.engine(history).ask(at: 99_000, explains: true)
    #expect(first == second, "seed \(seed)")
  }

  @Test("the usual successor comes first")
  func sequence() async throws {
    var history: [Donation] = []
    for round in 0..<30 {
      for (step, name) in ["mail", "calendar", "notes"].enumerated() {
        history.append(try World.donation(name, at: Int64(round * 200 + step * 2)))
      }
    }
    history.append(try World.donation("mail", at: 6_000))
    let answer = try await World.engine(history).ask(at: 6_002)
    #expect(answer.titles.first == "Open calendar")
  }

  @Test("a signal that was never given is not a reason", arguments: 1...3)
  func missingSignals(seed: UInt64) async throws {
    let model = try World.curvedModel(seed: seed)
    let engine = try await World.engine(World.history(120, seed: seed), model: model)
    for suggestion in try await engine.ask(at: 50_000, explains: true).suggestions {
      let explanation = try #require(suggestion.explanation)
      let groups = Set(explanation.contributions.map(\.group))
      #expect(groups.isDisjoint(with: [.evidence(.place), .evidence(.context)]), "seed \(seed)")
      #expect(groups.contains(.evidence(.previous)), "seed \(seed)")
      let sum = explanation.contributions.reduce(0) { $0 + $1.amount }
      #expect(abs(sum - explanation.score) < 1e-3, "seed \(seed)")
    }
  }
}
