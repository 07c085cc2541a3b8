public import Activities

extension RecordDecoder {
  /// Reads an activity alone, as ``RecordEncoder`` writes one; fields that belong to a donation are passed over.
  ///
  /// - Throws: ``RecordError``.
  /// - Complexity: O(length of the line).
  public mutating func decodeActivity(_ line: Span<UInt8>) throws(RecordError) -> UserActivity {
    try activity(members(of: line))
  }
}
