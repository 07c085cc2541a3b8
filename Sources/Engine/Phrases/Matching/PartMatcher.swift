/// Matches a text that is a part of an activity's name: some of its words, in any order, by their
/// beginnings and other forms.
///
/// An activity matches if it has every word of the text, apart from articles and the like, in its
/// phrase, its title, or, with a lower weight, the last parts of its type. Its confidence is the
/// share of the text that is found, multiplied by how much of the phrase or title the text covers;
/// see ``Hit/confidence``.
struct PartMatcher: Sendable {
  /// The minimum confidence of a match.
  static let leastConfidence: Float = 0.25
  /// The minimum likeness of an activity that is suggested if nothing matches.
  static let leastNearness: Float = 0.34
  /// The minimum quality of a word that counts as the same, only joined, split or inflected.
  static let sameWord: Float = 0.9

  private let vocabulary: PartVocabulary
  private let entries: [Entry]
  /// The entries that have each word.
  private let owners: [[Int]]
  /// The weight of each word.
  private let weights: [Float]

  /// The words that name an activity.
  private struct Entry {
    /// The words of its phrase and titles.
    let texts: [[Int]]
    /// The indices of each text's words that name something.
    let content: [[Int]]
    let typeWords: Set<Int>
  }

  /// A match.
  struct Hit: Sendable {
    /// The index of the entry.
    let place: Int
    /// The certainty from 0 to 0.95: q · (1 + t) / 2, where q is the mean quality of the text's
    /// words, by letters, and t the share of the phrase or title that they cover, by letters and
    /// the weights of words.
    let confidence: Float
    /// A Boolean value that indicates whether the text has all naming words of a phrase or title,
    /// and nothing else.
    let isWhole: Bool
  }

  /// - Complexity: O(letters of the book).
  init(_ book: PhraseBook) {
    var vocabulary = PartVocabulary()
    let entries = zip(book.entries, book.folded).map { entry, folded in
      let others = [entry.shortForm, entry.title, entry.displayTitle.description].compactMap(\.self)
        .map(FoldedPhrase.init)
      var known: Set<FoldedPhrase> = []
      let texts = ([folded] + others).filter { PhraseMatcher.isTitle($0) && known.insert($0).inserted }
      let type = entry.activityType.split(separator: ".").suffix(2)
        .flatMap { PhraseSource.words(ofName: String($0)) }.map(FoldedPhrase.init)
      return Entry(
        texts: texts.map { vocabulary.numbers(of: $0) }, content: texts.map(Self.content),
        typeWords: Set(type.flatMap { vocabulary.numbers(of: $0) }))
    }
    var owners = [[Int]](repeating: [], count: vocabulary.count)
    for (place, entry) in entries.enumerated() {
      for word in Set(entry.texts.joined()).union(entry.typeWords) { owners[word].append(place) }
    }
    weights = owners.map { Matcher.weight(ofWordIn: $0.count, of: max(1, entries.count)) }
    (self.vocabulary, self.entries, self.owners) = (vocabulary, entries, owners)
  }

  /// The indices of the words that name something, which excludes articles and the like, and the
  /// verb; all indices if there are no others.
  private static func content(of text: FoldedPhrase) -> [Int] {
    let places = Array(text.ends.indices).filter { !FunctionWords.contains(text.word($0)) }
    let names = places.filter { place in
      !((place == 0 || place == text.count - 1) && VerbLexicon.isVerb(text.word(place)))
    }
    return names.isEmpty ? (places.isEmpty ? Array(text.ends.indices) : places) : names
  }

  /// Returns the matches by descending confidence, then by identity.
  ///
  /// - Complexity: O(words said · words of the book + words of what has one of them).
  func hits(for said: FoldedPhrase) -> [Hit] {
    let utterance = Utterance(said, vocabulary)
    return places(for: utterance).compactMap { hit(at: $0, utterance) }
      .filter { $0.confidence >= Self.leastConfidence }
      .sorted { ($1.confidence, $0.place) < ($0.confidence, $1.place) }
  }

  /// Returns the activities that share a part of the text, the nearest first, for a text without
  /// matches.
  ///
  /// - Complexity: O(letters of the book).
  func nearest(to said: FoldedPhrase, most: Int) -> [Hit] {
    let utterance = Utterance(said, vocabulary)
    let letters = LetterPairs(said)
    let hits = entries.indices.compactMap { place -> Hit? in
      let looks =
        entries[place].texts.map { letters.likeness(to: LetterPairs(vocabulary.text($0))) }.max() ?? 0
      let near = max(looks, 0.95 * share(of: utterance, at: place))
      return near < Self.leastNearness ? nil : Hit(place: place, confidence: near, isWhole: false)
    }
    return Array(hits.sorted { ($1.confidence, $0.place) < ($0.confidence, $1.place) }.prefix(most))
  }

  private func places(for utterance: Utterance) -> [Int] {
    var places: Set<Int> = []
    for token in utterance.tokens {
      for word in token.qualities.keys { places.formUnion(owners[word]) }
      for pair in token.pairs { places.formUnion(owners[pair.first]) }
    }
    return places.sorted()
  }

