public import Activities

/// The folded words of a search, and how well a text has them.
package struct SearchPattern: Sendable {
  /// How much of what was typed has to be there.
  package enum Tolerance: Sendable {
    /// Every word as it was typed: as a word, as the beginning of one or, from three letters on,
    /// within one.
    case asTyped
    /// Every word, typing errors forgiven: one from four letters on, two from eight letters on if
    /// the first or last three are right.
    ///
    /// A word with a digit in it has no typing errors: it is another number.
    case typingErrors
    /// Any of the words, with one more error if the first or last two letters are right.
    case near
  }

  /// The words.
  package let words: [TypedWord]
  /// A Boolean value that indicates whether nothing was typed.
  package let isBlank: Bool
  /// How much of it has to be there.
  package var tolerance = Tolerance.asTyped

  /// More words are ignored.
  static let mostWords = 32

  package init(_ text: String) {
    words = WordScanner.words(of: text).prefix(Self.mostWords).map(TypedWord.init)
    isBlank = text.allSatisfy(\.isWhitespace)
  }

  /// Returns whether a folded word is one of its words, or has one within it.
  func isFound(in word: String) -> Bool {
    words.contains { $0.match(word, tolerance) != nil }
  }

  /// How well a text has the words.
  package struct Score: Equatable, Sendable {
    /// How the word that is worst off stands in the text.
    package let match: WordMatch
    /// How much the words weigh in the text, 0 to 1.
    let weight: Double
  }

  /// Returns how well the fields have the words; `nil` if one is missing that has to be there.
  ///
  /// The weight is Okapi BM25 with weighted fields (Robertson, Zaragoza, Taylor: Simple BM25
  /// extension to multiple weighted fields, 2004) in two ways simplified. Rarity of words (idf) is
  /// left out, because every result has every word. And lengths are compared with a usual length
  /// that is stated instead of the average of the index. So the score of an entry depends on that
  /// entry alone: no other user, and nothing that was forgotten, can show through it.
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

  /// k: how soon further weight adds little; the usual value of BM25.
  private static let saturation = 1.2
  /// b: how much a long field is held against a word; less than the usual 0.75, because titles are
  /// short anyhow.
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
  /// Returns the ranges of a text where the words that are searched for stand, so that they can be
  /// shown in it.
  ///
  /// A word in which one is only a part is marked as a whole. If no word is there as it was typed,
  /// those with typing errors are. It looks at the text as far as a search does.
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
