public import Activities

/// A mistake in a JSON document, such as a persona or a file of expectations, with its file, its
/// path, and how to fix it.
public struct DocumentError: Error, Equatable, Sendable {
  /// The file, as the caller named it.
  public let file: String
  /// The path of the mistake in the file: `$.routines[2].steps[0].do`.
  public let path: String
  /// The mistake at that path.
  public let reason: Reason

  package init(file: String, path: String, reason: Reason) {
    self.file = file
    self.path = path
    self.reason = reason
  }

  /// The kinds of mistakes.
  public enum Reason: Equatable, Sendable {
    /// The file is not JSON.
    case notJSON
    /// Arrays and objects are nested deeper than the limit.
    case tooDeep(limit: Int)
    /// A text has more combining marks in a row than the limit.
    case tooManyMarks(limit: Int)
    /// A required field is missing.
    case missing(field: String)
    /// The field is unknown here.
    case unknownField(String, known: [String])
    /// The value has another type.
    case wrongKind(expected: String)
    /// The number is outside its range.
    case outOfRange(least: Double, most: Double)
    /// The file does not define this name.
    case unknownName(String, section: String, known: [String])
    /// Two things have the same name.
    case repeatedName(String)
    /// The text is not a time of day.
    case malformedTime
    /// The text is not a date.
    case malformedDate
    /// The text is not a date and time.
    case malformedMoment
    /// The system does not know this time zone.
    case unknownTimeZone(String)
    /// The date is outside the years that can be simulated.
    case yearOutOfRange
    /// The text has more bytes than the limit.
    case tooLong(limit: Int)
    /// The list or object must not be empty.
    case empty
    /// The end is not after the beginning.
    case endsBeforeStart
    /// A brace is unclosed, unmatched or empty.
    case malformedTemplate
    /// None or several of some fields are present, instead of exactly one.
    case needsOne(of: [String])
    /// A value that no donation can have.
    case impossible(ActivityError)
  }
}

extension DocumentError: CustomStringConvertible {
  /// The text `FILE: PATH: reason; how to fix it`.
  public var description: String { "\(file): \(path): \(reason)" }
}

extension DocumentError.Reason: CustomStringConvertible {
  /// The reason, and how to fix it.
  public var description: String {
    switch self {
    case .notJSON: "not JSON; check it with `jq . FILE`"
    case .tooDeep(let limit): "nested deeper than \(limit) levels; flatten it"
    case .tooManyMarks(let limit):
      "a text has more than \(limit) combining marks in a row; remove the excess ones"
    case .missing(let field): "\"\(field)\" is missing; add it"
    case .unknownField(let field, let known):
      "\"\(field)\" is not a field here; remove it, or use one of \(known.joined(separator: ", "))"
    case .wrongKind(let expected): "has to be \(expected)"
    case .outOfRange(let least, let most):
      "out of range; give a number from \(Self.plain(least)) to \(Self.plain(most))"
    case .unknownName(let name, let section, let known):
      "\"\(name)\" is not defined; add it under \"\(section)\", or use one of "
        + (known.isEmpty ? "the names there (none so far)" : known.joined(separator: ", "))
    case .repeatedName(let name): "\"\(name)\" appears twice; give each a different name"
    case .malformedTime:
      "not a time of day; write it like 08:10 (an end can be up to 36:00, noon on the next day)"
    case .malformedDate: "not a date; write it like 2026-03-02"
    case .malformedMoment:
      "not a date and time; write it like 2026-03-27T12:15:00+01:00 or, in a persona, as local time like 2026-03-27 12:15"
    case .unknownTimeZone(let name): "\"\(name)\" is not a known time zone; write it like Europe/Berlin"
    case .yearOutOfRange: "out of range; give a date in the years 1900 to 2999"
    case .tooLong(let limit): "longer than \(limit) bytes; shorten it"
    case .empty: "must not be empty; add something or remove the field"
    case .endsBeforeStart: "ends before it starts; give the earlier one first"
    case .malformedTemplate:
      "a brace is unclosed, unmatched or empty; write {name}, or {{ and }} for literal braces"
    case .needsOne(let fields): "needs exactly one of \(fields.joined(separator: ", "))"
    case .impossible(let error): "\(error)"
    }
  }

  private static func plain(_ number: Double) -> String {
    Int64(exactly: number).map { String($0) } ?? String(number)
  }
}
