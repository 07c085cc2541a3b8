import Activities
import Foundation
import Suggestions
import Testing

@testable import SuggestionsExercises

@Suite("Recent activities")
struct RecentActivityTests {
  func titles(_ engine: SuggestionEngine, at minutes: Int64, limit: Int = 8) async throws -> [String?] {
    try await engine.recentActivities(at: World.instant(minutes), limit: limit).map(\.activity.title)
  }

  @Test("row 10: every published activity is among the recent ones, newest first, each once")
  func recent() async throws {
    let engine = try await World.engine([
      World.donation("a", at: 1), World.donation("b", at: 2) { $0.isEligibleForPrediction = false },
      World.donation("a", at: 3),
    ])
    let recent = try await engine.recentActivities(at: World.instant(10))
    #expect(recent.map(\.activity.title) == ["Open a", "Open b"])
    #expect(try recent.map(\.instant) == [World.instant(3), World.instant(2)])
    #expect(try await titles(engine, at: 10, limit: 1) == ["Open a"])
    #expect(try await titles(engine, at: 2) == ["Open b", "Open a"], "as of that moment")
    #expect(try await engine.ask(at: 10).titles == ["Open a"], "a suggestion needs more")
    await #expect(throws: SuggestionError.limitNotPositive) { try await titles(engine, at: 10, limit: 0) }
  }

  @Test("expired, forbidden and unreadable activities are not among them")
  func hidden() async throws {
    let end = try Date(timeIntervalSince1970: Double(World.instant(5).milliseconds) / 1_000)
    let engine = try await World.engine([
      World.donation("a", at: 1), World.donation("b", at: 2),
      World.donation("c", at: 3) { $0.expirationDate = end },
    ])
    #expect(try await titles(engine, at: 4) == ["Open c", "Open b", "Open a"])
    #expect(try await titles(engine, at: 5) == ["Open b", "Open a"])
    try await engine.record([
      RetirementTests.retirement("b", at: 6), PolicyTests.verdict(.never, .activity, at: 7),
    ])
    #expect(try await titles(engine, at: 8).isEmpty)
  }
}
