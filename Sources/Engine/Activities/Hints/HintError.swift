/// An error in a hint, or in a list of them.
///
/// No case carries the content of a hint.
public enum HintError: Error, Equatable, Sendable {
  /// The program has no name.
  case noProgram
  /// A name has a control character: of the program, the user, or a key of an activity.
  case invalidName(ActivityError)
  /// One hint has more relevance providers than allowed.
  case tooManyProviders(limit: Int)
  /// A program gives more hints, or has a longer app catalog, than allowed.
  case tooManyHints(limit: Int)
  /// An entry of an app catalog has relevance.
  case appCatalogWithRelevance
  /// The end of a date is before its start.
  case endsBeforeItStarts
  /// The time of day is not from 00:00 to 23:59.
  case wallTimeOutOfRange
  /// The radius is negative, not finite, or more than half of the earth's circumference.
  case radiusOutOfRange
}

extension HintError: CustomStringConvertible {
  /// The reason, and how to fix it.
  public var description: String {
    switch self {
    case .noProgram: "the program has no name; name it like org.example.player"
    case .invalidName(let error): error.description
    case .tooManyProviders(let limit):
      "more than \(limit) providers of relevance in one hint; all of them must hold, so give alternatives as separate hints"
    case .tooManyHints(let limit):
      "a program's list has more than \(limit) entries; give those that may matter next, and replace them later"
    case .appCatalogWithRelevance:
      "an app catalog entry has relevance; leave it out, and give a hint to say when it may matter"
    case .endsBeforeItStarts: "the end is before the start; swap them, or leave out the end"
    case .wallTimeOutOfRange: "not a time of day; write it like 07:45, from 00:00 to 23:59"
    case .radiusOutOfRange: "the radius has to be a number of metres from 0 to 20037508"
    }
  }
}
