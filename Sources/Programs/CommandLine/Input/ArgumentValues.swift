internal import Activities
internal import LogFormat

extension [NamedArgument] {
  /// Returns the values by name, as in userInfo and a context: valid JSON is read as JSON, anything
  /// else as text.
  ///
  /// - Parameter field: The field to name in errors.
  /// - Throws: `RecordError` if a name occurs twice, or a line of a log could not have a value
  ///   either.
  func values(of field: String) throws(RecordError) -> [String: ActivityValue] {
    var decoder = RecordDecoder()
    var values: [String: ActivityValue] = [:]
    for argument in self {
      let value: ActivityValue
      do throws(RecordError) {
        value = try decoder.decodeValue(argument.value.utf8Span.span)
      } catch {
        switch error.reason {
        case .malformed, .invalidUTF8: value = .string(argument.value)
        default: throw RecordError(field, error.reason)
        }
      }
      guard values.updateValue(value, forKey: argument.name) == nil else {
        throw RecordError(field, .repeatedKey)
      }
    }
    return values
  }
}

extension ContextOptions {
  /// Returns the given moment, or the present one.
  ///
  /// - Throws: `ActivityError` for one outside of the years 0 to 9999.
  func instant(now: Instant) throws -> Instant {
    try at.map { try time.instant($0, now: now) } ?? time.now(now)
  }

  /// Returns the circumstances; without a place, which may have to be looked up in the log, unless
  /// one is given.
  ///
  /// - Throws: `RecordError` or `ActivityError` for attributes that a context cannot have.
  func context(now: Instant, at place: Place? = nil) throws -> Context {
    let context = try Context(
      at: instant(now: now), place: place, attributes: attributes.values(of: "context"))
    for name in context.attributes.keys { try ControlCharacters.check(name, "context") }
    return context
  }
}
