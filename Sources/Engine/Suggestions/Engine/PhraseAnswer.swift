public import Activities
public import Phrases

/// The meaning of a spoken or typed text.
public struct PhraseAnswer: Hashable, Sendable {
  /// The match among the phrases.
  public let match: PhraseMatch
  /// The hits of a search if no phrase is near; ask the user before doing any of them.
  public let found: [SearchHit]
}
