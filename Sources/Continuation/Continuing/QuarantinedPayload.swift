public import Activities

/// An activity whose input could not be read.
public struct QuarantinedPayload: Equatable, Sendable, CustomStringConvertible {
  /// The activity, with its whole payload, for people who mend it.
  public let activity: UserActivity
  /// What made it the same again.
  public let identity: ActivityIdentity
  /// Why it could not be read.
  public let error: ActivityCodableError
  /// When that was tried.
  public let instant: Instant
  /// Whether the engine was told, so that it is not suggested again.
  public let isRetired: Bool

  /// Type, identity and reason; nothing of what the user did.
  public var description: String {
    "\(activity.activityType) \(identity): \(error)\(isRetired ? "; retired" : "")"
  }
}
