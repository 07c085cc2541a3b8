/// Secrets in a script for another interpreter, in quotes or in a here-document:
/// `auth=('ada','…')`, `db.auth("ada", "…")`, `IDENTIFIED BY '…'`.
///
/// Languages are not distinguished. The last name before the bracket identifies a call, and
/// determines which of its strings is secret.
///
/// - Complexity: O(length): for every call at most ``reach`` bytes are examined, and only known
///   calls have their strings read.
struct ScriptSecrets {
  private static let reach = 192

  /// Calls with two or more strings, the last of which is a password.
  private static let pairs: Set<String> = [
    "auth", "basicauth", "httpbasicauth", "httpdigestauth", "login", "authenticate", "changeuserpassword",
    "signin",
    "logon", "usernamepasswordcredentials", "usernamepassword", "passwordcredential", "networkcredential",
    "setcredentials", "addcredentials", "credentials", "basicauthorization", "basicauthentication",
    "setbasicauth",
    "setpassword", "withbasicauth", "passwordauthentication", "logincredentials", "plainauth",
    "plainauthprovider",
  ]
  /// Calls whose only string, or last one, is a password.
  private static let single: Set<String> = [
    "setpassword", "hashsync", "hashpw", "generatepasswordhash", "makepassword", "passwordhash",
    "passwordverify",
    "crypt", "password", "hashpassword", "checkpassword", "verifypassword", "createpassword",
    "encryptpassword", "resetpassword", "updatepassword", "changepassword",
    "gensaltedhash", "bcrypt", "argon2", "scrypt", "argon2id",
  ]
  /// Calls that hash a password if something before them says so: `bcrypt.hash`,
  /// `BCrypt::Password.create`.
  private static let hashing: Set<String> = [
    "hash", "create", "encode", "generate", "digest", "encrypt", "hashsync", "verify", "sign",
  ]
  private static let hashers = [
    "jsonwebtoken", "jwt", "bcrypt", "argon", "scrypt", "pbkdf", "passlib", "password",
  ]
  /// Calls that open a database, with user and password as second and third string.
  private static let connections: Set<String> = [
    "pdo", "mysqli", "mysqliconnect", "mysqlconnect", "connect", "getconnection", "createconnection",
    "odbcconnect",
    "ociconnect", "ocilogon",
  ]
  /// Calls that digest a text; text in the form of a password counts as one.
  private static let digests: Set<String> = [
    "md5", "sha1", "sha256", "sha512", "sha224", "sha384", "hexdigest", "createhmac", "hmac",
  ]
  /// Calls that make a user, with the password as the last string.
  private static let makers: Set<String> = [
    "createsuperuser", "createuser", "adduser", "registeruser", "newuser", "updateuser",
    "adduserwithpassword",
  ]
  /// Calls that set a variable by its name.
  private static let setters: Set<String> = [
    "set", "setenv", "putenv", "put", "setitem", "setproperty", "store",
  ]
  /// Names with which a tuple or list of two strings is set.
  private static let tuples: Set<String> = [
    "auth", "credentials", "credential", "creds", "login", "basicauth", "httpauth", "proxyauth", "userpass",
    "httpbasic",
  ]
  /// Words before a quoted password.
  private static let quoted: Set<String> = [
    "password", "passwd", "pwd", "passphrase", "secret", "encryptionkey", "securestring", "kennwort",
    "string",
  ]
  /// Words before a text to type.
  private static let typing: Set<String> = [
    "send", "keystroke", "sendline", "sendkeys", "stuff", "typewrite",
  ]

  private let bytes: [UInt8]
  private var work = 0
  /// The folded names before the position: lower case, without underscores.
  private var before: [String] = []
  private var speaksOfPassword = false
  private var isIdentified = false

