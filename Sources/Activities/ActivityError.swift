/// What can be wrong with an activity, a donation or what is said about one.
///
/// No case carries what a user did: a description may be logged.
public enum ActivityError: Error, Equatable, Sendable {
  /// The text is not an RFC 3339 date and time.
  case malformedTime
  /// The text is a date and time, but without `Z` or `+hh:mm`: local wall time cannot be told.
  case timeWithoutOffset
  /// The moment lies outside of the years 0 to 9999, or the offset is a day or more.
  case timeOutOfRange
  /// A latitude outside of -90...90, a longitude outside of -180...180, or an accuracy that is negative; none may be NaN.
  case coordinateOutOfRange(field: String)
  /// The activity type is empty, longer than 512 bytes, or has spaces or control characters.
  case invalidActivityType
  /// A value that has to be a plain string, number, boolean or null is an array or object.
  case notScalar(field: String)
  /// A number that is not finite cannot be compared or written.
  case notFinite(field: String)
  /// A number that may not be negative is.
  case negative(field: String)
  /// The user, program, device or identifier is an empty string.
  case empty(field: String)
  /// A deletion that names nothing to delete; deleting everything has to be said with `all`.
  case deletionWithoutCriterion
  /// The index of the chosen suggestion does not point into what was shown.
  case chosenOutOfRange
}

extension ActivityError: CustomStringConvertible {
  /// The reason, and how to mend it.
  public var description: String {
    switch self {
    case .malformedTime: "not an RFC 3339 time; write it like 2026-03-01T08:10:00+01:00"
    case .timeWithoutOffset: "time without UTC offset; append Z or the local offset, like +01:00"
    case .timeOutOfRange: "time outside of the years 0 to 9999, or an offset of a day or more"
    case .coordinateOutOfRange(let field):
      "\(field) is out of range; latitude is -90...90, longitude -180...180 (degrees), accuracy at least 0 (metres)"
    case .invalidActivityType:
      "not an activity type; use a reverse-DNS name like org.example.player.play, at most 512 bytes, without spaces"
    case .notScalar(let field): "\(field) must be a string, number, boolean or null"
    case .notFinite(let field): "\(field) must be a finite number"
    case .negative(let field): "\(field) must not be negative"
    case .empty(let field): "\(field) must not be empty"
    case .deletionWithoutCriterion:
      "names nothing to delete; give persistentIdentifier, id, activityType, program, since, until or all:true"
    case .chosenOutOfRange: "chosen must be an index into shown, counted from 0"
    }
  }
}
