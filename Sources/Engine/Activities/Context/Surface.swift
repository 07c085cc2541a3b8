/// A place where a suggestion is shown: the more a wrong one costs the user, the surer it has to
/// be.
public enum Surface: String, Hashable, Sendable, CaseIterable {
  /// Beside what the user searches for, or types into an empty search field: they are looking
  /// already.
  case search
  /// A list, a panel, a start page: it is looked at now and then.
  case list
  /// A notification: it takes the user's attention from what they do.
  case interrupt
}
