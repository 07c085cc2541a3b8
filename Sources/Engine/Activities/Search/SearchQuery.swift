/// A query for activities and items.
public struct SearchQuery: Hashable, Sendable {
  /// The text that the user typed.
  ///
  /// Every word of it has to be there: as a word, as the beginning of one or, from three letters on
  /// (two syllables in Korean), within one. If nothing has them so, typing errors are forgiven: one
  /// in words from four letters on, two in words from eight letters on if the first or the last
  /// three are right; none in words with digits. Case, accents and the width of letters make no
  /// difference, and no character has a special meaning. Blank text finds everything, newest use
  /// first; text without any letter, digit or emoji finds nothing. Words beyond the 32nd are
  /// ignored.
  public let text: String
  /// The user whose activities and items are searched.
  public let user: UserIdentifier
  /// The present moment: what has expired by then, or came later, is not found, and recency is
  /// counted from it.
  public let now: Instant
  /// The maximum number of results; at least 1.
  public let limit: Int
  /// The program to whose donations and indexed items the search is restricted.
  public let program: String?

  /// The number of seconds after being indexed during which an item can be found unless its own
  /// expiration date says otherwise: 30 days.
  ///
  /// It is counted when the question is asked. Indexing the item again makes it findable again.
  /// Activities are found until their own expiration date, or until they are forgotten.
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
}
