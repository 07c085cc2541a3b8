/// A possible distinction of an activity from others: one of its values, the last part of its type,
/// or its program.
struct Distinction: Hashable, Sendable {
  /// The meaning of a distinction's words.
  enum Meaning: Hashable, Sendable {
    /// A text, which names things better than numbers do.
    case text
    /// A number, which means little without the name of its key.
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
    // A text of digits is a number, and its key may consist of several words.
    self.meaning = meaning == .text && folded.numbers.count == folded.count ? .number : meaning
  }

  var isText: Bool { meaning == .text }

  /// Returns whether a text already has all its words.
  func isSaid(in text: FoldedPhrase) -> Bool {
    let words = text.words
    return folded.words.allSatisfy(words.contains)
  }

  /// The words as a label: a number after the name of its key, anything else alone.
  func label(in language: PhraseLanguage) -> String {
    guard meaning == .number else { return words }
    let name = PhraseSource.words(ofName: key).filter { !Identifiers.isIdentifier($0) }
    let isName = (1...2).contains(name.count) && name.allSatisfy { $0.count > 2 }
    return
      "\(isName && !Self.vagueKeys.contains(name) ? name.joined(separator: " ") : language.number) \(words)"
  }

  /// The words in the middle of a sentence: `12 minutes`, `page 4`, or a number alone if its key is
  /// uninformative.
  var object: [String] {
    guard meaning == .number else { return SpokenName.words(of: words) }
    let name = PhraseSource.words(ofName: key)
    guard (1...2).contains(name.count), name.allSatisfy({ $0.count > 2 && !Identifiers.isIdentifier($0) }),
      !Self.vagueKeys.contains(name)
    else { return [words] }
    return name.last?.last == "s" ? [words] + name : name + [words]
  }

  /// The words as displayed in parentheses: if two begin alike, only the beginning may be visible.
  func note(in language: PhraseLanguage, most: Int) -> FoldedPhrase {
    FoldedPhrase(PhraseRules.words(of: label(in: language)).prefix(most).joined(separator: " "))
  }

  /// Names of keys that only indicate a number.
  private static let vagueKeys: Set<[String]> = [
    ["number"], ["num"], ["index"], ["key"], ["value"], ["count"], ["amount"], ["total"], ["sum"],
    ["quantity"],
  ]

  /// The relation of a text to the activity, if its key indicates one.
  var relation: Preposition? {
    meaning == .text ? PhraseSource.words(ofName: key).last.flatMap { Preposition.byKey[$0] } : nil
  }

  /// The preposition before the words that fits the key; `nil` if none is known.
  func preposition(in language: PhraseLanguage) -> String? {
    switch meaning {
    case .program: return language.preposition(.inside)
    case .text where PhraseRules.words(of: words).count <= 3:
      return PhraseSource.words(ofName: key).last.flatMap { Preposition.byKey[$0] }.map(language.preposition)
    case .text, .number, .flag, .typeName: return nil
    }
  }
}

/// The relations between a value and its activity that a preposition can express.
enum Preposition: CaseIterable {
  case with, recipient, author, sender, inside, place

  /// The relation of a value by the last word of its key, for keys whose values are names.
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
