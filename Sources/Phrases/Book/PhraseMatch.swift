/// What was meant by something that was said or typed.
public struct PhraseMatch: Hashable, Sendable {
  /// How sure it is.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// One phrase, title or short form has just these words.
    case exact
    /// One is near enough, and no other is about as near.
    case fuzzy
    /// Several may be meant: the user has to choose.
    case ambiguous
    /// None is near.
    case none
  }

  /// One that may be meant.
  public struct Candidate: Hashable, Sendable {
    /// What.
    public let entry: PhraseBook.Entry
    /// How near: 1 for the same words, down to ``PhraseListener/threshold``; below it stands what has all words that were said
    /// and more.
    public let similarity: Double
  }

  /// How sure it is.
  public let kind: Kind
  /// What may be meant, the nearest first, of equals the one with the lower identity; one alone if that is sure.
  public let candidates: [Candidate]

  /// What was meant, if that is sure.
  public var best: PhraseBook.Entry? { kind == .exact || kind == .fuzzy ? candidates.first?.entry : nil }
}
