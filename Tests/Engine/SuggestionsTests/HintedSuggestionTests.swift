import Activities
import Features
import Foundation
import Kernels
import Testing

@testable import Suggestions
@testable import SuggestionsExercises

@Suite("Hints among suggestions")
struct HintedSuggestionTests {
  private static let rail = "org.example.rail"

  private static func hint(
    _ name: String, from minutes: Int64 = 3_000, type: String = "org.example.rail.show"
  ) throws -> Hint {
    try Hint(
      of: World.activity(name, type: type),
      relevance: [.date(try DateRelevance(from: World.instant(minutes)))])
  }

  private static func sum(_ list: SuggestionList) -> Double {
    list.suggestions.reduce(list.noveltyProbability ?? .nan) { $0 + $1.probability }
  }

  @Test("hints are marked, and probabilities with that of something new still sum to 1", arguments: 1...8)
  func sums(seed: UInt64) async throws {
    let engine = try await World.engine(
      World.history(60, seed: seed), model: seed % 2 == 0 ? World.curvedModel(seed: seed) : World.model())
    let before = try await engine.ask(at: 30_000, limit: 100)
    var hints = try ["x", "y"].map { try Self.hint($0, from: 30_010) }
    try await engine.setHints(hints, of: Self.rail)
    let others = try await engine.ask(at: 30_000, limit: 100)
    hints.append(try Self.hint("d1", from: 30_005, type: "org.example.notes.open"))
    try await engine.setHints(hints, of: Self.rail)
    let after = try await engine.ask(at: 30_000, limit: 100)
    #expect(abs(Self.sum(before) - 1) < 1e-5)
    #expect(abs(Self.sum(after) - 1) < 1e-5, "seed \(seed)")
    #expect(after.suggestions.count == before.suggestions.count + 2)
    #expect(after.suggestions.map(\.rank) == Array(1...after.suggestions.count))
    #expect(after.suggestions.map(\.probability) == after.suggestions.map(\.probability).sorted(by: >))
    let hinted = after.suggestions.filter { $0.origin == .hint(program: Self.rail) }
    #expect(Set(hinted.compactMap(\.activity.title)) == ["Open x", "Open y"])
    #expect(before.suggestions.allSatisfy { $0.origin == .learned })
    // Among known activities, only hinted ones rise; the rest keep their order and ratios.
    func probability(_ title: String, in list: SuggestionList) -> Double {
      list.suggestions.first { $0.activity.title == title }?.probability ?? 0
    }
    #expect(probability("Open d1", in: after) > probability("Open d1", in: others))
    let factors = before.suggestions.compactMap(\.activity.title).filter { $0 != "Open d1" }
      .map { probability($0, in: after) / probability($0, in: before) }
    #expect((factors.max() ?? 0) - (factors.min() ?? 1) < 1e-4)
    #expect(factors.allSatisfy { $0 > 0.5 && $0 < 1 })
    #expect((after.noveltyProbability ?? .nan) < (before.noveltyProbability ?? .nan))
  }

  @Test(
    "hints are explained: contributions still sum to the score, including the hint's part", arguments: 1...4)
  func explained(seed: UInt64) async throws {
    let engine = try await World.engine(World.history(40, seed: seed), model: World.curvedModel(seed: seed))
    let plain = try await engine.ask(at: 20_000, limit: 100, explains: true)
    try await engine.setHints(
      [Self.hint("x", from: 20_000), Self.hint("d1", from: 20_000, type: "org.example.notes.open")],
      of: Self.rail)
    let list = try await engine.ask(at: 20_000, limit: 100, explains: true)
    for suggestion in list.suggestions {
      let explanation = try #require(suggestion.explanation)
      let sum = explanation.contributions.reduce(0) { $0 + $1.amount }
      #expect(abs(sum - explanation.score) < 1e-3)
      let part = explanation.contributions.first { $0.group == .hint }
      let isHinted = ["Open x", "Open d1"].contains(suggestion.activity.title)
      #expect((part != nil) == isHinted)
      if let part { #expect(part.fact?.words == "org.example.rail suggests it: date 100 %") }
      if !isHinted {
        let before = plain.suggestions.first { $0.identity == suggestion.identity }?.explanation
        #expect(explanation == before, "who has no hint is explained as before")
      }
    }
    // Differences of scores equal those of the logarithms of probabilities, for known and new
    // activities.
    let scores = list.suggestions.compactMap { suggestion in
      suggestion.explanation.map { $0.score - log(suggestion.probability) }
    }
    #expect((scores.max() ?? 0) - (scores.min() ?? 1) < 2e-3)
  }

  @Test("hints for a user without history leave as much to something new")
  func nothingDone() async throws {
    let engine = try await World.engine([])
    #expect(try await engine.ask(at: 3_000).suggestions.isEmpty)
    try await engine.setHints([Self.hint("x")], of: Self.rail)
    let list = try await engine.ask(at: 3_000, explains: true)
    #expect(list.titles == ["Open x"])
    #expect(
      abs((list.suggestions.first?.probability ?? 0) - 0.5) < 1e-6
        && abs((list.noveltyProbability ?? .nan) - 0.5) < 1e-6)
    #expect(abs((list.suggestions.first?.explanation?.score ?? 1) - 0) < 1e-6)
    #expect(list.candidates == 0)
    #expect(try await engine.ask(at: 3_000, minimumProbability: 0.6).suggestions.isEmpty)
    #expect(try await engine.ask(at: 300).suggestions.isEmpty, "it is not relevant yet")
  }

