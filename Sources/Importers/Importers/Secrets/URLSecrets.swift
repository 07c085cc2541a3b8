/// Secrets in an address: credentials before the host, named parameters, links that grant access.
///
/// Parameters follow `?`, `&`, `;` and `#`, also in an address that is the value of a parameter,
/// encoded up to twice. Parameters whose names always mean a secret (`access_token`) count with any
/// value; others (`code`, `key`, `session`) only with a value that looks like one. Random strings
/// in paths are allowed, except after words such as `reset` and `share`, because documents have
/// them, and a path is stored as a template (``PageTemplate``).
struct URLSecrets {
  private let bytes: ArraySlice<UInt8>
  private let parts: AddressParts

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    parts = AddressParts(bytes)
  }

  /// Returns the rule that the address hits.
  func firstMatch(work: inout Int) -> SecretRules.Name? {
    work += 3 * bytes.count
    if hasCredentials { return .urlCredentials }
    if isCapability { return .urlCapability }
    if isEntry, hasEntryParameter { return .urlParameter }
    var text = Array(bytes.dropFirst(parts.scheme.count))
    for _ in 0..<3 {
      work += 2 * text.count
      if Self.hasSecretParameter(text[...]) { return .urlParameter }
      guard text.contains(.percent) else { break }
      text = Self.decoded(text)
    }
    return nil
  }

  /// Returns whether a text is an address and nothing else.
  static func isAddress(_ text: ArraySlice<UInt8>) -> Bool {
    guard let colon = text.prefix(24).firstIndex(of: .colon), colon > text.startIndex,
      text.has("://", at: colon)
    else { return false }
    return text[..<colon].allSatisfy(\.isSchemeByte) && !text.contains(where: \.isBlank)
  }

  // MARK: Credentials

  private var hasCredentials: Bool {
    guard let user = parts.user, !user.isEmpty else { return false }
    if let colon = user.firstIndex(of: .colon) { return SecretValues.isLiteral(user[(colon + 1)...]) }
    // A token instead of the user.
    return user.count >= 20 && user.contains(where: \.isDigit) && SecretValues.isLiteral(user)
  }

  // MARK: Parameters

  private static let telling: Set<String> = [
    "sig", "signature", "x-amz-signature", "x-amz-security-token", "x-amz-credential", "x-goog-signature",
    "x-goog-credential",
    "samlresponse", "samlrequest", "oobcode", "assertion", "client_assertion", "code_verifier", "device_code",
    "user_code",
    "awsaccesskeyid", "rlkey", "resourcekey", "id_token_hint", "authenticity_token", "csrf", "_csrf", "xsrf",
    "phpsessid", "jsessionid",
    "asp.net_sessionid", "sessionid", "session_id", "sid", "authkey", "auth_key", "wtoken", "magiclink",
    "logintoken", "login_ticket",
    "x-signature", "hdnts", "hdnea", "__token__", "sso_payload", "verification_code", "reset_code",
    "invite_code", "access_code", "mtid", "appid", "app_id", "feedkey", "wstoken",
  ]
  private static let likely: Set<String> = [
    "code", "key", "auth", "ticket", "session", "sess", "hash", "nonce", "confirm", "confirmation",
    "confirmation_code", "verify",
    "verification", "verifier", "magic", "reset", "activation", "activate", "activation_code", "invite",
    "invitation", "login",
    "credential", "tk", "sharekey", "share", "state", "ott", "otk", "secure", "privatekey", "policy",
    "expires_sig", "unsubscribe", "u_hash", "p", "tkn", "k", "s", "h", "access", "guid", "uid", "user_id",
    "u", "e", "id_hash",
  ]
  /// Short names, which count only with a long value.
  private static let short: Set<String> = [
    "p", "k", "s", "h", "u", "e", "uid", "user_id", "access", "guid", "hash", "key",
  ]
  private static let digits: Set<String> = ["otp", "pin", "code", "totp", "mfa", "passcode"]

  /// Returns whether a parameter holds a secret.
  private static func hasSecretParameter(_ text: ArraySlice<UInt8>) -> Bool {
    var place = text.startIndex - 1
    while place < text.endIndex {
      let first = place + 1
      guard first < text.endIndex else { break }
      let end = text[first...].firstIndex { isSeparator($0) } ?? text.endIndex
      let parameter = text[first..<end]
      if let equals = parameter.firstIndex(of: .equals),
        isSecret(parameter[..<equals], parameter[(equals + 1)...])
      {
        return true
      }
      place = end
    }
    return false
  }

  /// Whether the path is about access: to verify, to reset, to leave a list.
  private var isEntry: Bool {
    parts.path.split(separator: .slash).contains {
      guard $0.count <= 24 else { return false }
      let text = $0.lowercasedText
      return Self.ways.contains(text) && !Self.documents.contains(text)
    }
  }

  /// Names of parameters whose long values are not secrets.
  private static let plainNames: Set<String> = [
    "client_id", "redirect_uri", "return_to", "returnurl", "continue", "next", "url", "flow", "response_type",
    "scope", "from", "ref",
  ]

  /// Returns whether a parameter has a code of digits, or a token under any name.
  private var hasEntryParameter: Bool {
    (parts.query ?? []).split { Self.isSeparator($0) }.contains { parameter in
      guard let equals = parameter.firstIndex(of: .equals), equals - parameter.startIndex <= 24 else {
        return false
      }
      let name = parameter[..<equals].lowercasedText
      let value = parameter[(equals + 1)...]
      if name == "code" || name == "c" { return (6...8).contains(value.count) && value.allSatisfy(\.isDigit) }
      return !Self.plainNames.contains(name) && !name.hasPrefix("utm_") && value.count >= 32
        && value.allSatisfy(\.isHexadecimal)
        && value.contains(where: \.isDigit)
        || name.count <= 8 && Self.isMixed(value, atLeast: 16) && !Self.plainNames.contains(name)
    }
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == .question || byte == .ampersand || byte == .semicolon || byte == .hash || byte == .slash
  }

  private static func isSecret(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) -> Bool {
    guard value.count >= 3, name.count <= 64, SecretValues.isLiteral(value) else { return false }
    let text = name.lowercasedText
    if telling.contains(text) { return value.count >= 8 }
    if SecretNames.isSecret(name) {
      // `?token=expired`
      return !text.ends(with: "token") || value.count >= 16 || value.contains(where: \.isDigit)
    }
    if digits.contains(text), (4...8).contains(value.count), value.allSatisfy(\.isDigit) {
      // Errors, countries and regions have codes, too.
      return text != "code"
    }
    return likely.contains(text) && isTokenLike(value, atLeast: short.contains(text) ? 16 : 10)
  }

  // MARK: Links that grant access

  /// Words before a token that grants access.
  private static let ways: Set<String> = [
    "reset", "reset-password", "reset_password", "resetpassword", "password-reset", "password_reset",
    "passwordreset", "recover",
    "recovery", "forgot", "forgot-password", "verify", "verify-email", "verify_email", "verifyemail",
    "confirm", "confirmation",
    "confirm-email", "activate", "activation", "unsubscribe", "invite", "invites", "invitation",
    "invitations", "accept-invite",
    "accept", "join", "joinchat", "magic", "magic-link", "magiclink", "magic_link", "login", "log-in",
    "signin", "sign-in", "auth", "token",
    "tokens", "sso", "otp", "callback", "new-password", "set-password", "email-login", "onetime", "one-time",
    "magic-login", "ical",
    "webhook", "webhooks",
    "with", "key", "apikey", "secret", "shared_invite", "share", "shared", "shares", "s", "sh", "meetup-join",
    "scl", "downloads",
    "download", "oauth", "account-recovery", "session", "sessions", "services", "hooks", "hook", "feed",
    "feeds", "private", "signup",
    "register", "registration", "verification", "password", "passwort", "kennwort", "pass", "passwd", "pwd",
    "2fa", "mfa", "totp",
    "confirmations", "guest", "rsvp", "w", "u", "g", "d-invite", "one-time-secret", "onetimesecret", "code",
    "verify-code", "pair",
    "new", "edit", "l", "b", "t", "device",
  ]
  /// Such words that also precede documents: the part after them must look random.
  private static let documents: Set<String> = [
    "s", "sh", "g", "w", "u", "share", "shared", "shares", "scl", "downloads", "download", "feed", "feeds",
    "services", "new", "edit", "l",
    "b", "t", "with", "session", "sessions", "hooks", "code", "key", "device", "pass", "guest",
  ]
  /// Such words that may precede a code of digits.
  private static let numbered: Set<String> = [
    "verify", "otp", "code", "confirm", "2fa", "mfa", "totp", "verification", "login", "verify-code",
  ]
  /// Such words that precede a password.
  private static let passwords: Set<String> = [
    "password", "passwort", "kennwort", "pass", "passwd", "pwd", "set-password", "new-password",
  ]
  /// Beginnings of host and path that only links with access have.
  private static let doors: [StaticBytes] = [
    "hooks.slack.com/services/", "hooks.slack.com/workflows/", "discord.com/api/webhooks/",
    "discordapp.com/api/webhooks/",
    "hooks.zapier.com/hooks/", "chat.whatsapp.com/", "t.me/+", "t.me/joinchat/",
    "outlook.office.com/webhook/", "discord.gg/", "join.skype.com/",
    "calendar.google.com/calendar/ical/", "chat.googleapis.com/v1/spaces/", "open.feishu.cn/open-apis/bot/",
  ]

  private var isCapability: Bool {
    guard let host = parts.host else { return false }
    let start = host.startIndex
    let place = bytes[start...].has("www.", at: start) ? start + 4 : start
    for door in Self.doors where bytes.has(door, at: place) && parts.path.count >= 4 {
      if bytes.endIndex - place - door.bytes.count >= 4 { return true }
    }
    // The way that was seen last, and how many parts ago.
    var way: (name: String, distance: Int)?
    var last: ArraySlice<UInt8>?
    // Programs in one page have their paths in the fragment: `#/reset/…`.
    let isPath = parts.fragment.map { $0.first == .slash || $0.starts(with: "!/".utf8) } ?? false
    let segments =
      parts.path.split(separator: .slash)
      + (isPath ? (parts.fragment ?? []).prefix { $0 != .question }.split(separator: .slash) : [])
    for (index, spelled) in segments.enumerated() {
      let segment = Self.withLetters(spelled)
      if let known = way, Self.letsIn(segment, behind: known.name, at: known.distance) {
        return true
      }
      if segment.has("private-", at: segment.startIndex), Self.isTokenLike(segment.dropFirst(8), atLeast: 16)
      {
        return true
      }
      // A bot's token: its number, a colon, and letters.
      if segment.has("bot", at: segment.startIndex), segment.contains(.colon),
        Self.isTokenLike(segment, atLeast: 24)
      {
        return true
      }
      // `password/new/…`
      let isPassword = last.map { $0.count <= 12 && $0.lowercasedText.hasPrefix("password") } == true
      if isPassword, Self.isTokenLike(segment, atLeast: 16) { return true }
      let isCode = (segment.count == 6 || segment.count == 8) && segment.allSatisfy(\.isDigit)
      if isCode, index == segments.count - 1, let last, last.count <= 16,
        Self.numbered.contains(last.lowercasedText)
      {
        return true
      }
      let text = segment.count <= 24 ? segment.lowercasedText : ""
      // Parts before digests or numbers.
      if ["commit", "commits", "tree", "blob", "compare", "pipelines", "jobs", "pull"].contains(text) {
        way = nil
        last = segment
        continue
      }
      if Self.ways.contains(text), !(Self.documents.contains(text) && way?.distance == 0) {
        way = (text, 0)
      } else if let known = way {
        way = known.distance < 2 ? (known.name, known.distance + 1) : nil
      }
      last = segment
    }
    // The key of shared content, which browsers do not send: mega.nz/file/…#…
    if let fragment = parts.fragment, (16...128).contains(fragment.count), fragment.allSatisfy(\.isBase64URL)
    {
      let measures = RandomStrings.measures(of: fragment)
      if measures.kinds == 3, measures.changes >= 0.3, fragment.count(where: \.isDigit) >= 2 { return true }
    }
    return false
  }

  /// Returns whether a part of a path grants access.
  ///
  /// - Parameters:
  ///   - way: The word before it that announces access.
  ///   - distance: The number of parts between them.
  private static func letsIn(_ segment: ArraySlice<UInt8>, behind way: String, at distance: Int) -> Bool {
    let isHash =
      segment.count >= 32 && segment.allSatisfy { $0.isHexadecimal || $0 == .dash }
      && segment.contains(where: \.isDigit)
    if segment.has("0x", at: segment.startIndex) { return false }
    if documents.contains(way) {
      return (isHash && way != "u" && way != "t" && way != "g" || isMixed(segment, atLeast: 10))
    }
    if distance == 0, isTokenLike(segment, atLeast: 16) { return true }
    // Letters alone, many of them capitals.
    if distance == 0, segment.count >= 16, segment.allSatisfy(\.isLetter),
      RandomStrings.measures(of: segment).changes >= 0.25
    {
      return true
    }
    if isHash { return true }
    if passwords.contains(way), SecretValues.isPasswordLike(segment), segment.count <= 40,
      !hasExtension(segment), isWordless(segment)
    {
      return true
    }
    return isMixed(segment, atLeast: 8)
  }

  /// Returns whether a part ends as the name of a file does.
  private static func hasExtension(_ segment: ArraySlice<UInt8>) -> Bool {
    guard let dot = segment.lastIndex(of: .dot) else { return false }
    let rest = segment[(dot + 1)...]
    return (1...8).contains(rest.count) && rest.allSatisfy(\.isAlphanumeric)
      && rest.count(where: \.isDigit) <= 1
  }

  /// Returns whether a part is not a slug of words with hyphens.
  private static func isWordless(_ segment: ArraySlice<UInt8>) -> Bool {
    segment.split { $0 == .dash || $0 == .underscore || $0 == .percent }.count {
      $0.count > 1 && $0.allSatisfy(\.isLetter)
    } < 2
  }

  /// Returns whether a part mixes letters and digits unlike a word: capitals, small letters and
  /// digits, or digits in several places.
  private static func isMixed(_ segment: ArraySlice<UInt8>, atLeast length: Int) -> Bool {
    guard segment.count >= length, segment.count <= 256, isWordless(segment), !hasExtension(segment) else {
      return false
    }
    var runs = 0
    var isDigit = false
    for byte in segment {
      if byte.isDigit, !isDigit { runs += 1 }
      isDigit = byte.isDigit
    }
    guard runs > 0, segment.contains(where: \.isLetter) else { return false }
    let hasCapital = segment.contains(where: \.isUppercase)
    let hasSmall = segment.contains(where: \.isLowercase)
    // 2024-11-25T10, iPhone15Pro
    if segment.count <= 40, SecretValues.kinds(of: segment) == 4, !segment.contains(.percent),
      !segment.contains(.at)
    {
      return true
    }
    if hasCapital, hasSmall {
      return runs >= 2 || segment.count(where: \.isDigit) >= 3 || segment.count >= 12
    }
    return runs >= 3 && segment.count >= 10 && !(hasCapital && !hasSmall)
  }

  /// Returns whether a value is a token: letters and digits, long enough, and not a slug of words.
  private static func isTokenLike(_ value: ArraySlice<UInt8>, atLeast length: Int) -> Bool {
    guard value.count >= length, !value.contains(where: \.isBlank), value.contains(where: \.isDigit),
      value.contains(where: \.isLetter)
    else { return false }
    let words = value.split {
      $0 == .dash || $0 == .underscore || $0 == .dot || $0 == 0x2B || $0 == .slash || $0 == .percent
    }
    let plain = words.filter { $0.count > 1 && $0.allSatisfy(\.isLowercase) }
    return plain.count < 2 || value.count > 24 && plain.reduce(0, { $0 + $1.count }) * 2 < value.count
  }

  /// Returns a part of a path with its encoded letters outside ASCII: `%C3` is half a letter, not a
  /// mixture of letters and digits.
  private static func withLetters(_ segment: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard segment.contains(.percent) else { return segment }
    var result: [UInt8] = []
    result.reserveCapacity(segment.count)
    var place = segment.startIndex
    while place < segment.endIndex {
      if segment[place] == .percent, place + 2 < segment.endIndex, let high = digit(segment[place + 1]),
        high >= 8,
        let low = digit(segment[place + 2])
      {
        result.append(high << 4 | low)
        place += 3
      } else {
        result.append(segment[place])
        place += 1
      }
    }
    return result[...]
  }

  /// Returns a text with `%xx` decoded once.
  private static func decoded(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var place = 0
    while place < text.count {
      if text[place] == .percent, place + 2 < text.count, let high = digit(text[place + 1]),
        let low = digit(text[place + 2])
      {
        result.append(high << 4 | low)
        place += 3
      } else {
        result.append(text[place])
        place += 1
      }
    }
    return result
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
