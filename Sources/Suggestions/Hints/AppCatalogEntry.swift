public import Activities

/// Something that a program says one can do with it.
public struct AppCatalogEntry: Hashable, Sendable {
  /// The activity.
  public let activity: UserActivity
  /// The program that says so.
  public let program: String
  /// The short words to invoke it by.
  public let phrase: String
}
