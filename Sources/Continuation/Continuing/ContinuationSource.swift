/// From where an activity is continued.
public enum ContinuationSource: Hashable, Sendable {
  /// The user accepted a suggestion.
  case suggestion
  /// The user chose it in a search, or goes on with one.
  case search
  /// The user opens a web page.
  case browsingWeb
  /// An `Interaction` (something said, a shortcut) is attached.
  case interaction
  /// Another program or device offered it.
  case handoff
  /// Anything else.
  case other
}
