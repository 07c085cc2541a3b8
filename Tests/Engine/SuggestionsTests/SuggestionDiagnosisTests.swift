import Activities
import Foundation
import Suggestions
import Testing

@testable import SuggestionsExercises

@Suite("Why, and why not")
struct SuggestionDiagnosisTests {
  static func diagnosis(
    of name: String, _ engine: SuggestionEngine, at minutes: Int64, surface: Surface? = nil, limit: Int = 8
  ) async throws -> SuggestionDiagnosis? {
    try await engine.diagnosis(
      of: World.activity(name).identity,
      SuggestionRequest(in: Context(at: World.instant(minutes)), limit: limit, surface: surface))
  }

  @Test("a suggested activity passes every gate, with the same contributions as in the answer")
  func suggested() async throws {
    let engine = try await World.engine(World.history(200, seed: 3))
    let list = try await engine.ask(at: 60_000, explains: true)
    for suggestion in list.suggestions {
      let name = try #require(suggestion.activity.title).dropFirst(5)
      let diagnosis = try #require(try await Self.diagnosis(of: String(name), engine, at: 60_000))
      #expect(diagnosis.rank == suggestion.rank && diagnosis.probability == suggestion.probability)
      #expect(diagnosis.explanation == suggestion.explanation)
      #expect(diagnosis.firstClosedGate == nil)
      #expect(diagnosis.alternatives.isEmpty || suggestion.rank > 1)
      for alternative in diagnosis.alternatives {
        #expect(alternative.rank < diagnosis.rank && alternative.probability > diagnosis.probability)
      }
    }
  }

  @Test("the first gate that stopped it is named")
  func stopped() async throws {
    let names = ["a", "b", "c", "d", "e"]
    let engine = try await World.engine(
      names.enumerated().map { number, name in
        try World.donation(name, at: Int64(number)) { activity in
          if name == "a" { activity.isEligibleForPrediction = false }
          if name == "b" { activity.expirationDate = Date(timeIntervalSince1970: 0) }
        }
      }, model: World.constantModel())
    try await engine.record([
      FeedbackTests.feedback(.never, ["c"], at: 10), FeedbackTests.feedback(.notNow, ["d"], at: 10),
    ])
    let expected: [String: SuggestionGate?] = [
      "a": .eligible, "b": .current, "c": .permitted, "d": .due, "e": nil,
    ]
    for name in names {
      let diagnosis = try #require(try await Self.diagnosis(of: name, engine, at: 11))
      #expect(diagnosis.firstClosedGate?.gate == expected[name] ?? nil, "\(name)")
    }
    #expect(
      try await Self.diagnosis(of: "e", engine, at: 11, surface: .interrupt)?.firstClosedGate?.gate == .likely
    )
    #expect(try await Self.diagnosis(of: "z", engine, at: 11) == nil)
    #expect(try await Self.diagnosis(of: "e", engine, at: 3) == nil, "not done by then")
  }

  @Test("an activity beyond the limit is stopped by its rank")
  func placed() async throws {
    let engine = try await World.engine(World.history(200, seed: 4))
    let last = try #require(try await engine.ask(at: 60_000).suggestions.last?.activity.title).dropFirst(5)
    let diagnosis = try #require(try await Self.diagnosis(of: String(last), engine, at: 60_000, limit: 2))
    #expect(diagnosis.firstClosedGate?.gate == .placed && diagnosis.rank > 2)
  }

  @Test("each alternative is what the engine answers in its circumstances")
  func alternatives() async throws {
    var history: [Donation] = []
    for day in 0..<21 {
      history.append(try World.donation("paper", at: Int64(day * 1_440 + 480)))
      history.append(try World.donation("mail", at: Int64(day * 1_440 + 482)))
      history.append(try World.donation("film", at: Int64(day * 1_440 + 1_260)))
    }
    let engine = try await World.engine(history)
    let noon = Int64(21 * 1_440 + 720)
    #expect(try await engine.ask(at: noon).titles.first == "Open paper")
    let diagnosis = try #require(try await Self.diagnosis(of: "mail", engine, at: noon))
    #expect(diagnosis.rank > 1)
    let found = diagnosis.alternatives.compactMap { alternative -> (Alternative.Predecessor, Alternative)? in
      guard alternative.rank == 1, case .previous(let before) = alternative.change else { return nil }
      return (before, alternative)
    }
    let (before, best) = try #require(found.first, "after the paper comes the mail")
    #expect(try before.identity == World.activity("paper").identity && before.title == "Open paper")
    #expect(before.seconds == 120)
    #expect(best.probability > diagnosis.probability)
    let film = try #require(try await Self.diagnosis(of: "film", engine, at: noon))
    for alternative in film.alternatives {
      guard case .time(let instant) = alternative.change else { continue }
      var ahead = SuggestionRequest(in: Context(at: instant), limit: 100)
      ahead.observedUntil = try World.instant(noon)
      let there = try await engine.suggestions(ahead)
      let found = try #require(there.suggestions.first { $0.activity.title == "Open film" })
      #expect(found.rank == alternative.rank && found.probability == alternative.probability)
    }
  }

  @Test("a diagnosis changes nothing")
  func pure() async throws {
    let engine = try await World.engine(World.history(150, seed: 5))
    let before = try await engine.ask(at: 60_000, explains: true)
    for name in 0..<7 { _ = try await Self.diagnosis(of: "d\(name)", engine, at: 60_000) }
    #expect(try await engine.ask(at: 60_000, explains: true) == before)
  }

  @Test("with equal evidence, background activities come first, then those that save more (P4)")
  func benefit() async throws {
    let names = ["a", "b", "c", "d"]
    let engine = try await World.engine(
      names.enumerated().map { number, name in
        try World.donation(name, at: Int64(number)) { activity in
          if name == "b" { activity.runsInBackground = true }
          if name == "c" { activity.effortSaved = 30 }
          if name == "d" { (activity.runsInBackground, activity.effortSaved) = (true, 1e9) }
        }
      }, model: World.constantModel())
    let list = try await engine.ask(at: 10, explains: true)
    #expect(list.titles == ["Open d", "Open b", "Open c", "Open a"])
    let amounts = list.suggestions.map { suggestion in
      suggestion.explanation?.contributions.first { $0.group == .benefit }?.amount ?? 0
    }
    for (amount, expected) in zip(amounts, [0.2, 0.1, 0.1 / 3, 0]) { #expect(abs(amount - expected) < 1e-6) }
  }
}
