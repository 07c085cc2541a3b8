public import Activities

/// Performs a program's actions, and publishes each that succeeded, once.
///
/// Actions may be performed concurrently; copies of a dispatcher are the same dispatcher. For each request:
///
/// 1. It is checked: the feature declares the action and is available, the task is not cancelled.
/// 2. It is numbered and put on the stack of its feature; observers will hear that it begins.
/// 3. The action runs, where it prefers to.
/// 4. If it succeeded, its activity is made of the input as it is now, and its associated intents are asked for.
/// 5. The activity is published and the intents are kept. Requests get here in the order in which they were done, one at a
///    time, so that the activity of the last one done is the current one.
/// 6. Observers will hear that it is complete.
public struct ActionDispatcher: Sendable {
  /// What can be performed.
  public let registry: ActionRegistry
  /// What becomes of the activities of performed actions; its trace is for people who debug.
  public let publisher: ActivityPublisher
  /// What is switched on.
  public let switches: ActivitySwitches
  /// What the user is in the middle of.
  public let stacks: ActionStacks
  /// Which features are available.
  public let availability: FeatureAvailability
  let intentRecorder: (any AssociatedIntentRecorder)?
  let observers: [any ActionDispatchObserver]
  let uptime: (@Sendable () -> Duration)?
  let events: ObserverQueue
  private let numbers = RequestNumbers()
  let completions = CompletionOrder()

  /// Ties the actions to where their activities become current.
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
    intentRecorder = configuration.intentRecorder
    observers = configuration.observers
    uptime = configuration.uptime
    events = ObserverQueue(limit: configuration.observerBacklog)
  }

  /// Performs an action, then publishes its activity.
  ///
  /// - Parameters:
  ///   - action: What to do.
  ///   - feature: The feature that declares it.
  ///   - input: What to work on.
  ///   - presenter: What to show it on.
  ///   - circumstances: When, where, and what else is known just before.
  ///   - source: How it was invoked.
  ///   - session: In which session; `nil`: the action's own.
  /// - Throws: ``ActionPerformError`` if it was not begun; else what the action throws or calls its failure.
  ///   `CancellationError` if the task was cancelled, even if the action returned: nobody can tell whether it finished.
  ///   Nothing is published then.
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

  /// Returns when observers have been told everything that has happened so far.
  ///
  /// It is how a program lets its actions wait for its observers. It never returns if an observer never does, so observers
  /// must not wait for it themselves.
  public func observersSettled() async {
    await events.settled()
  }

  /// How many requests observers were not told about, because too many events were waiting for them.
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
}
