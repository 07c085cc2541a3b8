/// A place where a suggestion is shown; the more a wrong one costs the user, the more certain it
/// must be.
public enum Surface: String, Hashable, Sendable, CaseIterable {
  /// Next to search results or an empty search field: the user is already looking.
  case search
  /// A list, a panel, a start page: the user looks at it now and then.
  case list
  /// A notification, which interrupts the user.
  case interrupt
  /// Grey text at the prompt of a shell, which nobody asked for and which is easily ignored.
  case prompt
}
