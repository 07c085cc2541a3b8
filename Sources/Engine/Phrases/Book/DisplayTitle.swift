/// The displayed title of an activity, with words that distinguish it from others with the same
/// title.
public struct DisplayTitle: Hashable, Sendable, CustomStringConvertible {
  /// The title of the activity, or words composed from its type and required values if it has none.
  public let title: String
  /// The words that distinguish it from the user's other activities with the same title, like
  /// `private` or `track 42`; `nil` if the title is unique.
  public let disambiguation: String?

  /// The title, followed by a middle dot and the distinguishing words, as in
  /// `Open the inbox · private`.
  public var description: String { disambiguation.map { "\(title) · \($0)" } ?? title }
}
