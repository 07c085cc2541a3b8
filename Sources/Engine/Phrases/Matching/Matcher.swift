/// The similarity of a text to each phrase of a book.
///
/// Every change has a cost; the similarity is 1 − cost / weight. The weight of a phrase is the
/// number of its letters, each multiplied by the weight of its word: low for a word in most
/// phrases, full for a word in this phrase alone. The cost is the smaller of two: matching word for
/// word, in any order, or matching all letters in a row, ignoring spaces. A number is either right
/// or wrong: nothing else distinguishes `place 1610` from `place 1611`.
struct Matcher: Sendable {
  /// The minimum similarity of a phrase that was meant.
  static let threshold: Float = 0.76
  /// The maximum cost in letters, however long the phrase is.
  static let greatestCost: Float = 3
  /// The maximum cost of a missing word, multiplied by its weight.
  static let missingWord: Float = 2.5
  /// The cost of an extra word: more than any phrase allows, because it names something else.
  static let extraWord: Float = 3.5
  /// The minimum share of a phrase's weight that must be in the text, in whatever spelling.
  static let leastShare: Float = 0.5
  /// The maximum cost of substituting a word, as a share of the letters of the longer one.
  static let mostOfWord: Float = 0.4
  /// The cost of an extra word of politeness.
  static let politeWord: Float = 0.25
  /// The cost of an extra or missing space.
  static let space: Float = 0.1
  /// The cost of words in another order.
  static let otherOrder: Float = 0.4
  /// The cost of a word that is spelled differently but sounds the same.
  static let sameSound: Float = 0.75
  /// The minimum weight of a word, however many phrases have it.
  static let leastWeight: Float = 0.25

  let phrases: [FoldedPhrase]
  /// The numbers of each phrase's words.
  private let wordNumbers: [[Int]]
  private let words: [ArraySlice<UInt32>]
  private let numbers: [ArraySlice<UInt32>: Int]
  private let sounds: [[UInt32]]
  /// The weight of each word.
  private let weights: [Float]

  /// Creates a matcher for the phrases of a book.
  ///
  /// - Complexity: O(letters).
  init(_ phrases: [FoldedPhrase]) {
    var (words, numbers, frequencies) = ([ArraySlice<UInt32>](), [ArraySlice<UInt32>: Int](), [Int]())
    wordNumbers = phrases.map { phrase in
      let own = phrase.words.map { word in
        if let known = numbers[word] { return known }
        numbers[word] = words.count
        words.append(word)
        frequencies.append(0)
        return words.count - 1
      }
      for number in Set(own) { frequencies[number] += 1 }
      return own
    }
    self.phrases = phrases
    self.words = words
    self.numbers = numbers
    sounds = words.map(PhoneticKey.of)
    let all = max(1, phrases.count)
    weights = frequencies.map { Self.weight(ofWordIn: $0, of: all) }
  }

  /// Returns the weight of a word that is in `some` of all phrases: 1 for one of them, ¼ for all of
  /// them, in between by the logarithm.
  static func weight(ofWordIn some: Int, of all: Int) -> Float {
    guard all > 1, some > 1 else { return 1 }
    return max(leastWeight, 1 - logarithm(some) / logarithm(all))
  }

  /// The logarithm to base 2, interpolated linearly between whole powers.
  ///
  /// That is accurate enough here, and the same on every platform.
  private static func logarithm(_ number: Int) -> Float {
    let power = Int.bitWidth - 1 - number.leadingZeroBitCount
    return Float(power) + Float(number - 1 << power) / Float(1 << power)
  }

  /// A phrase that may have been meant.
  struct Match: Sendable {
    /// The index of the phrase.
    let index: Int
    /// 1 for the same words, down to ``Matcher/threshold``.
    let similarity: Float
  }

  /// The phrases that may have been meant, in their order in the book.
  ///
  /// - Complexity: O(words said · words of the book · their lengths + phrases).
  func matches(for said: FoldedPhrase) -> [Match] {
    guard !said.isEmpty else { return [] }
    let utterance = Utterance(said, edits: said.words.map(edits))
    return phrases.indices.compactMap { index in
      let weight = zip(phrases[index].words, wordNumbers[index]).reduce(0) { sum, word in
        sum + weights[word.1] * Float(word.0.count)
      }
      let allowed = min(Self.greatestCost, (1 - Self.threshold) * weight)
      var cost = costWordByWord(of: index, utterance, weight: weight, most: allowed)
      if cost > 0 { cost = min(cost, costInARow(of: index, utterance, most: allowed)) }
      guard cost <= allowed else { return nil }
      return Match(index: index, similarity: 1 - cost / max(weight, 1))
    }
  }

  /// The phrases that have every word of the text, in their order in the book.
  ///
  /// - Complexity: O(words of the book).
  func covering(_ said: FoldedPhrase) -> [Int] {
    let wanted = said.words.map { numbers[$0] }
    guard !wanted.contains(nil) else { return [] }
    return wordNumbers.indices.filter { index in
      wanted.allSatisfy { $0.map(wordNumbers[index].contains) ?? false }
    }
  }

  /// The possible edits of a word of the text.
  private struct WordEdits {
    /// The words of the book that it can match, with the cost of each.
    let costs: [Int: Float]
    /// The cost if it is an extra word.
    let extra: Float
    /// The word of the book that equals it.
    let known: Int?
  }

