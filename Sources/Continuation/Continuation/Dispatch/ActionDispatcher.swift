public import Activities
internal import Synchronization

/// Performs a program's actions, and publishes each successful one once.
///
/// Actions may be performed concurrently; copies of a dispatcher are the same dispatcher. Each
/// request goes through these steps:
///
/// 1. The dispatcher checks that the feature declares the action and is available, and that the
///    task is not cancelled.
/// 2. The request gets a number and is added to its feature's stack; observers are notified of its
///    beginning.
/// 3. The action runs, where it prefers to.
/// 4. If it succeeded, its activity is made from the current input, and its associated intents are
///    requested.
/// 5. The activity is published and the intents are kept. Requests get here one at a time, in the
///    order in which they ended, so that the activity of the last one becomes current.
/// 6. Observers are notified of its completion.
public struct ActionDispatcher: Sendable {
  /// The features and actions that can be performed.
  public let registry: ActionRegistry
  /// The publisher of performed actions' activities; its trace is for debugging.
  public let publisher: ActivityPublisher
  /// The switches that can change while the program runs.
  public let switches: ActivitySwitches
  /// The open stacks of the user's steps.
  public let stacks: ActionStacks
  /// The availability of features.
  public let availability: FeatureAvailability
  private let intentRecorder: (any AssociatedIntentRecorder)?
  private let observers: [any ActionDispatchObserver]
  private let uptime: (@Sendable () -> Duration)?
  private let events: ObserverQueue
  private let numbers = RequestNumbers()
  private let completions = TurnQueue()

  /// Creates a dispatcher that connects actions with the center in which their activities become
  /// current.
  public init(
    registry: ActionRegistry, center: ActivityCenter,
    activities: ActivityConfiguration = ActivityConfiguration(),
    dispatch configuration: DispatchConfiguration = DispatchConfiguration()
  ) {
    self.registry = registry
    switches = configuration.switches
    publisher = ActivityPublisher(
      registry: registry, center: center, configuration: activities, switches: configuration.switches)
    stacks = configuration.stacks
    availability = configuration.availability ?? FeatureAvailability(registry: registry)
    intentRecorder = configuration.intentRecorder ?? center.recorder as? any AssociatedIntentRecorder
    observers = configuration.observers
    uptime = configuration.uptime
    events = ObserverQueue(limit: configuration.observerBacklog)
  }

  /// Performs an action, then publishes its activity.
  ///
  /// - Parameters:
  ///   - action: The action to perform.
  ///   - feature: The feature that declares it.
  ///   - input: The input to work on.
  ///   - presenter: The presenter to show the result on.
  ///   - circumstances: The instant, the place, and anything else known just before.
  ///   - source: The way in which it was invoked.
  ///   - session: The session in which it is performed; `nil` for the action's own.
  /// - Throws: ``ActionPerformError`` if it did not begin, otherwise the error that the action
  ///   throws or returns. `CancellationError` if the task was cancelled, even if the action
  ///   returned, because it may not have finished. In all of these cases nothing is published.
  @discardableResult
  public func perform<Performed: Action, Declaring: Feature>(
    _ action: Performed.Type, in feature: Declaring.Type, input: Performed.Input,
    presenter: Performed.Presenter, circumstances: Context, source: ActionSource = .application,
    session: ActionSession? = nil
  ) async throws -> ActionOutcome {
    let declared = try declaration(of: action, in: feature)
    try Task.checkCancellation()
    let session = session ?? Performed.defaultSession
    let context = ActionContext(
      input: input, user: publisher.center.user, circumstances: circumstances, source: source)
    let request = ActionRequest<Performed>(
      number: numbers.next(in: session), feature: feature, session: session,
      isUserInitiated: session.isUserInitiated || source.isContinuation, context: context)
    return try await run(request, on: presenter, as: declared.activityType)
  }

  /// Waits until observers have received all events so far.
  ///
  /// Programs call it to let actions wait for observers. It never returns if an observer never
  /// does, so observers must not call it themselves.
  public func observersSettled() async {
    await events.settled()
  }

  /// The number of requests hidden from observers because too many events were waiting.
  public var unobservedRequests: Int { events.unobserved }

  private func declaration<Performed: Action, Declaring: Feature>(
    of action: Performed.Type, in feature: Declaring.Type
  ) throws(ActionPerformError) -> DeclaredAction {
    guard let declared = registry.declaration(of: action, in: feature) else {
      throw .actionNotDeclared(action: "\(action)", feature: "\(feature)")
    }
    guard availability.availability(of: feature) == .available else {
      throw .requiredFeatureNotAvailable(feature: "\(feature)")
    }
    return declared
  }

  // MARK: Bindings

  /// Performs a call, like ``perform(_:in:input:presenter:circumstances:source:session:)`` with its
  /// parts in one value.
  ///
  /// ```swift
  /// try await dispatcher.perform(Places.action(ViewPlace.self).with(place, on: screen), circumstances: now)
  /// ```
  @discardableResult
  public func perform<Declaring: Feature, Performed: Action>(
    _ call: ActionCall<Declaring, Performed>, circumstances: Context, source: ActionSource = .application,
    session: ActionSession? = nil
  ) async throws -> ActionOutcome {
    try await perform(
      Performed.self, in: Declaring.self, input: call.input, presenter: call.presenter,
      circumstances: circumstances, source: source, session: session)
  }

  /// Returns an action of a conditional feature only if the feature declares it and is available.
  public func request<Declaring: ConditionalFeature, Performed: Action>(
    _ binding: ActionBinding<Declaring, Performed>
  ) -> VerifiedActionBinding<Declaring, Performed>? {
    guard registry.declaration(of: Performed.self, in: Declaring.self) != nil,
      availability.availability(of: Declaring.self) == .available
    else { return nil }
    return VerifiedActionBinding()
  }

