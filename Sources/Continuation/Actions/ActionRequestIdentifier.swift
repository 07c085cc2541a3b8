/// Tells the requests of a dispatcher apart.
public struct ActionRequestIdentifier: Hashable, Sendable {
  /// In which session.
  public let session: ActionSession
  /// The number in the session.
  public let number: UInt64
}