  @Test("hints respect the user, eligibility and the limit")
  func policy() async throws {
    let engine = try await World.engine([World.donation("a", at: 1)])
    var shy = try World.activity("shy", type: "org.example.rail.show")
    shy.isEligibleForPrediction = false
    let date = Relevance.date(try DateRelevance(from: World.instant(60)))
    try await engine.setHints([Self.hint("x", from: 60), Hint(of: shy, relevance: [date])], of: Self.rail)
    #expect(try await engine.ask(at: 60).titles.sorted() == ["Open a", "Open x"])
    #expect(try await engine.ask(at: 60, limit: 1).suggestions.count == 1)
    for (scope, undo) in [(Feedback.Scope.activity, true), (.type, true), (.program, false)] {
      let shown = try Feedback.Impression(
        activityType: "org.example.rail.show", userInfo: ["document": "x"])
      try await engine.record([
        Feedback(at: World.instant(50), shown: [shown], chosen: 0, verdict: .never, scope: scope)
      ])
      #expect(try await engine.ask(at: 60).titles == ["Open a"], "\(scope)")
      guard undo else { continue }
      try await engine.record([
        Feedback(at: World.instant(51), shown: [shown], chosen: 0, verdict: .undone, scope: scope)
      ])
      #expect(try await engine.ask(at: 60).titles.count == 2, "\(scope)")
    }
  }

  @Test("hints sink when they are dismissed or ignored, and do not interrupt")
  func feedback() async throws {
    let engine = try await World.engine(World.history(30, seed: 5))
    try await engine.setHints([Self.hint("x", from: 10_000)], of: Self.rail)
    func probability() async throws -> Double {
      try await engine.ask(at: 10_000).suggestions.first { $0.activity.title == "Open x" }?.probability ?? 0
    }
    let shown = try Feedback.Impression(
      activityType: "org.example.rail.show", userInfo: ["document": "x"], probability: 0.2)
    let fresh = try await probability()
    try await engine.record(
      (0..<20).map { try Feedback(at: World.instant(9_000 + $0), shown: [shown], verdict: .ignored) })
    let ignored = try await probability()
    #expect(ignored < fresh && ignored > 0)
    let dismissal = try Feedback(at: World.instant(9_900), shown: [shown], chosen: 0, verdict: .dismissed)
    try await engine.record([dismissal])
    let dismissed = try await probability()
    #expect(dismissed < ignored && dismissed > 0)
    let request = try SuggestionRequest(
      in: Context(at: World.instant(10_000)), surface: .interrupt,
      policy: {
        var policy = SuggestionPolicy()
        (policy.leastToInterrupt, policy.quietHours) = (0, nil)
        return policy
      }())
    let interrupting = try await engine.suggestions(request)
    #expect(!interrupting.suggestions.isEmpty)
    #expect(interrupting.suggestions.allSatisfy { $0.origin == .learned })
  }

