/// A title split into words, numbers and signs.
///
/// Adjacent letters and digits are one word if the letters are Latin; other scripts have no blanks
/// between words and numbers.
struct TitleTokens {
  enum Kind: Sendable, Hashable {
    case word
    /// Digits only.
    case number
    /// Latin letters and digits.
    case mixed
    case sign
  }

  struct Token {
    let kind: Kind
    /// The text in lower case, with digits of any script as ASCII.
    let text: String
    /// The text as written.
    let original: String
    /// The number of letters and digits.
    let count: Int
    /// Whether a blank precedes it.
    let followsBlank: Bool
    /// Whether all letters are capitals of ASCII.
    let isUppercase: Bool
  }

  private(set) var tokens: [Token] = []

  init(_ text: String, work: inout Int) {
    var current = String.UnicodeScalarView()
    var kind: Kind?
    var isOther = false
    var followsBlank = true
    func finish() {
      guard let known = kind else { return }
      let original = String(current)
      tokens.append(
        Token(
          kind: known, text: known == .sign ? original : Self.withoutArticle(original.lowercased()),
          original: original,
          count: current.count, followsBlank: followsBlank,
          isUppercase: known != .sign
            && current.allSatisfy { $0.value < 0x80 && !($0.value >= 0x61 && $0.value <= 0x7A) }))
      current = String.UnicodeScalarView()
      kind = nil
      followsBlank = false
    }
    for scalar in text.unicodeScalars {
      work += 2
      let value = scalar.value
      if let digit = Self.digit(value) {
        if kind == .word, !isOther { kind = .mixed } else if kind == .word || kind == .sign { finish() }
        if kind == nil { kind = .number }
        current.append(Unicode.Scalar(UInt8(0x30 + digit)))
      } else if value <= 0x20 || value == 0xA0 || value == 0x3000 || value == 0x202F {
        finish()
        followsBlank = true
      } else if Self.isLetter(value) {
        let other = value >= 0x250
        if kind == .number, !other { kind = .mixed } else if kind == .number || kind == .sign { finish() }
        if kind == .mixed, other { finish() }
        if kind == nil { kind = .word }
        isOther = other
        // A word of a script without blanks is cut to the length needed for finding its meaning.
        if other, current.count >= 64 {
          finish()
          kind = .word
        }
        current.append(scalar)
      } else if value == 0x27 || value == 0x2019, kind == .word {
        current.append("'")
      } else {
        finish()
        kind = .sign
        current.append(scalar)
        finish()
      }
    }
    finish()
  }

  private static let articles: Set<Substring> = [
    "d", "l", "qu", "n", "s", "dell", "all", "nell", "sull", "un",
  ]

  /// Returns a word without its attached article: `d'accès`.
  private static func withoutArticle(_ word: String) -> String {
    guard let place = word.utf8.firstIndex(of: UInt8(ascii: "'")), articles.contains(word[..<place]) else {
      return word
    }
    let rest = word[word.index(after: place)...]
    return rest.isEmpty ? word : String(rest)
  }

  private static func digit(_ value: UInt32) -> UInt32? {
    switch value {
    case 0x30...0x39: value - 0x30
    case 0x660...0x669: value - 0x660
    case 0x6F0...0x6F9: value - 0x6F0
    case 0x966...0x96F: value - 0x966
    case 0xFF10...0xFF19: value - 0xFF10
    default: nil
    }
  }

  private static func isLetter(_ value: UInt32) -> Bool {
    switch value {
    case 0x41...0x5A, 0x61...0x7A, 0xAA, 0xBA, 0xC0...0x1FFF: true
    case 0..<0xC0, 0x2000...0x2BFF, 0x3000...0x303F, 0xFE10...0xFE6F, 0xFF00...0xFF0F, 0xFF1A...0xFF20,
      0xFF3B...0xFF40,
      0xFF5B...0xFF65, 0x1F000...0x1FFFF:
      false
    default: true
    }
  }
}
