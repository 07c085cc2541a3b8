internal import Synchronization

/// The parts of a dispatcher beside registry and center; everything has a default.
public struct DispatchConfiguration: Sendable {
  /// The observers that are told about requests, in this order.
  public var observers: [any ActionDispatchObserver] = []
  /// Answers which features of the same registry are available.
  ///
  /// `nil`: those without conditions, and those that only the program or a default switches on.
  public var availability: FeatureAvailability?
  /// The switches that may be thrown while the program runs.
  public var switches = ActivitySwitches()
  /// The open stacks of the user's steps; off.
  public var stacks = ActionStacks()
  /// The recorder of the hints of associated intents; `nil`: what keeps the center's donations, if
  /// it keeps hints, as a `SuggestionEngine` does.
  ///
  /// Where nobody keeps them, actions are not asked for them.
  public var intentRecorder: (any AssociatedIntentRecorder)?
  /// A reading of a clock that only goes forward, from which durations are taken; `nil`: none are.
  public var uptime: (@Sendable () -> Duration)?
  /// The number of events that may wait for observers before new requests go unobserved.
  ///
  /// An event holds its request, so this bounds memory: 10,000 of them are hours of a person's
  /// work.
  public var observerBacklog = 10_000

  /// The defaults.
  public init() {}
}

/// The switches of a program that may be thrown while it runs; what is switched on again works at
/// once.
public final class ActivitySwitches: Sendable {
  private struct State {
    var activities: Bool
    var intentHints: Bool
  }

  private let state: Mutex<State>

  /// Both are on unless said otherwise.
  public init(activities: Bool = true, intentHints: Bool = true) {
    state = Mutex(State(activities: activities, intentHints: intentHints))
  }

  /// A Boolean value that indicates whether activities are published and continued: Flint's
  /// `ActivitiesFeature.isEnabled`.
  public var areActivitiesEnabled: Bool {
    get { state.withLock { $0.activities } }
    set { state.withLock { $0.activities = newValue } }
  }

  /// A Boolean value that indicates whether associated intents are asked for: Flint's
  /// `IntentShortcutDonationFeature`.
  public var areIntentHintsEnabled: Bool {
    get { state.withLock { $0.intentHints } }
    set { state.withLock { $0.intentHints = newValue } }
  }
}