  // MARK: Running

  /// Runs one request to its end, after it got its number.
  private func run<Performed: Action>(
    _ request: ActionRequest<Performed>, on presenter: Performed.Presenter, as activityType: String
  ) async throws -> ActionOutcome {
    stacks.add(request)
    let observers = observers
    let isObserved =
      !observers.isEmpty
      && events.begin { for observer in observers { await observer.actionWillBegin(request) } }
    let start = uptime?()
    let performed = await outcome(of: request, on: presenter)
    let duration = start.flatMap { start in uptime.map { $0() - start } }
    return try await inTurn {
      traces(of: performed, request, as: activityType)
    } then: { traces in
      let result = await result(of: traces, request, terminatesFeature: performed.terminatesFeature)
      if performed.terminatesFeature { stacks.close(request.feature, in: request.session) }
      let completion = ActionCompletion(
        result: result, terminatesFeature: performed.terminatesFeature, duration: duration)
      if isObserved {
        events.add {
          for observer in observers { await observer.actionDidComplete(request, with: completion) }
        }
      }
      return result
    }.get()
  }

  /// Prepares something at once, and continues when everything before has ended.
  ///
  /// It takes its place first, so that fast preparation does not overtake an earlier request. Two
  /// kinds of callers continue at once, because waiting would deadlock. An earlier action waits for
  /// one kind: its publication caused this request. A delegate of the center waits for the other
  /// kind: the action being published waits for the center's turn.
  private func inTurn<Prepared: Sendable, Value: Sendable>(
    preparing prepare: () -> Prepared, then work: (Prepared) async -> Value
  ) async -> Value {
    if completions.hasBegunPresentTask || publisher.center.hasBegunPresentTask {
      return await work(prepare())
    }
    let place = completions.takePlace()
    let prepared = prepare()
    return await completions.run(at: place) { await work(prepared) }
  }

  /// Returns the outcome of an action: its result, its error, or a cancellation.
  ///
  /// An action that continues something also ends it.
  private func outcome<Performed: Action>(
    of request: ActionRequest<Performed>, on presenter: Performed.Presenter
  ) async -> ActionPerformOutcome {
    var outcome: ActionPerformOutcome
    do {
      outcome = try await withTaskExecutorPreference(Performed.preferredExecutor) {
        try await Performed.perform(request.context, presenter: presenter)
      }
      if outcome.error == nil, Task.isCancelled {
        outcome =
          outcome.terminatesFeature
          ? .failureWithFeatureTermination(CancellationError()) : .failure(CancellationError())
      }
    } catch {
      outcome = .failure(error)
    }
    return request.context.source.isContinuation ? outcome.terminatingFeature : outcome
  }

  /// Values computed from a request's input before anything is awaited, because a mutable input may
  /// change.
  private struct Traces: Sendable {
    let draft: ActivityDraft
    let intentHints: Result<[IntentHint], any Error>
  }

  private func traces<Performed: Action>(
    of performed: ActionPerformOutcome, _ request: ActionRequest<Performed>, as activityType: String
  ) -> Result<Traces, any Error> {
    if let error = performed.error { return .failure(error) }
    return .success(
      Traces(
        draft: publisher.draft(of: request, as: activityType),
        intentHints: Result { try intentHints(of: request, as: activityType) }))
  }

  private func intentHints<Performed: Action>(
    of request: ActionRequest<Performed>, as activityType: String
  ) throws -> [IntentHint] {
    guard switches.areIntentHintsEnabled, intentRecorder != nil else { return [] }
    let context = request.context
    return try Performed.associatedIntents(for: context.input).map {
      IntentHint(
        $0, program: registry.application.identifier, source: activityType,
        phrase: Performed.suggestedInvocationPhrase, user: context.user,
        instant: context.circumstances.instant)
    }
  }

  private func result<Performed: Action>(
    of traces: Result<Traces, any Error>, _ request: ActionRequest<Performed>, terminatesFeature: Bool
  ) async -> Result<ActionOutcome, any Error> {
    switch traces {
    case .failure(let error): return .failure(error)
    case .success(let traces):
      // In its own task: the action was done, so it is kept even if the caller has been cancelled
      // by now.
      return await Task {
        let publication = await publication(of: traces.draft, request)
        return .success(
          ActionOutcome(
            publication: publication.map(\.donation), advice: (try? publication.get().advice) ?? [],
            intentHints: await kept(traces.intentHints), terminatesFeature: terminatesFeature))
      }.value
    }
  }

  private func publication<Performed: Action>(
    of draft: ActivityDraft, _ request: ActionRequest<Performed>
  ) async -> Result<Publication, any Error> {
    do {
      return .success(try await publisher.publish(draft, of: request))
    } catch {
      return .failure(error)
    }
  }

  private func kept(_ hints: Result<[IntentHint], any Error>) async -> Result<[IntentHint], any Error> {
    do {
      let hints = try hints.get()
      if !hints.isEmpty { try await intentRecorder?.record(hints) }
      return .success(hints)
    } catch {
      return .failure(error)
    }
  }
}

/// The numbers of requests, per session; they start at 1 and wrap around to 1.
final class RequestNumbers: Sendable {
  private let last: Mutex<[ActionSession: UInt64]>

  /// - Parameter last: The last numbers used.
  init(last: [ActionSession: UInt64] = [:]) {
    self.last = Mutex(last)
  }

  func next(in session: ActionSession) -> UInt64 {
    last.withLock { last in
      let number = (last[session] ?? 0) &+ 1
      last[session] = max(1, number)
      return max(1, number)
    }
  }
}
