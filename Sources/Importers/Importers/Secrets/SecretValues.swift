/// Values where a secret is expected: the secret itself, or a reference to it.
enum SecretValues {
  /// Values that mean "none".
  private static let none: Set<String> = [
    "true", "false", "yes", "no", "null", "nil", "none", "prompt", "ask", "stdin", "undefined", "required",
    "optional",
    "redacted", "hidden", "removed", "masked", "env", "auto", "default", "disabled", "enabled", "empty",
    "string", "public", "changeme", "password", "secret", "file", "keyring", "keychain", "inherit",
  ]

  /// Returns whether a value is a secret itself, not an expansion, placeholder, path or switch.
  ///
  /// - Parameter value: The value without quotes.
  static func isLiteral(_ value: some BidirectionalCollection<UInt8>) -> Bool {
    guard let first = value.first else { return false }
    let bytes = Array(value.prefix(256))
    // ****, xxxxxx
    if bytes.allSatisfy({ $0 == first }), !first.isAlphanumeric || bytes.count > 2 { return false }
    switch first {
    case .dollar, .backtick, .less, .leftParenthesis, .rightParenthesis: return false
    case .leftBrace where bytes.count > 1 && bytes[1] == .leftBrace: return false  // {{template}}
    case .percent where bytes.count > 2 && bytes.last == .percent: return false  // %VARIABLE%
    case UInt8(ascii: "["), UInt8(ascii: ","), .semicolon, .ampersand, .bar, .greater, .quote, .apostrophe,
      .equals:
      return false
    case .at where bytes.count > 1 && (bytes[1] == .slash || bytes[1] == .dash || bytes.contains(.dot)):
      return false  // @file
    default: break
    }
    if bytes.allSatisfy({ !$0.isAlphanumeric }) && bytes.count < 4 { return false }
    // `pass:<password>` and other prefixes of text that the shell substitutes.
    if bytes.last == .colon, bytes.count <= 6 { return false }
    return !isPath(bytes) && !none.contains(bytes.lowercasedText)
  }

  /// Returns whether a value looks like a password or machine-made: at least six bytes without
  /// blanks, with letters and digits or signs.
  static func isPasswordLike(_ value: some BidirectionalCollection<UInt8>) -> Bool {
    let count = value.count
    guard count >= 6, count <= 256, !value.contains(where: \.isBlank), isLiteral(value) else { return false }
    let letters = value.contains { $0.isLetter || $0 >= 0x80 }
    let digits = value.contains { $0.isDigit }
    let signs = value.dropLast().contains {
      !$0.isAlphanumeric && $0 < 0x80 && $0 != .dot && $0 != .dash && $0 != .underscore
    }
    return letters && (digits || signs) || digits && count >= 6 && value.allSatisfy(\.isDigit)
  }

  /// Returns whether a word of a command is a secret itself.
  ///
  /// In single quotes a dollar does not expand anything.
  static func isLiteral(_ word: ShellWord) -> Bool {
    let isQuotedSign = word.isQuoted && !word.isExpanded && word.bytes.first == .dollar
    return isLiteral(isQuotedSign ? word.bytes.dropFirst() : word.bytes[...])
  }

  /// Returns whether a value looks machine-made: at least 16 bytes of base64 or hexadecimal digits,
  /// with letters and digits mixed.
  static func isMachineMade(_ value: ArraySlice<UInt8>) -> Bool {
    guard (16...256).contains(value.count), value.allSatisfy({ $0.isBase64 || $0 == .equals }),
      value.contains(where: \.isLetter), value.count(where: \.isDigit) >= 2, isLiteral(value)
    else { return false }
    if value.allSatisfy(\.isHexadecimal) { return true }
    let words = value.split { $0 == .dash || $0 == .underscore || $0 == .slash }
    guard words.count(where: { $0.count > 1 && $0.allSatisfy(\.isLetter) }) < 2 else { return false }
    return RandomStrings.measures(of: value).changes >= 0.2
  }

  /// Returns whether the value of a name that may hold a secret looks like one.
  ///
  /// - Parameter name: A name whose ``SecretNames/strength(of:)`` is likely.
  static func isLikely(_ value: ArraySlice<UInt8>, of name: some Collection<UInt8>) -> Bool {
    if isMachineMade(value) { return true }
    let words = SecretNames.words(of: name)
    if let last = words.last, numbered.contains(last) {
      return (3...8).contains(value.count) && value.allSatisfy(\.isDigit)
    }
    if SecretNames.isHarmless(name) {
      guard name.allSatisfy({ !$0.isLowercase }) else { return false }
      return isPasswordLike(value) || name.elementsEqual("SSHPASS".utf8) && value.count >= 4
    }
    // `ROTATE_PASSWORD=…`
    let last = words.last.map { Array($0.utf8) } ?? []
    return words.count > 1 && SecretNames.isSecret(last) && isPasswordLike(value)
  }

  /// Names of numbers that are secret.
  private static let numbered: Set<String> = ["pin", "puk", "tan", "cvv", "cvc"]

  /// Returns the number of kinds of characters in a text: capitals, small letters, digits, signs.
  ///
  /// Dots, dashes and underscores are in names, too.
  static func kinds(of value: ArraySlice<UInt8>) -> Int {
    var kinds = Set<Int>()
    for byte in value where byte != .dot && byte != .dash && byte != .underscore {
      kinds.insert(byte.isDigit ? 0 : byte.isUppercase ? 1 : byte.isLowercase || byte >= 0x80 ? 2 : 3)
    }
    return kinds.count
  }

  /// The extensions of files with keys and passwords.
  private static let extensions: [StaticBytes] = [
    ".pem", ".key", ".pub", ".crt", ".cer", ".json", ".jks", ".p12", ".pfx", ".txt", ".yml", ".yaml", ".gpg",
    ".asc", ".env", ".toml", ".cfg",
  ]

  /// Returns whether a value is a file's path: it begins like one without a random part, or ends
  /// like one.
  private static func isPath(_ bytes: [UInt8]) -> Bool {
    let text = bytes[...]
    if extensions.contains(where: { text.has($0, at: text.endIndex - $0.bytes.count) }) { return true }
    guard
      text.has("/", at: 0) || text.has("./", at: 0) || text.has("../", at: 0) || text.has("~/", at: 0)
        || text.has("env.", at: 0) || text.has("file:", at: 0) || text.has("fileb:", at: 0)
        || text.has("env:", at: 0)
    else { return false }
    return !bytes.split(separator: .slash).contains { RandomStrings.isRandom($0) }
      && !bytes.contains { $0 == 0x2B || $0 == .equals }
  }
}
