/// Bytes of ASCII by name, and the tests that readers of shell words and addresses need.
extension UInt8 {
  static let tab = UInt8(ascii: "\t")
  static let newline = UInt8(ascii: "\n")
  static let blank = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let apostrophe = UInt8(ascii: "'")
  static let backtick = UInt8(ascii: "`")
  static let backslash = UInt8(ascii: "\\")
  static let dollar = UInt8(ascii: "$")
  static let hash = UInt8(ascii: "#")
  static let colon = UInt8(ascii: ":")
  static let slash = UInt8(ascii: "/")
  static let dash = UInt8(ascii: "-")
  static let underscore = UInt8(ascii: "_")
  static let dot = UInt8(ascii: ".")
  static let at = UInt8(ascii: "@")
  static let percent = UInt8(ascii: "%")
  static let equals = UInt8(ascii: "=")
  static let ampersand = UInt8(ascii: "&")
  static let question = UInt8(ascii: "?")
  static let semicolon = UInt8(ascii: ";")
  static let bar = UInt8(ascii: "|")
  static let less = UInt8(ascii: "<")
  static let greater = UInt8(ascii: ">")
  static let leftParenthesis = UInt8(ascii: "(")
  static let rightParenthesis = UInt8(ascii: ")")
  static let leftBrace = UInt8(ascii: "{")
  static let rightBrace = UInt8(ascii: "}")

  var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  var isUppercase: Bool { self >= 0x41 && self <= 0x5A }
  var isLowercase: Bool { self >= 0x61 && self <= 0x7A }
  var isLetter: Bool { isUppercase || isLowercase }
  var isAlphanumeric: Bool { isLetter || isDigit }
  var isHexadecimal: Bool { isDigit || (self >= 0x61 && self <= 0x66) || (self >= 0x41 && self <= 0x46) }
  /// Whether it is a blank, or a control character.
  var isBlank: Bool { self <= 0x20 || self == 0x7F }
  /// Whether it may occur in the name of a variable, option or key.
  var isNameByte: Bool { isAlphanumeric || self == .underscore || self == .dash || self == .dot }
  /// Whether it may occur in base64, in either alphabet.
  var isBase64: Bool {
    isAlphanumeric || self == 0x2B || self == .slash || self == .dash || self == .underscore
  }
  /// Whether it may occur in base64url.
  var isBase64URL: Bool { isAlphanumeric || self == .dash || self == .underscore }
  /// Whether it may occur in the scheme of an address.
  var isSchemeByte: Bool { isAlphanumeric || self == 0x2B || self == .dash || self == .dot }
  /// Whether an address in a text ends before it.
  var endsAddress: Bool {
    isBlank || self == .quote || self == .apostrophe || self == .backtick || self == .less || self == .greater
      || self == .backslash
  }
  /// The letter in lower case, or the byte.
  var lowercased: UInt8 { isUppercase ? self | 0x20 : self }
}

extension Collection<UInt8> {
  /// The text in ASCII's lower case.
  var lowercasedText: String { String(decoding: map(\.lowercased), as: UTF8.self) }
}

extension StringProtocol {
  /// Whether the last bytes are equal to a text; `hasSuffix(_:)` splits both into characters, which
  /// is many times slower.
  func ends(with text: String) -> Bool {
    let (bytes, ending) = (utf8, text.utf8)
    return bytes.count >= ending.count && bytes.suffix(ending.count).elementsEqual(ending)
  }
}

extension ArraySlice<UInt8> {
  /// Whether the last bytes are equal to a text.
  func hasSuffix(_ text: String.UTF8View) -> Bool { suffix(text.count).elementsEqual(text) }

  /// Whether the bytes from a position on are equal to a text.
  func has(_ text: StaticBytes, at place: Int) -> Bool {
    guard place >= startIndex, text.bytes.count <= endIndex - place else { return false }
    for (offset, byte) in text.bytes.enumerated() where self[place + offset] != byte { return false }
    return true
  }
}

/// A literal text as bytes.
struct StaticBytes: ExpressibleByStringLiteral, Sendable, Hashable {
  let bytes: [UInt8]

  init(stringLiteral text: String) { bytes = Array(text.utf8) }
  init(_ text: String) { bytes = Array(text.utf8) }
}
