// Phrases: Which short words invoke an activity, and which activity does a spoken text mean?
//
// Start here: a `PhraseBook` gives each activity of a user its phrase and finds the activity that a
// text means. `PhraseComposer` makes phrases, `PhraseRules` finds their problems, and
// `PhraseMatcher` compares a text with the book.

internal import Activities

/// A phrase in the form for comparison: its words in order, without case, accents and punctuation.
///
/// Apostrophes are dropped (`what's` is `whats`); a run of digits is a word of its own, so that
/// `app-8`, `app8` and `App 8` are the same.
struct FoldedPhrase: Hashable, Sendable {
  /// The letters of all words, without separators.
  private(set) var letters: [UInt32] = []
  /// The index in ``letters`` at which each word ends.
  private(set) var ends: [Int] = []
  /// A Boolean value that indicates whether the text is longer than its ``TextBeginning``, from
  /// which these words come.
  let isCut: Bool

  /// Folds a text.
  ///
  /// - Complexity: O(length of its ``TextBeginning``).
  init(_ text: String) {
    let beginning = TextBeginning(text)
    self.init(beginning.text, isCut: beginning.isCut)
  }

  /// Folds a generated phrase completely: the part that distinguishes it from others may be at the
  /// end, behind letters with many marks.
  static func ofPhrase(_ text: String) -> FoldedPhrase { FoldedPhrase(text, isCut: false) }

  private init(_ text: String, isCut: Bool) {
    self.isCut = isCut
    letters.reserveCapacity(text.utf8.count)
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      foldASCII(text.utf8)
    } else {
      let plain = text.filter { !Self.apostrophes.contains($0) }
      for word in WordScanner.words(of: plain) {
        for scalar in word.unicodeScalars { append(scalar.value) }
        finishWord()
      }
    }
  }

  private static let apostrophes: Set<Character> = ["'", "’", "ʼ", "‘", "`", "´"]

  private mutating func foldASCII(_ bytes: String.UTF8View) {
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): append(UInt32(byte))
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): append(UInt32(byte | 0x20))
      case UInt8(ascii: "'"), UInt8(ascii: "`"): break
      default: finishWord()
      }
    }
    finishWord()
  }

  private mutating func append(_ letter: UInt32) {
    if let last = letters.last, letters.count > (ends.last ?? 0), Self.isDigit(last) != Self.isDigit(letter) {
      finishWord()
    }
    letters.append(letter)
  }

  private mutating func finishWord() {
    if letters.count > (ends.last ?? 0) { ends.append(letters.count) }
  }

  static func isDigit(_ letter: UInt32) -> Bool { letter >= 0x30 && letter <= 0x39 }

  /// The number of words.
  var count: Int { ends.count }

  /// A Boolean value that indicates whether it has no words.
  var isEmpty: Bool { ends.isEmpty }

  /// The letters of a word.
  func word(_ index: Int) -> ArraySlice<UInt32> { letters[(index == 0 ? 0 : ends[index - 1])..<ends[index]] }

  /// All words, built at each call; use ``word(_:)`` for a single one.
  ///
  /// - Complexity: O(words).
  var words: [ArraySlice<UInt32>] { ends.indices.map(word) }

  /// The words that are numbers.
  var numbers: [ArraySlice<UInt32>] { words.filter { $0.first.map(Self.isDigit) ?? false } }

  /// The words as text with a space between them.
  var text: String {
    words.map { word in
      String(String.UnicodeScalarView(word.compactMap(Unicode.Scalar.init)))
    }.joined(separator: " ")
  }
}
