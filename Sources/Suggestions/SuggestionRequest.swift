public import Activities

/// What is asked: in which context, how many, how sure, and whether reasons are wanted.
public struct SuggestionRequest: Hashable, Sendable {
  /// Who asks.
  public var user: UserIdentifier
  /// Now, here, under these circumstances.
  public var context: Context
  /// How many suggestions at most.
  public var limit: Int
  /// Suggestions below this probability are left out, 0 to 1.
  public var minimumProbability: Double
  /// Whether each suggestion is explained; this costs several times the ranking itself.
  public var explains: Bool

  /// Asks for at most eight suggestions however unlikely, without reasons.
  public init(
    for user: UserIdentifier = .me, in context: Context, limit: Int = 8, minimumProbability: Double = 0,
    explains: Bool = false
  ) {
    self.user = user
    self.context = context
    self.limit = limit
    self.minimumProbability = minimumProbability
    self.explains = explains
  }
}
