/// Something that may tell an activity apart from others: one of its values, the last part of its
/// type, or its program.
struct Distinction: Hashable, Sendable {
  /// What a distinction's words are.
  enum Meaning: Hashable, Sendable {
    /// A text, which names things better than numbers do.
    case text
    /// A number, which says little without the name of its key.
    case number
    /// The name of a key whose value is true.
    case flag
    /// The last part of the type.
    case typeName
    /// The program.
    case program
  }

  /// The key of the value.
  let key: String
  /// The words of the value alone.
  let words: String
  let folded: FoldedPhrase
  let meaning: Meaning

  init(key: String, words: String, meaning: Meaning) {
    folded = FoldedPhrase(words)
    (self.key, self.words) = (key, words)
    // A text of digits is a number, and its key may be several words.
    self.meaning = meaning == .text && folded.numbers.count == folded.count ? .number : meaning
  }

  var isText: Bool { meaning == .text }

  /// Returns whether a text has all its words already.
  func isSaid(in text: FoldedPhrase) -> Bool {
    let words = text.words
    return folded.words.allSatisfy(words.contains)
  }

  /// The words as a label says them: a number after the name of its key, anything else alone.
  func label(in language: PhraseLanguage) -> String {
    guard meaning == .number else { return words }
    let name = PhraseSource.words(ofName: key).filter { !Identifiers.isIdentifier($0) }
    let isName = (1...2).contains(name.count) && name.allSatisfy { $0.count > 2 }
    return
      "\(isName && !Self.vagueKeys.contains(name) ? name.joined(separator: " ") : language.number) \(words)"
  }

  /// The words in the middle of a sentence: `12 minutes`, `page 4`, and a number alone if its key
  /// says nothing of it.
  var object: [String] {
    guard meaning == .number else { return SpokenName.words(of: words) }
    let name = PhraseSource.words(ofName: key)
    guard (1...2).contains(name.count), name.allSatisfy({ $0.count > 2 && !Identifiers.isIdentifier($0) }),
      !Self.vagueKeys.contains(name)
    else { return [words] }
    return name.last?.last == "s" ? [words] + name : name + [words]
  }

  /// The words as people see them beside a phrase: of two that begin alike only the beginning may
  /// be seen.
  func note(in language: PhraseLanguage, most: Int) -> FoldedPhrase {
    FoldedPhrase(PhraseRules.words(of: label(in: language)).prefix(most).joined(separator: " "))
  }

  /// Names of keys that say no more than that there is a number.
  private static let vagueKeys: Set<[String]> = [
    ["number"], ["num"], ["index"], ["key"], ["value"], ["count"], ["amount"], ["total"], ["sum"],
    ["quantity"],
  ]

  /// The relation of a text to what is done, if its key says one.
  var relation: Preposition? {
    meaning == .text ? PhraseSource.words(ofName: key).last.flatMap { Preposition.byKey[$0] } : nil
  }

  /// The preposition before the words, if one leads to what the key is called; `nil` if nothing is
  /// known about that.
  func preposition(in language: PhraseLanguage) -> String? {
    switch meaning {
    case .program: return language.preposition(.inside)
    case .text where PhraseRules.words(of: words).count <= 3:
      return PhraseSource.words(ofName: key).last.flatMap { Preposition.byKey[$0] }.map(language.preposition)
    case .text, .number, .flag, .typeName: return nil
    }
  }
}

/// The relations that a value can have to what is done with it, as far as a preposition says them.
enum Preposition: CaseIterable {
  case with, recipient, author, sender, inside, place

  /// The relation that values have by the last word of their keys, for keys whose values are names.
  static let byKey: [String: Preposition] = {
    let keys: [Preposition: String] = [
      .with: "participant attendee partner buddy companion",
      .recipient: "recipient receiver addressee to destination",
      .author: "artist author composer band singer performer",
      .sender: "sender from origin",
      .inside: "city town country folder directory album playlist notebook channel",
      .place: "restaurant shop store station stop venue",
    ]
    return keys.reduce(into: [:]) { table, entry in
      for key in entry.value.split(separator: " ") { table[String(key)] = entry.key }
    }
  }()
}
