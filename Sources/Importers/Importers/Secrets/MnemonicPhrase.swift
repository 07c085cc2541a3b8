/// The words that restore a wallet: 12 or more in lower case, without function words of sentences.
enum MnemonicPhrase {
  private static let counts: Set<Int> = [12, 13, 15, 18, 21, 24, 25]
  private static let ofSentences: Set<String> = [
    "the", "and", "for", "with", "that", "this", "from", "your", "you", "are", "was", "not", "how", "what",
    "why",
    "its", "has", "have", "was", "who", "our", "his", "her", "der", "die", "das", "und", "mit", "ist", "ein",
    "les",
    "des", "est", "une", "los", "las", "del", "que", "per", "che", "est", "pour", "when", "where", "into",
    "than",
    "explained", "guide", "keep", "words", "backup", "safe", "wallet",
  ]

  /// Returns whether a text is a phrase and nothing else.
  static func isWhole(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count >= 47, text.count <= 256 else { return false }
    let words = text.split(whereSeparator: \.isBlank)
    return counts.contains(words.count) && words.allSatisfy(isWord)
  }

  /// Returns whether a text is at least `least` words of a phrase, and nothing else.
  static func isRest(_ text: ArraySlice<UInt8>, atLeast least: Int) -> Bool {
    guard text.count <= 256 else { return false }
    let words = text.split { $0.isBlank || $0 == UInt8(ascii: ",") }
    return words.count >= least && words.allSatisfy(isWord)
  }

  /// Returns whether a word is a function word of sentences.
  static func isOfSentences(_ word: String) -> Bool { ofSentences.contains(word) }

  private static func isWord(_ word: ArraySlice<UInt8>) -> Bool {
    (3...8).contains(word.count) && word.allSatisfy(\.isLowercase)
      && !ofSentences.contains(String(decoding: word, as: UTF8.self))
  }
}
