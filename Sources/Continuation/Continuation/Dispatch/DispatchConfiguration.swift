internal import Synchronization

/// The parts of a dispatcher besides registry and center; all have defaults.
public struct DispatchConfiguration: Sendable {
  /// The observers of requests, notified in this order.
  public var observers: [any ActionDispatchObserver] = []
  /// The availability of features of the same registry.
  ///
  /// With `nil`, features are available that have no conditions, or only switches of the program or
  /// with defaults.
  public var availability: FeatureAvailability?
  /// The switches that can change while the program runs.
  public var switches = ActivitySwitches()
  /// The open stacks of the user's steps; off by default.
  public var stacks = ActionStacks()
  /// The recorder of hints from associated intents.
  ///
  /// With `nil` it is the recorder of the center's donations, if that keeps hints, like a
  /// `SuggestionEngine`. Without a recorder, actions are not asked for hints.
  public var intentRecorder: (any AssociatedIntentRecorder)?
  /// A reading of a monotonic clock for measuring durations; `nil` to measure none.
  public var uptime: (@Sendable () -> Duration)?
  /// The number of events that may wait for observers before new requests are not observed.
  ///
  /// An event holds its request, so this bounds memory: 10,000 are hours of one user's work.
  public var observerBacklog = 10_000

  /// Creates a configuration with the defaults.
  public init() {}
}

/// A program's switches that can change while it runs; switching on takes effect at once.
public final class ActivitySwitches: Sendable {
  private struct State {
    var activities: Bool
    var intentHints: Bool
  }

  private let state: Mutex<State>

  /// Creates switches, both on by default.
  public init(activities: Bool = true, intentHints: Bool = true) {
    state = Mutex(State(activities: activities, intentHints: intentHints))
  }

  /// A Boolean value that indicates whether activities are published and continued: Flint's
  /// `ActivitiesFeature.isEnabled`.
  public var areActivitiesEnabled: Bool {
    get { state.withLock { $0.activities } }
    set { state.withLock { $0.activities = newValue } }
  }

  /// A Boolean value that indicates whether associated intents are requested: Flint's
  /// `IntentShortcutDonationFeature`.
  public var areIntentHintsEnabled: Bool {
    get { state.withLock { $0.intentHints } }
    set { state.withLock { $0.intentHints = newValue } }
  }
}
