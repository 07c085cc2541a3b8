public import Activities
internal import Continuation

/// The activities of a program that others may continue: what an origin's ``HandoffAdvertiser``
/// asks.
///
/// All of it is called off the main actor, some of it at the same time. An implementation should
/// end when its task is cancelled: a receiver that waits for it has given up then.
public protocol HandoffSource: Sendable {
  /// The activities that can be continued now, the most important first.
  func offers() async -> [HandoffAdvertisement]

  /// The activity behind an offer that was accepted, saved freshly.
  ///
  /// - Throws: Anything; the receiver is told that it failed, but not why.
  ///   ``HandoffError/withdrawn`` is told.
  func activity(for token: HandoffToken) async throws -> UserActivity

  /// Another program has continued the activity; called once for a token.
  ///
  /// The token is used up by then.
  func wasContinued(_ token: HandoffToken, by application: String) async

  /// Whoever continued the activity has opened a stream back; the default closes it.
  ///
  /// The stream lives as long as somebody holds it, also after the advertiser has stopped.
  func received(_ stream: HandoffStream, for token: HandoffToken) async

  /// Something that a program may want to log; the default does nothing.
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

/// An origin's offer of an activity before anybody accepts it: its type, and nothing of its
/// content.
public struct HandoffAdvertisement: Hashable, Sendable {
  /// Names this offering.
  public let token: HandoffToken
  /// The type of the activity; receivers that do not declare it are not shown the offer.
  public let activityType: String
  /// A Boolean value that indicates whether whoever continues it may open a stream of bytes back.
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

/// An event of an origin that there is nobody to return to.
///
/// No case carries what the activity is about: a notice may be logged.
public enum HandoffNotice: Equatable, Sendable {
  /// An activity was handed over, but is larger than ``HandoffLimits/advisedPayload``: every byte
  /// travels while the user waits.
  case payloadAboveAdvice(activityType: String, bytes: Int)
  /// A connection was ended because of what the other side did or is.
  case connectionEnded(HandoffError)
}
