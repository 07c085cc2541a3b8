internal import Activities

/// Reading values from the tape, each with the type that its field has to have.
extension RecordDecoder {
  mutating func text(at position: Int) -> String {
    pool.string(tape.textRange(at: position), of: tape.text)
  }

  mutating func string(_ field: Field, in members: borrowing Members) throws(RecordError) -> String? {
    guard let position = members.position(of: field, on: tape) else { return nil }
    guard tape.kind(at: position) == .string else {
      throw RecordError(field.name, .wrongType(expected: .string))
    }
    return text(at: position)
  }

  mutating func requiredString(_ field: Field, in members: borrowing Members) throws(RecordError) -> String {
    guard let string = try string(field, in: members) else { throw RecordError(field.name, .missing) }
    return string
  }

  func boolean(_ field: Field, in members: borrowing Members) throws(RecordError) -> Bool? {
    guard let position = members.position(of: field, on: tape) else { return nil }
    switch tape.kind(at: position) {
    case .yes: return true
    case .no: return false
    default: throw RecordError(field.name, .wrongType(expected: .boolean))
    }
  }

  func number(_ field: Field, in members: borrowing Members) throws(RecordError) -> Double? {
    guard let position = members.position(of: field, on: tape) else { return nil }
    guard let number = tape.double(at: position) else {
      throw RecordError(field.name, .wrongType(expected: .number))
    }
    return number
  }

  func requiredNumber(_ field: Field, in members: borrowing Members) throws(RecordError) -> Double {
    guard let number = try number(field, in: members) else { throw RecordError(field.name, .missing) }
    return number
  }

  func wholeNumber(_ field: Field, in members: borrowing Members) throws(RecordError) -> Int? {
    guard let position = members.position(of: field, on: tape) else { return nil }
    guard let number = tape.integer(at: position) else {
      throw RecordError(field.name, .wrongType(expected: .wholeNumber))
    }
    return Int(number)
  }

  mutating func strings(_ field: Field, in members: borrowing Members) throws(RecordError) -> [String]? {
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

  /// The moment of a field.
  ///
  /// A time zone is a field of its own.
  func instant(_ field: Field, timeZone: String? = nil, in members: borrowing Members) throws(RecordError)
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

  /// The `time` of a record, with its `timeZone`.
  mutating func time(in members: borrowing Members) throws(RecordError) -> Instant {
    let timeZone = try string(.timeZone, in: members)
    guard let instant = try instant(.time, timeZone: timeZone, in: members) else {
      throw RecordError("time", .missing)
    }
    return instant
  }

  /// The `user` of a record; `me` if absent.
  mutating func user(in members: borrowing Members) throws(RecordError) -> UserIdentifier {
    guard let position = members.position(of: .user, on: tape) else { return .me }
    guard tape.kind(at: position) == .string else { throw RecordError("user", .wrongType(expected: .string)) }
    if StringPool.isEqual(lastUser.name, tape.textRange(at: position), of: tape.text) { return lastUser }
    do {
      lastUser = try UserIdentifier(text(at: position))
      return lastUser
    } catch {
      throw RecordError("user", .invalid(error))
    }
  }

  /// The `requiredUserInfoKeys` of an activity.
  mutating func requiredKeys(in members: borrowing Members) throws(RecordError) -> Set<String>? {
    if let position = members.position(of: .requiredUserInfoKeys, on: tape), areLastKeys(at: position) {
      return lastKeys.set
    }
    guard let names = try strings(.requiredUserInfoKeys, in: members) else { return nil }
    lastKeys = (names, Set(names))
    return lastKeys.set
  }

  private func areLastKeys(at position: Int) -> Bool {
    guard tape.kind(at: position) == .array else { return false }
    let content = tape.content(of: position)
    guard content.count == lastKeys.names.count else { return false }
    for (index, name) in zip(content, lastKeys.names) {
      guard tape.kind(at: index) == .string,
        StringPool.isEqual(name, tape.textRange(at: index), of: tape.text)
      else { return false }
    }
    return true
  }

  /// The object of a field, its members as values.
  mutating func object(_ field: Field, in members: borrowing Members) throws(RecordError) -> [String:
    ActivityValue]
  {
    guard let position = members.position(of: field, on: tape) else { return [:] }
    guard tape.kind(at: position) == .object else {
      throw RecordError(field.name, .wrongType(expected: .object))
    }
    do { return try object(at: position) } catch { throw error.inside(field.name) }
  }

  /// The members that a record of this kind gives no meaning.
  mutating func additionalFields(
    of members: borrowing Members, besides known: FieldSet
  ) throws(RecordError) -> [String: ActivityValue] {
    guard members.hasOthers(than: known) else { return [:] }
    var fields: [String: ActivityValue] = [:]
    let content = tape.content(of: members.object)
    var key = content.lowerBound
    while key < content.upperBound {
      let value = key + 1
      let field = FieldTable.shared.field(named: tape.text.span.extracting(tape.textRange(at: key)))
      if !(field.map(known.contains) ?? false) {
        let name = text(at: key)
        guard fields.updateValue(try self.value(at: value), forKey: name) == nil else {
          throw RecordError("", .repeatedKey)  // the name is the user's, so it is not told
        }
      }
      key = tape.index(after: value)
    }
    return fields
  }
}
