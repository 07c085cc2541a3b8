public import Activities

/// What the analytics are told about a request, at its beginning and, the same, at its end.
public struct AnalyticsEvent: Hashable, Sendable {
  /// The action's name in the analytics.
  public let analyticsID: String
  /// What the action tells about the request.
  public let attributes: [String: ActivityValue]
  /// Ties end to beginning.
  public let request: ActionRequestIdentifier
  /// When it begins.
  public let instant: Instant
}