  /// The words of the text, with the costs of matching words of the book.
  private struct Utterance {
    let said: FoldedPhrase
    let edits: [[Int: Float]]
    let extras: [Float]
    /// The words that are in the book exactly.
    let known: [Int]
    /// The numbers in it.
    let numbers: [ArraySlice<UInt32>]

    init(_ said: FoldedPhrase, edits: [WordEdits]) {
      self.said = said
      self.edits = edits.map(\.costs)
      extras = edits.map(\.extra)
      known = edits.compactMap(\.known)
      numbers = said.numbers
    }
  }

  /// Returns the words of the book that a word of the text can match, and its cost as an extra
  /// word.
  private func edits(of said: ArraySlice<UInt32>) -> WordEdits {
    let known = numbers[said]
    let extra = PoliteWords.contains(said) ? Self.politeWord : Self.extraWord
    if said.first.map(FoldedPhrase.isDigit) ?? true {
      return WordEdits(costs: known.map { [$0: 0] } ?? [:], extra: extra, known: known)
    }
    let sound = PhoneticKey.of(said)
    var costs: [Int: Float] = [:]
    for (number, word) in words.enumerated() where word.first.map({ !FoldedPhrase.isDigit($0) }) ?? false {
      let isSameSound = said.count > 1 && sounds[number] == sound
      let longest = max(word.count, said.count)
      guard isSameSound || Float(abs(word.count - said.count)) <= Self.mostOfWord * Float(longest) else {
        continue
      }
      // A word of the book means itself, and not another one with similar spelling.
      var cost = number == known ? 0 : known == nil ? LetterDistance.cost(word, said) : .infinity
      if isSameSound { cost = min(cost, Self.sameSound) }
      if cost <= Self.mostOfWord * Float(longest) { costs[number] = cost }
    }
    return WordEdits(costs: costs, extra: extra, known: known)
  }

  /// The cost of matching word for word: the cheapest pair first; the remaining words are missing
  /// or extra.
  private func costWordByWord(of index: Int, _ utterance: Utterance, weight: Float, most: Float) -> Float {
    let own = wordNumbers[index]
    var pairs: [(cost: Float, own: Int, said: Int)] = []
    for (place, number) in own.enumerated() {
      for (other, edits) in utterance.edits.enumerated() {
        guard let cost = edits[number] else { continue }
        pairs.append((cost * weights[number], place, other))
      }
    }
    pairs.sort { ($0.cost, abs($0.own - $0.said), $0.own) < ($1.cost, abs($1.own - $1.said), $1.own) }
    var partners = [Int?](repeating: nil, count: own.count)
    var isTaken = [Bool](repeating: false, count: utterance.edits.count)
    var (cost, share): (Float, Float) = (0, 0)
    for pair in pairs where partners[pair.own] == nil && !isTaken[pair.said] {
      (partners[pair.own], isTaken[pair.said]) = (pair.said, true)
      cost += pair.cost
      share += weights[own[pair.own]] * Float(words[own[pair.own]].count)
    }
    guard share >= Self.leastShare * weight else { return .infinity }
    for (place, number) in own.enumerated() where partners[place] == nil {
      cost += missing(number)
      if cost > most { return cost }
    }
    for (place, extra) in utterance.extras.enumerated() where !isTaken[place] { cost += extra }
    let order = partners.compactMap(\.self)
    return zip(order, order.dropFirst()).contains { $0 > $1 } ? cost + Self.otherOrder : cost
  }

  /// Returns the cost of a word of the phrase that is not in the text.
  private func missing(_ number: Int) -> Float {
    let word = words[number]
    if word.first.map(FoldedPhrase.isDigit) ?? false { return Self.extraWord }
    return weights[number] * min(Self.missingWord, Float(word.count))
  }

  /// The cost of matching all letters in a row, for words that were joined or split.
  ///
  /// Digits have to be the same, and no word of the text may be another word of the book.
  private func costInARow(of index: Int, _ utterance: Utterance, most: Float) -> Float {
    let phrase = phrases[index]
    guard abs(phrase.letters.count - utterance.said.letters.count) <= 4,
      phrase.numbers == utterance.numbers,
      utterance.known.allSatisfy(wordNumbers[index].contains)
    else { return .infinity }
    let spaces = abs(phrase.count - utterance.said.count)
    let letterWeights = zip(phrase.words, wordNumbers[index]).flatMap { word, number in
      [Float](repeating: weights[number], count: word.count)
    }
    return LetterDistance.cost(phrase.letters[...], utterance.said.letters[...], weights: letterWeights)
      + Self.space * Float(spaces)
  }
}

/// Words that people say before or after a phrase out of politeness.
enum PoliteWords {
  private static let words: Set<[UInt32]> = Set(
    [
      "please", "a", "an", "the", "bitte", "der", "die", "das", "den", "dem", "le", "la", "les", "un", "une",
      "por", "favor", "el",
      "los", "las", "una",
    ].map { $0.unicodeScalars.map(\.value) })

  static func contains(_ word: ArraySlice<UInt32>) -> Bool { words.contains(Array(word)) }
}
