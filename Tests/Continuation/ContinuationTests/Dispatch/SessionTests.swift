import Activities
import Dispatch
import Synchronization
import Testing

@testable import Continuation

/// An executor with one thread of its own, which it recognises.
private final class Bench: TaskExecutor {
  private static let key = DispatchSpecificKey<String>()
  private let queue: DispatchQueue

  init(_ name: String) {
    queue = DispatchQueue(label: name)
    queue.setSpecific(key: Self.key, value: name)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// The executor of the caller.
  static var current: String? { DispatchQueue.getSpecific(key: key) }
}

private enum OnItsBench: Action {
  static let bench = Bench("action")
  static let description = "Prefers an executor of its own"
  static var preferredExecutor: (any TaskExecutor)? { bench }

  static func perform(
    _ context: ActionContext<Script>, presenter: NoPresenter
  ) async throws -> ActionPerformOutcome {
    guard Bench.current == "action" else { return .failure(Broken()) }
    let outcome = try await context.input.body(context)
    guard Bench.current == "action" else { return .failure(Broken()) }
    return outcome
  }
}
private enum OnTheMainActor: Action {
  @MainActor static func perform(
    _ context: ActionContext<Script>, presenter: NoPresenter
  ) async throws -> ActionPerformOutcome {
    MainActor.assertIsolated()
    return try await context.input.body(context)
  }
}
private enum BenchFeature: Feature {
  static func prepare(_ actions: inout FeatureActions) {
    actions.declare(OnItsBench.self)
    actions.declare(OnTheMainActor.self)
  }
}

@Suite("Sessions, and where actions run")
struct SessionTests {
  enum Caller: CaseIterable, Sendable {
    case sameExecutor, otherExecutor, mainActor
  }

  @Test(
    "row 115: an action runs on its preferred executor, wherever it is called from",
    arguments: [false, true], Caller.allCases)
  func executors(isLater: Bool, caller: Caller) async throws {
    let workshop = try Workshop(features: [BenchFeature.self])
    let notes = Notes()
    let script = Script("a") { _ in
      if isLater { try await Task.sleep(for: .milliseconds(1)) }
      notes.add("performed")
      return .success
    }
    let perform: @Sendable () async throws -> Void = {
      let now = try Workshop.now()
      try await workshop.dispatcher.perform(
        BenchFeature.action(OnItsBench.self).with(script), circumstances: now)
      try await workshop.dispatcher.perform(
        BenchFeature.action(OnTheMainActor.self).with(script), circumstances: now)
    }
    switch caller {
    case .sameExecutor: try await withTaskExecutorPreference(OnItsBench.bench) { try await perform() }
    case .otherExecutor: try await withTaskExecutorPreference(Bench("other")) { try await perform() }
    case .mainActor: try await Task { @MainActor in try await perform() }.value
    }
    #expect(notes.all == ["performed", "performed"])
  }

  @Test("row 115: an action without a preference stays where its caller is")
  func noPreference() async throws {
    let workshop = try Workshop()
    let notes = Notes()
    _ = try await withTaskExecutorPreference(Bench("caller")) {
      try await workshop.run("plane") { _ in
        notes.add(Bench.current ?? "elsewhere")
        return .success
      }
    }
    #expect(notes.all == ["caller"])
  }

  /// Records session, number and initiator.
  private struct Requests: ActionDispatchObserver {
    let notes: Notes
    func actionDidComplete<Performed: Action>(
      _ request: ActionRequest<Performed>, with completion: ActionCompletion
    ) async {
      notes.add("\(request.session.name) \(request.number) \(request.isUserInitiated ? "user" : "program")")
    }
  }

  @Test(
    "requests are numbered from 1 in each session; an action has its own unless another is given (row 116)"
  )
  func numbers() async throws {
    let notes = Notes()
    var configuration = DispatchConfiguration()
    configuration.observers = [Requests(notes: notes)]
    let workshop = try Workshop(configuration: configuration)
    let quiet = WorkshopFeature.action(RunQuietlyAction.self).with(Script("sand"))
    let now = try Workshop.now()
    try await workshop.run("plane")
    try await workshop.run("plane", session: ActionSession(name: "Window 2"))
    try await workshop.run("plane")
    try await workshop.dispatcher.perform(quiet, circumstances: now)
    try await workshop.dispatcher.perform(quiet, circumstances: now, session: .main)
    try await workshop.dispatcher.perform(quiet, circumstances: now, source: .openURL)
    await workshop.dispatcher.observersSettled()
    #expect(
      notes.all == [
        "Main 1 user", "Window 2 1 user", "Main 2 user", "Background 1 program", "Main 3 user",
        "Background 2 user",
      ])
  }

  @Test("request numbers wrap around")
  func wrapping() {
    let numbers = RequestNumbers(last: [.main: .max - 1])
    #expect(numbers.next(in: .main) == .max)
    #expect(numbers.next(in: .main) == 1)
    #expect(numbers.next(in: .main) == 2)
    #expect(numbers.next(in: .intents) == 1)
  }

  @Test("a request's description has its place, but not its input")
  func requestDescription() throws {
    let request = ActionRequest<RunScriptAction>(
      number: 7, feature: WorkshopFeature.self, session: .main, isUserInitiated: true,
      context: ActionContext(input: Script("my diary"), circumstances: try Workshop.now()))
    #expect("\(request)" == "Main #7: WorkshopFeature.RunScriptAction on Script from application")
    #expect(request.identifier == ActionRequestIdentifier(session: .main, number: 7))
  }
}