  private func hit(at place: Int, _ utterance: Utterance) -> Hit? {
    let entry = entries[place]
    let qualities = utterance.tokens.map { self.quality(of: $0, in: entry) }
    let content = utterance.content
    guard content.allSatisfy({ qualities[$0] > 0 }) else { return nil }
    let letters = content.reduce(0) { $0 + utterance.tokens[$1].letters }
    let found = content.reduce(Float(0)) { $0 + qualities[$1] * Float(utterance.tokens[$1].letters) }
    var (share, isWhole): (Float, Bool) = (0, false)
    for index in entry.texts.indices {
      let told = told(text: index, of: entry, by: utterance)
      share = max(share, told.share)
      isWhole = isWhole || told.isWhole
    }
    let isVerbOther = utterance.verb.map { qualities[$0] == 0 } ?? false
    let isSaid = utterance.named.allSatisfy { qualities[$0] >= Self.sameWord }
    return Hit(
      place: place,
      confidence: 0.95 * found / Float(max(1, letters)) * (1 + share) / 2 * (isVerbOther ? 0.85 : 1),
      isWhole: isWhole && isSaid)
  }

  /// Returns how well an activity matches a word of the text.
  private func quality(of token: Token, in entry: Entry) -> Float {
    var best: Float = 0
    for text in entry.texts {
      for word in text { best = max(best, token.qualities[word] ?? 0) }
      if best < PartVocabulary.joined, token.pairs.contains(where: { Self.has($0, text) }) {
        best = PartVocabulary.joined
      }
    }
    for word in entry.typeWords {
      best = max(best, (token.qualities[word] ?? 0) * PartVocabulary.ofType)
    }
    return best
  }

  private static func has(_ pair: Token.Pair, _ text: [Int]) -> Bool {
    zip(text, text.dropFirst()).contains { $0 == pair.first && $1 == pair.second }
  }

  /// Returns how much of a text was said: the share by weight of its naming words, and whether that
  /// is all of them.
  private func told(text index: Int, of entry: Entry, by utterance: Utterance) -> (
    share: Float, isWhole: Bool
  ) {
    let (text, content) = (entry.texts[index], entry.content[index])
    var (sum, whole, isWhole): (Float, Float, Bool) = (0, 0, true)
    for place in content {
      let word = text[place]
      var best = utterance.tokens.reduce(Float(0)) { max($0, $1.qualities[word] ?? 0) }
      if best < PartVocabulary.joined {
        let isJoined = utterance.tokens.contains { token in
          token.pairs.contains { ($0.first == word || $0.second == word) && Self.has($0, text) }
        }
        if isJoined { best = PartVocabulary.joined }
      }
      let weight = weights[word] * Float(vocabulary.letters(of: word))
      sum += best * weight
      whole += weight
      isWhole = isWhole && best >= Self.sameWord
    }
    return (sum / max(whole, 1), isWhole)
  }

  /// The share of the said words that an activity has, by letters.
  private func share(of utterance: Utterance, at place: Int) -> Float {
    var (sum, letters): (Float, Float) = (0, 0)
    for index in utterance.content {
      let token = utterance.tokens[index]
      sum += quality(of: token, in: entries[place]) * Float(token.letters)
      letters += Float(token.letters)
    }
    return sum / max(1, letters)
  }

  /// A word that was said, or two that one word of the book consists of.
  struct Token: Sendable {
    /// Two words of the book that were written as one.
    struct Pair: Sendable {
      let first: Int
      let second: Int
    }

    let letters: Int
    /// The words of the book that it can mean, with the quality of each.
    let qualities: [Int: Float]
    let pairs: [Pair]
  }

  /// The text that was said.
  private struct Utterance {
    let tokens: [Token]
    /// The indices of the words that name something.
    let content: [Int]
    /// The index of the verb, if other words name something.
    let verb: Int?
    /// The indices of all words except articles and the like.
    let named: [Int]

    init(_ said: FoldedPhrase, _ vocabulary: PartVocabulary) {
      let words = vocabulary.joining(said.words)
      tokens = words.enumerated().map { index, word in
        vocabulary.token(word, isLast: index > 0 && index == words.count - 1)
      }
      let all = Array(words.indices)
      let named = all.filter { !FunctionWords.contains(words[$0][...]) }
      self.named = named.isEmpty ? all : named
      let isVerb = self.named.count > 1 && VerbLexicon.isVerb(words[self.named[0]][...])
      verb = isVerb ? self.named[0] : nil
      content = isVerb ? Array(self.named.dropFirst()) : self.named
    }
  }
}

/// The pairs of neighbouring letters of a text, for the similarity of two texts (Dice's
/// coefficient).
private struct LetterPairs {
  private let pairs: [UInt64: Int]
  private let count: Int

  init(_ phrase: FoldedPhrase) { self.init(phrase.letters) }

  init(_ letters: [UInt32]) {
    var pairs: [UInt64: Int] = [:]
    for (one, other) in zip(letters, letters.dropFirst()) {
      pairs[UInt64(one) << 32 | UInt64(other), default: 0] += 1
    }
    self.pairs = pairs
    count = max(0, letters.count - 1)
  }

  /// 1 for the same letters, 0 without a common pair.
  func likeness(to other: LetterPairs) -> Float {
    guard count + other.count > 0 else { return 0 }
    let shared = pairs.reduce(0) { $0 + min($1.value, other.pairs[$1.key] ?? 0) }
    return 2 * Float(shared) / Float(count + other.count)
  }
}
