public import Activities

/// Advice on an activity that is published anyway.
///
/// Advice is a value: callers that perform actions receive it with the outcome, and nothing is
/// printed. Advice visible in the activity itself comes as ``activity(_:)``, as for activities
/// published without an action. The other cases depend on the action, its input and its other
/// activities. `ActivityCenter.events` reports how often a type is published.
public enum PublishingAdvice: Equatable, Sendable, CustomStringConvertible {
  /// Advice on the activity's own properties.
  case activity(ActivityAdvice)
  /// It may be suggested, but its title does not begin like a call to action ("Open Report").
  case titleWithoutVerb
  /// It may be suggested, but its title is only the name of its content.
  case titleOnlyNames
  /// Activities of one type name different required keys at times, so they will not be recognised
  /// as the same.
  case requiredKeysVary
  /// The input cannot be read back from the values of the required keys, so continuing it will
  /// fail.
  case unreadable(ActivityCodableError)
  /// The picture is too large and was dropped.
  case thumbnailTooLarge(bytes: Int, limit: Int)

  /// The advice in words.
  public var description: String {
    switch self {
    case .activity(let advice): advice.description
    case .titleWithoutVerb: "begin the title with a verb, as a call to action"
    case .titleOnlyNames: "the title is the bare name of the content; say what will happen to it"
    case .requiredKeysVary: "use the same requiredUserInfoKeys for all activities of a type"
    case .unreadable(let error): "it cannot be read back from its required keys: \(error)"
    case .thumbnailTooLarge(let bytes, let limit):
      "the thumbnail has \(bytes) bytes and was dropped; use thumbnailURL, or at most \(limit) bytes"
    }
  }
}

/// A fault that prevents an activity from being published.
///
/// It names keys and types, but not values.
public enum ActivityFault: Equatable, Sendable, CustomStringConvertible {
  /// It has no title, though users would see it: it is eligible for search, hand-off or prediction.
  case titleMissing
  /// Required keys, sorted, that have no value in `userInfo`.
  case requiredKeysMissing([String])
  /// The input cannot be written into `userInfo`.
  case unwritableInput(ActivityCodableError)
  /// The action could not be found again, or its input could not be read back.
  case cannotBeContinued
  /// No action is registered for the activity type, or the program does not declare it.
  case undeclaredType(String)
  /// An activity may not have this type, such a value or such a URL.
  case invalidActivity(ActivityError)
  /// It is eligible for public indexing, but has neither a web page nor a required key to open it
  /// by.
  case nothingToIndexPublicly

  /// The reason, and how to fix it.
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

/// The reason why an activity was not published.
public enum PublishingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The activity of an action has these faults.
  case faulty(action: String, faults: [ActivityFault])

  /// All reasons, and how to fix them.
  public var description: String {
    switch self {
    case .faulty(let action, let faults):
      "the activity of \(action) was not published: \(faults.map(\.description).joined(separator: "; "))"
    }
  }
}
