/// An activity of another program that can be continued here; nothing but its type is known yet.
///
/// It can be encoded, so that whoever starts a program for an offer can pass it on: the program accepts it as soon as it
/// runs. It holds no secret; the publisher's key is asked for when it is accepted.
public struct HandoffOffer: Hashable, Codable, Sendable {
  /// Names this offering.
  public let token: HandoffToken
  /// The type of the activity.
  public let activityType: String
  /// Whether a stream of bytes back to the origin may be opened.
  public let supportsContinuationStreams: Bool
  /// The identifier of the program that offers it.
  public let application: String
  /// Where that program listens.
  public let address: HandoffAddress
}

extension HandoffOffer: Comparable {
  /// Orders by program, type and token, so that a list of offers is the same each time.
  public static func < (left: Self, right: Self) -> Bool {
    (left.application, left.activityType, left.token.rawValue)
      < (right.application, right.activityType, right.token.rawValue)
  }
}
