/// Secrets in an address: credentials before the host, parameters by their names, links that let in whoever has them.
///
/// Parameters are looked for behind `?`, `&`, `;` and `#`, also in an address that is the value of a parameter, up to twice encoded.
/// Those whose names always mean a secret (`access_token`) are hit whatever they are; others (`code`, `key`, `session`) only with a value that
/// looks like one. Random strings in paths are left alone: documents have them, and a path is stored as a template (``PageTemplate``).
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
    var text = Array(bytes.dropFirst(parts.scheme.count))
    for _ in 0..<3 {
      work += 2 * text.count
      if Self.hasSecretParameter(text[...]) { return .urlParameter }
      guard text.contains(.percent) else { break }
      text = Self.decoded(text)
    }
    return nil
  }

  // MARK: Credentials

  private var hasCredentials: Bool {
    guard let user = parts.user, !user.isEmpty else { return false }
    if let colon = user.firstIndex(of: .colon) { return SecretValues.isLiteral(user[(colon + 1)...]) }
    // A token in the place of the user.
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
    "invite_code", "access_code",
  ]
  private static let likely: Set<String> = [
    "code", "key", "auth", "ticket", "session", "sess", "hash", "nonce", "confirm", "confirmation",
    "confirmation_code", "verify",
    "verification", "verifier", "magic", "reset", "activation", "activate", "activation_code", "invite",
    "invitation", "login",
    "credential", "tk", "sharekey", "share", "state", "ott", "otk", "secure", "privatekey", "policy",
    "expires_sig", "unsubscribe", "u_hash",
  ]
  private static let digits: Set<String> = ["otp", "pin", "code", "totp", "mfa", "passcode"]

  /// Returns whether a parameter holds a secret.
  private static func hasSecretParameter(_ text: ArraySlice<UInt8>) -> Bool {
    var place = text.firstIndex { isSeparator($0) } ?? text.endIndex
    while place < text.endIndex {
      let first = place + 1
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

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == .question || byte == .ampersand || byte == .semicolon || byte == .hash
  }

  private static func isSecret(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) -> Bool {
    guard value.count >= 3, name.count <= 64, SecretValues.isLiteral(value) else { return false }
    let text = name.lowercasedText
    if telling.contains(text) { return value.count >= 8 }
    if SecretNames.isSecret(name) { return true }
    if digits.contains(text), (4...8).contains(value.count), value.allSatisfy(\.isDigit) {
      return value.count >= 6 || text != "code"
    }
    return likely.contains(text) && isTokenLike(value, atLeast: 10)
  }

  // MARK: Links that let in

  /// Words after which a token is a way in.
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
    "with", "key", "apikey", "secret", "shared_invite",
  ]
  /// Beginnings of host and path that nobody has without being let in.
  private static let doors: [StaticBytes] = [
    "hooks.slack.com/services/", "hooks.slack.com/workflows/", "discord.com/api/webhooks/",
    "discordapp.com/api/webhooks/",
    "hooks.zapier.com/hooks/", "chat.whatsapp.com/", "t.me/+", "t.me/joinchat/",
    "outlook.office.com/webhook/", "discord.gg/",
    "calendar.google.com/calendar/ical/", "chat.googleapis.com/v1/spaces/", "open.feishu.cn/open-apis/bot/",
  ]

  private var isCapability: Bool {
    guard let host = parts.host else { return false }
    let start = host.startIndex
    let place = bytes[start...].has("www.", at: start) ? start + 4 : start
    for door in Self.doors where bytes.has(door, at: place) && parts.path.count >= 4 {
      if bytes.endIndex - place - door.bytes.count >= 4 { return true }
    }
    var last: ArraySlice<UInt8>?
    for segment in parts.path.split(separator: .slash) {
      if let last, last.count <= 24, Self.ways.contains(last.lowercasedText),
        Self.isTokenLike(segment, atLeast: 16)
      {
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
      if isPassword, ["new", "edit", "reset", "change"].contains(segment.prefix(8).lowercasedText) {
        continue
      }
      if isPassword, Self.isTokenLike(segment, atLeast: 16) { return true }
      last = segment
    }
    return false
  }

  /// Returns whether a value is a token: letters and digits, long enough, and no slug of words.
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
