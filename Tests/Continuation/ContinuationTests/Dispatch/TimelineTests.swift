import Activities
import Continuation
import Foundation
import Synchronization
import Testing

private struct Pin: LoggableInput {
  var digits: String
  var loggingDescription: String { "\(digits.count) digits" }
}
private enum UnlockAction: Action {
  static let description = "Unlocks"
  static let defaultSession = ActionSession.background
  static func perform(
    _ context: ActionContext<Pin>, presenter: NoPresenter
  ) async throws -> ActionPerformOutcome { .success }
}
private enum SafeFeature: Feature {
  static let description = "The safe"
  static func prepare(_ actions: inout FeatureActions) {
    actions.declare(UnlockAction.self)
  }
}

@Suite("The timeline")
struct TimelineTests {
  private let timeline: Timeline
  private let workshop: Workshop
  private let uptime = Uptime()

  /// A clock that tests move.
  private final class Uptime: Sendable {
    private let now = Mutex(Duration.zero)
    func advance(by duration: Duration) { now.withLock { $0 += duration } }
    var reading: Duration { now.withLock { $0 } }
  }

  init() throws {
    timeline = Timeline()
    var configuration = DispatchConfiguration()
    configuration.observers = [timeline]
    configuration.uptime = { [uptime] in uptime.reading }
    workshop = try Workshop(
      features: [WorkshopFeature.self, SafeFeature.self], configuration: configuration)
  }

  private func unlock() async throws {
    try await workshop.dispatcher.perform(
      SafeFeature.action(UnlockAction.self).with(Pin(digits: "1234")), circumstances: Workshop.now(60))
  }

  private func performSome() async throws {
    try await workshop.run("my diary") { _ in
      uptime.advance(by: .milliseconds(250))
      return .success
    }
    _ = try? await workshop.run("my diary", at: 1) { _ in throw Broken() }
    _ = try? await workshop.run("my diary", at: 2) { _ in throw CancellationError() }
    try await unlock()
    await workshop.dispatcher.observersSettled()
  }

  @Test("each action has a beginning and an end, with only its loggable description")
  func text() async throws {
    try await performSome()
    #expect(
      await timeline.textReport() == """
        2024-01-01T00:00:00+00:00 Main #1 user WorkshopFeature Run Script on Script: begin
        2024-01-01T00:00:00.250+00:00 Main #1 user WorkshopFeature Run Script on Script: success
        2024-01-01T00:00:01+00:00 Main #2 user WorkshopFeature Run Script on Script: begin
        2024-01-01T00:00:01+00:00 Main #2 user WorkshopFeature Run Script on Script: failure (Broken)
        2024-01-01T00:00:02+00:00 Main #3 user WorkshopFeature Run Script on Script: begin
        2024-01-01T00:00:02+00:00 Main #3 user WorkshopFeature Run Script on Script: cancelled
        2024-01-01T00:01:00+00:00 Background #1 program SafeFeature Unlock on Pin(4 digits): begin
        2024-01-01T00:01:00+00:00 Background #1 program SafeFeature Unlock on Pin(4 digits): success

        """)
  }

  @Test("the JSON report has the same entries, with sorted keys")
  func json() async throws {
    try await unlock()
    await workshop.dispatcher.observersSettled()
    let report = String(decoding: try await timeline.jsonReport(), as: UTF8.self)
    #expect(
      report == """
        [
          {
            "action" : "Unlock",
            "feature" : "SafeFeature",
            "input" : "Pin(4 digits)",
            "kind" : "begin",
            "request" : 1,
            "sequence" : 1,
            "session" : "Background",
            "time" : "2024-01-01T00:01:00+00:00",
            "userInitiated" : false
          },
          {
            "action" : "Unlock",
            "feature" : "SafeFeature",
            "input" : "Pin(4 digits)",
            "kind" : "complete",
            "outcome" : "success",
            "request" : 1,
            "sequence" : 2,
            "session" : "Background",
            "time" : "2024-01-01T00:01:00+00:00",
            "userInitiated" : false
          }
        ]
        """)
  }

  @Test("requests of the program itself can be skipped")
  func userInitiated() async throws {
    try await performSome()
    let entries = await timeline.entries(userInitiatedOnly: true)
    #expect(entries.map(\.session) == Array(repeating: "Main", count: 6))
    #expect(await timeline.textReport(userInitiatedOnly: true).split(separator: "\n").count == 6)
    let report = try await timeline.jsonReport(userInitiatedOnly: true)
    #expect(!String(decoding: report, as: UTF8.self).contains("Unlock"))
  }

  @Test("a hundred entries are kept, the oldest go first")
  func ring() async throws {
    for number in 0..<73 { try await workshop.run("plane", at: Int64(number)) }
    await workshop.dispatcher.observersSettled()
    let entries = await timeline.entries()
    #expect(entries.map(\.sequence) == Array(47...146))
    #expect(entries.last?.requestNumber == 73)
  }

  private enum HiddenAction: Action {
    static let hideFromTimeline = true
    static let analyticsID: String? = "hidden"
    static let activityEligibility: ActivityEligibility = [.prediction]
    static func prepareActivity(_ activity: inout ActivityBuilder<Self>) { activity.title = "Hide" }
    static func perform(
      _ context: ActionContext<NoInput>, presenter: NoPresenter
    ) async throws -> ActionPerformOutcome { .success }
  }
  private enum HidingFeature: Feature {
    static func prepare(_ actions: inout FeatureActions) {
      actions.declare(HiddenAction.self)
    }
  }

  @Test(
    "row 117: a hidden action is not in the timeline, but is published and reported to the analytics")
  func hidden() async throws {
    let events = Notes()
    var configuration = DispatchConfiguration()
    configuration.observers = [timeline, Analytics(provider: NotingProvider(notes: events))]
    let workshop = try Workshop(features: [HidingFeature.self], configuration: configuration)
    try await workshop.dispatcher.perform(
      HidingFeature.action(HiddenAction.self).call, circumstances: Workshop.now())
    await workshop.dispatcher.observersSettled()
    #expect(await timeline.entries().isEmpty)
    #expect(try await workshop.donations().count == 1)
    #expect(events.all == ["begin hidden [:]", "end hidden [:] success nil"])
  }
}
