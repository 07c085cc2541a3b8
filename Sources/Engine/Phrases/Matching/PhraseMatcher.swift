/// Finds the activity that a spoken or typed text means, among the phrases of a book.
///
/// Creating one takes some time; keep it for several queries.
package struct PhraseMatcher: Sendable {
  /// The minimum similarity of a phrase that may be meant.
  package static var threshold: Double { Double(Matcher.threshold) }
  /// The maximum difference between similarities that count as about the same.
  package static let margin = 0.06
  /// The maximum number of candidates of an answer: more cannot be read out.
  package static let mostCandidates = 8
  /// The maximum number of words of a title for comparison: nobody says all words of longer ones.
  static let longestTitle = 12
  /// The maximum number of entries to ask about if none matches.
  package static let mostNearest = 3

  /// The maximum number of words of a text to match: twice as many as in the longest title.
  ///
  /// No phrase allows that many extra words.
  private static let mostWordsSaid = 24
  /// The maximum number of letters of a text or title to compare: the time grows with the product
  /// of both.
  static let mostLetters = TextBeginning.mostScalars

  /// The book whose phrases are matched.
  package let book: PhraseBook
  private let matcher: Matcher
  private let parts: PartMatcher
  /// For each phrase of the matcher, the index of its entry: first the phrases of the entries, then
  /// their other names.
  private let owners: [Int]

  /// Creates a matcher for a book: its phrases, and the short forms and titles that users may say
  /// instead.
  ///
  /// - Complexity: O(letters of the book).
  package init(_ book: PhraseBook) {
    var (phrases, owners) = (book.folded, Array(book.entries.indices))
    // A phrase means its own activity, even if it is the title of others.
    let taken = Set(book.folded)
    for (place, entry) in book.entries.enumerated() {
      var known: Set<FoldedPhrase> = [book.folded[place]]
      for other in [entry.shortForm, entry.title, entry.displayTitle.description].compactMap(\.self) {
        let folded = FoldedPhrase(other)
        guard !folded.isEmpty, Self.isTitle(folded),
          known.insert(folded).inserted, !taken.contains(folded)
        else {
          continue
        }
        phrases.append(folded)
        owners.append(place)
      }
    }
    self.book = book
    self.owners = owners
    matcher = Matcher(phrases)
    parts = PartMatcher(book)
  }

  /// Returns whether a title is compared with texts.
  static func isTitle(_ title: FoldedPhrase) -> Bool {
    !title.isCut && title.count <= longestTitle && title.letters.count <= mostLetters
  }

  /// Finds the entries that a text means.
  ///
  /// It first compares the phrases themselves, then short forms and titles, word for word after
  /// folding case, accents and punctuation. Then it looks for similar phrases, within ``threshold``
  /// and ``margin``, and finally for entries that have all words of the text, with ``PartMatcher``.
  /// Such an entry is accepted only if the text has all of its naming words and no other entry
  /// matches about as well. It never decides silently between several good matches: neither if two
  /// are about as near, nor if the text is a part of several phrases.
  ///
  /// - Complexity: O(letters of the book).
  package func match(_ text: String) -> PhraseMatch {
    let said = FoldedPhrase(text)
    guard !said.isEmpty else { return PhraseMatch(kind: .none, candidates: []) }
    let count = book.entries.count
    for places in [0..<count, count..<owners.count] {
      let same = Set(places.filter { matcher.phrases[$0] == said }.map { owners[$0] })
      if !same.isEmpty { return answer(same.count == 1 ? .exact : .ambiguous, same.sorted().map { ($0, 1) }) }
    }
    guard !said.isCut, said.count <= Self.mostWordsSaid, said.letters.count <= Self.mostLetters else {
      return PhraseMatch(kind: .none, candidates: [])
    }
    let near = near(said)
    return near.kind == .fuzzy ? near : partly(said, near: near)
  }

  /// Matches a text as a part of a name; entries that are near as a whole are among the candidates.
  private func partly(_ said: FoldedPhrase, near: PhraseMatch) -> PhraseMatch {
    let hits = parts.hits(for: said)
    if let whole = hits.first(where: \.isWhole) {
      let identity = book.entries[whole.place].identity
      let others =
        hits.filter { $0.place != whole.place }.map { Double($0.confidence) }
        + near.candidates.filter { $0.entry.identity != identity }.map(\.similarity)
      if others.allSatisfy({ Double(whole.confidence) - $0 > Self.margin }) {
        return answer(.fuzzy, [(whole.place, whole.confidence)])
      }
    }
    var surest = Dictionary(hits.map { ($0.place, $0.confidence) }, uniquingKeysWith: max)
    for candidate in near.candidates {
      guard let place = book.place(of: candidate.entry.identity) else { continue }
      surest[place] = max(surest[place] ?? 0, Float(candidate.similarity))
    }
    let ranked = surest.map { ($0.key, $0.value) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    guard ranked.isEmpty else { return answer(.ambiguous, ranked) }
    let others = parts.nearest(to: said, most: Self.mostNearest)
    return PhraseMatch(
      kind: .none, candidates: [], nearest: others.map { candidate($0.place, $0.confidence) })
  }

  private func near(_ said: FoldedPhrase) -> PhraseMatch {
    var nearest: [Int: Float] = [:]
    for match in matcher.matches(for: said) {
      nearest[owners[match.index]] = max(nearest[owners[match.index]] ?? 0, match.similarity)
    }
    var ranked = nearest.map { ($0.key, $0.value) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    guard let first = ranked.first else { return PhraseMatch(kind: .none, candidates: []) }
    var isSure = ranked.dropFirst().allSatisfy { Double(first.1 - $0.1) > Self.margin }
    let covering = Set(matcher.covering(said).map { owners[$0] })
    if covering.contains(first.0), covering.count > 1 {
      isSure = false
      let letters = Float(said.letters.count)
      let others = covering.subtracting(nearest.keys).map { place in
        (place, min(Matcher.threshold, letters / Float(max(1, book.folded[place].letters.count))))
      }
      ranked += others.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    }
    return answer(isSure ? .fuzzy : .ambiguous, isSure ? [first] : ranked)
  }

  private func answer(_ kind: PhraseMatch.Kind, _ ranked: [(place: Int, similarity: Float)]) -> PhraseMatch {
    PhraseMatch(
      kind: kind, candidates: ranked.prefix(Self.mostCandidates).map { candidate($0.place, $0.similarity) })
  }

  private func candidate(_ place: Int, _ similarity: Float) -> PhraseMatch.Candidate {
    PhraseMatch.Candidate(entry: book.entries[place], similarity: Double(similarity))
  }
}

extension PhraseBook {
  /// Finds the entries that a text means; see ``PhraseMatcher/match(_:)``.
  ///
  /// - Complexity: O(letters of the book).
  package func match(_ text: String) -> PhraseMatch { PhraseMatcher(self).match(text) }
}
