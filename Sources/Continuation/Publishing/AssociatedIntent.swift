public import Activities

/// Something else that the user may want to do, told by an action that was performed.
public struct AssociatedIntent: Hashable, Sendable {
  /// What.
  public let activity: UserActivity

  /// Makes a hint of an activity.
  public init(_ activity: UserActivity) { self.activity = activity }
}
