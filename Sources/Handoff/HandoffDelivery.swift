public import Activities

/// An activity that arrived, and the way back to its origin.
public struct HandoffDelivery: Sendable {
  /// What is to be continued, as its origin saved it for this.
  public let activity: UserActivity
  /// The identifier of the program that it comes from.
  public let application: String
  /// Whether the origin has confirmed that it was told; false as long as ``HandoffReceiver/continueActivity(_:)`` runs.
  ///
  /// False in a result: the origin went away after it had sent the activity.
  public internal(set) var isConfirmed = false
  let acceptance: Acceptance

  /// Opens a stream of bytes in both directions to the origin; it counts as having continued the activity.
  ///
  /// There is one for each continuation.
  ///
  /// - Throws: ``HandoffError/streamsUnsupported`` if the activity was offered without, ``HandoffError/streamAlreadyOpened``
  ///   the second time, ``HandoffError/withdrawn`` if the activity was declined, and what a lost connection throws.
  public func openStream() async throws(HandoffError) -> HandoffStream {
    try await acceptance.openStream()
  }

  /// Gives up the way back; a stream that is open stays so.
  public func close() async {
    await acceptance.close()
  }
}
