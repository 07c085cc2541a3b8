/// Whether a feature is there now.
public enum Availability: Hashable, Sendable {
  /// Nobody knows yet.
  case unknown
  /// It is not.
  case unavailable
  /// It is.
  case available
}