  @Test("hints are a reason for known activities, in diagnoses as in suggestions")
  func account() async throws {
    let engine = try await World.engine(World.history(30, seed: 6))
    let hint = try Self.hint("d1", from: 10_000, type: "org.example.notes.open")
    let request = try SuggestionRequest(in: Context(at: World.instant(10_000)), limit: 50, explains: true)
    try await engine.setHints([hint], of: Self.rail)
    let suggestion = try #require(
      try await engine.suggestions(request).suggestions.first { $0.identity == hint.activity.identity })
    let account = try #require(try await engine.diagnosis(of: hint.activity.identity, request))
    #expect(account.probability == suggestion.probability)
    #expect(account.explanation == suggestion.explanation)
    #expect(account.explanation.contributions.contains { $0.group == .hint })
  }

  @Test("hints of a forgotten program disappear, and every answer is as if it had never given any")
  func forgotten() async throws {
    let engine = try await World.engine(World.history(20, seed: 3))
    let before = try await engine.ask(at: 10_000, explains: true)
    try await engine.setHints([Self.hint("x", from: 10_000)], of: Self.rail)
    #expect(try await engine.ask(at: 10_000, explains: true) != before)
    var criteria = Deletion.Criteria()
    criteria.program = Self.rail
    try await engine.forget(Deletion(at: World.instant(0), matching: criteria))
    #expect(try await engine.ask(at: 10_000, explains: true) == before)
  }

  @Test("P6: a catalog is not ranked; it offers new activities that may be shown and have not expired")
  func catalogue() async throws {
    let engine = try await World.engine([World.donation("a", at: 1)])
    var old = try World.activity("old")
    old.expirationDate = Date(timeIntervalSince1970: Double(World.monday) / 1_000 + 600)
    try await engine.setAppCatalog([World.activity("a"), World.activity("b"), old], of: "org.example.notes")
    #expect(try await engine.ask(at: 5).titles == ["Open a"])
    #expect(
      try await engine.appCatalog(at: World.instant(5)).map(\.activity.title) == ["Open b", "Open old"])
    let later = try await engine.appCatalog(at: World.instant(10))
    #expect(later.map(\.phrase) == ["Open b"] && later.map(\.program) == ["org.example.notes"])
    try await engine.setAppCatalog([], of: "org.example.notes")
    #expect(try await engine.appCatalog(at: World.instant(5)).isEmpty)
  }

  @Test(
    "hints for routines use donations up to the moment of the query, without forgotten ones"
  )
  func routines() async throws {
    let days = try (0..<12).flatMap { day in
      try [480, 600, 1_320].map { try World.donation("a", at: Int64(day * 1_440 + $0)) }
    }
    let engine = try await World.engine(days)
    try await engine.setHints(
      [Hint(of: World.activity("tea", type: "org.example.rail.show"), relevance: [.routine(.morning)])],
      of: Self.rail)
    let morning = Int64(14 * 1_440 + 480)  // the Monday after the next
    #expect(try await engine.ask(at: morning).titles.contains("Open tea"))
    #expect(try await !engine.ask(at: morning + 300).titles.contains("Open tea"))
    #expect(
      try await !engine.ask(at: 2 * 1_440 + 480).titles.contains("Open tea"), "two days tell nothing yet")
    #expect(try await engine.routines(at: World.instant(morning)).waking.workdays?.hour == 8)
    var criteria = Deletion.Criteria()
    criteria.since = try World.instant(3 * 1_440)
    try await engine.forget(Deletion(at: World.instant(100_000), matching: criteria))
    #expect(try await !engine.ask(at: morning).titles.contains("Open tea"))
  }

  @Test(
    "after forgetting, hints for routines are as if the forgotten donations had never existed",
    arguments: 1...20)
  func forgettingIsExact(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let home = try Place(latitude: 52.5, longitude: 13.4)
    var donations: [Donation] = []
    for day in 0..<21 {
      for hour in [7, 9, 12, 17, 22] where random.integer(below: 5) > 0 {
        let minutes = Int64(day * 1_440 + hour * 60 + random.integer(below: 40))
        let isSecret = random.integer(below: 3) == 0
        let name = "d\(random.integer(below: 4))"
        let activity = try World.activity(
          name, type: isSecret ? "org.example.secret.open" : "org.example.notes.open")
        let context = try Context(
          at: World.instant(minutes), place: random.integer(below: 2) == 0 ? home : nil,
          attributes: ["wifi": .string(hour < 9 || hour > 20 ? "home" : "office")])
        donations.append(try Donation(of: activity, in: context))
      }
    }
    let hints = try DailyRoutine.allCases.map {
      try Hint(of: World.activity($0.rawValue, type: "org.example.rail.show"), relevance: [.routine($0)])
    }
    var engines: [SuggestionEngine] = []
    for held in [donations, donations.filter { $0.activity.activityType != "org.example.secret.open" }] {
      engines.append(try await World.engine(held))
      try await engines.last?.setHints(hints, of: Self.rail)
    }
    let moments = (0..<6).map { Int64(21 * 1_440 + $0 * 240 + random.integer(below: 240)) }
    for minutes in moments { _ = try await engines[0].ask(at: minutes, explains: true) }
    var criteria = Deletion.Criteria()
    criteria.activityType = "org.example.secret.open"
    try await engines[0].forget(Deletion(at: World.instant(50_000), matching: criteria))
    for minutes in moments {
      let instant = try World.instant(minutes)
      #expect(try await engines[0].routines(at: instant) == engines[1].routines(at: instant), "seed \(seed)")
      let answers = (
        try await engines[0].ask(at: minutes, explains: true),
        try await engines[1].ask(at: minutes, explains: true)
      )
      #expect(answers.0 == answers.1, "seed \(seed)")
    }
  }
}
