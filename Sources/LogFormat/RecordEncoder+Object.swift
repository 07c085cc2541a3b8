public import Activities

extension RecordEncoder {
  /// An object of values as JSON, written as `userInfo` is: what a program keeps beside the log needs no format of its own.
  ///
  /// - Throws: ``RecordError`` for a number that is not finite, a value nested too deep, too many combining marks in a row, or an object
  ///   longer than a line.
  /// - Complexity: O(size of the object), and O(n log n) in its names.
  public func encode(object: [String: ActivityValue]) throws(RecordError) -> [UInt8] {
    var writer = JSONWriter(appendingTo: [], maximalDepth: limits.depth)
    try writer.object(object)
    try writer.check(longest: limits.length)
    return writer.bytes
  }
}

extension RecordDecoder {
  /// Reads back an object of values.
  ///
  /// - Throws: ``RecordError`` if it is no object, or not one that ``RecordEncoder/encode(object:)`` would write.
  /// - Complexity: O(length).
  public mutating func decodeObject(_ bytes: Span<UInt8>) throws(RecordError) -> [String: ActivityValue] {
    try parse(bytes)
    guard tape.kind(at: JSONTape.root) == .object else {
      throw RecordError("", .wrongType(expected: .object))
    }
    return try object(at: JSONTape.root)
  }
}
