/// A current activity that may be continued elsewhere.
public struct OfferedActivity: Hashable, Sendable {
  /// What to ask for its payload by.
  public let token: Token
  /// The activity as it is now; its payload may be newer by the time it is asked for.
  public let activity: UserActivity
  /// Whether whoever continues it may open streams back.
  public let supportsContinuationStreams: Bool

  /// Names an offer within the process; it says nothing about the activity.
  public struct Token: Hashable, Sendable {
    let number: UInt64
  }
}
