public import Activities

/// An activity that the user did lately: what may be offered before anything can be predicted.
///
/// This is the surface of every activity that was published, whatever it is eligible for; a
/// suggestion needs eligibility for prediction.
public struct RecentActivity: Hashable, Sendable {
  /// The activity as it was last donated.
  public let activity: UserActivity
  /// The identity of the activity.
  public let identity: ActivityIdentity
  /// The time at which it was last done.
  public let instant: Instant
}
