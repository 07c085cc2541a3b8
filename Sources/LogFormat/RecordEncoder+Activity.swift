public import Activities

extension RecordEncoder {
  /// An activity alone, in the fields that a donation of it has in the log: what one program hands to another.
  ///
  /// - Throws: ``RecordError`` for a number that is not finite, a value nested too deep, too many combining marks in a row, or more
  ///   bytes than a line may have.
  /// - Complexity: O(size of the activity), and O(n log n) in the names of an object.
  public func encode(_ activity: UserActivity) throws(RecordError) -> [UInt8] {
    var writer = JSONWriter(appendingTo: [], maximalDepth: limits.depth)
    try writer.open("{")
    writer.name("v")
    writer.literal("1")
    try writer.write(activity)
    writer.close("}")
    try writer.check(longest: limits.length)
    return writer.bytes
  }
}