  /// Returns the rule hit by a script.
  static func firstMatch(in text: [UInt8], work: inout Int) -> SecretRules.Name? {
    var reader = ScriptSecrets(text)
    defer { work += reader.work }
    return reader.search()
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  private mutating func search() -> SecretRules.Name? {
    var place = 0
    while place < bytes.count {
      guard bytes[place].isLetter || bytes[place] == .underscore else {
        place += 1
        work += 1
        continue
      }
      var end = place
      while end < bytes.count, bytes[end].isAlphanumeric || bytes[end] == .underscore { end += 1 }
      work += 2 * (end - place)
      if end - place <= 40 {
        let name = String(
          decoding: bytes[place..<end].filter { $0 != .underscore }.map(\.lowercased), as: UTF8.self)
        if let rule = match(name, from: place, to: end) { return rule }
        if name.contains("assword") || name == "passphrase" { speaksOfPassword = true }
        if name == "identified" { isIdentified = true }
        before.append(name)
        if before.count > 3 { before.removeFirst() }
      }
      place = end
    }
    return nil
  }

  private mutating func match(_ name: String, from start: Int, to end: Int) -> SecretRules.Name? {
    var place = end
    while place < bytes.count, place < end + 3, bytes[place].isBlank { place += 1 }
    guard place < bytes.count else { return nil }
    switch bytes[place] {
    case .leftParenthesis: return call(name, at: place)
    case .equals, .colon:
      // PRAGMA key = '…'
      if name.ends(with: "key"), before.last == "pragma" {
        place += 1
        while place < bytes.count, bytes[place].isBlank, place < end + 6 { place += 1 }
        guard place < bytes.count, let string = string(at: place) else { return nil }
        return isSecret(string) ? .assignment : nil
      }
      // SET PASSWORD FOR ada = '…'
      if before.suffix(2) == ["password", "for"] {
        place += 1
        while place < bytes.count, bytes[place].isBlank, place < end + 6 { place += 1 }
        return place < bytes.count && string(at: place).map { isSecret($0) } == true ? .assignment : nil
      }
      guard Self.tuples.contains(name) else { return nil }
      place += 1
      while place < bytes.count, place < end + 6, bytes[place].isBlank || bytes[place] == .greater {
        place += 1
      }
      guard place < bytes.count, bytes[place] == .leftParenthesis || bytes[place] == UInt8(ascii: "[") else {
        return nil
      }
      let strings = strings(from: place + 1)
      return strings.count == 2 && isSecret(strings[1]) ? .assignment : nil
    default: return text(after: name, at: place, blank: place > end)
    }
  }

  /// Returns the rule hit by a call.
  private mutating func call(_ name: String, at bracket: Int) -> SecretRules.Name? {
    let isHash =
      Self.hashing.contains(name) && before.contains { word in Self.hashers.contains { word.contains($0) } }
    let isKnown =
      isHash || Self.pairs.contains(name) || Self.single.contains(name) || Self.connections.contains(name)
      || Self.setters.contains(name) || Self.typing.contains(name) || Self.makers.contains(name)
      || Self.digests.contains(name) || name == "make" && before.last == "hash"
    // `("API_KEY", "…")` in any call.
    let isString = bracket + 1 < bytes.count && isQuote(bytes[bracket + 1])
    guard isKnown || isString else { return nil }
    let strings = strings(from: bracket + 1)
    guard let last = strings.last else { return nil }
    if strings.count >= 2, SecretNames.isSecret(strings[0]) {
      let value = strings[1]
      if Self.setters.contains(name) ? isSecret(value) : SecretValues.isPasswordLike(value) {
        return .assignment
      }
    }
    if Self.pairs.contains(name), strings.count >= 2, isSecret(last) { return .assignment }
    if Self.digests.contains(name), SecretValues.isTyped(last) { return .assignment }
    if Self.makers.contains(name), strings.count >= 2, isSecret(last), !last.contains(.at) {
      return .assignment
    }
    if name == "auth" || name == "authenticate", strings.count == 1, SecretValues.isPasswordLike(last) {
      return .assignment
    }
    if isHash || Self.single.contains(name), isSecret(strings[0]) || isSecret(last) { return .assignment }
    // WLAN(…).connect('net', 'x')
    if name == "connect", strings.count == 2, before.contains("wlan") || before.contains("wifi"),
      isSecret(last)
    {
      return .assignment
    }
    if name == "make", before.last == "hash", isSecret(strings[0]) { return .assignment }
    if Self.connections.contains(name), strings.count >= 3, isSecret(strings[2]) { return .assignment }
    return Self.typing.contains(name) && isTyped(last) ? .pipedSecret : nil
  }

  /// Returns the rule hit by a quoted text after a word.
  private mutating func text(after name: String, at start: Int, blank: Bool) -> SecretRules.Name? {
    let isSQL = name == "by" && isIdentified || name == "to" && speaksOfPassword
    guard blank, isSQL || Self.quoted.contains(name) || Self.typing.contains(name) else { return nil }
    var place = start
    // `send -- "…"`, `SecureString -String "…"`
    if bytes[place] == .dash {
      let limit = min(bytes.count, place + 12)
      while place < limit, !bytes[place].isBlank { place += 1 }
      while place < limit, bytes[place].isBlank { place += 1 }
    }
    guard place < bytes.count, isQuote(bytes[place]) || bytes[place] == .backslash,
      let string = string(at: place)
    else {
      return name == "send" && speaksOfPassword && place < bytes.count && isTypedBare(at: place)
        ? .pipedSecret : nil
    }
    if Self.typing.contains(name) {
      return (speaksOfPassword ? isSecret(withoutReturn(string)[...]) : isTyped(string)) ? .pipedSecret : nil
    }
    if name == "string", before.last != "securestring" { return nil }
    return isSecret(string) && !string.contains(where: \.isBlank) ? .assignment : nil
  }

  /// Returns whether a word without quotes ends a line that is typed: `send x\r`.
  private func isTypedBare(at place: Int) -> Bool {
    let word = bytes[place...].prefix(Self.reach).prefix {
      !$0.isBlank && $0 != .semicolon && !Self.isBrace($0)
    }
    let typed = withoutReturn(word)
    return typed.count < word.count && isSecret(typed)
  }

  private static func isBrace(_ byte: UInt8) -> Bool { byte == .leftBrace || byte == .rightBrace }

  private func isTyped(_ text: ArraySlice<UInt8>) -> Bool { SecretValues.isTyped(withoutReturn(text)[...]) }

  private func withoutReturn(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    SecretTexts.lines(of: Array(text)).first ?? []
  }

  private func isSecret(_ string: ArraySlice<UInt8>) -> Bool {
    string.count >= 3 && SecretValues.isLiteral(string)
  }

  private func isQuote(_ byte: UInt8) -> Bool { byte == .quote || byte == .apostrophe || byte == .backtick }

  /// Returns the first strings in a call's brackets.
  private mutating func strings(from start: Int) -> [ArraySlice<UInt8>] {
    var strings: [ArraySlice<UInt8>] = []
    var place = start
    var depth = 0
    let limit = min(bytes.count, start + Self.reach)
    while place < limit, strings.count < 4 {
      let byte = bytes[place]
      if isQuote(byte) || byte == .backslash && place + 1 < limit && isQuote(bytes[place + 1]) {
        guard let string = string(at: place) else { break }
        // A `b"…"` is one, too; a name before a colon is not.
        strings.append(string)
        place = string.endIndex + 1
        if place < limit, bytes[place - 1] == .backslash { place += 1 }
        continue
      }
      if byte == .leftParenthesis || byte == .leftBrace { depth += 1 }
      if byte == .rightParenthesis || byte == .rightBrace || byte == UInt8(ascii: "]") {
        depth -= 1
        if depth < 0 { break }
      }
      place += 1
    }
    work += place - start + 1
    return strings
  }

  /// Returns the text of the string that begins at a place, with a backslash before its quotes or
  /// without.
  private mutating func string(at start: Int) -> ArraySlice<UInt8>? {
    let isEscaped = bytes[start] == .backslash
    let open = start + (isEscaped ? 1 : 0)
    guard open < bytes.count, isQuote(bytes[open]) else { return nil }
    var end = open + 1
    let limit = min(bytes.count, end + Self.reach)
    while end < limit, bytes[end] != bytes[open], bytes[end] != .newline {
      end += !isEscaped && bytes[end] == .backslash && end + 1 < limit ? 2 : 1
    }
    work += end - start
    guard end < limit, bytes[end] == bytes[open] else { return nil }
    return bytes[(open + 1)..<(isEscaped && bytes[end - 1] == .backslash ? end - 1 : end)]
  }
}

extension SecretValues {
  /// Returns whether a text typed into a device is probably a password: one word with digits or
  /// signs, or of ten letters.
  static func isTyped(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count >= 6, text.count <= 128, !text.contains(where: { $0.isBlank || $0 == .slash }),
      !text.has("%s", at: text.firstIndex(of: .percent) ?? text.endIndex), isLiteral(text)
    else { return false }
    return isPasswordLike(text) || text.count >= 10 && text.allSatisfy(\.isLetter)
  }
}
