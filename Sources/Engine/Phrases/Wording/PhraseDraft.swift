/// A phrase to which distinguishing words can be added.
///
/// Added words are either a part of the sentence or separate. A name follows a preposition that
/// fits its key, if the preceding words are known to be in the same language and there is room
/// (`Write a letter to Mina`). Other words go into parentheses, which are not spoken
/// (`Open the inbox (private)`). Words are never just appended, and no word is dropped for them.
struct PhraseDraft: Hashable, Sendable {
  let origin: PhraseOrigin
  /// The words before the added ones.
  let head: [String]
  /// The words after the added ones: the verb, in languages that put it last.
  let tail: [String]
  let language: PhraseLanguage
  /// The distinctions that were added.
  var added: [Distinction] = []
  /// The number that distinguishes it if no words do.
  var number: Int?

  init(origin: PhraseOrigin, head: [String], tail: [String] = [], language: PhraseLanguage) {
    (self.origin, self.head, self.tail, self.language) = (origin, head, tail, language)
  }

  /// The maximum number of words in parentheses.
  static let mostNoted = 4

  /// The phrase, of at most ``PhraseRules/mostWords`` words outside parentheses.
  ///
  /// If it has too many characters, the end of the head is dropped rather than added words.
  ///
  /// A program's phrase or a title is used unchanged, unless something was added.
  var text: String {
    guard origin == .composed || !added.isEmpty || number != nil else { return head.joined(separator: " ") }
    var parts = parts
    parts.removeCalls()
    if parts.isEmpty { parts.head = [language.anything] }
    parts.shorten()
    let text = parts.text
    guard origin == .composed, let first = text.first, first.isLowercase else { return text }
    return first.uppercased() + text.dropFirst()
  }

  /// Returns the first words of a longer text, without final words that need a following one, like
  /// `with`.
  static func beginning(of words: [String], most: Int) -> [String] {
    guard words.count > most else { return words }
    var kept = words.prefix(max(1, most))
    while kept.count > 1, let last = kept.last, FunctionWords.contains(last) { kept.removeLast() }
    return Array(kept)
  }

  private var parts: PhraseParts {
    var parts = PhraseParts(tail: tail)
    parts.head = Self.beginning(of: head, most: PhraseRules.mostWords - tail.count)
    var room = PhraseRules.mostWords - tail.count - parts.head.count
    var noted = Self.mostNoted
    for distinction in added {
      let words = PhraseRules.words(of: distinction.words).map(String.init)
      if takesPrepositions, room > words.count, let preposition = distinction.preposition(in: language) {
        parts.clauses.append([preposition] + words)
        room -= 1 + words.count
      } else if noted > 0 {
        let note = PhraseRules.words(of: distinction.label(in: language)).prefix(noted).map(String.init)
        parts.notes.append(note)
        noted -= note.count
      }
    }
    if let number { parts.notes.append([String(number)]) }
    return parts
  }

  /// A Boolean value that indicates whether the preceding words are known to be in the language, so
  /// that a preposition may follow.
  private var takesPrepositions: Bool {
    if origin != .title { return origin == .composed }
    guard !language.putsVerbLast, let first = head.first else { return false }
    return VerbLexicon.isVerb(FoldedPhrase(first), in: language)
  }
}

/// The parts of a phrase while it is shortened.
private struct PhraseParts {
  var head: [String] = []
  /// Names after their prepositions.
  var clauses: [[String]] = []
  var tail: [String]
  /// The words in parentheses.
  var notes: [[String]] = []
  /// A Boolean value that indicates whether words of the head are missing.
  private var isCut = false

  init(tail: [String]) { self.tail = tail }

  var isEmpty: Bool { head.isEmpty && tail.isEmpty }

  var text: String {
    let words = isCut ? head.dropLast() + head.suffix(1).map { $0 + "…" } : head
    let sentence = (words + clauses.flatMap(\.self) + tail).joined(separator: " ")
    guard !notes.isEmpty else { return sentence }
    return "\(sentence) (\(notes.map { $0.joined(separator: " ") }.joined(separator: ", ")))"
  }

  /// Removes words that complete a call to an assistant, even if the call only arose by joining
  /// parts.
  mutating func removeCalls() {
    guard WakeWords.stand(in: FoldedPhrase(text)) else { return }
    var kept: [String] = []
    func free(_ words: [String]) -> [String] {
      words.filter { word in
        guard !WakeWords.stand(in: FoldedPhrase((kept + [word]).joined(separator: " "))) else { return false }
        kept.append(word)
        return true
      }
    }
    head = free(head)
    clauses = clauses.map(free).filter { $0.count > 1 }
    tail = free(tail)
    notes = notes.map(free).filter { !$0.isEmpty }
  }

  /// Removes words, and then letters, until the phrase is within the maximum length.
  mutating func shorten() {
    while PhraseRules.isTooLong(text) {
      if head.count > 1 {
        head = PhraseDraft.beginning(of: head, most: head.count - 1)
        isCut = !notes.isEmpty
      } else if let place = clauses.lastIndex(where: { $0.count > 2 }) {
        clauses[place].removeLast()
      } else if let place = notes.lastIndex(where: { $0.count > 1 }) {
        notes[place].removeLast()
      } else if !clauses.isEmpty, clauses.count + notes.count > 1 {
        clauses.removeLast()
      } else if notes.count > 1 {
        // The last one may be the number that distinguishes the phrase.
        notes.removeFirst()
      } else {
        return shortenWord()
      }
    }
  }

  /// Removes letters from the end of the first word.
  ///
  /// - Complexity: O(``PhraseRules/mostCharacters``) looks at the text.
  private mutating func shortenWord() {
    guard var word = head.first else { return tail.removeAll() }
    // A word that is too long by itself is too long in any phrase.
    word = String(word.prefix(PhraseRules.mostCharacters + 1))
    head = [word]
    while !word.isEmpty, PhraseRules.isTooLong(text) || WakeWords.stand(in: FoldedPhrase(text)) {
      word.removeLast()
      head = word.isEmpty ? [] : [word]
    }
  }
}
