import Hunch
import Testing

/// The functions available with `import Hunch` alone; if this file needs another import to compile,
/// the umbrella leaks.
@Suite("Hunch: one import is enough")
struct UmbrellaTests {
  @Test("a program can donate, ask, and handle errors")
  func donateAndAsk() async throws {
    let engine = SuggestionEngine(log: InMemoryDonationStore(), model: try ModelFile.open().suggestionModel())
    let now = try Instant(rfc3339: "2026-03-02T08:10:00+01:00")
    let activity = try UserActivity(activityType: "org.example.mail.open", title: "Open the inbox")
    try await engine.donate([Donation(of: activity, in: Context(at: now))], now: now)
    let answer = try await engine.suggestions(
      SuggestionRequest(in: Context(at: now), limit: 1, explains: true))
    #expect(answer.suggestions.first?.phrase == "Open the inbox")
    #expect(answer.suggestions.first?.explanation != nil)
    #expect(throws: StoreError.self) { try SuggestionEngine.open(store: "/", environment: [:]) }
    let empty = try SuggestionEngine.open(log: InMemoryDonationStore())
    #expect(try await empty.suggestions(SuggestionRequest(in: Context(at: now))).suggestions.isEmpty)
  }
}
