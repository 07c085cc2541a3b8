/// A problem of a phrase, or advice about it.
public enum PhraseProblem: Hashable, Sendable, CaseIterable {
  /// It has no word that could be said or typed.
  case empty
  /// It has control characters or invisible ones.
  case controlCharacters
  /// It has more than ``PhraseRules/mostWords`` words outside of parentheses.
  case tooManyWords
  /// It has more than ``PhraseRules/mostCharacters`` characters.
  case tooManyCharacters
  /// It has the word that wakes an assistant.
  case wakeWord
  /// It has an identifier: a UUID, a hash, a long number, a path, or a name like
  /// `org.example.player`.
  case identifier
  /// It follows the rules, but has more than ``PhraseRules/idealWords`` words.
  case longerThanIdeal

  /// A Boolean value that indicates whether the phrase can still be used.
  public var isAdvice: Bool { self == .longerThanIdeal }
}

extension PhraseProblem: CustomStringConvertible {
  /// The problem, and how to fix it.
  public var description: String {
    switch self {
    case .empty: "it has no word that can be said or typed; use two or three words"
    case .controlCharacters: "it has control characters or invisible ones; leave them out"
    case .tooManyWords: "more than \(PhraseRules.mostWords) words; use two or three"
    case .tooManyCharacters: "more than \(PhraseRules.mostCharacters) characters; shorten it"
    case .wakeWord: "it has a word that wakes an assistant; leave it out"
    case .identifier: "it has an identifier, a long number or a path; use words"
    case .longerThanIdeal: "more than \(PhraseRules.idealWords) words; two or three are easiest to remember"
    }
  }
}

/// The rules for phrases: short, speakable, and without words that wake other assistants.
public enum PhraseRules {
  /// The maximum number of words of a phrase, not counting parentheses; more than three are only
  /// for distinction.
  public static let mostWords = 6
  /// The number of words that are easy to remember: "ideally two to three" (WWDC 2018, session
  /// 214).
  public static let idealWords = 3
  /// The maximum number of characters of a phrase: six words of eight letters, which fit into a
  /// line of a list.
  public static let mostCharacters = 54
  /// The minimum number of consecutive digits of an identifier; six are a date or a postcode.
  static let longNumber = 7

  /// The length in bytes above which a text is reported as too long without checking its words:
  /// many times the maximum of a phrase, whatever its characters are.
  static let longestText = 4_096

  /// Returns the problems of a phrase, in a fixed order; empty for a good phrase.
  ///
  /// For a text that is much too long, it only reports the length.
  ///
  /// - Complexity: O(length).
  public static func problems(of phrase: String) -> [PhraseProblem] {
    let words = words(of: withoutNotes(phrase), most: mostWords)
    if phrase.utf8.count > longestText {
      let isTooLong: [PhraseProblem] = [.tooManyCharacters]
      return words.count > mostWords ? [.tooManyWords] + isTooLong : isTooLong
    }
    let folded = FoldedPhrase(phrase)
    var problems: [PhraseProblem] = []
    if folded.isEmpty { problems.append(.empty) }
    if hasControls(phrase) { problems.append(.controlCharacters) }
    if words.count > mostWords { problems.append(.tooManyWords) }
    if isTooLong(phrase) { problems.append(.tooManyCharacters) }
    if WakeWords.stand(in: folded) { problems.append(.wakeWord) }
    if Self.words(of: phrase, most: mostCharacters).contains(where: Identifiers.isIdentifier) {
      problems.append(.identifier)
    }
    if problems.isEmpty, words.count > idealWords { problems.append(.longerThanIdeal) }
    return problems
  }

  /// A text without the parentheses at its end.
  private static func withoutNotes(_ text: String) -> Substring {
    guard text.utf8.count <= longestText, text.last == ")", let start = text.lastIndex(of: "(") else {
      return text[...]
    }
    return text[..<start]
  }

