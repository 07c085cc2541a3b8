public import Activities

/// Something that the user may want to do after an action, as the action said: a weak hint.
///
/// The user has not done it, so it is never a donation, and counts for less than one wherever it is used.
public struct IntentHint: Hashable, Sendable {
  /// What it is.
  public let activity: UserActivity
  /// What makes it the same again.
  public let identity: ActivityIdentity
  /// The activity type of the action that said so.
  public let source: String
  /// With what it can be taken back: all hints of an action in a feature are a group.
  public let group: String
  /// For whom.
  public let user: UserIdentifier
  /// When the action was performed.
  public let instant: Instant

  init(_ intent: AssociatedIntent, source: String, user: UserIdentifier, instant: Instant) {
    activity = intent.activity
    identity = intent.activity.identity
    self.source = source
    group = source
    self.user = user
    self.instant = instant
  }
}
