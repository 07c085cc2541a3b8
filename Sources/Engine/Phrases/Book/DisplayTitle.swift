/// What people see of an activity: its title, and what tells it apart from others with the same
/// title.
public struct DisplayTitle: Hashable, Sendable, CustomStringConvertible {
  /// The title of the activity; if it has none, words that are composed from its type and required
  /// values.
  public let title: String
  /// What tells it apart from others of the user with the same title, like `private` or `track 42`;
  /// `nil` if no other has it.
  public let disambiguation: String?

  /// The title, and after a middle dot what tells it apart, as in `Open the inbox · private`.
  public var description: String { disambiguation.map { "\(title) · \($0)" } ?? title }
}
