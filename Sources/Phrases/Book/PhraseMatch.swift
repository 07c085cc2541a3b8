/// The meaning of something that was said or typed.
public struct PhraseMatch: Hashable, Sendable {
  /// The certainty of a match.
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
    /// The entry that may be meant.
    public let entry: PhraseBook.Entry
    /// The similarity: 1 for the same words, down to ``PhraseMatcher/threshold``; below it stands what has
    /// all words that were said and more.
    public let similarity: Double
  }

  /// The certainty of the match.
  public let kind: Kind
  /// The candidates that may be meant, the nearest first, of equals the one with the lower identity; one
  /// alone if that is sure.
  public let candidates: [Candidate]

  /// The entry that was meant, if that is sure.
  public var best: PhraseBook.Entry? { kind == .exact || kind == .fuzzy ? candidates.first?.entry : nil }
}
