/// Secrets in a text that a command writes: lines of a configuration, and messages to a server.
///
/// Such texts come from here-documents, here-strings, `echo` and `printf`. In a line that begins
/// with a name and a colon or equals sign, whatever follows the name of a secret counts, since it
/// is not prose: `password: kartoffel`.
enum SecretTexts {
  /// Protocol words at the beginning of a line, after which one or two words are a secret.
  private static let keywords: Set<String> = [
    "pass", "password", "passwd", "passphrase", "auth", "requirepass", "masterauth", "identify", "secret",
    "psk",
  ]
  private static let logins: Set<String> = ["login", "logon", ".logon", "user", "open"]
  /// The keys besides the secrets in a manifest of a secret.
  private static let manifest: Set<String> = [
    "apiversion", "kind", "metadata", "name", "namespace", "type", "data", "stringdata", "labels",
    "annotations",
    "immutable",
  ]

  /// Returns the rule hit by a text.
  ///
  /// - Parameter isSession: Whether the reader is a server or a program that asks for a password,
  ///   so that lower-case words count too.
  static func firstMatch(in text: [UInt8], isSession: Bool, work: inout Int) -> SecretRules.Name? {
    work += 4 * text.count
    if MnemonicPhrase.isWhole(text.last == .newline ? text.dropLast() : text[...]) { return .recoveryPhrase }
    let isManifest = text.count < 1 << 16 && contains("kind: Secret", in: text[...])
    for line in lines(of: text) {
      if isSetting(line, inManifest: isManifest) { return .assignment }
      for said in line.split(separator: .semicolon).prefix(16) where isSaid(said, isSession: isSession) {
        return .pipedSecret
      }
    }
    return nil
  }

  private static func contains(_ part: StaticBytes, in text: ArraySlice<UInt8>) -> Bool {
    text.indices.contains { text[$0] == part.bytes[0] && text.has(part, at: $0) }
  }

  /// Returns the lines of a text, in which `\n` and `\r` may be written as such.
  static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    var place = 0
    while place < text.count {
      let isWritten =
        text[place] == .backslash && place + 1 < text.count
        && (text[place + 1] == UInt8(ascii: "n") || text[place + 1] == UInt8(ascii: "r"))
      if text[place] == .newline || text[place] == 0x0D || isWritten {
        if place > start { lines.append(text[start..<place]) }
        place += isWritten ? 2 : 1
        start = place
      } else {
        place += 1
      }
    }
    if start < text.count { lines.append(text[start...]) }
    return lines
  }

  /// Returns a text without blanks and list signs at its ends.
  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line.drop { $0.isBlank || $0 == .dash }
    while let last = line.last, last.isBlank || last == UInt8(ascii: ",") || last == .semicolon {
      line.removeLast()
    }
    return line
  }

  private static func isQuote(_ byte: UInt8?) -> Bool { byte == .quote || byte == .apostrophe }

  /// Returns whether a line sets the name of a secret.
  private static func isSetting(_ line: ArraySlice<UInt8>, inManifest: Bool) -> Bool {
    var rest = trimmed(line)
    if isQuote(rest.first) { rest.removeFirst() }
    let name = rest.prefix { $0.isNameByte }
    guard !name.isEmpty, name.count <= 96 else { return false }
    rest = rest[name.endIndex...]
    if isQuote(rest.first) { rest.removeFirst() }
    rest = rest.drop(while: \.isBlank)
    guard let sign = rest.first, sign == .colon || sign == .equals, rest.dropFirst().first != .slash else {
      return false
    }
    var value = rest.dropFirst().drop(while: \.isBlank)
    if isQuote(value.first) {
      let quote = value.removeFirst()
      value = value.prefix { $0 != quote }
    } else {
      guard !value.contains(where: \.isBlank), !value.contains(.leftParenthesis) else { return false }
    }
    guard value.count >= 3, SecretValues.isLiteral(value) else { return false }
    if isPair(value, of: name) { return true }
    if inManifest, !manifest.contains(name.lowercasedText) { return true }
    return switch SecretNames.strength(of: name) {
    case .certain: true
    case .likely: SecretValues.isLikely(value, of: name)
    case .none: false
    }
  }

  private static let users: Set<String> = [
    "user", "userpwd", "proxy-user", "auth", "http-auth", "basic-auth", "login",
  ]

  /// Returns whether it sets `user = "ada:…"`, as in a configuration of curl.
  private static func isPair(_ value: ArraySlice<UInt8>, of name: ArraySlice<UInt8>) -> Bool {
    guard name.count <= 16, users.contains(name.lowercasedText), let colon = value.firstIndex(of: .colon),
      colon > value.startIndex
    else { return false }
    let secret = value[(colon + 1)...]
    return secret.count >= 3 && secret.first != .slash && !secret.allSatisfy(\.isDigit)
      && SecretValues.isLiteral(secret)
  }

  /// Returns whether a line sends a password to a server: `PASS x`, `AUTH PLAIN x`,
  /// `a login ada x`.
  static func isSaid(_ line: ArraySlice<UInt8>, isSession: Bool) -> Bool {
    var words = line.prefix(512).split(whereSeparator: \.isBlank).prefix(13)
    while let first = words.first,
      ["quote", "send", "manager", "config", "set"].contains(first.prefix(8).lowercasedText)
    {
      words.removeFirst()
    }
    guard let first = words.first, words.count >= 2, words.count <= 12 else { return false }
    let last = words[words.index(before: words.endIndex)]
    guard last.count >= 3, SecretValues.isLiteral(last) else { return false }
    let keyword = first.prefix(16).lowercasedText
    if keyword == "acl" {
      return last.first == .greater || words.contains { $0.first == .greater && $0.count > 3 }
    }
    if keywords.contains(keyword), words.count <= 3 {
      // "auth ok" may be for people; AUTH is for a server.
      let isShouted = first.allSatisfy(\.isUppercase)
      return isSession || isShouted && !last.allSatisfy(\.isUppercase) || keyword == "requirepass"
        || keyword == "masterauth"
    }
    guard isSession else { return false }
    if words.contains(where: { $0.first == .dash && SecretNames.isSecret($0) }), last.first != .dash,
      words.count >= 3
    {
      return true
    }
    // In IMAP, a tag precedes the command.
    let login = logins.contains(keyword) ? words.startIndex : words.index(after: words.startIndex)
    guard login < words.endIndex, logins.contains(words[login].prefix(8).lowercasedText) else { return false }
    let rest = words[words.index(after: login)...].filter { $0.first != .dash }
    if rest.contains(where: { word in
      word.firstIndex(of: UInt8(ascii: ",")).map { $0 + 3 < word.endIndex } ?? false
    }) {
      return true
    }
    return rest.count == 2
  }
}
