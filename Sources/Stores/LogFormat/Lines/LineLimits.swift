/// The limits of the length of a line and the depth of a value.
///
/// They bound the memory for a line of an unknown file.
public struct LineLimits: Hashable, Sendable {
  /// The maximum length of a line in bytes, without its line feed: 1 MiB, several hundred times a
  /// usual line.
  public var length = 1 << 20
  /// The maximum number of levels of arrays and objects, including the line's own object: values
  /// are read by recursion.
  public var depth = 64

  /// Creates the default limits.
  public init() {}
}