  /// Returns whether a program's phrase or a title can be used unchanged.
  static func allow(_ phrase: String) -> Bool {
    problems(of: phrase).allSatisfy(\.isAdvice)
  }

  /// The words of a text's ``TextBeginning``, separated by spaces.
  static func words(of text: String) -> [Substring] { words(of: TextBeginning(text).text, most: .max - 1) }

  /// The first words, separated by spaces, and one more if there are more: enough to see that they
  /// are too many.
  private static func words(of text: some StringProtocol, most: Int) -> [Substring] {
    let text = Substring(text)
    let words =
      if text.utf8.allSatisfy({ $0 < 0x80 }) {
        text.utf8.split(maxSplits: most + 1) { $0 == 0x20 || (0x09...0x0D).contains($0) }
          .map { Substring($0) }
      } else {
        text.split(maxSplits: most + 1, whereSeparator: \.isWhitespace)
      }
    return Array(words.prefix(most + 1))
  }

  /// A text's words if it can be a phrase unchanged; `nil` otherwise.
  ///
  /// - Complexity: O(length of its ``TextBeginning``); longer texts are not compared with anything.
  static func allowedWords(of text: String) -> [String]? {
    let beginning = TextBeginning(text)
    let words = words(of: beginning.text, most: mostWords)
    guard !beginning.isCut, words.count <= mostWords else { return nil }
    let phrase = words.joined(separator: " ")
    return !isTooLong(phrase) && allow(phrase) ? words.map(String.init) : nil
  }

  /// Returns whether a text has more characters than the maximum of a phrase.
  static func isTooLong(_ text: String) -> Bool {
    text.utf8.count > mostCharacters && !text.dropFirst(mostCharacters).isEmpty
  }

  private static func hasControls(_ text: String) -> Bool {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return false }
    return text.unicodeScalars.contains(where: isControl)
  }

  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
    switch scalar.properties.generalCategory {
    // The joiner of emoji is a part of them.
    case .control, .format, .lineSeparator, .paragraphSeparator: return scalar != "\u{200D}"
    default: return false
    }
  }
}

/// Words that wake assistants.
enum WakeWords {
  /// Names, and calls of several words, in any position.
  private static let anywhere = calls([
    "siri", "alexa", "cortana", "bixby", "mycroft", "ok google", "okay google", "hey google", "hey computer",
  ])
  /// Words that also mean something else: only at the beginning.
  private static let first = calls(["computer", "echo", "amazon", "hey", "jarvis"])

  /// The first letters of all of them: most words have others.
  private static let initials = Set((anywhere + first).compactMap(\.first?.first))

  /// The words of each call.
  private static func calls(_ texts: [String]) -> [[ArraySlice<UInt32>]] {
    texts.map { FoldedPhrase($0).words }
  }

  /// The words of a phrase without those that complete a call, even if the call arose by joining
  /// words.
  ///
  /// - Complexity: O(length), if there is no call among them.
  static func removed(from words: [String]) -> [String] {
    guard stand(in: FoldedPhrase(words.joined(separator: " "))) else { return words }
    return words.reduce(into: []) { kept, word in
      if !stand(in: FoldedPhrase((kept + [word]).joined(separator: " "))) { kept.append(word) }
    }
  }

  /// Returns whether a phrase has a call.
  ///
  /// - Complexity: O(length).
  static func stand(in phrase: FoldedPhrase) -> Bool {
    var start = 0
    for (place, end) in phrase.ends.enumerated() {
      defer { start = end }
      guard initials.contains(phrase.letters[start]) else { continue }
      func stands(_ call: [ArraySlice<UInt32>]) -> Bool {
        place + call.count <= phrase.count && call.indices.allSatisfy { phrase.word(place + $0) == call[$0] }
      }
      if anywhere.contains(where: stands) || place == 0 && first.contains(where: stands) { return true }
    }
    return false
  }
}
