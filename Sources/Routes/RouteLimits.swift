/// How large a URL may be: what bounds the time and memory that a stranger's URL can take.
public struct RouteLimits: Hashable, Sendable {
  /// The most bytes of a URL: 64 KiB, more than browsers and servers agree on.
  public var urlLength = 1 << 16
  /// The most items of a query: far more than any action has parameters.
  public var queryItems = 256

  /// The usual limits.
  public init() {}
}
