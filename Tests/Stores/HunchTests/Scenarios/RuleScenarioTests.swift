import Foundation
import Hunch
import Testing

/// Scenarios that stated rules decide, whatever the model is, in all of 20 variants, and scenarios
/// that also depend on the model, in a share of them.
@Suite("Scenarios of rules, on the shipped model")
struct RuleScenarioTests {
  /// Three activities at their times of day, for two weeks, with other things between them.
  private static func person(_ variant: inout Variant) throws -> [UserActivity] {
    let activities = try ["News", "Lunch", "Film"].map { name in
      var activity = try variant.activity(name, userInfo: ["page": 7, "secret": "s"], required: ["page"])
      activity.persistentIdentifier = "id/\(name)"
      activity.isEligibleForSearch = true
      return activity
    }
    for day in 0..<14 {
      for (activity, time) in zip(activities, ["08:00", "12:30", "20:15"]) {
        try variant.donate(activity, day: day, time)
      }
    }
    try variant.noise(days: 0..<14, perDay: 1)
    return activities
  }

  private static func ask(_ engine: SuggestionEngine, _ instant: Instant) async throws -> SuggestionList {
    try await engine.suggestions(SuggestionRequest(in: Context(at: instant), limit: 100, explains: true))
  }

  @Test("P9: an accepted suggestion does not change the count of spontaneous performances")
  func p9() async throws {
    let failed = try await failures { variant in
      let lunch = try Self.person(&variant)[1]
      let (engine, _) = try await variant.engine()
      let now = try variant.instant(day: 14, "12:20")
      let before = try await engine.diagnosis(of: lunch.identity, SuggestionRequest(in: Context(at: now)))
      var details = Donation.Details()
      details.source = .suggestion
      for minutes in 1...3 {
        let accepted = try Donation(
          of: lunch, in: Context(at: now.advanced(bySeconds: Double(minutes) * 60)), details: details)
        try await engine.donate([accepted], now: now.advanced(bySeconds: 600))
      }
      let later = try SuggestionRequest(in: Context(at: variant.instant(day: 14, "13:40")))
      let after = try await engine.diagnosis(of: lunch.identity, later)
      return before != nil && before?.gates.first?.words == after?.gates.first?.words
    }
    #expect(failed.isEmpty, "seeds \(failed)")
  }

  @Test("P10: an activity shown twenty times and never chosen falls below an otherwise equal one")
  func p10() async throws {
    try await expectShare("P10", stated: 189) { variant in
      let twins = try ["Left", "Right"].map { try variant.activity($0) }
      for day in 0..<6 {
        for twin in variant.below(2) == 0 ? twins : twins.reversed() {
          try variant.add(Donation(of: twin, in: Context(at: variant.instant(day: day, "10:00"))))
        }
      }
      let (engine, _) = try await variant.engine()
      let now = try variant.instant(day: 6, "10:00")
      let before = try await Self.ask(engine, now)
      let first = try #require(before.suggestions.first)
      let shown = try Feedback.Impression(
        activityType: first.activity.activityType, userInfo: first.activity.userInfo,
        probability: first.probability)
      try await engine.record(
        (0..<20).map { number in
          try Feedback(at: now.advanced(bySeconds: Double(number - 30) * 60), shown: [shown], verdict: .shown)
        })
      let after = try await Self.ask(engine, now)
      return before.suggestions.count == 2 && after.suggestions.first?.identity != first.identity
        && after.probability(of: first.activity) < before.probability(of: first.activity)
    }
  }

  @Test("P11: deleting by persistent identifier removes an activity from surfaces and learned state")
  func p11() async throws {
    let failed = try await failures { variant in
      let activities = try Self.person(&variant)
      let gone = variant.below(3)
      let (engine, log) = try await variant.engine()
      let now = try variant.instant(day: 14, ["07:55", "12:20", "20:10"][gone])
      _ = try await Self.ask(engine, now)
      var criteria = Deletion.Criteria()
      criteria.persistentIdentifier = activities[gone].persistentIdentifier
      try await engine.forget(Deletion(at: now, matching: criteria))
      var never = variant
      never.keep { $0.identity != activities[gone].identity }
      let (clean, _) = try await never.engine()
      let title = try #require(activities[gone].title)
      let found = await log.search(SearchQuery(title, at: now)).hits.map(\.title)
      let recent = try await engine.recentActivities(at: now, limit: 100).map(\.identity)
      return try await Self.ask(engine, now) == Self.ask(clean, now)
        && !found.contains(title) && !recent.contains(activities[gone].identity)
    }
    #expect(failed.isEmpty, "seeds \(failed)")
  }

