import Hunch
let engine = try SuggestionEngine.open(store: "standup.sqlite")
let standup = try UserActivity(activityType: "org.example.calls.join", title: "Join the stand-up")
for day in 2...6 {
  let instant = try Instant(rfc3339: "2026-03-0\(day)T09:00:00+01:00")
  try await engine.donate([Donation(of: standup, in: Context(at: instant))], now: instant)
}
let now = try Instant(rfc3339: "2026-03-09T08:55:00+01:00")
let answer = try await engine.suggestions(SuggestionRequest(in: Context(at: now), limit: 3))
for suggestion in answer.suggestions { print("\(suggestion.displayTitle): \(suggestion.probability)") }
