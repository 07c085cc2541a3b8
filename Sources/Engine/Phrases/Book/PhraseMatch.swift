/// The meaning of something that was said or typed.
public struct PhraseMatch: Hashable, Sendable {
  /// The certainty of a match.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// One phrase, title or short form has just these words.
    case exact
    /// One is near enough, or is all that what was said can be a part of, and no other is about as
    /// near.
    case fuzzy
    /// One or several may be meant, none of them surely enough to be taken: the user has to choose.
    case ambiguous
    /// None fits.
    case none
  }

  /// One that may be meant.
  public struct Candidate: Hashable, Sendable {
    /// The entry that may be meant.
    public let entry: PhraseBook.Entry
    /// The confidence that it is meant: 1 for the same words, down to ``PhraseMatcher/threshold``
    /// for what is near as a whole, and at most 0.95 for what was named by a part.
    public let similarity: Double
  }

  /// The certainty of the match.
  public let kind: Kind
  /// The candidates that may be meant, the surest first, of equals the one with the lower identity;
  /// one alone if it is taken.
  public let candidates: [Candidate]
  /// The candidates to ask about where none fits, the nearest first, at most three.
  public let nearest: [Candidate]

  init(kind: Kind, candidates: [Candidate], nearest: [Candidate] = []) {
    (self.kind, self.candidates, self.nearest) = (kind, candidates, nearest)
  }

  /// The entry that was meant, if that is sure enough to act on it.
  public var best: PhraseBook.Entry? { kind == .exact || kind == .fuzzy ? candidates.first?.entry : nil }

  /// The lead over all others with which a candidate is clearly the best.
  private static let clearLead = 0.15
  /// The least confidence of a candidate that is clearly the best.
  private static let clearConfidence = 0.5

  /// The entry that was meant, or the candidate that is clearly ahead of all others: sure enough to
  /// tell something about it, not to act.
  public var likeliest: PhraseBook.Entry? {
    if let best { return best }
    guard kind == .ambiguous, let first = candidates.first, first.similarity >= Self.clearConfidence else {
      return nil
    }
    let others = candidates.dropFirst()
    return others.allSatisfy { first.similarity - $0.similarity >= Self.clearLead } ? first.entry : nil
  }
}