  @Test("P12: after deleting everything, answers are as if nothing had ever happened")
  func p12() async throws {
    let failed = try await failures { variant in
      let activities = try Self.person(&variant)
      let (engine, log) = try await variant.engine()
      let now = try variant.instant(day: 14, "12:20")
      _ = try await Self.ask(engine, now)
      try await engine.record([
        Feedback(
          at: now.advanced(bySeconds: -60),
          shown: [.init(activityType: activities[0].activityType, userInfo: activities[0].userInfo)],
          verdict: .never)
      ])
      try await engine.forget(Deletion(at: now, matching: .everything))
      let fresh = try SuggestionEngine.open(log: InMemoryDonationStore())
      let isEmpty = await [log.users().isEmpty, log.feedback(of: .me).isEmpty] == [true, true]
      return try await Self.ask(engine, now) == Self.ask(fresh, now) && isEmpty
    }
    #expect(failed.isEmpty, "seeds \(failed)")
  }

  @Test("P16: an expired activity is neither suggested nor found nor continued")
  func p16() async throws {
    let failed = try await failures { variant in
      var activity = try Self.person(&variant)[1]
      let end = try variant.instant(day: 14, "12:00")
      activity.expirationDate = Date(timeIntervalSince1970: Double(end.milliseconds) / 1_000)
      try variant.donate(activity, day: 13, "21:00")
      let (engine, log) = try await variant.engine()
      let (before, after) = (end.advanced(bySeconds: -60), end)
      func probability(_ instant: Instant) async throws -> Double {
        try await Self.ask(engine, instant).probability(of: activity)
      }
      func isFound(_ instant: Instant) async -> Bool {
        await log.search(SearchQuery("Lunch", at: instant)).hits.contains { $0.title == activity.title }
      }
      let suggested = try await [probability(before) > 0, probability(after) > 0]
      let found = await [isFound(before), isFound(after)]
      return suggested == [true, false] && found == [true, false] && activity.isExpired(at: after)
    }
    #expect(failed.isEmpty, "seeds \(failed)")
  }

  @Test("P17: only required keys are handed back, and the rest is only evidence")
  func p17() async throws {
    let failed = try await failures { variant in
      let lunch = try Self.person(&variant)[1]
      let (engine, _) = try await variant.engine()
      let list = try await Self.ask(engine, variant.instant(day: 14, "12:20"))
      let offered = try #require(list.suggestions.first { $0.identity == lunch.identity }?.activity)
      return Set(offered.restorationPayload.keys) == ["page", "name"]
    }
    #expect(failed.isEmpty, "seeds \(failed)")
  }

  @Test("P24: the same log and clock give the same answers to the last bit")
  func p24() async throws {
    let failed = try await failures { variant in
      _ = try Self.person(&variant)
      let (one, _) = try await variant.engine()
      let (other, _) = try await variant.engine()
      let now = try variant.instant(day: 14, "12:20")
      return try await Self.ask(one, now) == Self.ask(other, now)
    }
    #expect(failed.isEmpty, "seeds \(failed)")
  }

  @Test("P25: after opting out, no activity of the program is kept or shown; opting out later forgets")
  func p25() async throws {
    let failed = try await failures { variant in
      let activities = try Self.person(&variant)
      let (engine, log) = try await variant.engine()
      let now = try variant.instant(day: 14, "12:20")
      let program = activities[0].defaultProgram
      var criteria = Deletion.Criteria()
      criteria.program = program
      let rule = try PrivacyRule(.drop, matching: criteria)
      _ = try await log.changePrivacyRules { $0.add(rule) }
      try await engine.forget(Deletion(at: now, matching: criteria))
      let receipt = try await engine.donate(
        [Donation(of: activities[1], in: Context(at: now))], now: now)
      let list = try await Self.ask(engine, now.advanced(bySeconds: 60))
      let counted = await log.privacyRules().rules.first?.count
      return receipt.added == 0 && counted == 1
        && list.suggestions.allSatisfy { $0.activity.defaultProgram != program }
    }
    #expect(failed.isEmpty, "seeds \(failed)")
  }
}
