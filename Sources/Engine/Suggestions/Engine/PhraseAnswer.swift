public import Activities
public import Phrases

/// The meaning of something that was said.
public struct PhraseAnswer: Hashable, Sendable {
  /// The match among the phrases.
  public let match: PhraseMatch
  /// The hits of a search, if no phrase is near: nothing of it is done without asking.
  public let found: [SearchHit]
}
