import Activities
import Suggestions
import Testing

@testable import SuggestionsExercises

@Suite("Combinations of parameters: the most specific one that the history supports")
struct CombinationTests {
  /// An order of soup; by default `note` differs each time.
  static func soup(
    _ options: String?, quantity: Int64 = 1, note: String? = nil, at minutes: Int64,
    combinations: [Set<String>] = [
      ["soup", "quantity"], ["soup", "options"], ["soup", "quantity", "options"],
    ]
  ) throws -> Donation {
    var activity = try UserActivity(activityType: "org.example.soup.order", title: "Order that soup")
    activity.userInfo = ["soup": "tomato", "quantity": .integer(quantity)]
    activity.userInfo["options"] = options.map(ActivityValue.string)
    activity.userInfo["note"] = note.map(ActivityValue.string)
    try activity.setParameterCombinations(
      combinations.map { keys in
        try ParameterCombination(
          keys: keys, title: keys.contains("options") ? "{soup} soup with {options}" : nil)
      })
    return try Donation(of: activity, in: Context(at: World.instant(minutes)))
  }

  @Test("a specific combination is offered if it makes up more than half, otherwise the general one")
  func specific() async throws {
    let mostly = try (0..<10).map { try Self.soup($0 == 0 ? "pepper" : "croutons", at: Int64($0 * 1_440)) }
    let engine = try await World.engine(mostly)
    let list = try await engine.ask(at: 14_400 + 720)
    let first = try #require(list.suggestions.first?.activity)
    #expect(first.title == "tomato soup with croutons")
    #expect(first.userInfo["options"] == "croutons" && first.parameterCombinations.isEmpty)
    #expect(list.suggestions.count == 2, "the other way comes after it, the general one not at all")
    #expect(abs(list.suggestions.reduce(list.noveltyProbability ?? .nan) { $0 + $1.probability } - 1) < 1e-5)

    let ways = try (0..<24).map { number in
      try Self.soup(["croutons", "pepper", "chili", "cream"][number % 4], at: Int64(number * 1_440))
    }
    let general = try await World.engine(ways, model: World.constantModel()).ask(at: 60_000, explains: true)
    let offered = try #require(general.suggestions.first)
    #expect(general.suggestions.count == 1)
    #expect(offered.activity.requiredUserInfoKeys == ["soup", "quantity"])
    #expect(offered.activity.userInfo == ["soup": "tomato", "quantity": 1])
    #expect(offered.activity.title == nil, "its own title might tell of the options")
    #expect(offered.identity == offered.activity.identity)
    let part = offered.explanation?.contributions.first { $0.group == .combination }
    #expect(part?.fact?.words == "4 ways of doing it count as one")
    #expect(abs((part?.amount ?? 0) - 1.386) < 1e-2, "ln 4")
  }

  @Test("a key that never repeats rules out only combinations that have it")
  func noise() async throws {
    let donations = try (0..<12).map { number in
      try Self.soup(
        nil, note: "n\(number)", at: Int64(number * 1_440),
        combinations: [["soup", "quantity"], ["soup", "quantity", "note"]])
    }
    let list = try await World.engine(donations).ask(at: 12 * 1_440)
    #expect(list.suggestions.first?.activity.userInfo == ["soup": "tomato", "quantity": 1])
  }

  @Test("feedback on a combination applies to all activities that have it, and each can be diagnosed")
  func feedback() async throws {
    let ways = try (0..<24).map { number in
      try Self.soup(["croutons", "pepper", "chili", "cream"][number % 4], at: Int64(number * 1_440))
    }
    let engine = try await World.engine(ways, model: World.constantModel())
    let offered = try #require(try await engine.ask(at: 60_000).suggestions.first)
    let request = try SuggestionRequest(in: Context(at: World.instant(60_000)))
    let own = ways[0].identity
    #expect(try await engine.diagnosis(of: offered.identity, request)?.rank == 1)
    #expect(try await engine.diagnosis(of: own, request)?.identity == offered.identity)
    let found = try await engine.activities([offered.identity, own])
    #expect(found[offered.identity] == offered.activity && found[own]?.userInfo["options"] == "croutons")
    let shown = try Feedback.Impression(
      activityType: offered.activity.activityType, userInfo: offered.activity.userInfo,
      requiredUserInfoKeys: offered.activity.requiredUserInfoKeys)
    try await engine.record([Feedback(at: World.instant(59_000), shown: [shown], verdict: .never)])
    #expect(try await engine.ask(at: 60_000).suggestions.isEmpty)
  }

  @Test(
    "a combination counts all activities that have it, may then interrupt, and backs off when ignored"
  )
  func interrupting() async throws {
    let ways = try (0..<24).map { number in
      try Self.soup("way \(number / 2)", at: Int64(number * 60))
    }
    let engine = try await World.engine(ways, model: World.constantModel())
    var policy = SuggestionPolicy()
    (policy.quietHours, policy.leastToInterrupt) = (nil, 0.3)
    func ask(at minutes: Int64) async throws -> SuggestionList {
      try await engine.suggestions(
        SuggestionRequest(
          in: Context(at: World.instant(minutes)), explains: true, surface: .interrupt, policy: policy))
    }
    let offered = try #require(try await ask(at: 1_500).suggestions.first)
    #expect(offered.activity.requiredUserInfoKeys == ["soup", "quantity"])
    let request = try SuggestionRequest(
      in: Context(at: World.instant(1_500)), surface: .interrupt, policy: policy)
    #expect(
      try await engine.diagnosis(of: offered.identity, request)?.gates.first?.words == "it was done 24 times")
    let shown = try Feedback.Impression(
      activityType: offered.activity.activityType, userInfo: offered.activity.userInfo,
      requiredUserInfoKeys: offered.activity.requiredUserInfoKeys)
    try await engine.record([
      Feedback(at: World.instant(1_500), shown: [shown], verdict: .ignored, surface: .interrupt)
    ])
    #expect(try await ask(at: 1_600).abstentionReason?.gate == .rested)
    #expect(try await ask(at: 1_500 + 24 * 60).suggestions.count == 1)
  }

  @Test("a malformed combination is rejected")
  func refused() throws {
    var activity = try World.activity("a")
    let many = try (0..<17).map { try ParameterCombination(keys: ["\($0)"]) }
    #expect(throws: ActivityError.tooManyCombinations) { try activity.setParameterCombinations(many) }
    #expect(throws: ActivityError.repeatedCombination) {
      try activity.setParameterCombinations([.init(keys: ["a"]), .init(keys: ["a"], title: "A")])
    }
    #expect(throws: ActivityError.empty(field: "parameterCombinations")) {
      try ParameterCombination(keys: [""])
    }
    try activity.setParameterCombinations(Array(many.prefix(16)))
    #expect(activity.requiredUserInfoKeys?.count == 16)
  }
}
