internal import Activities
internal import Foundation

/// Reading the values of userInfo and of everything else that a program may fill freely.
///
/// Errors have no field here: names inside of these objects are the user's and are not told.
extension RecordDecoder {
  /// - Complexity: O(size of the value); the depth of recursion is bounded by the limit of the line.
  mutating func value(at position: Int) throws(RecordError) -> ActivityValue {
    switch tape.kind(at: position) {
    case .string: return .string(text(at: position))
    case .integer: return .integer(Int64(bitPattern: tape.words[position + 1]))
    case .unsigned: return .double(Double(tape.words[position + 1]))
    case .double: return .double(Double(bitPattern: tape.words[position + 1]))
    case .yes: return .boolean(true)
    case .no: return .boolean(false)
    case .array: return .array(try array(at: position))
    case .object:
      if let typed = try typedValue(at: position) { return typed }
      return .object(try object(at: position))
    case .null, .objectEnd, .arrayEnd, .root: return .null
    }
  }

  /// The members of an object, as they stand there.
  mutating func object(at position: Int) throws(RecordError) -> [String: ActivityValue] {
    var object: [String: ActivityValue] = [:]
    let content = tape.content(of: position)
    var key = content.lowerBound
    while key < content.upperBound {
      let value = key + 1
      guard object.updateValue(try self.value(at: value), forKey: text(at: key)) == nil else {
        throw RecordError("", .repeatedKey)
      }
      key = tape.index(after: value)
    }
    return object
  }

  private mutating func array(at position: Int) throws(RecordError) -> [ActivityValue] {
    var array: [ActivityValue] = []
    let content = tape.content(of: position)
    var index = content.lowerBound
    while index < content.upperBound {
      array.append(try value(at: index))
      index = tape.index(after: index)
    }
    return array
  }

  /// The date, data, URL or wrapped object that an object stands for; nil if it stands for itself.
  private mutating func typedValue(at position: Int) throws(RecordError) -> ActivityValue? {
    let content = tape.content(of: position)
    let value = content.lowerBound + 1
    guard !content.isEmpty, tape.index(after: value) == content.upperBound,
      let type = TypedValue(onlyName: text(at: content.lowerBound))
    else { return nil }
    guard let decoded = try typed(type, at: value) else { throw RecordError("", .malformedTypedValue) }
    return decoded
  }

  private mutating func typed(
    _ type: TypedValue, at position: Int
  ) throws(RecordError) -> ActivityValue? {
    switch (type, tape.kind(at: position)) {
    case (.date, _): date(at: position).map(ActivityValue.date)
    case (.data, .string): Data(base64Encoded: text(at: position)).map(ActivityValue.data)
    case (.url, .string): TypedValue.url(text(at: position)).map(ActivityValue.url)
    case (.object, .object): .object(try object(at: position))
    default: nil
    }
  }

  /// A date as an RFC 3339 time or in seconds since 2001; nil if it is neither.
  func date(at position: Int) -> Date? {
    guard tape.kind(at: position) == .string else {
      return tape.double(at: position).map(Date.init(timeIntervalSinceReferenceDate:))
    }
    let instant = try? Instant(rfc3339: tape.text.span.extracting(tape.textRange(at: position)))
    return instant?.date
  }
}
