/// An error in a hint, or in a list of them.
///
/// No case carries what a hint says.
public enum HintError: Error, Equatable, Sendable {
  /// The program has no name.
  case noProgram
  /// A name has a control character: of the program, the user, or a key of an activity.
  case invalidName(ActivityError)
  /// One hint has more providers of relevance than it may.
  case tooManyProviders(limit: Int)
  /// A program gives more hints, or has a longer catalogue, than it may.
  case tooManyHints(limit: Int)
  /// An entry of a catalogue says when it is relevant.
  case appCatalogWithRelevance
  /// The end of a date lies before its start.
  case endsBeforeItStarts
  /// A time of day that no clock shows.
  case wallTimeOutOfRange
  /// A radius that is negative, not finite, or goes around the earth.
  case radiusOutOfRange
}

extension HintError: CustomStringConvertible {
  /// The reason, and how to mend it.
  public var description: String {
    switch self {
    case .noProgram: "the program has no name; name it like org.example.player"
    case .invalidName(let error): error.description
    case .tooManyProviders(let limit):
      "more than \(limit) providers of relevance in one hint; they are intersected: for either of two, give two hints"
    case .tooManyHints(let limit):
      "more than \(limit) of one program; give those that may matter next, and replace them later"
    case .appCatalogWithRelevance:
      "an entry of a catalogue with relevance; a catalogue says what one can do, give a hint to say when it may matter"
    case .endsBeforeItStarts: "the end lies before the start; exchange them, or leave out the end"
    case .wallTimeOutOfRange: "not a time of day; write it like 07:45, from 00:00 to 23:59"
    case .radiusOutOfRange: "the radius has to be a number of metres from 0 to 20037508"
    }
  }
}
