/// What is searched for.
public struct SearchQuery: Hashable, Sendable {
  /// What the user typed.
  ///
  /// Every word of it has to be there, the last one may be the beginning of a word. Case, accents and the width of letters
  /// make no difference, and no character has a special meaning. Blank text finds everything, newest use first; text
  /// without any letter, digit or emoji finds nothing. Words beyond the 32nd are ignored.
  public let text: String
  /// Whose activities and items.
  public let user: UserIdentifier
  /// The present moment: what has expired by then is not found, and recency is counted from it.
  public let now: Instant
  /// How many results at most; at least 1.
  public let limit: Int
  /// Only what this program donated or indexed.
  public let program: String?

  /// How long after its last use an activity, or after being indexed an item, can be found unless its own expiration date
  /// says otherwise, in seconds: 30 days.
  ///
  /// It is counted when the question is asked. Donations stay, and using an activity again makes it findable again.
  public static let defaultExpiration = 30 * 86_400.0

  /// Asks for what can be found.
  public init(
    _ text: String, of user: UserIdentifier = .me, at now: Instant, limit: Int = 20, program: String? = nil
  ) {
    self.text = text
    self.user = user
    self.now = now
    self.limit = max(1, limit)
    self.program = program
  }

  /// Where the words that are searched for stand in a text, so that they can be shown in it.
  ///
  /// - Complexity: O(length of the text).
  public func matches(in text: String) -> [Range<String.Index>] {
    let pattern = SearchPattern(self.text)
    return WordScanner(text).compactMap { pattern.isFound(in: $0.folded) ? $0.range : nil }
  }
}
