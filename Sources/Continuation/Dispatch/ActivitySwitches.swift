internal import Synchronization

/// The switches of a program that may be thrown while it runs; what is switched on again works at once.
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

  /// Whether activities are published and continued: Flint's `ActivitiesFeature.isEnabled`.
  public var areActivitiesEnabled: Bool {
    get { state.withLock { $0.activities } }
    set { state.withLock { $0.activities = newValue } }
  }

  /// Whether associated intents are asked for: Flint's `IntentShortcutDonationFeature`.
  public var areIntentHintsEnabled: Bool {
    get { state.withLock { $0.intentHints } }
    set { state.withLock { $0.intentHints = newValue } }
  }
}
