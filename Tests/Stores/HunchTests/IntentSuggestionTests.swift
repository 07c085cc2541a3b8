import Continuation
import Foundation
import Hunch
import Testing

/// A kettle whose action says that the tea could be poured as well.
private enum Boil: Action {
  static let activityEligibility: ActivityEligibility = [.prediction]
  static let suggestedInvocationPhrase: String? = "Make tea"

  static func prepareActivity(_ activity: inout ActivityBuilder<Self>) { activity.title = "Boil the water" }

  static func associatedIntents(for input: NoInput) throws -> [AssociatedIntent] {
    [AssociatedIntent(try IntentSuggestionTests.pouring())]
  }

  static func perform(
    _ context: ActionContext<NoInput>, presenter: NoPresenter
  ) async throws -> ActionPerformOutcome { .success }
}

private enum Stove: Feature {
  static func prepare(_ actions: inout FeatureActions) { actions.declare(Boil.self) }
}

@Suite("Intents that actions name, on the shipped model")
struct IntentSuggestionTests {
  /// A program with its log, and its user's days.
  private struct World {
    let log = InMemoryDonationStore()
    let engine: SuggestionEngine
    let dispatcher: ActionDispatcher

    init(_ switches: ActivitySwitches = ActivitySwitches()) throws {
      engine = SuggestionEngine(log: log, model: try ModelFile.open().suggestionModel())
      let registry = try ActionRegistry(
        application: Application(identifier: "org.example.kettle"), features: [Stove.self])
      let start = try IntentSuggestionTests.context(0, 0)
      let center = ActivityCenter(
        application: registry.application, recorder: engine, circumstances: { start })
      var activities = ActivityConfiguration()
      activities.mode = .flint
      activities.order = .flint
      var dispatch = DispatchConfiguration()
      dispatch.switches = switches
      dispatcher = ActionDispatcher(
        registry: registry, center: center, activities: activities, dispatch: dispatch)
    }

    /// Simulates `days` days: boils at these hours, and donates other activities.
    func live(days: Int, boilingAt hours: [Double], _ others: [(Double, UserActivity)] = []) async throws {
      for day in 0..<days {
        for hour in hours { try await boil(day, hour) }
        for (hour, activity) in others {
          let context = try IntentSuggestionTests.context(day, hour)
          try await engine.donate([Donation(of: activity, in: context)], now: context.instant)
        }
      }
    }

    func boil(_ day: Int, _ hour: Double) async throws {
      try await dispatcher.perform(
        Stove.action(Boil.self).with(NoInput(), on: NoPresenter()),
        circumstances: IntentSuggestionTests.context(day, hour))
    }

    func suggestions(_ day: Int, _ hour: Double) async throws -> [Suggestion] {
      try await engine.suggestions(
        SuggestionRequest(in: IntentSuggestionTests.context(day, hour), limit: 10)
      ).suggestions
    }
  }

  fileprivate static func context(_ day: Int, _ hour: Double) throws -> Context {
    Context(
      at: try Instant(
        milliseconds: 1_767_571_200_000 + Int64(day) * 86_400_000 + Int64((hour - 1) * 3_600_000),
        offsetMinutes: 60))
  }

  fileprivate static func pouring() throws -> UserActivity {
    try UserActivity(activityType: "org.example.kettle.pour", title: "Pour the tea")
  }

  private static func rank(of title: String, in suggestions: [Suggestion]) -> Int? {
    suggestions.first { $0.activity.title == title }?.rank
  }

  @Test(
    "after 14 days an intent that was never done is suggested last, and only near its time"
  )
  func suggested() async throws {
    let world = try World()
    try await world.live(days: 14, boilingAt: [8])
    for hour in [7.75, 8, 8.25] {
      let answer = try await world.suggestions(14, hour)
      #expect(answer.map(\.activity.title) == ["Boil the water", "Pour the tea"], "\(hour)")
      let intent = try #require(answer.last)
      #expect(intent.origin == .hint(program: "org.example.kettle"))
      #expect(intent.activity.suggestedInvocationPhrase == "Make tea", "the action's")
      #expect(intent.probability < answer[0].probability / 2)
    }
    let evening = try await world.suggestions(14, 20)
    #expect(Self.rank(of: "Pour the tea", in: evening) == nil)
    let donated = try await world.log.allDonations(of: .me).map(\.donation.activity.title)
    #expect(donated == Array(repeating: "Boil the water", count: 14), "an intent is not a donation")
  }

