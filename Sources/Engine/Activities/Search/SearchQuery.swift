/// A query for activities and items.
public struct SearchQuery: Hashable, Sendable {
  /// The text that the user typed.
  ///
  /// Every word of it must match: a whole word, the beginning of one or, from three letters on (two
  /// syllables in Korean), a part within one. If nothing matches, typing errors are tolerated: one
  /// in words from four letters on, two in words from eight letters on if the first or the last
  /// three are correct, none in words with digits. Case, accents and the width of letters make no
  /// difference, and no character has a special meaning. Blank text finds everything, newest use
  /// first; text without any letter, digit or emoji finds nothing. Words beyond the 32nd are
  /// ignored.
  public let text: String
  /// The user whose activities and items are searched.
  public let user: UserIdentifier
  /// The present moment: activities and items that have expired by then, or are later, are not
  /// found.
  ///
  /// Recency is relative to it.
  public let now: Instant
  /// The maximum number of results; at least 1.
  public let limit: Int
  /// The program to whose donations and indexed items the search is restricted.
  public let program: String?

  /// The number of seconds after indexing during which an item is found by default: 30 days.
  ///
  /// An item's own expiration date overrides it. The age is computed at the time of the query.
  /// Indexing the item again makes it findable again. Activities are found until their own
  /// expiration date, or until they are forgotten.
  public static let defaultExpiration = 30 * 86_400.0

  /// Creates a query.
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
