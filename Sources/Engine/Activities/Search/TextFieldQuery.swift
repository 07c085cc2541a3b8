/// A query for a text field that the user is about to fill.
public struct TextFieldQuery: Hashable, Sendable {
  /// The purpose of the field.
  public let contentType: TextContentType
  /// The text that the user has typed; only values with these words are offered.
  public let text: String
  /// The user whose donations are searched.
  public let user: UserIdentifier
  /// The present moment: expired values are not offered.
  public let now: Instant
  /// The maximum number of values; at least 1.
  public let limit: Int
  /// The program to whose donations the search is restricted; `nil` for any program.
  public let program: String?

  /// Creates a query.
  public init(
    _ contentType: TextContentType, startingWith text: String = "", of user: UserIdentifier = .me,
    at now: Instant, limit: Int = 8, program: String? = nil
  ) {
    self.contentType = contentType
    self.text = text
    self.user = user
    self.now = now
    self.limit = max(1, limit)
    self.program = program
  }
}
