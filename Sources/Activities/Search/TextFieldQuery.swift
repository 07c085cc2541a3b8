/// What a text field asks for while the user is about to fill it.
public struct TextFieldQuery: Hashable, Sendable {
  /// What the field is for.
  public let contentType: TextContentType
  /// What the user typed so far; values that have no such words are not offered.
  public let text: String
  /// Whose donations.
  public let user: UserIdentifier
  /// The present moment: what has expired by then is not offered.
  public let now: Instant
  /// How many values at most; at least 1.
  public let limit: Int
  /// Only what this program donated; `nil`: what any program did.
  public let program: String?

  /// Asks for values.
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
