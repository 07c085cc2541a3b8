internal import Activities
internal import Foundation

/// A line of JSON and its values, each of the type that its field requires.
///
/// Errors name the field, except inside userInfo and other fields that a program may fill freely:
/// names there are the user's and must stay private. The buffers are kept from line to line.
struct JSONLine {
  /// The limits of a line.
  let limits: LineLimits
  private let parser: JSONParser
  private(set) var tape = JSONTape()
  private var pool = StringPool()

  init(limits: LineLimits) {
    self.limits = limits
    parser = JSONParser(limits: limits)
  }

  mutating func parse(_ line: Span<UInt8>) throws(RecordError) {
    guard line.count <= limits.length else { throw RecordError("", .lineTooLong(limit: limits.length)) }
    do { try parser.parseWidening(line, into: &tape) } catch { throw self.error(for: error) }
    // Before any of its text is compared or hashed.
    if let position = tape.positionOfManyMarks {
      throw RecordError(
        tape.fieldName(around: position) ?? "", .tooManyMarks(limit: CombiningMarks.mostInARow))
    }
  }

  private func error(for fault: JSONFault) -> RecordError {
    switch fault {
    case .invalidUTF8: RecordError("", .invalidUTF8)
    case .tooDeep: RecordError("", .nestedTooDeep(limit: limits.depth))
    case .tooLong: RecordError("", .lineTooLong(limit: limits.length))
    default: RecordError("", .malformed(fault))
    }
  }

  mutating func text(at position: Int) -> String {
    pool.string(tape.textRange(at: position), of: tape.text)
  }

  mutating func string(_ field: some FieldKey, in members: borrowing Members) throws(RecordError) -> String? {
    guard let position = members.position(of: field, on: tape) else { return nil }
    guard tape.kind(at: position) == .string else {
      throw RecordError(field.name, .wrongType(expected: .string))
    }
    return text(at: position)
  }

  mutating func requiredString(_ field: some FieldKey, in members: borrowing Members) throws(RecordError)
    -> String
  {
    guard let string = try string(field, in: members) else { throw RecordError(field.name, .missing) }
    return string
  }

  func boolean(_ field: some FieldKey, in members: borrowing Members) throws(RecordError) -> Bool? {
    guard let position = members.position(of: field, on: tape) else { return nil }
    switch tape.kind(at: position) {
    case .yes: return true
    case .no: return false
    default: throw RecordError(field.name, .wrongType(expected: .boolean))
    }
  }

  func number(_ field: some FieldKey, in members: borrowing Members) throws(RecordError) -> Double? {
    guard let position = members.position(of: field, on: tape) else { return nil }
    guard let number = tape.double(at: position) else {
      throw RecordError(field.name, .wrongType(expected: .number))
    }
    return number
  }

  func requiredNumber(_ field: some FieldKey, in members: borrowing Members) throws(RecordError) -> Double {
    guard let number = try number(field, in: members) else { throw RecordError(field.name, .missing) }
    return number
  }

  func wholeNumber(_ field: some FieldKey, in members: borrowing Members) throws(RecordError) -> Int? {
    guard let position = members.position(of: field, on: tape) else { return nil }
    guard let number = tape.integer(at: position) else {
      throw RecordError(field.name, .wrongType(expected: .wholeNumber))
    }
    return Int(truncatingIfNeeded: number)
  }

  mutating func strings(_ field: some FieldKey, in members: borrowing Members) throws(RecordError)
    -> [String]?
  {
    guard let position = members.position(of: field, on: tape) else { return nil }
    guard tape.kind(at: position) == .array else {
      throw RecordError(field.name, .wrongType(expected: .strings))
    }
    var strings: [String] = []
    var index = tape.content(of: position).lowerBound
    let end = tape.content(of: position).upperBound
    while index < end {
      guard tape.kind(at: index) == .string else {
        throw RecordError(field.name, .wrongType(expected: .strings))
      }
      strings.append(text(at: index))
      index += 1
    }
    return strings
  }

  /// Returns the moment of a field.
  ///
  /// The time zone is in a field of its own.
  func instant(_ field: some FieldKey, timeZone: String? = nil, in members: borrowing Members)
    throws(RecordError)
    -> Instant?
  {
    guard let position = members.position(of: field, on: tape) else { return nil }
    guard tape.kind(at: position) == .string else {
      throw RecordError(field.name, .wrongType(expected: .date))
    }
    do {
      return try Instant(rfc3339: tape.text.span.extracting(tape.textRange(at: position)), timeZone: timeZone)
    } catch {
      throw RecordError(field.name, .invalid(error))
    }
  }

  /// Returns the object of a field, with its members as values.
  mutating func object(_ field: some FieldKey, in members: borrowing Members) throws(RecordError) -> [String:
    ActivityValue]
  {
    guard let position = members.position(of: field, on: tape) else { return [:] }
    guard tape.kind(at: position) == .object else {
      throw RecordError(field.name, .wrongType(expected: .object))
    }
    do { return try object(at: position) } catch { throw error.inside(field.name) }
  }

  /// Returns the members that have no meaning in this kind of record.
  mutating func additionalFields(
    of members: borrowing Members, besides known: FieldSet
  ) throws(RecordError) -> [String: ActivityValue] {
    guard members.hasOthers(than: known) else { return [:] }
    var fields: [String: ActivityValue] = [:]
    let content = tape.content(of: members.object)
    var key = content.lowerBound
    while key < content.upperBound {
      let value = key + 1
      let number = FieldTable.shared.number(of: tape.text.span.extracting(tape.textRange(at: key)))
      if !(number.map(known.contains) ?? false) {
        let name = text(at: key)
        guard fields.updateValue(try self.value(at: value), forKey: name) == nil else {
          throw RecordError("", .repeatedKey)  // the name is the user's, so the error does not name it
        }
      }
      key = tape.index(after: value)
    }
    return fields
  }

  /// - Complexity: O(size of the value); the line's limit bounds the depth of recursion.
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

  /// Returns the members of an object without interpreting it.
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

  /// Returns the date, data, URL or wrapped object that an object stands for; nil if it stands for
  /// itself.
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

  /// Returns a date from an RFC 3339 time or seconds since 2001; nil if it is neither.
  func date(at position: Int) -> Date? {
    guard tape.kind(at: position) == .string else {
      return tape.double(at: position).map(Date.init(timeIntervalSinceReferenceDate:))
    }
    let instant = try? Instant(rfc3339: tape.text.span.extracting(tape.textRange(at: position)))
    return instant?.date
  }

  mutating func url(_ field: some FieldKey, in members: borrowing Members) throws(RecordError) -> URL? {
    guard let text = try string(field, in: members) else { return nil }
    guard let url = TypedValue.url(text) else { throw RecordError(field.name, .wrongType(expected: .url)) }
    return url
  }

  /// Returns the value of a field that is one of a few words.
  mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ field: some FieldKey, in members: borrowing Members
  ) throws(RecordError) -> Word? {
    guard let text = try string(field, in: members) else { return nil }
    guard let word = Word(rawValue: text) else {
      throw RecordError(field.name, .unknownWord(known: Word.allCases.map(\.rawValue)))
    }
    return word
  }
}
