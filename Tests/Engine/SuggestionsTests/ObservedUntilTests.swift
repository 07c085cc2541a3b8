import Activities
import Suggestions
import Testing

@testable import SuggestionsExercises

@Suite("A moment ahead, with the moment until which the user was observed")
struct ObservedUntilTests {
  private static func request(
    at minutes: Int64, observedUntil observed: Int64?, horizon: Double? = nil
  ) throws -> SuggestionRequest {
    var request = SuggestionRequest(
      in: Context(at: try World.instant(minutes)), limit: 100, explains: true, horizon: horizon)
    request.observedUntil = try observed.map(World.instant)
    return request
  }

  private static func log(upTo minutes: Int64) throws -> [Donation] {
    let end = try World.instant(minutes).milliseconds
    return try World.history(200, seed: 8).filter { $0.context.instant.milliseconds <= end }
  }

  @Test(
    "donations after it are unknown: the answer is as if the log ended there",
    arguments: [nil, 3_600])
  func cut(horizon: Double?) async throws {
    let whole = try await World.engine(World.history(200, seed: 8))
    for (asked, observed) in [(20_000, 18_000), (20_000, 20_000), (15_000, 4_000)] as [(Int64, Int64)] {
      let request = try Self.request(at: asked, observedUntil: observed, horizon: horizon)
      let cut = try await World.engine(Self.log(upTo: observed))
      let expected = try await cut.suggestions(request)
      #expect(try await whole.suggestions(request) == expected && !expected.suggestions.isEmpty)
      let identity = try #require(expected.suggestions.last?.identity)
      let diagnosis = try await whole.diagnosis(of: identity, request)
      #expect(try await cut.diagnosis(of: identity, request) == diagnosis)
    }
    // The past was queried first, and the present is unchanged.
    let now = try Self.request(at: 60_000, observedUntil: nil, horizon: horizon)
    let fresh = try await World.engine(World.history(200, seed: 8)).suggestions(now)
    #expect(try await whole.suggestions(now) == fresh)
  }

  @Test("no such moment, the query's and a later one give the same answer")
  func none() async throws {
    let engine = try await World.engine(World.history(100, seed: 9))
    let plain = try await engine.suggestions(Self.request(at: 10_000, observedUntil: nil))
    for observed in [10_000, 99_000] as [Int64] {
      #expect(try await engine.suggestions(Self.request(at: 10_000, observedUntil: observed)) == plain)
    }
  }

  @Test(
    "verdicts given until then apply at the moment of the query"
  )
  func feedback() async throws {
    let history = try World.history(200, seed: 8)
    let engine = try await World.engine(history)
    let known = try await engine.suggestions(Self.request(at: 60_000, observedUntil: 59_000))
    let name = try String(#require(known.suggestions.first?.activity.title).dropFirst(5))
    try await engine.record([FeedbackTests.feedback(.never, [name], at: 58_000)])
    let after = try await engine.suggestions(Self.request(at: 60_000, observedUntil: 59_000))
    #expect(!after.titles.contains("Open \(name)"))
    let before = try await engine.suggestions(Self.request(at: 60_000, observedUntil: 57_000))
    #expect(before.titles.contains("Open \(name)"))
  }

  @Test("a diagnosis tries only moments after the one until which the user was observed")
  func counterfactuals() async throws {
    var history: [Donation] = []
    for day in 0..<21 {
      history.append(try World.donation("paper", at: Int64(day * 1_440 + 480)))
      history.append(try World.donation("film", at: Int64(day * 1_440 + 1_260)))
    }
    let engine = try await World.engine(history)
    let noon = Int64(21 * 1_440 + 720)
    for observed in [nil, noon, noon - 180] {
      let request = try Self.request(at: noon, observedUntil: observed, horizon: 3_600)
      let diagnosis = try #require(try await engine.diagnosis(of: World.activity("film").identity, request))
      let times = diagnosis.alternatives.compactMap { alternative -> (Instant, Alternative)? in
        guard case .time(let instant) = alternative.change else { return nil }
        return (instant, alternative)
      }
      #expect(!times.isEmpty)
      for (instant, alternative) in times {
        var there = request
        there.context = Context(at: instant)
        there.observedUntil = try World.instant(observed ?? noon)
        let found = try await engine.suggestions(there).suggestions.first { $0.activity.title == "Open film" }
        #expect(found?.rank == alternative.rank && found?.probability == alternative.probability)
      }
    }
  }
}
