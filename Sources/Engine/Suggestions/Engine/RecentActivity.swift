public import Activities

/// An activity that the user did recently, which can be offered before anything can be predicted.
///
/// Recent activities include every published activity; a suggestion has to be eligible for
/// prediction.
public struct RecentActivity: Hashable, Sendable {
  /// The activity as it was last donated.
  public let activity: UserActivity
  /// The identity of the activity.
  public let identity: ActivityIdentity
  /// The time at which it was last done.
  public let instant: Instant
}
