import Activities
import Suggestions
import Testing

@testable import SuggestionsExercises

@Suite("Surfaces prefer silence to bad suggestions")
struct SurfaceTests {
  /// A habit that a model is sure of: the same activity every ten minutes, up to 10:00 of the
  /// second day.
  static func engine(times: Int = 120) async throws -> SuggestionEngine {
    let donations = try (0..<times).map { try World.donation("a", at: Int64(2_040 - $0 * 10)) }
    return try await World.engine(donations, model: World.constantModel())
  }

  static func request(
    at minutes: Int64, _ surface: Surface?, _ change: (inout SuggestionPolicy) -> Void = { _ in }
  ) throws -> SuggestionRequest {
    var policy = SuggestionPolicy()
    change(&policy)
    return try SuggestionRequest(in: Context(at: World.instant(minutes)), surface: surface, policy: policy)
  }

  @Test("P7: an activity done once may appear in a search, but does not interrupt")
  func once() async throws {
    let engine = try await Self.engine(times: 1)
    #expect(try await engine.suggestions(Self.request(at: 2_045, .search)).suggestions.count == 1)
    let silent = try await engine.suggestions(Self.request(at: 2_045, .interrupt) { $0.leastToInterrupt = 0 })
    #expect(silent.suggestions.isEmpty && silent.abstentionReason?.gate == .practised)
  }

  @Test(
    "each surface keeps its threshold, and names the gate that stopped an activity",
    arguments: [(Surface.search, 0.0), (.list, 0.05), (.interrupt, 0.5)])
  func thresholds(surface: Surface, threshold: Double) async throws {
    #expect(SuggestionPolicy().threshold(on: surface) == threshold)
    let engine = try await Self.engine()
    let sure = try await engine.suggestions(Self.request(at: 2_045, surface))
    #expect(sure.suggestions.count == 1 && sure.abstentionReason == nil)
    let silent = try await engine.suggestions(
      Self.request(at: 2_045, surface) { policy in
        (policy.leastInSearch, policy.leastInList, policy.leastToInterrupt) = (1, 1, 1)
      })
    #expect(silent.suggestions.isEmpty && silent.abstentionReason?.gate == .likely)
  }

  @Test("quiet hours follow the wall clock, also across midnight")
  func quietHours() async throws {
    let engine = try await Self.engine()
    // 2,045 minutes after Monday's midnight is Tuesday, 10:05.
    func gate(from start: Int, to end: Int) async throws -> SuggestionGate? {
      let hours = try SuggestionPolicy.QuietHours(from: start, to: end)
      return try await engine.suggestions(Self.request(at: 2_045, .interrupt) { $0.quietHours = hours })
        .abstentionReason?.gate
    }
    #expect(try await gate(from: 605, to: 606) == .awake)
    #expect(try await gate(from: 604, to: 605) == nil)
    #expect(try await gate(from: 1_380, to: 606) == .awake)
    #expect(try await gate(from: 1_380, to: 605) == nil)
    #expect(try await gate(from: 600, to: 600) == .awake)
    #expect(throws: SuggestionError.minuteOutOfRange) { try SuggestionPolicy.QuietHours(from: 0, to: 1_440) }
  }

  @Test("interruptions keep to the daily budget and an hour apart, and back off after one is ignored")
  func budget() async throws {
    let engine = try await Self.engine()
    func gate(at minutes: Int64, resting hours: Int = 0) async throws -> SuggestionGate? {
      var request = try Self.request(at: minutes, .interrupt) {
        $0.hoursAfterIgnored = hours; $0.leastToInterrupt = 0.1
      }
      request.horizon = nil  // how likely it is within the hour is not the question here
      return try await engine.suggestions(request).abstentionReason?.gate
    }
    func interrupt(at minutes: Int64, _ verdict: Feedback.Verdict) async throws {
      try await engine.record([
        FeedbackTests.feedback(verdict, ["a"], at: minutes, probability: 0.9, surface: .interrupt)
      ])
    }
    try await interrupt(at: 2_050, .accepted)
    #expect(try await gate(at: 2_109) == .rested)
    #expect(try await gate(at: 2_110, resting: 24) == nil)
    try await interrupt(at: 2_110, .ignored)
    #expect(try await gate(at: 2_170) == nil)
    #expect(try await gate(at: 2_170, resting: 24) == .rested)
    #expect(try await gate(at: 2_110 + 24 * 60, resting: 24) == nil)
    try await interrupt(at: 2_170, .ignored)
    #expect(try await gate(at: 2_300) == .withinBudget)
    #expect(try await gate(at: 2_880 + 600) == nil, "another day")
    #expect(try await gate(at: 2_170 + 47 * 60, resting: 24) == .rested, "two in vain, two days")
    #expect(try await gate(at: 2_170 + 48 * 60, resting: 24) == nil)
  }

  @Test("an interruption offers one activity")
  func one() async throws {
    let donations = try ["a", "b"].flatMap { name in
      try (0..<40).map { try World.donation(name, at: Int64(2_000 - $0 * 10)) }
    }
    let engine = try await World.engine(donations, model: World.constantModel())
    var request = try Self.request(at: 2_045, .interrupt) { $0.leastToInterrupt = 0.1 }
    request.horizon = nil
    let list = try await engine.suggestions(request)
    #expect(list.suggestions.count == 1)
  }
}
