internal import Foundation

/// Divides a text into words for comparison in a search.
///
/// A word is a run of letters and digits. It is folded: compatibility forms, upper case and accents
/// are removed, so that `Ångström`, `ANGSTRÖM` and `angstrom` are one word. Signs of scripts
/// without spaces between words (ideographs, kana) and emoji are words of their own. Vowel signs
/// and kana voicing stay: without them it would be another word.
///
/// The folding is done here and not in SQLite, whose tables end at Unicode 6.1, so that every index
/// folds alike.
package struct WordScanner: Sequence, IteratorProtocol {
  /// A word and its range.
  package struct Word {
    package let folded: String
    package let range: Range<String.Index>
  }

  /// The number of folded characters by which longer words are compared.
  package static let longestWord = 64

  private let text: String
  private let end: String.Index
  private var position: String.Index

  /// Creates a scanner.
  ///
  /// - Parameter bytes: The number of UTF-8 bytes at the beginning of the text to scan.
  package init(_ text: String, upTo bytes: Int = .max) {
    self.text = text
    position = text.startIndex
    end = text.utf8.index(position, offsetBy: bytes, limitedBy: text.endIndex) ?? text.endIndex
  }

  package mutating func next() -> Word? {
    var (folded, room) = ("", Self.longestWord)
    var range: Range<String.Index>?
    scanning: while position < self.end {
      let end = text.index(after: position)
      switch Sign(text[position]) {
      case .part(let part):
        if room > 0 {
          // One character may become many: U+FDFA is 18 letters.
          let length = part.utf8.count == 1 ? 1 : part.count
          folded += length <= room ? part : String(part.prefix(room))
          room -= length
        }
        range = (range?.lowerBound ?? position)..<end
        position = end
      case .whole(let whole):
        if range != nil { break scanning }  // it comes next
        let own = position..<end
        position = end
        return Word(folded: whole, range: own)
      case .separator:
        position = end
        if range != nil { break scanning }
      }
    }
    return range.map { Word(folded: folded, range: $0) }
  }

  /// The words of a text.
  package static func words(of text: String) -> some Sequence<String> {
    WordScanner(text).lazy.map(\.folded)
  }
}

/// The role of a character in a word.
private enum Sign {
  /// The number of scalars by which a longer character is compared: a letter or emoji with all its
  /// marks has fewer, but joiners and jamo can make a text of any length one character.
  private static let mostScalars = 32

  /// A part of a word, folded.
  case part(String)
  /// A word of its own, folded.
  case whole(String)
  /// Not part of any word.
  case separator

  init(_ character: Character) {
    if let byte = character.asciiValue {
      self =
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
          .part(String(UnicodeScalar(byte)))
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): .part(String(UnicodeScalar(byte | 0x20)))
        default: .separator
        }
      return
    }
    let sign = character.unicodeScalars.prefix(Self.mostScalars)
    guard let first = sign.first else {
      self = .separator
      return
    }
    if first.isPartOfWords {
      let folded = Self.folded(String(sign))
      guard let start = folded.unicodeScalars.first else {
        self = .separator
        return
      }
      self = start.isWordOfItsOwn ? .whole(folded) : .part(folded)
    } else if first.properties.isEmoji, !first.isASCII {
      var scalars = String.UnicodeScalarView()
      scalars += sign.lazy.filter { !$0.properties.isVariationSelector }
      self = .whole(String(scalars))
    } else {
      self = .separator
    }
  }

  /// Returns a sign in upper case and back in lower case, which is the only way to unify `ß` and
  /// `ss`, and both small sigmas.
  private static func folded(_ sign: String) -> String {
    let plain = sign.decomposedStringWithCompatibilityMapping.uppercased().lowercased()
    var scalars = String.UnicodeScalarView()
    scalars += plain.decomposedStringWithCompatibilityMapping.unicodeScalars.lazy.filter(\.staysInFoldedWords)
    return String(scalars).precomposedStringWithCanonicalMapping
  }
}

extension Unicode.Scalar {
  /// A Boolean value that indicates whether it is a letter, a number, or of private use.
  fileprivate var isPartOfWords: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber, .privateUse:
      true
    default: false
    }
  }

  /// A Boolean value that indicates whether it stays: letters, numbers, and marks that are not
  /// accents.
  ///
  /// Accents have combining classes from 10 on.
  fileprivate var staysInFoldedWords: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark:
      properties.canonicalCombiningClass.rawValue < 10 && !properties.isVariationSelector
    default: isPartOfWords
    }
  }

  /// A Boolean value that indicates whether its script has no spaces between words.
  fileprivate var isWordOfItsOwn: Bool {
    properties.isIdeographic || (0x3041...0x30FF).contains(value)
  }
}
