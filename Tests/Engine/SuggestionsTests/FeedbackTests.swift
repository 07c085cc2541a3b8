import Activities
import Foundation
import Kernels
import Suggestions
import Testing

@testable import SuggestionsExercises

@Suite("Feedback changes the ranking at once, by stated rules, and is undone exactly")
struct FeedbackTests {
  /// Activities that a model ranks equally, so that feedback alone decides.
  static func engine(_ names: [String] = ["a", "b", "c"]) async throws -> SuggestionEngine {
    let donations = try names.enumerated().flatMap { number, name in
      try (0..<3).map { try World.donation(name, at: Int64($0 * 1_440 + number * 10)) }
    }
    return try await World.engine(donations, model: World.constantModel())
  }

  static func shown(_ names: [String], probability: Double? = nil) throws -> [Feedback.Impression] {
    try names.map { name in
      let activity = try World.activity(name)
      return try Feedback.Impression(
        activityType: activity.activityType, userInfo: activity.userInfo, probability: probability)
    }
  }

  static func feedback(
    _ verdict: Feedback.Verdict, _ names: [String], at minutes: Int64, chosen: Int? = nil,
    suggestion: String? = nil, probability: Double? = nil, scope: Feedback.Scope = .activity,
    surface: Surface? = nil
  ) throws -> Feedback {
    try Feedback(
      at: World.instant(minutes), suggestion: suggestion, shown: shown(names, probability: probability),
      chosen: chosen, verdict: verdict, scope: scope, surface: surface)
  }

  private func probability(of name: String, in list: SuggestionList) throws -> Double {
    try #require(list.suggestions.first { $0.activity.title == "Open \(name)" }).probability
  }

