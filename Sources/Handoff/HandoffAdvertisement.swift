public import Activities

/// What an origin says of an activity before anybody accepts it: its type, and nothing of its content.
public struct HandoffAdvertisement: Hashable, Sendable {
  /// Names this offering.
  public let token: HandoffToken
  /// The type of the activity; receivers that do not declare it are not shown the offer.
  public let activityType: String
  /// Whether whoever continues it may open a stream of bytes back.
  public let supportsContinuationStreams: Bool

  /// Offers an activity.
  ///
  /// - Throws: ``ActivityError/invalidActivityType`` if the type is none.
  public init(
    token: HandoffToken = HandoffToken(), activityType: String, supportsContinuationStreams: Bool = false
  ) throws(ActivityError) {
    _ = try UserActivity(activityType: activityType)
    self.token = token
    self.activityType = activityType
    self.supportsContinuationStreams = supportsContinuationStreams
  }
}
