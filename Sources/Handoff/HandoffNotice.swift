/// What happened to an origin without anybody to return it to.
///
/// No case carries what the activity is about: a notice may be logged.
public enum HandoffNotice: Equatable, Sendable {
  /// An activity was handed over, but is larger than ``HandoffLimits/advisedPayload``: every byte travels while the user waits.
  case payloadAboveAdvice(activityType: String, bytes: Int)
  /// A connection was ended because of what the other side did or is.
  case connectionEnded(HandoffError)
}
