/// What a program does while it continues an activity of another one, in the order in which it is called.
///
/// First ``willContinue(activityType:)``; then either ``continueActivity(_:)`` or ``didFailToContinue(activityType:with:)``.
public protocol HandoffReceiver: Sendable {
  /// An offer was accepted; only its type is known. Time to show that something is coming.
  func willContinue(activityType: String) async

  /// The activity has arrived.
  ///
  /// The origin is told that it was continued when this returns true, or when a stream is opened. Called once for an
  /// offer: if the origin cannot be told, telling is repeated, not this.
  ///
  /// - Returns: Whether it was continued; false leaves it with the origin.
  func continueActivity(_ delivery: HandoffDelivery) async -> Bool

  /// Nothing arrived.
  func didFailToContinue(activityType: String, with result: HandoffResult) async
}

/// Continues whatever arrives: for callers that go on with the result of accepting.
struct WillingReceiver: HandoffReceiver {
  func willContinue(activityType: String) async {}
  func continueActivity(_ delivery: HandoffDelivery) async -> Bool { true }
  func didFailToContinue(activityType: String, with result: HandoffResult) async {}
}
