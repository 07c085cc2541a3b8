/// The meaning of a spoken or typed text.
public struct PhraseMatch: Hashable, Sendable {
  /// The certainty of a match.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// One phrase, title or short form has exactly these words.
    case exact
    /// One is near enough, or the only one of which the text can be a part, and no other is about
    /// as near.
    case fuzzy
    /// One or several may be meant, but none is certain enough: the user has to choose.
    case ambiguous
    /// None matches.
    case none
  }

  /// An entry that may be meant.
  public struct Candidate: Hashable, Sendable {
    /// The entry.
    public let entry: PhraseBook.Entry
    /// The confidence in it: 1 for the same words, down to ``PhraseMatcher/threshold`` for a
    /// similar phrase, and at most 0.95 for an entry that was named by a part.
    public let similarity: Double
  }

  /// The certainty of the match.
  public let kind: Kind
  /// The entries that may be meant, by descending confidence, then by identity; only one if it is
  /// accepted.
  public let candidates: [Candidate]
  /// The entries to ask about if none matches, the nearest first, at most three.
  public let nearest: [Candidate]

  init(kind: Kind, candidates: [Candidate], nearest: [Candidate] = []) {
    (self.kind, self.candidates, self.nearest) = (kind, candidates, nearest)
  }

  /// The entry that was meant, if it is certain enough to act on it.
  public var best: PhraseBook.Entry? { kind == .exact || kind == .fuzzy ? candidates.first?.entry : nil }

  /// The minimum lead over all others of a candidate that is clearly the best.
  private static let clearLead = 0.15
  /// The minimum confidence of a candidate that is clearly the best.
  private static let clearConfidence = 0.5

  /// The entry that was meant, or the candidate that is clearly ahead of all others: certain enough
  /// to report on it, not to act on it.
  public var likeliest: PhraseBook.Entry? {
    if let best { return best }
    guard kind == .ambiguous, let first = candidates.first, first.similarity >= Self.clearConfidence else {
      return nil
    }
    let others = candidates.dropFirst()
    return others.allSatisfy { first.similarity - $0.similarity >= Self.clearLead } ? first.entry : nil
  }
}
