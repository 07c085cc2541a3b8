extension JSONParser {
  /// Parses one JSON text into a tape; whole numbers beyond 64 bits become doubles.
  ///
  /// simdjson refuses them; written as floating-point numbers they are read.
  ///
  /// - Complexity: O(length); numbers that are refused cost a second pass.
  func parseWidening(_ text: Span<UInt8>, into tape: inout JSONTape) throws(JSONFault) {
    do { return try parse(text, into: &tape) } catch { guard error == .badNumber else { throw error } }
    let widened = WideIntegers.asDoubles(text)
    try parse(widened.span, into: &tape)
  }
}