  @Test("P10: shown twenty times and never chosen, it falls below an otherwise equal one")
  func neverChosen() async throws {
    let engine = try await Self.engine()
    let before = try await engine.ask(at: 10_000)
    let first = try #require(before.suggestions.first?.activity.userInfo["document"]?.text)
    #expect(try probability(of: "a", in: before) == probability(of: "b", in: before))
    for time in 0..<20 {
      try await engine.record([
        Self.feedback(.shown, [first], at: 5_000 + Int64(time), probability: 0.3)
      ])
    }
    let after = try await engine.ask(at: 10_000, explains: true)
    let last = try #require(after.suggestions.last)
    #expect(last.activity.title == "Open \(first)")
    let reason = last.explanation?.contributions.first { $0.group == .feedback }
    #expect(try #require(reason).amount < -1)
    #expect(reason?.fact?.words == "accepted 0 of the 20 times it was shown")
    #expect(
      abs(after.suggestions.reduce(after.noveltyProbability ?? .nan) { $0 + $1.probability } - 1) < 1e-5)
  }

  @Test("accepted as often as predicted, it keeps its rank; more often, it rises")
  func asPredicted() async throws {
    let engine = try await Self.engine()
    for time in 0..<20 {
      let verdict: Feedback.Verdict = time % 2 == 0 ? .accepted : .ignored
      try await engine.record([
        Self.feedback(verdict, ["a"], at: 5_000 + Int64(time), probability: 0.5),
        Self.feedback(time % 4 == 3 ? .ignored : .accepted, ["b"], at: 5_000 + Int64(time), probability: 0.5),
      ])
    }
    let list = try await engine.ask(at: 5_020)
    #expect(list.titles == ["Open b", "Open a", "Open c"] || list.titles == ["Open b", "Open c", "Open a"])
    let ratio = try probability(of: "a", in: list) / probability(of: "c", in: list)
    #expect(abs(ratio - 1) < 0.01)
  }

  @Test("repeated feedback on one impression counts once, and an accepted one is not ignored")
  func oneShowing() async throws {
    let (once, twice) = (try await Self.engine(), try await Self.engine())
    try await once.record([Self.feedback(.accepted, ["a", "b"], at: 5_000, chosen: 0, suggestion: "s")])
    try await twice.record([
      Self.feedback(.shown, ["a", "b"], at: 5_000, suggestion: "s"),
      Self.feedback(.accepted, ["a", "b"], at: 5_000, chosen: 0, suggestion: "s"),
    ])
    #expect(try await once.ask(at: 6_000) == twice.ask(at: 6_000))
  }

  @Test(
    "\"dismissed\" lowers its targets at once, and fades",
    arguments: [(Feedback.Scope.activity, ["a"]), (.type, ["a", "b", "c"])])
  func dismissed(scope: Feedback.Scope, lowered: [String]) async throws {
    let engine = try await Self.engine()
    let before = try await engine.ask(at: 5_000)
    try await engine.record([Self.feedback(.dismissed, ["a"], at: 5_000, scope: scope)])
    let after = try await engine.ask(at: 5_000)
    for name in ["a", "b", "c"] {
      let odds = try (
        probability(of: name, in: before) / (before.noveltyProbability ?? .nan),
        probability(of: name, in: after) / (after.noveltyProbability ?? .nan)
      )
      // It was also shown once: 2 for the 2.1 expected acceptances.
      let ratio = (lowered.contains(name) ? exp(-1) : 1) * (name == "a" ? 2 / 2.1 : 1)
      #expect(abs(odds.1 / odds.0 - ratio) < 1e-4, "\(name)")
    }
    let muchLater = try await engine.ask(at: 5_000 + 200 * 1_440)
    #expect(try probability(of: "a", in: muchLater) > probability(of: "a", in: after))
  }

  @Test("not now hides for four hours")
  func notNow() async throws {
    let engine = try await Self.engine()
    try await engine.record([Self.feedback(.notNow, ["a"], at: 5_000)])
    #expect(try await engine.ask(at: 5_239).titles.contains("Open a") == false)
    #expect(try await engine.ask(at: 5_240).titles.contains("Open a"))
    #expect(try await engine.recentActivities(at: World.instant(5_001)).count == 3)
  }

  @Test("a pinned activity comes first and needs no threshold, but does not interrupt more than others")
  func pinned() async throws {
    let engine = try await Self.engine()
    for _ in 0..<2 { try await engine.record([Self.feedback(.dismissed, ["a"], at: 5_000)]) }
    #expect(try await engine.ask(at: 5_000).titles.last == "Open a")
    try await engine.record([Self.feedback(.pinned, ["a"], at: 5_001)])
    let list = try await engine.ask(at: 5_001, minimumProbability: 0.9)
    #expect(list.titles == ["Open a"] && list.suggestions[0].isPinned)
    let request = try SuggestionRequest(in: Context(at: World.instant(5_002)), surface: .interrupt)
    #expect(try await engine.suggestions(request).suggestions.isEmpty)
  }

  @Test(
    "after undoing, the answer equals the earlier one, to the last bit",
    arguments: [Feedback.Verdict.dismissed, .notNow, .never, .pinned],
    [Feedback.Scope.activity, .type, .program])
  func undone(verdict: Feedback.Verdict, scope: Feedback.Scope) async throws {
    let engine = try await Self.engine()
    try await engine.record([
      Self.feedback(.shown, ["a", "b"], at: 4_000), Self.feedback(.dismissed, ["b"], at: 4_001),
    ])
    let before = try await engine.ask(at: 5_010, explains: true)
    try await engine.record([Self.feedback(verdict, ["a"], at: 5_000, scope: scope)])
    #expect(try await engine.ask(at: 5_010, explains: true) != before)
    try await engine.record([Self.feedback(.undone, ["a"], at: 5_001, scope: scope)])
    #expect(try await engine.ask(at: 5_010, explains: true) == before)
    #expect(try await engine.standingFeedback(at: World.instant(5_010)).map(\.verdict) == [.dismissed])
  }

  @Test("undoing reverts one verdict at a time, newest first; a repeated \"never\" counts once")
  func undoneOneByOne() async throws {
    let engine = try await Self.engine()
    try await engine.record([
      Self.feedback(.dismissed, ["a"], at: 5_000), Self.feedback(.never, ["a"], at: 5_001),
      Self.feedback(.never, ["a"], at: 5_002),
    ])
    func standing() async throws -> [Feedback.Verdict] {
      try await engine.standingFeedback(at: World.instant(6_000)).map(\.verdict)
    }
    #expect(try await standing() == [.never, .dismissed])
    try await engine.record([Self.feedback(.undone, ["a"], at: 5_003)])
    #expect(try await standing() == [.dismissed])
    try await engine.record([Self.feedback(.undone, ["a"], at: 5_004)])
    #expect(try await standing().isEmpty)
    try await engine.record([Self.feedback(.undone, ["a"], at: 5_005)])
    #expect(try await engine.ask(at: 6_000) == Self.engine().ask(at: 6_000))
  }

  @Test("undoing feedback on an impression also undoes the impression")
  func undoneShowing() async throws {
    let engine = try await Self.engine()
    let before = try await engine.ask(at: 6_000, explains: true)
    try await engine.record([
      Self.feedback(.shown, ["a", "b"], at: 5_000, suggestion: "s"),
      Self.feedback(.accepted, ["a", "b"], at: 5_001, chosen: 0, suggestion: "s"),
    ])
    #expect(try await engine.ask(at: 6_000, explains: true) != before)
    try await engine.record([Feedback(at: World.instant(5_002), suggestion: "s", shown: [], verdict: .undone)]
    )
    #expect(try await engine.ask(at: 6_000, explains: true) == before)
  }

  @Test("P9: an accepted suggestion does not count as spontaneous use")
  func loopGuard() async throws {
    let engine = try await Self.engine()
    var details = Donation.Details()
    details.source = .suggestion
    let accepted = try Donation(
      of: World.activity("a"), in: Context(at: World.instant(5_000)), details: details)
    let before = try await engine.ask(at: 5_001, explains: true).donations
    try await engine.donate([accepted], now: World.instant(5_000))
    let after = try await engine.ask(at: 5_001, explains: true)
    #expect(after.donations == before)
    let account = try await engine.diagnosis(
      of: World.activity("a").identity, SuggestionRequest(in: Context(at: World.instant(5_001))))
    #expect(account?.gates.first?.words == "it was done 3 times")
  }

  @Test(
    "undoing all feedback gives the same answer as without feedback",
    arguments: 1...10)
  func randomly(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let engine = try await Self.engine()
    let before = try await engine.ask(at: 9_000, explains: true)
    var records: [Feedback] = []
    for minutes in 0..<40 {
      let verdicts: [Feedback.Verdict] = [.shown, .accepted, .ignored, .dismissed, .notNow, .never, .pinned]
      let names = ["a", "b", "c"].filter { _ in random.integer(below: 2) == 0 }
      guard !names.isEmpty else { continue }
      records.append(
        try Self.feedback(
          verdicts[random.integer(below: verdicts.count)], names, at: 5_000 + Int64(minutes),
          chosen: random.integer(below: names.count), suggestion: "s\(random.integer(below: 12))",
          scope: Feedback.Scope.allCases[random.integer(below: 3)],
          surface: random.integer(below: 2) == 0 ? .interrupt : nil))
    }
    try await engine.record(records)
    #expect(try await engine.ask(at: 9_000, explains: true) != before, "seed \(seed)")
    try await engine.record(
      (0..<12).map {
        try Feedback(at: World.instant(6_000), suggestion: "s\($0)", shown: [], verdict: .undone)
      })
    #expect(try await engine.ask(at: 9_000, explains: true) == before, "seed \(seed)")
  }
}

extension ActivityValue {
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
