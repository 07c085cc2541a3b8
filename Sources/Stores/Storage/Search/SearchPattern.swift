public import Activities

/// The folded words of a search, and the rules for matching a text.
package struct SearchPattern: Sendable {
  /// The required similarity to the typed words.
  package enum Tolerance: Sendable {
    /// Every word as it was typed: as a whole word, as the beginning of one or, from three letters
    /// on, inside one.
    case asTyped
    /// Every word, with typing errors: one from four letters on, two from eight letters on if the
    /// first or last three are right.
    ///
    /// A word with a digit must match exactly: it is another number.
    case typingErrors
    /// Any of the words, with one more error allowed if the first or last two letters are right.
    case near
  }

  /// The words.
  package let words: [TypedWord]
  /// A Boolean value that indicates whether the query is blank.
  package let isBlank: Bool
  /// The required similarity.
  package var tolerance = Tolerance.asTyped

  /// The maximum number of words; further ones are ignored.
  static let mostWords = 32

  package init(_ text: String) {
    words = WordScanner.words(of: text).prefix(Self.mostWords).map(TypedWord.init)
    isBlank = text.allSatisfy(\.isWhitespace)
  }

  /// Returns whether a folded word equals or contains one of the words.
  func isFound(in word: String) -> Bool {
    words.contains { $0.match(word, tolerance) != nil }
  }

  /// The quality of a match between a text and the words.
  package struct Score: Equatable, Sendable {
    /// The weakest match of any of the words.
    package let match: WordMatch
    /// The weight of the words in the text, 0 to 1.
    let weight: Double
  }

  /// Returns the quality of the match of some fields; `nil` if a required word is missing.
  ///
  /// The weight is Okapi BM25 with weighted fields (Robertson, Zaragoza, Taylor: Simple BM25
  /// extension to multiple weighted fields, 2004), simplified in two ways. It omits the rarity of
  /// words (idf), because every result has every word. It compares lengths with a fixed usual
  /// length instead of the average of the index. So the score of an entry depends on that entry
  /// alone, and cannot reveal other users' or forgotten data.
  ///
  /// Per word: `t = Σ weight · count / (1 − b + b · min(4, length / usual length))` over the
  /// fields, where the beginning of a word counts half, and a part or a typing error a quarter;
  /// then `t / (t + k)`. The weight is the mean over the words; 1 if there are none.
  ///
  /// - Complexity: O(words of the pattern · words of the fields).
  func score(of fields: SearchFields) -> Score? {
    guard !words.isEmpty else { return isBlank ? Score(match: .whole, weight: 1) : nil }
    var (sum, worst, found) = (0.0, WordMatch.whole, false)
    for word in words {
      var best: WordMatch?
      let weight = SearchFields.Field.allCases.reduce(0) {
        $0 + self.weight(of: word, in: fields[$1], $1, best: &best)
      }
      guard let best else {
        guard tolerance == .near else { return nil }
        worst = .typingError
        continue
      }
      found = true
      worst = min(worst, best)
      sum += weight / (weight + Self.saturation)
    }
    return found ? Score(match: worst, weight: sum / Double(words.count)) : nil
  }

  /// k: how soon additional weight adds little; the usual value of BM25.
  private static let saturation = 1.2
  /// b: the penalty for a long field; less than the usual 0.75, because titles are short anyway.
  private static let lengthPenalty = 0.3

  private func weight(
    of word: TypedWord, in words: [String], _ field: SearchFields.Field, best: inout WordMatch?
  ) -> Double {
    var count = 0.0
    for candidate in words {
      guard let match = word.match(candidate, tolerance) else { continue }
      best = best.map { max($0, match) } ?? match
      switch match {
      case .whole: count += 1
      case .beginning: count += 0.5
      case .part, .typingError: count += 0.25
      }
    }
    guard count > 0 else { return 0 }
    let length = min(4, Double(words.count) / field.usualLength)
    return field.weight * count / (1 - Self.lengthPenalty + Self.lengthPenalty * length)
  }
}

extension SearchFields.Field {
  /// The weight of a word in the field.
  fileprivate var weight: Double {
    switch self {
    case .title: 8
    case .keywords: 4
    case .subtitle: 2
    case .attributes: 1
    }
  }

  /// The usual number of words in the field.
  fileprivate var usualLength: Double {
    switch self {
    case .title: 4
    case .keywords, .subtitle: 8
    case .attributes: 32
    }
  }
}

extension SearchPattern {
  /// Returns a text as folded words with a space between them.
  static func folded(_ text: String) -> String {
    WordScanner(text, upTo: SearchFields.longestText).lazy.map(\.folded).joined(separator: " ")
  }
}

extension SearchQuery {
  /// Returns the ranges of the searched words in a text, for highlighting.
  ///
  /// If a word contains a searched word, the whole word is marked. If none matches as typed, words
  /// with typing errors are marked. It reads the same part of the text as a search.
  ///
  /// - Complexity: O(length of the text).
  public func matches(in text: String) -> [Range<String.Index>] {
    var pattern = SearchPattern(self.text)
    func ranges() -> [Range<String.Index>] {
      WordScanner(text, upTo: SearchFields.longestText).compactMap {
        pattern.isFound(in: $0.folded) ? $0.range : nil
      }
    }
    let found = ranges()
    guard found.isEmpty else { return found }
    pattern.tolerance = .typingErrors
    return ranges()
  }
}
