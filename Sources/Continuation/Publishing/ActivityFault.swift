public import Activities

/// What keeps an activity from being published.
///
/// Keys and types are named, values are not.
public enum ActivityFault: Equatable, Sendable, CustomStringConvertible {
  /// It has no title, though users would see it: it is eligible for search, hand-off or prediction.
  case titleMissing
  /// These required keys, sorted, have no value in `userInfo`.
  case requiredKeysMissing([String])
  /// The input cannot be written into `userInfo`.
  case unwritableInput(ActivityCodableError)
  /// The action could not be found again, or its input not read back.
  case cannotBeContinued
  /// No action is registered for the activity type, or the program does not declare it.
  case undeclaredType(String)
  /// No activity may have this type, such a value or such a URL.
  case invalidActivity(ActivityError)
  /// It is eligible for public indexing, but has neither a web page nor a required key by which it could be opened.
  case nothingToIndexPublicly

  /// The reason, and how to mend it.
  public var description: String {
    switch self {
    case .titleMissing:
      "it has no title; set one in prepareActivity, or let the input be ActivityMetadataRepresentable"
    case .requiredKeysMissing(let keys): "userInfo lacks required keys: \(keys.joined(separator: ", "))"
    case .unwritableInput(let error): error.description
    case .cannotBeContinued:
      """
      it cannot be continued; let the input be ActivityCodable, give the action a route, or set isContinuedByAction \
      to false
      """
    case .undeclaredType(let type):
      "the activity type \(type) is not declared; register an action for it, or list it"
    case .invalidActivity(let error): error.description
    case .nothingToIndexPublicly:
      "it is eligible for public indexing without a web page or required keys; set webpageURL"
    }
  }
}