  /// The maximum weight of an intent's hint relative to "none of these", and so its maximum
  /// probability.
  private static let most = 0.02

  @Test(
    "a named intent has a probability of at most a fiftieth, and is ranked by it, with other habits or without",
    arguments: [0, 1, 4])
  func weaker(habits: Int) async throws {
    let others = try (0..<habits).map { number in
      (
        9 + Double(number) * 0.1,
        try UserActivity(activityType: "org.example.other\(number).do", title: "Other \(number)")
      )
    }
    let (named, done) = (try World(), try World(ActivitySwitches(intentHints: false)))
    try await named.live(days: 14, boilingAt: [8], others)
    try await done.live(days: 14, boilingAt: [8], others + [(8.05, Self.pouring())])
    var offered = 0
    for hour in [8, 8.1, 8.5] {
      let answer = try await named.suggestions(14, hour)
      guard let hinted = answer.first(where: { $0.activity.title == "Pour the tea" }) else { continue }
      offered += 1
      #expect(hinted.probability <= Self.most, "\(habits) \(hour)")
      #expect(answer.filter { $0.probability > Self.most }.allSatisfy { $0.rank < hinted.rank })
    }
    #expect(offered > 0, "an intent that is never offered proves nothing")
    // Right after the water has boiled, doing it counts for more than naming it.
    for world in [named, done] { try await world.boil(14, 8) }
    let (one, other) = (try await named.suggestions(14, 8.02), try await done.suggestions(14, 8.02))
    let learned = try #require(other.first { $0.activity.title == "Pour the tea" })
    let hinted = one.first { $0.activity.title == "Pour the tea" }
    #expect(learned.probability > Self.most, "\(habits)")
    #expect((hinted?.probability ?? 0) < learned.probability, "\(habits)")
  }

  @Test(
    "an intent named at several hours is relevant at each; one no longer named ends after four weeks"
  )
  func times() async throws {
    let world = try World()
    try await world.live(days: 3, boilingAt: [8, 12.1, 16, 20, 8.2])
    for hour in [8, 12, 16, 20] {
      #expect(
        Self.rank(of: "Pour the tea", in: try await world.suggestions(3, Double(hour))) != nil, "\(hour)")
    }
    #expect(Self.rank(of: "Pour the tea", in: try await world.suggestions(29, 8)) != nil)
    #expect(Self.rank(of: "Pour the tea", in: try await world.suggestions(31, 8)) == nil)
    #expect(await world.log.hints(in: .intents, of: .me).count == 4)
  }

  @Test(
    "forgetting the program forgets its intents; dismissing one delays it; a program's own hints stay"
  )
  func forgotten() async throws {
    let world = try World()
    let ticket = try Hint(
      of: UserActivity(activityType: "org.example.kettle.descale"),
      relevance: [.daily(DailyRelevance(from: 480, to: 540))])
    try await world.engine.setHints([ticket], of: "org.example.kettle")
    try await world.live(days: 7, boilingAt: [8])
    #expect(await world.log.hints(in: .hints, of: .me).count == 1)
    let never = try Feedback(
      at: Self.context(7, 7).instant,
      shown: [Feedback.Impression(activityType: "org.example.kettle.pour", userInfo: [:])], verdict: .never)
    try await world.engine.record([never])
    #expect(Self.rank(of: "Pour the tea", in: try await world.suggestions(7, 8)) == nil)
    var criteria = Deletion.Criteria()
    criteria.program = "org.example.kettle"
    try await world.engine.forget(Deletion(at: Self.context(8, 8).instant, matching: criteria))
    #expect(await world.log.hints(in: .intents, of: .me).isEmpty)
  }
}
