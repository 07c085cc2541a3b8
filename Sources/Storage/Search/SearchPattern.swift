public import Activities

/// The folded words of a search, and how well a text has them.
package struct SearchPattern: Sendable {
  /// The words; the last one may be the beginning of a word.
  package let words: [String]
  /// A Boolean value that indicates whether nothing was typed.
  package let isBlank: Bool

  /// More words are ignored.
  static let mostWords = 32

  package init(_ text: String) {
    words = Array(WordScanner.words(of: text).prefix(Self.mostWords))
    isBlank = text.allSatisfy(\.isWhitespace)
  }

  /// The question in the language of SQLite's FTS5; `nil` if there are no words.
  ///
  /// Each word is a string of that language. Folded words have no quotes in them, so whatever was typed, it is data.
  package var fullTextQuery: String? {
    words.isEmpty ? nil : words.map { "\"\($0)\"" }.joined(separator: " AND ") + " *"
  }

  /// Returns whether one of its words is, or begins, a folded word.
  func isFound(in word: String) -> Bool {
    words.dropLast().contains(word) || words.last.map(word.hasPrefix) ?? false
  }

  /// Returns the degree to which the fields have the words, 0 to 1; `nil` if one is missing.
  ///
  /// It is Okapi BM25 with weighted fields (Robertson, Zaragoza, Taylor: Simple BM25 extension to multiple weighted
  /// fields, 2004) in two ways simplified. Rarity of words (idf) is left out, because every result has every word. And
  /// lengths are compared with a usual length that is stated instead of the average of the index. So the score of an entry
  /// depends on that entry alone: no other user, and nothing that was forgotten, can show through it.
  ///
  /// Per word: `t = Σ weight · count / (1 − b + b · min(4, length / usual length))` over the fields, where the beginning
  /// of a word counts half; then `t / (t + k)`. The score is the mean over the words; 1 if there are none.
  ///
  /// - Complexity: O(words of the pattern · words of the fields).
  func score(of fields: SearchFields) -> Double? {
    guard !words.isEmpty else { return isBlank ? 1 : nil }
    var sum = 0.0
    for (index, word) in words.enumerated() {
      let weight = SearchFields.Field.allCases.reduce(0) {
        $0 + Self.weight(of: word, isLast: index == words.count - 1, in: fields[$1], $1)
      }
      guard weight > 0 else { return nil }
      sum += weight / (weight + Self.saturation)
    }
    return sum / Double(words.count)
  }

  /// k: how soon further weight adds little; the usual value of BM25.
  private static let saturation = 1.2
  /// b: how much a long field is held against a word; less than the usual 0.75, because titles are short anyhow.
  private static let lengthPenalty = 0.3

  private static func weight(
    of word: String, isLast: Bool, in words: [String], _ field: SearchFields.Field
  ) -> Double {
    var count = 0.0
    for candidate in words {
      if candidate == word { count += 1 } else if isLast, candidate.hasPrefix(word) { count += 0.5 }
    }
    guard count > 0 else { return 0 }
    let length = min(4, Double(words.count) / field.usualLength)
    return field.weight * count / (1 - lengthPenalty + lengthPenalty * length)
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
    WordScanner.words(of: text).joined(separator: " ")
  }
}

extension SearchQuery {
  /// Returns the ranges of a text where the words that are searched for stand, so that they can be shown in
  /// it.
  ///
  /// - Complexity: O(length of the text).
  public func matches(in text: String) -> [Range<String.Index>] {
    let pattern = SearchPattern(self.text)
    return WordScanner(text).compactMap { pattern.isFound(in: $0.folded) ? $0.range : nil }
  }
}
