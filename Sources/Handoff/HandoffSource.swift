public import Activities

/// The activities of a program that others may continue: what an origin's ``HandoffAdvertiser`` asks.
///
/// All of it is called off the main actor, some of it at the same time. An implementation should end when its task is
/// cancelled: a receiver that waits for it has given up then.
public protocol HandoffSource: Sendable {
  /// What can be continued now, the most important first.
  func offers() async -> [HandoffAdvertisement]

  /// The activity behind an offer that was accepted, saved freshly.
  ///
  /// - Throws: Anything; the receiver is told that it failed, but not why. ``HandoffError/withdrawn`` is told.
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
