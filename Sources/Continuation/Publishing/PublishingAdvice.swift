public import Activities

/// What could be better about an activity that is published all the same.
///
/// Advice is a value: whoever performs gets it with the outcome, nothing is printed. What shows in the activity itself
/// comes as ``activity(_:)``, the same for activities that are published without an action; the other cases are what only
/// the action, its input and its other activities show. How often a type is published is told by `ActivityCenter.events`.
public enum PublishingAdvice: Equatable, Sendable, CustomStringConvertible {
  /// What shows in the activity itself.
  case activity(ActivityAdvice)
  /// It may be suggested, but its title does not begin like a call to action ("Open Report").
  case titleWithoutVerb
  /// It may be suggested under the bare name of what it is about.
  case titleOnlyNames
  /// Activities of one type name other required keys from time to time: they will not be taken for the same again.
  case requiredKeysVary
  /// The input cannot be read back from the values of the required keys: continuing it will fail.
  case unreadable(ActivityCodableError)
  /// The picture has too many bytes and was left out.
  case thumbnailTooLarge(bytes: Int, limit: Int)

  /// What to do.
  public var description: String {
    switch self {
    case .activity(let advice): advice.description
    case .titleWithoutVerb: "begin the title with a verb, as a call to action"
    case .titleOnlyNames: "the title is the bare name of the content; say what will happen to it"
    case .requiredKeysVary: "use the same requiredUserInfoKeys for all activities of a type"
    case .unreadable(let error): "it cannot be read back from its required keys: \(error)"
    case .thumbnailTooLarge(let bytes, let limit):
      "the thumbnail has \(bytes) bytes and was left out; use thumbnailURL, or at most \(limit) bytes"
    }
  }
}
