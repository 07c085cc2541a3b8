public import Activities
internal import Continuation

/// A source of a program's activities for its ``HandoffAdvertiser``.
///
/// All methods are called off the main actor, and some concurrently. An implementation should end
/// when its task is cancelled, because the waiting receiver has then given up.
public protocol HandoffSource: Sendable {
  /// Returns the activities that can be continued now, the most important first.
  func offers() async -> [HandoffAdvertisement]

  /// Returns the activity of an accepted offer, freshly saved.
  ///
  /// - Throws: Any error; the receiver learns only that it failed. ``HandoffError/withdrawn`` is
  ///   passed on.
  func activity(for token: HandoffToken) async throws -> UserActivity

  /// Called once per token when another program has continued the activity.
  ///
  /// The token is used up by then.
  func wasContinued(_ token: HandoffToken, by application: String) async

  /// Called when the receiver has opened a stream back; the default closes it.
  ///
  /// The stream lives as long as it is referenced, even after the advertiser has stopped.
  func received(_ stream: HandoffStream, for token: HandoffToken) async

  /// Called with an event that a program may want to log; the default does nothing.
  func noticed(_ notice: HandoffNotice) async
}

extension HandoffSource {
  /// Closes the stream.
  public func received(_ stream: HandoffStream, for token: HandoffToken) async {
    await stream.close()
  }

  /// Does nothing.
  public func noticed(_ notice: HandoffNotice) async {}
}

/// An origin's offer of an activity before it is accepted: only its type, not its content.
public struct HandoffAdvertisement: Hashable, Sendable {
  /// The name of this offer.
  public let token: HandoffToken
  /// The type of the activity; receivers that do not declare it do not see the offer.
  public let activityType: String
  /// A Boolean value that indicates whether the receiver may open a stream of bytes back.
  public let supportsContinuationStreams: Bool

  /// Creates an offer of an activity.
  ///
  /// - Throws: ``ActivityError/invalidActivityType`` if the type is invalid.
  public init(
    token: HandoffToken = HandoffToken(), activityType: String, supportsContinuationStreams: Bool = false
  ) throws(ActivityError) {
    _ = try UserActivity(activityType: activityType)
    self.token = token
    self.activityType = activityType
    self.supportsContinuationStreams = supportsContinuationStreams
  }
}

/// An event of an origin that cannot be returned to a caller.
///
/// No case contains the content of an activity, so notices may be logged.
public enum HandoffNotice: Equatable, Sendable {
  /// An activity larger than ``HandoffLimits/advisedPayload`` was handed over; every byte travels
  /// while the user waits.
  case payloadAboveAdvice(activityType: String, bytes: Int)
  /// A connection was ended because of the other side.
  case connectionEnded(HandoffError)
}
