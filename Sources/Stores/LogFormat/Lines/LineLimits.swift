/// The limits of the length of a line and the depth of a value, which bound the memory that one
/// line of an unknown file can take.
public struct LineLimits: Hashable, Sendable {
  /// The most bytes of a line, without its line feed: 1 MiB, several hundred times a usual line.
  public var length = 1 << 20
  /// The most levels of arrays and objects, the line's own object included: values are read by
  /// recursion.
  public var depth = 64

  /// The usual limits.
  public init() {}
}
