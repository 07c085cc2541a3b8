public import Activities
public import Phrases

/// Something that a program says one can do with it.
public struct AppCatalogEntry: Hashable, Sendable {
  /// The activity.
  public let activity: UserActivity
  /// The program that says so.
  public let program: String
  /// What people see of it: its title, and what tells it apart from others with the same one.
  public let displayTitle: DisplayTitle
  /// The short words to invoke it by.
  public let phrase: String
}
