import Activities
import Storage
import Suggestions
import Testing

@testable import SuggestionsExercises

@Suite("Activities that a program can no longer read")
struct RetirementTests {
  static func retirement(_ name: String = "a", at minutes: Int64) throws -> Feedback {
    try Feedback.retiring(World.activity(name), at: World.instant(minutes))
  }

  @Test("P18: an unreadable activity is not suggested until the user does it again")
  func untilDoneAgain() async throws {
    let engine = try await World.engine([World.donation("a", at: 1), World.donation("b", at: 2)])
    try await engine.record([Self.retirement(at: 10)])
    #expect(try await engine.ask(at: 20).titles == ["Open b"])
    try await engine.donate([World.donation("a", at: 9)], now: World.instant(20))
    #expect(try await engine.ask(at: 20).titles == ["Open b"], "what came late is older than the retirement")
    try await engine.donate([World.donation("a", at: 21)], now: World.instant(21))
    #expect(try await engine.ask(at: 22).titles.sorted() == ["Open a", "Open b"])
    try await engine.record([Self.retirement(at: 23)])
    #expect(try await engine.ask(at: 24).titles == ["Open b"])
  }

  @Test("P18: another engine on the same log answers the same, also for the past")
  func replay() async throws {
    let log = InMemoryDonationStore()
    _ = try await log.ingest(verbatim: try [World.donation("a", at: 1), World.donation("b", at: 2)])
    _ = try await log.ingest(verbatim: [try Self.retirement(at: 10)])
    let engine = SuggestionEngine(log: log, model: try World.model())
    #expect(try await engine.ask(at: 20).titles == ["Open b"])
    #expect(try await engine.ask(at: 9).titles.sorted() == ["Open a", "Open b"])
    _ = try await log.ingest(verbatim: try [World.donation("a", at: 30)])
    #expect(try await engine.ask(at: 31).titles.count == 2)
    #expect(try await engine.ask(at: 29).titles == ["Open b"])
  }

  @Test("the same activity is retired whatever else is in its payload")
  func identity() async throws {
    let donation = try World.donation("a", at: 1) {
      $0.userInfo["scroll"] = 0.25
      $0.requiredUserInfoKeys = ["document"]
    }
    let engine = try await World.engine([donation])
    var shown = donation.activity
    shown.userInfo["scroll"] = 0.75
    let feedback = try Feedback.retiring(shown, at: World.instant(2))
    #expect(feedback.shown.map(\.userInfo) == [["document": "a"]], "only what makes it the same is kept")
    try await engine.record([feedback])
    #expect(try await engine.ask(at: 3).suggestions.isEmpty)
  }

  @Test("a plain dismissal retires nothing, and other users are not affected")
  func others() async throws {
    let ada = try UserIdentifier("ada")
    let engine = try await World.engine([World.donation("a", at: 1), World.donation("a", at: 1, by: ada)])
    let shown = try Feedback.Impression(activityType: "org.example.notes.open", userInfo: ["document": "a"])
    for fields in [[:], ["reason": "bored"]] as [[String: ActivityValue]] {
      try await engine.record([
        Feedback(
          at: World.instant(2), shown: [shown], chosen: 0, verdict: .dismissed, additionalFields: fields)
      ])
    }
    #expect(try await engine.ask(at: 3).suggestions.count == 1)
    try await engine.record([Self.retirement(at: 4)])
    #expect(try await engine.ask(at: 5).suggestions.isEmpty)
    #expect(try await engine.ask(at: 5, by: ada).suggestions.count == 1)
  }

  @Test("an activity whose file is missing stays out until it is done again, or the file is found")
  func missing() async throws {
    let log = InMemoryDonationStore()
    _ = try await log.ingest(verbatim: try [World.donation("a", at: 1), World.donation("b", at: 2)])
    let missing = try Feedback.missing(World.activity("a"), of: .me, at: World.instant(10))
    _ = try await log.ingest(verbatim: [missing])
    let engine = SuggestionEngine(log: log, model: try World.model())
    #expect(try await engine.ask(at: 20).titles == ["Open b"])
    #expect(Feedback.missing(among: await log.feedback(of: .me)) == [missing])
    _ = try await log.ingest(verbatim: [try missing.finding(at: World.instant(30))])
    #expect(Feedback.missing(among: await log.feedback(of: .me)).isEmpty)
    #expect(try await engine.ask(at: 31).titles.sorted() == ["Open a", "Open b"])
    #expect(try await engine.ask(at: 20).titles == ["Open b"])
    try await engine.record([Feedback.missing(World.activity("a"), of: .me, at: World.instant(40))])
    #expect(try await engine.ask(at: 41).titles == ["Open b"])
    try await engine.donate([World.donation("a", at: 42)], now: World.instant(42))
    #expect(try await engine.ask(at: 43).titles.sorted() == ["Open a", "Open b"])
  }
}
