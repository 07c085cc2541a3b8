import Activities
import Continuation
import Synchronization
import Testing

/// Records the events to send.
struct NotingProvider: AnalyticsProvider {
  let notes: Notes

  func eventWillBegin(_ event: AnalyticsEvent) async {
    notes.add("begin \(event.analyticsID) \(event.attributes)")
  }
  func eventDidEnd(_ event: AnalyticsEvent, with ending: AnalyticsEnding) async {
    let seconds = ending.duration.map { "\($0 / .seconds(1))" } ?? "nil"
    notes.add("end \(event.analyticsID) \(event.attributes) \(ending.ending) \(seconds)")
  }
}

private enum CountedAction: Action {
  static let analyticsID: String? = "counted"
  static func analyticsAttributes(for request: ActionRequest<Self>) -> [String: ActivityValue] {
    request.context.input.add("asked")
    return ["times": .integer(Int64(request.context.input.all.count))]
  }
  static func perform(
    _ context: ActionContext<Notes>, presenter: NoPresenter
  ) async throws -> ActionPerformOutcome {
    .failure(Broken())
  }
}
private enum CountingFeature: Feature {
  static func prepare(_ actions: inout FeatureActions) {
    actions.declare(CountedAction.self)
    actions.declare(RunQuietlyAction.self)
  }
}

@Suite("Analytics")
struct AnalyticsTests {
  private let sent = Notes()
  private let analytics: Analytics
  private let workshop: Workshop

  init() throws {
    analytics = Analytics(provider: NotingProvider(notes: sent))
    var configuration = DispatchConfiguration()
    configuration.observers = [analytics]
    configuration.uptime = { .seconds(3) }
    workshop = try Workshop(features: [CountingFeature.self], configuration: configuration)
  }

  private func count() async throws -> Notes {
    let asked = Notes()
    let call = CountingFeature.action(CountedAction.self).with(asked)
    _ = try? await workshop.dispatcher.perform(call, circumstances: Workshop.now())
    await workshop.dispatcher.observersSettled()
    return asked
  }

  @Test(
    "rows 120, 121: attributes are read once and reported at both ends, with outcome and duration"
  )
  func events() async throws {
    let asked = try await count()
    #expect(asked.all == ["asked"])
    let attributes = "\(["times": ActivityValue.integer(1)])"
    #expect(
      sent.all == ["begin counted \(attributes)", "end counted \(attributes) failure (Broken) 0.0"])
  }

  @Test("row 120: an action without a name in the analytics is not reported")
  func nameless() async throws {
    try await workshop.dispatcher.perform(
      CountingFeature.action(RunQuietlyAction.self).with(Script("sand")), circumstances: Workshop.now())
    await workshop.dispatcher.observersSettled()
    #expect(sent.all.isEmpty)
  }

  @Test("switched off, new actions are not reported; switched on again, they are")
  func switchedOff() async throws {
    await analytics.setEnabled(false)
    let asked = try await count()
    #expect(sent.all.isEmpty)
    #expect(asked.all.isEmpty)
    await analytics.setEnabled(true)
    _ = try await count()
    #expect(sent.all.count == 2)
  }
}
