import Activities
import Continuation
import Testing

private enum BoilAction: Action {
  static let activityEligibility: ActivityEligibility = [.prediction]
  static let suggestedInvocationPhrase: String? = "Boil it"
  static func prepareActivity(_ activity: inout ActivityBuilder<Self>) { activity.title = "Boil" }
  static func associatedIntents(for input: Script) throws -> [AssociatedIntent] {
    if input.name == "broken" { throw Broken() }
    guard input.name != "plain" else { return [] }
    if input.name == "phrases" {
      var own = try UserActivity(activityType: "org.example.workshop.drain")
      own.suggestedInvocationPhrase = "Drain it"
      var silent = try UserActivity(activityType: "org.example.workshop.wash")
      silent.isEligibleForPrediction = false
      return [
        AssociatedIntent(try UserActivity(activityType: "org.example.workshop.salt")), AssociatedIntent(own),
        AssociatedIntent(silent),
      ]
    }
    return try ["salt", "drain"].map {
      AssociatedIntent(
        try UserActivity(activityType: "org.example.workshop.\($0)", userInfo: ["what": .string(input.name)]))
    }
  }
  static func perform(
    _ context: ActionContext<Script>, presenter: NoPresenter
  ) async throws -> ActionPerformOutcome {
    try await context.input.body(context)
  }
}
private enum KitchenFeature: Feature {
  static func prepare(_ actions: inout FeatureActions) {
    actions.declare(BoilAction.self)
  }
}

@Suite("Associated intents, kept as hints")
struct IntentHintTests {
  private let recorder = InMemoryIntentRecorder()
  private let workshop: Workshop

  init() throws {
    var configuration = DispatchConfiguration()
    configuration.intentRecorder = recorder
    workshop = try Workshop(features: [KitchenFeature.self], configuration: configuration)
  }

  @discardableResult
  private func boil(
    _ name: String, at seconds: Int64 = 0, body: @escaping Script.Body = { _ in .success }
  ) async throws -> ActionOutcome {
    try await workshop.dispatcher.perform(
      KitchenFeature.action(BoilAction.self).with(Script(name, body: body)),
      circumstances: Workshop.now(seconds))
  }

  @Test("row 127: each hint has identity, source and group; none is a donation")
  func hints() async throws {
    let outcome = try await boil("noodles", at: 4)
    let hints = try outcome.intentHints.get()
    #expect(
      hints.map(\.activity.activityType) == ["org.example.workshop.salt", "org.example.workshop.drain"])
    #expect(hints.map(\.identity) == hints.map(\.activity.identity))
    for hint in hints {
      #expect(hint.source == "org.example.workshop.kitchen.boil")
      #expect(hint.group == hint.source)
      #expect(hint.user == .me)
      #expect(hint.instant == (try Workshop.now(4).instant))
    }
    #expect(await Set(recorder.hints()) == Set(hints))
    #expect(
      try await workshop.donations().map(\.activity.activityType) == ["org.example.workshop.kitchen.boil"])
  }

  @Test("after a failure or cancellation, intents are not requested")
  func afterFailure() async throws {
    await #expect(throws: Broken.self) { try await boil("noodles") { _ in .failure(Broken()) } }
    await #expect(throws: CancellationError.self) {
      try await boil("noodles") { _ in throw CancellationError() }
    }
    #expect(await recorder.hints().isEmpty)
  }

  @Test("row 126: an intent without a phrase of its own takes the action's, where it may be suggested")
  func phrase() async throws {
    let hints = try await boil("phrases").intentHints.get()
    #expect(
      hints.map(\.activity.suggestedInvocationPhrase) == ["Boil it", "Drain it", nil],
      "the action's, its own, and none where nothing is suggested")
    #expect(hints.map(\.program) == Array(repeating: "org.example.workshop", count: 3))
  }

  @Test("row 127: an error is reported with the outcome, and does not change it")
  func errors() async throws {
    let outcome = try await boil("broken")
    #expect(throws: Broken.self) { try outcome.intentHints.get() }
    #expect("\(outcome)" == "performed, published, no hints (Broken)")
    #expect(try outcome.publication.get() != nil)
    #expect(try await boil("plain").intentHints.get().isEmpty)
    #expect(await recorder.hints().isEmpty)
  }

  @Test("row 128: hints have their own switch, which takes effect at once")
  func switchedOff() async throws {
    workshop.dispatcher.switches.areIntentHintsEnabled = false
    let outcome = try await boil("noodles")
    #expect(try outcome.intentHints.get().isEmpty)
    #expect(try outcome.publication.get() != nil)
    #expect(await recorder.hints().isEmpty)
    workshop.dispatcher.switches.areIntentHintsEnabled = true
    workshop.dispatcher.switches.areActivitiesEnabled = false
    #expect(try await boil("noodles").publication.get() == nil)
    #expect(await recorder.hints().count == 2)
  }

  @Test("without a recorder, actions are not asked for hints")
  func noRecorder() async throws {
    let workshop = try Workshop(features: [KitchenFeature.self])
    let outcome = try await workshop.dispatcher.perform(
      KitchenFeature.action(BoilAction.self).with(Script("broken")), circumstances: Workshop.now())
    #expect(try outcome.intentHints.get().isEmpty)
  }

  @Test("a repeated hint replaces the older one; a group is removed at once")
  func replacing() async throws {
    try await boil("noodles", at: 1)
    try await boil("rice", at: 2)
    try await boil("noodles", at: 3)
    let seconds = await recorder.hints().map { ($0.instant.milliseconds - Workshop.start) / 1_000 }
    #expect(seconds == [2, 2, 3, 3])
    #expect(await recorder.forget(group: "org.example.workshop.kitchen.fry") == 0)
    #expect(
      await recorder.forget(group: "org.example.workshop.kitchen.boil", of: try UserIdentifier("ada")) == 0)
    #expect(await recorder.forget(group: "org.example.workshop.kitchen.boil") == 4)
    #expect(await recorder.hints().isEmpty)
  }
}
