public import Activities
public import Phrases

/// An activity in a program's app catalog.
public struct AppCatalogEntry: Hashable, Sendable {
  /// The activity.
  public let activity: UserActivity
  /// The program whose catalog it is in.
  public let program: String
  /// Its title, with words that distinguish it from others with the same title.
  public let displayTitle: DisplayTitle
  /// The short words to invoke it by.
  public let phrase: String
}
