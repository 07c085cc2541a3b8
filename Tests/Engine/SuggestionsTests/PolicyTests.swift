import Activities
import Foundation
import Suggestions
import Testing

@testable import SuggestionsExercises

@Suite("Activities that are not offered")
struct PolicyTests {
  /// Four activities: two documents, another type of the same program, and another program.
  static func donations() throws -> [Donation] {
    try [
      World.donation("a", at: 1), World.donation("b", at: 2),
      World.donation("c", at: 3, type: "org.example.notes.share"),
      World.donation("d", at: 4, type: "org.example.player.play"),
    ]
  }

  static func verdict(
    _ verdict: Feedback.Verdict, _ scope: Feedback.Scope, at minutes: Int64 = 10
  ) throws -> Feedback {
    let shown = try Feedback.Impression(
      activityType: "org.example.notes.open", userInfo: ["document": "a"])
    return try Feedback(at: World.instant(minutes), shown: [shown], verdict: verdict, scope: scope)
  }

  @Test(
    "\"never\" hides an activity, its type or its program for good",
    arguments: [
      (Feedback.Scope.activity, ["Open b", "Open c", "Open d"]), (.type, ["Open c", "Open d"]),
      (.program, ["Open d"]),
    ])
  func never(scope: Feedback.Scope, left: [String]) async throws {
    let engine = try await World.engine(Self.donations())
    #expect(try await engine.ask(at: 20).suggestions.count == 4)
    try await engine.record([Self.verdict(.never, scope)])
    let answer = try await engine.ask(at: 20)
    #expect(answer.titles.sorted() == left)
    #expect(answer.suggestions.map(\.rank) == Array(1...left.count))
    try await engine.record([Self.verdict(.undone, scope, at: 11)])
    #expect(try await engine.ask(at: 20).suggestions.count == 4)
  }

  @Test("a program that the donation names, rather than its type, can be forbidden too")
  func neverNamedProgram() async throws {
    var details = Donation.Details()
    details.program = "org.example.launcher"
    let donation = try Donation(
      of: World.activity("a"), in: Context(at: World.instant(1)), details: details)
    let engine = try await World.engine([donation])
    try await engine.record([Self.verdict(.never, .program)])
    #expect(try await engine.ask(at: 20).suggestions.isEmpty)
  }

  @Test("a verdict does not apply before it was given")
  func verdictLater() async throws {
    let engine = try await World.engine(Self.donations())
    try await engine.record([Self.verdict(.never, .type, at: 100)])
    #expect(try await engine.ask(at: 99).suggestions.count == 4)
    #expect(try await engine.ask(at: 100).suggestions.count == 2)
  }

  @Test(
    "other verdicts do not hide an activity",
    arguments: [Feedback.Verdict.shown, .accepted, .ignored, .dismissed, .pinned])
  func otherVerdicts(verdict: Feedback.Verdict) async throws {
    let engine = try await World.engine(Self.donations())
    try await engine.record([Self.verdict(verdict, .program)])
    #expect(try await engine.ask(at: 20).suggestions.count == 4)
  }

  @Test("an expired activity is not offered from that moment on")
  func expired() async throws {
    let end = try World.instant(60)
    let engine = try await World.engine([
      World.donation("a", at: 1),
      World.donation("b", at: 2) {
        $0.expirationDate = Date(timeIntervalSince1970: Double(end.milliseconds) / 1_000)
      },
    ])
    #expect(try await engine.ask(at: 59).titles.sorted() == ["Open a", "Open b"])
    #expect(try await engine.ask(at: 60).titles == ["Open a"])
  }

  @Test("an activity is not offered if its newest donation is not eligible")
  func ineligible() async throws {
    let engine = try await World.engine([
      World.donation("a", at: 1), World.donation("b", at: 2) { $0.isEligibleForPrediction = false },
    ])
    #expect(try await engine.ask(at: 10).titles == ["Open a"])
    try await engine.donate([World.donation("b", at: 11)], now: World.instant(11))
    #expect(try await engine.ask(at: 12).titles.sorted() == ["Open a", "Open b"])
  }

  @Test("a forbidden activity does not take the place of a permitted one")
  func limitCountsOffers() async throws {
    let engine = try await World.engine(Self.donations())
    try await engine.record([Self.verdict(.never, .type)])
    #expect(try await engine.ask(at: 20, limit: 2).suggestions.count == 2)
  }
}
