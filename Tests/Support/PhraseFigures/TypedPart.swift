/// A part of a title that users type to find it.
enum TypedPart: String, CaseIterable {
  /// Its longest word.
  case longestWord = "longest word"
  /// The first letters of its words, without articles: `git st`.
  case beginnings = "beginnings"
  /// Its words without articles and prepositions, in another order.
  case otherOrder = "other order"
  /// Two of its words written as one.
  case joined = "joined"
  /// Its first word in another form.
  case otherForm = "other form"

  private static let articles: Set<String> = ["a", "an", "the", "of", "to", "with", "at", "in", "for", "on"]

  /// Returns the typed text, or `nil` if the title has no such part.
  func text(of title: String, _ errors: inout UtteranceErrors) -> String? {
    let words = title.lowercased().split(separator: " ").map(String.init).filter {
      !Self.articles.contains($0)
    }
    guard words.count > 1, words.allSatisfy({ $0.contains(where: \.isLetter) }) else { return nil }
    switch self {
    case .longestWord: return words.dropFirst().max { $0.count < $1.count }
    case .beginnings:
      return words.dropFirst().map { String($0.prefix(max(2, $0.count / 2))) }.joined(separator: " ")
    case .otherOrder: return (words.dropFirst(1) + words.prefix(1)).joined(separator: " ")
    case .joined:
      guard words.count > 2 else { return nil }
      let place = 1 + errors.below(words.count - 2)
      return (words[..<place] + [words[place] + words[place + 1]] + words[(place + 2)...]).joined(
        separator: " ")
    case .otherForm:
      guard words[0].count > 2 else { return nil }
      let stem = words[0].hasSuffix("e") ? String(words[0].dropLast()) : words[0]
      return ([errors.below(2) == 0 ? words[0] + "s" : stem + "ing"] + words.dropFirst()).joined(
        separator: " ")
    }
  }
}
