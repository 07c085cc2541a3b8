internal import CSimdJSON

/// The interface to simdjson, and the only file of this module with unsafe code.
///
/// Results are copied out of simdjson's buffers before a call returns, so nothing outside this file
/// can see memory that a later call overwrites. It is a class because the C parser must be freed
/// exactly once. It is not Sendable.
@safe final class JSONParser {
  private let handle: OpaquePointer?

  init(limits: LineLimits) {
    unsafe handle = hunch_json_parser_make(max(0, limits.length), max(1, limits.depth))
  }

  deinit {
    unsafe hunch_json_parser_free(handle)
  }

  /// Parses one JSON text into a tape.
  ///
  /// - Complexity: O(length), about 1 ns a byte.
  func parse(_ text: Span<UInt8>, into tape: inout JSONTape) throws(JSONFault) {
    guard let handle = unsafe handle else { throw .outOfMemory }
    let result = unsafe text.withUnsafeBufferPointer {
      unsafe hunch_json_parse(handle, $0.baseAddress, $0.count)
    }
    let code = unsafe Int(result.error)
    if code != HUNCH_JSON_OK { throw Self.fault(code) }
    tape.words.removeAll(keepingCapacity: true)
    tape.text.removeAll(keepingCapacity: true)
    unsafe tape.words.append(contentsOf: UnsafeBufferPointer(start: result.words, count: result.word_count))
    unsafe tape.text.append(contentsOf: UnsafeBufferPointer(start: result.text, count: result.text_count))
  }

  /// Returns the index of the first line feed at or after `start`; the number of bytes if there is
  /// none.
  static func lineEnd(in bytes: Span<UInt8>, from start: Int) -> Int {
    let rest = bytes.extracting(start..<bytes.count)
    return unsafe start
      + rest.withUnsafeBufferPointer { unsafe hunch_json_line_end($0.baseAddress, $0.count) }
  }

  private static func fault(_ code: Int) -> JSONFault {
    switch code {
    case HUNCH_JSON_EMPTY: .empty
    case HUNCH_JSON_SYNTAX: .syntax
    case HUNCH_JSON_STRING: .badEscape
    case HUNCH_JSON_UNCLOSED_STRING: .unclosedString
    case HUNCH_JSON_CONTROL: .controlCharacter
    case HUNCH_JSON_ATOM: .badWord
    case HUNCH_JSON_NUMBER: .badNumber
    case HUNCH_JSON_UTF8: .invalidUTF8
    case HUNCH_JSON_DEPTH: .tooDeep
    case HUNCH_JSON_CAPACITY: .tooLong
    case HUNCH_JSON_MEMORY: .outOfMemory
    default: .unexpected
    }
  }
}

extension JSONParser {
  /// Parses one JSON text into a tape; whole numbers beyond 64 bits become doubles.
  ///
  /// simdjson refuses such numbers, so they are rewritten as floating-point numbers and read again.
  ///
  /// - Complexity: O(length), with a second pass if a number is refused.
  func parseWidening(_ text: Span<UInt8>, into tape: inout JSONTape) throws(JSONFault) {
    do { return try parse(text, into: &tape) } catch { guard error == .badNumber else { throw error } }
    let widened = WideIntegers.asDoubles(text)
    try parse(widened.span, into: &tape)
  }
}
