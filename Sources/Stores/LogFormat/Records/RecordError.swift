public import Activities

/// An error in one line of a log, or in a record that is about to be written as one.
///
/// It has the field and the reason, but never a value: what a user did does not belong in a
/// message.
public struct RecordError: Error, Equatable, Sendable {
  /// The path of the field, like `location.latitude` or `shown[2].activityType`; empty for the
  /// whole line.
  public let field: String
  /// The reason for the error.
  public let reason: Reason

  /// A reason for an error.
  public enum Reason: Equatable, Sendable {
    /// The line is not JSON.
    case malformed(JSONFault)
    /// The bytes are not UTF-8.
    case invalidUTF8
    /// The line, as given or as it would be written, has more bytes than the limit, not counting
    /// its line feed.
    case lineTooLong(limit: Int)
    /// Arrays and objects are nested deeper than the limit.
    case nestedTooDeep(limit: Int)
    /// A text has more combining marks in a row than the limit: it would take too long to compare.
    case tooManyMarks(limit: Int)
    /// An object has a name twice; names that differ only in how accents are composed are the same.
    case repeatedKey
    /// A required field is absent or null.
    case missing
    /// The value has another type than the field.
    case wrongType(expected: ValueKind)
    /// The text is not one of the words that the field knows.
    case unknownWord(known: [String])
    /// The line has an unknown name, which nothing would read. `known` are the possible names
    /// besides those of an activity.
    case unknownName(known: [String])
    /// The line has a version that this reader does not know.
    case unsupportedVersion
    /// A typed value (`$date`, `$data`, `$url`, `$object`) does not have the form of its type.
    case malformedTypedValue
    /// The values have the right types, but do not form an activity, place, time or feedback.
    case invalid(ActivityError)
    /// The values have the right types, but do not form a hint.
    case invalidHint(HintError)
    /// The donation is more than a day in the future.
    case fromTheFuture
    /// A number that is not finite cannot be written.
    case notFinite
    /// An additional field has the name of a field of the format.
    case reservedName
  }

  /// The types that a field can have.
  public enum ValueKind: String, Sendable {
    case object, string, number, boolean
    case wholeNumber = "whole number"
    case array
    case strings = "array of strings"
    case objects = "array of objects"
    case url = "URL"
    case date = "RFC 3339 time"
    case digits = "text of 32 hexadecimal digits"
  }

  /// Creates an error.
  public init(_ field: String, _ reason: Reason) {
    self.field = field
    self.reason = reason
  }

  /// Returns the same error for a field inside another one.
  func inside(_ outer: String) -> RecordError {
    RecordError(field.isEmpty ? outer : "\(outer).\(field)", reason)
  }
}

extension RecordError: CustomStringConvertible {
  /// The field, the reason, and how to fix it.
  public var description: String {
    field.isEmpty ? reason.description : "\(field): \(reason)"
  }
}

extension RecordError.Reason: CustomStringConvertible {
  /// The reason, and how to fix it.
  public var description: String {
    switch self {
    case .malformed(let fault): fault.description
    case .invalidUTF8: "not UTF-8; convert the file to UTF-8"
    case .lineTooLong(let limit):
      "longer than \(limit) bytes as given, or as stored with \"v\":1; shorten it, or raise the limit"
    case .nestedTooDeep(let limit): "nested deeper than \(limit) levels; flatten the value"
    case .tooManyMarks(let limit):
      "more than \(limit) combining marks in a row; remove the excess ones"
    case .repeatedKey: "a name appears twice; keep one of them"
    case .missing: "missing or null; it is required"
    case .wrongType(let expected): "wrong type; give \(expected.withArticle)"
    case .unknownWord(let known): "not a known word; use \(known.joined(separator: ", "))"
    case .unknownName(let known):
      "unknown name; besides the names of an activity, use \(known.joined(separator: ", "))"
    case .unsupportedVersion:
      "unsupported version of the format; update this program, or write \"v\":1"
    case .malformedTypedValue:
      "not a typed value; write {\"$date\":RFC 3339 time}, {\"$data\":base64}, {\"$url\":URL}, or {\"$object\":{…}} for "
        + "an object with such a name of its own"
    case .invalid(let error): error.description
    case .invalidHint(let error): error.description
    case .fromTheFuture:
      "more than a day in the future; check the donor's clock, and the date and offset"
    case .notFinite: "not a finite number; JSON cannot hold it"
    case .reservedName: "reserved for a field of the format; choose another name"
    }
  }
}

extension RecordError.ValueKind {
  fileprivate var withArticle: String {
    switch self {
    case .object, .array, .strings, .objects, .date: "an \(rawValue)"
    case .string, .number, .boolean, .wholeNumber, .url, .digits: "a \(rawValue)"
    }
  }
}
