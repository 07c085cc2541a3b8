package import Activities

/// The source of a phrase: the speakable parts of an activity, from its newest donation.
package struct PhraseSource: Hashable, Sendable {
  /// The identity of the activity.
  package let identity: ActivityIdentity
  /// The type of the activity.
  package let activityType: String
  /// The title of the activity.
  package let title: String?
  /// The phrase that its program proposes, if it follows the rules.
  let donated: [String]?
  /// The title, if it follows the rules of phrases.
  let shortTitle: [String]?
  /// The words of the last part of the type.
  let kind: [String]
  /// The possible distinctions, in order of preference.
  ///
  /// These are the values of the restoration payload by their keys in order, its title, the last
  /// part of the type, and its program. If its program proposes a phrase, the title comes first if
  /// it is a name, and before numbers if it is a sentence.
  let distinctions: [Distinction]
  /// The values that can be spoken.
  let values: [Distinction]
  /// The flags among the values, by their keys in order.
  let flags: [Flag]

  /// A value that is true or false.
  struct Flag: Hashable, Sendable {
    /// The words of its key.
    let key: [String]
    let value: Bool
  }

  /// The maximum length of a spoken word; a shortened phrase must not consist of signs alone.
  private static let longestWord = 32
  /// The maximum number of values to consider, by their keys in order: more do not help to
  /// distinguish.
  private static let mostValues = 64

  /// Creates a source from the speakable parts of an activity.
  ///
  /// - Complexity: O(values), and the length of the ``TextBeginning`` of each text.
  package init(_ activity: UserActivity, identity: ActivityIdentity? = nil) {
    self.identity = identity ?? activity.identity
    activityType = activity.activityType
    title = activity.title
    donated = activity.suggestedInvocationPhrase.flatMap(PhraseRules.allowedWords)
    shortTitle = activity.title.flatMap(Self.spokenTitle)
    let last = Self.part(0, of: activityType)
    let program = Self.part(1, of: activityType).flatMap { $0.count <= Self.longestWord ? $0 : nil }
    // A name that is not an identifier as a whole may contain one, between signs other than
    // letters.
    kind = last.map { Self.words(ofType: $0).filter { !Identifiers.isIdentifier($0) } } ?? []
    let payload = activity.restorationPayload.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    var values: [Distinction] = []
    for (key, value) in payload where values.count < Self.mostValues {
      guard let words = Self.words(of: value, key: key) else { continue }
      values.append(
        Distinction(key: TextBeginning(key).text, words: words, meaning: Self.meaning(of: value)))
    }
    // Programs do not use these keys.
    let named = activity.title.flatMap { Self.spoken($0) }.map {
      Distinction(key: "\u{10FFFD}", words: $0, meaning: .text)
    }
    let kinds: [Distinction?] = [
      kind.isEmpty
        ? nil : Distinction(key: "\u{10FFFE}", words: kind.joined(separator: " "), meaning: .typeName),
      program.map { Distinction(key: "\u{10FFFF}", words: $0, meaning: .program) },
    ]
    let texts = values.filter(\.isText)
    let rest = values.filter { !$0.isText }
    let told: [Distinction]
    if donated == nil {
      told = values + [named].compactMap(\.self)
    } else if let named, Self.isName(named.words) {
      told = [named] + values
    } else {
      told = texts + [named].compactMap(\.self) + rest
    }
    distinctions = told + kinds.compactMap(\.self)
    self.values = values
    flags = payload.prefix(Self.mostValues).compactMap { key, value in
      guard case .boolean(let flag) = value else { return nil }
      let words = Self.words(ofName: key).filter {
        !Identifiers.isIdentifier($0) && !Self.auxiliaries.contains($0)
      }
      return words.isEmpty ? nil : Flag(key: words, value: flag)
    }
  }

  /// Auxiliary verbs at the beginning of flags' names: `isMuted`.
  private static let auxiliaries: Set<String> = ["is", "has", "should", "are", "was"]

  /// Returns whether a title is a name, rather than a sentence that begins with a verb.
  private static func isName(_ title: String) -> Bool {
    let folded = FoldedPhrase(title)
    return (1...3).contains(folded.count) && !VerbLexicon.isVerb(folded.word(0))
  }

  /// The words of a title if they can be a phrase, without the endings and versions of files and
  /// programs.
  private static func spokenTitle(_ title: String) -> [String]? {
    guard !TextBeginning(title).isCut else { return PhraseRules.allowedWords(of: title) }
    let spoken = SpokenName.words(of: title).joined(separator: " ")
    return PhraseRules.allowedWords(of: spoken) ?? PhraseRules.allowedWords(of: title)
  }

  /// Final words of type names that only indicate a type.
  private static let suffixes: Set<String> = ["intent", "action", "activity"]

  /// Returns the words of the last part of a type: `INSendMessageIntent` is "send message".
  private static func words(ofType name: String) -> [String] {
    let isIntent =
      name.hasPrefix("IN") && name.hasSuffix("Intent") && name.dropFirst(2).first?.isUppercase == true
    let words = Self.words(ofName: isIntent ? String(name.dropFirst(2)) : name)
    let kept = words.prefix((words.lastIndex { !suffixes.contains($0) } ?? words.endIndex - 1) + 1)
    return Array(kept)
  }

  /// The program's own name: the last but one part of the type.
  var program: String? {
    distinctions.last.flatMap { $0.meaning == .program ? $0.words : nil }
  }

  /// A part of a type, counted from its end; `nil` if it is not speakable.
  private static func part(_ index: Int, of type: String) -> String? {
    let parts = type.utf8.split(separator: UInt8(ascii: "."))
    guard parts.count > index else { return nil }
    let name = withoutControls(String(Substring(parts[parts.count - 1 - index])))
    let part = PhraseRules.words(of: name).joined(separator: " ")
    return FoldedPhrase(part).isEmpty || Identifiers.isIdentifier(part) ? nil : part
  }

  /// Splits a name into words: `playTrack`, `play-track` and `play_track` are two words.
  static func words(ofName name: String) -> [String] {
    var (words, word) = ([String](), "")
    var wasLower = false
    for character in TextBeginning(name).text {
      let isWord = character.isLetter || character.isNumber
      if !isWord || character.isUppercase && wasLower {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if isWord { word += character.lowercased() }
      wasLower = isWord && !character.isUppercase
    }
    return word.isEmpty ? words : words + [word]
  }

  private static func meaning(of value: ActivityValue) -> Distinction.Meaning {
    switch value {
    case .string: .text
    case .boolean: .flag
    default: .number
    }
  }

  private static func words(of value: ActivityValue, key: String) -> String? {
    switch value {
    case .string(let text): spoken(text)
    case .integer(let number): spoken(String(number))
    case .double(let number):
      Int64(exactly: number).map { spoken(String($0)) } ?? spoken(short: String(number))
    case .boolean(let flag): flag ? spoken(key) : nil
    case .null, .date, .data, .url, .array, .object: nil
    }
  }

  /// Fractions of more than five characters are measurements, not names.
  private static func spoken(short number: String) -> String? { number.count <= 5 ? number : nil }

  /// A text with a space instead of each control character and each invisible one.
  private static func withoutControls(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { PhraseRules.isControl($0) ? " " : $0 }))
  }

  /// A text without identifiers and control characters; `nil` if nothing speakable is left.
  private static func spoken(_ text: String) -> String? {
    let beginning = TextBeginning(text)
    // The last word of a cut text may be incomplete.
    let words = PhraseRules.words(of: withoutControls(beginning.text)).dropLast(beginning.isCut ? 1 : 0)
      .prefix(PhraseRules.mostWords).compactMap(Identifiers.spoken).filter { $0.count <= longestWord }
    let phrase = words.joined(separator: " ")
    let folded = FoldedPhrase(phrase)
    return folded.isEmpty || WakeWords.stand(in: folded) ? nil : phrase
  }
}
