/// The words of a book, and how well a spoken word can mean each of them.
struct PartVocabulary: Sendable {
  /// The quality of another form of the same word.
  static let inflected: Float = 0.95
  /// The quality of two words that were said as one, or one that was said as two.
  static let joined: Float = 0.95
  /// The quality of a form that may belong to another word.
  private static let looselyInflected: Float = 0.8
  /// The quality of a word that sounds the same.
  private static let sound: Float = 0.85
  /// The quality of one letter for a word that begins with it.
  private static let initial: Float = 0.5
  /// The factor of the quality of a word that is only in the type.
  static let ofType: Float = 0.6
  /// The minimum number of letters of a match in the middle of a word.
  private static let shortestMiddle = 4
  /// The minimum number of letters of an abbreviation.
  private static let shortestAbbreviation = 3

  private var words: [[UInt32]] = []
  private var known: [[UInt32]: Int] = [:]
  private var stems: [ArraySlice<UInt32>] = []
  private var looseStems: [ArraySlice<UInt32>] = []
  private var sounds: [[UInt32]] = []
  private var stemSet: Set<ArraySlice<UInt32>> = []

  /// The number of words.
  var count: Int { words.count }

  /// The numbers of a text's words; new words are added.
  mutating func numbers(of text: FoldedPhrase) -> [Int] {
    text.words.map { slice in
      let word = Array(slice)
      if let number = known[word] { return number }
      known[word] = words.count
      words.append(word)
      stems.append(WordStem.of(word[...]))
      looseStems.append(WordStem.loose(word[...]))
      sounds.append(PhoneticKey.of(word[...]))
      stemSet.insert(WordStem.of(word[...]))
      return words.count - 1
    }
  }

  /// The number of letters of a word.
  func letters(of word: Int) -> Int { words[word].count }

  /// The letters of a text.
  func text(_ numbers: [Int]) -> [UInt32] { numbers.flatMap { words[$0] } }

  /// The words that were said, joining two if only that makes a word of the book.
  func joining(_ said: [ArraySlice<UInt32>]) -> [[UInt32]] {
    var (all, index): ([[UInt32]], Int) = ([], 0)
    while index < said.count {
      let word = Array(said[index])
      if index + 1 < said.count {
        let both = word + said[index + 1]
        let areKnown = known[word] != nil && known[Array(said[index + 1])] != nil
        if !areKnown, known[both] != nil || stemSet.contains(WordStem.of(both[...])) {
          all.append(both)
          index += 2
          continue
        }
      }
      all.append(word)
      index += 1
    }
    return all
  }

  /// Returns the words that a spoken word can mean.
  ///
  /// - Parameter isLast: Whether it is the last of several words: then one letter may be the
  ///   beginning of a word.
  /// - Complexity: O(words · their lengths).
  func token(_ said: [UInt32], isLast: Bool) -> PartMatcher.Token {
    let number = known[said]
    if said.first.map(FoldedPhrase.isDigit) ?? true {
      return PartMatcher.Token(letters: said.count, qualities: number.map { [$0: 1] } ?? [:], pairs: [])
    }
    let (stem, loose, sound) = (WordStem.of(said[...]), WordStem.loose(said[...]), PhoneticKey.of(said[...]))
    var qualities: [Int: Float] = [:]
    for (other, word) in words.enumerated() where word.first.map({ !FoldedPhrase.isDigit($0) }) ?? false {
      var quality: Float = 0
      if other == number {
        quality = 1
      } else if stems[other] == stem {
        quality = Self.inflected
      } else {
        quality = part(said, of: word, isLast: isLast)
        if looseStems[other] == loose { quality = max(quality, Self.looselyInflected) }
        if said.count > 2, sounds[other] == sound { quality = max(quality, Self.sound) }
        // A word of the book does not mean another one with similar spelling.
        if number == nil, quality == 0 { quality = misspelling(said, of: word) }
      }
      if quality > 0 { qualities[other] = quality }
    }
    return PartMatcher.Token(
      letters: said.count, qualities: qualities, pairs: number == nil ? pairs(of: said) : [])
  }

  /// The quality of a beginning, a middle or an abbreviation; 0 if it is not one.
  private func part(_ said: [UInt32], of word: [UInt32], isLast: Bool) -> Float {
    guard said.count < word.count, let first = said.first else { return 0 }
    let share = Float(said.count) / Float(word.count)
    if word.starts(with: said) {
      return said.count > 1 ? 0.6 + 0.35 * share : isLast ? Self.initial : 0
    }
    if said.count >= Self.shortestMiddle, Self.contains(word, said) { return 0.5 + 0.3 * share }
    if said.count >= Self.shortestAbbreviation, first == word[0], share >= 0.3,
      Self.isAbbreviation(said, of: word)
    {
      return 0.4 + 0.3 * share
    }
    return 0
  }

  private func misspelling(_ said: [UInt32], of word: [UInt32]) -> Float {
    let longest = Float(max(word.count, said.count))
    guard said.count > 2, Float(abs(word.count - said.count)) <= Matcher.mostOfWord * longest else {
      return 0
    }
    let cost = LetterDistance.cost(word[...], said[...])
    let most = said.count < 5 ? 1 : min(Matcher.greatestCost, Matcher.mostOfWord * longest)
    return cost <= most ? 0.95 * (1 - cost / longest) : 0
  }

  /// The pairs of words of the book that form a word.
  private func pairs(of said: [UInt32]) -> [PartMatcher.Token.Pair] {
    guard said.count > 3 else { return [] }
    return (2...said.count - 2).compactMap { place in
      guard let first = known[Array(said[..<place])], let second = known[Array(said[place...])] else {
        return nil
      }
      return PartMatcher.Token.Pair(first: first, second: second)
    }
  }

  private static func contains(_ word: [UInt32], _ part: [UInt32]) -> Bool {
    guard part.count <= word.count else { return false }
    return (1...word.count - part.count).contains { word[$0..<$0 + part.count].elementsEqual(part) }
  }

  /// Returns whether a word has these letters in this order.
  private static func isAbbreviation(_ letters: [UInt32], of word: [UInt32]) -> Bool {
    var rest = letters[...]
    for letter in word where letter == rest.first { rest = rest.dropFirst() }
    return rest.isEmpty
  }
}
