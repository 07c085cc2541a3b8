/// Tokens and keys with a recognisable issuer or form: first letters, alphabet and length.
enum KnownTokens {
  /// The bytes that a token is made of.
  enum Alphabet: Sendable {
    case alphanumeric
    case hexadecimal
    case uppercase
    case base64
    case base64URL
    /// base64url with dots.
    case dotted

    func contains(_ byte: UInt8) -> Bool {
      switch self {
      case .alphanumeric: byte.isAlphanumeric
      case .hexadecimal: byte.isHexadecimal
      case .uppercase: byte.isUppercase || byte.isDigit
      case .base64: byte.isBase64 || byte == .equals
      case .base64URL: byte.isBase64URL
      case .dotted: byte.isBase64URL || byte == .dot
      }
    }
  }

  /// One form: a beginning, then a minimum number of bytes of an alphabet.
  struct Form: Sendable {
    let beginning: [UInt8]
    let alphabet: Alphabet
    let least: Int
    /// Whether there are exactly ``least``, with nothing alphanumeric after.
    var isExact = false
    /// Whether a digit is required, because it may otherwise be a word with a hyphen.
    var needsDigit = false
    var name = SecretRules.Name.knownToken
  }

  private static let longest = 400

  private static func forms(
    _ beginnings: String, _ alphabet: Alphabet, _ least: Int, exactly: Bool = false, digit: Bool = false,
    name: SecretRules.Name = .knownToken
  ) -> [Form] {
    beginnings.split(separator: " ").map {
      Form(
        beginning: Array($0.utf8), alphabet: alphabet, least: least, isExact: exactly, needsDigit: digit,
        name: name)
    }
  }

  /// The forms, by vendor; those with the same beginning are tried in this order.
  ///
  /// To add a form, add a row: the tests derive an example and a near miss from it.
  static let all: [Form] =
    // Amazon: keys (20 letters in all), session tokens.
    forms("AKIA ASIA ABIA ACCA", .uppercase, 16, exactly: true)
    + forms("FwoGZXIvYXdz IQoJb3JpZ2lu", .base64, 20)
    // GitHub, GitLab, Bitbucket and Atlassian.
    + forms("ghp_ gho_ ghu_ ghs_ ghr_", .alphanumeric, 30) + forms("github_pat_", .base64URL, 22)
    + forms(
      "glpat- gldt- glptt- glrt- glcbt- glsoat- glft- glimt- glagent- gloas- GR1348941", .base64URL, 20,
      digit: true)
    + forms("ATATT3 ATCTT3 ATBB", .base64, 24, digit: true)
    // Slack, Twilio, SendGrid, Mailgun and Brevo; Discord and Telegram are below.
    + forms("xoxb- xoxp- xoxa- xoxr- xoxs- xoxe- xoxc- xoxd- xoxe. xapp-", .dotted, 10, digit: true)
    + forms("SG.", .dotted, 40, digit: true) + forms("SK AC", .hexadecimal, 32, exactly: true)
    + forms("key-", .hexadecimal, 32, exactly: true) + forms("xkeysib- xsmtpsib-", .base64URL, 40)
    // Payments and shops.
    + forms("sk_live_ sk_test_ rk_live_ rk_test_ whsec_", .alphanumeric, 16)
    + forms("sq0atp- sq0csp- EAAAl EAAAE", .base64URL, 22, digit: true)
    + forms("shpat_ shpca_ shppa_ shpss_", .hexadecimal, 32) + forms("access_token$", .base64URL, 16)
    // Google and Firebase.
    + forms("AIza", .base64URL, 35) + forms("ya29.", .dotted, 20) + forms("GOCSPX-", .base64URL, 20)
    + forms("1//0", .base64URL, 30)
    // Machine learning.
    + forms("sk-ant- sk-proj- sk-or- sk-svcacct-", .base64URL, 20) + forms("sk-", .base64URL, 32, digit: true)
    + forms("hf_ gsk_ r8_ xai- pplx- nvapi- co_", .base64URL, 30, digit: true)
    // Registries of packages and images.
    + forms("npm_", .alphanumeric, 36) + forms("pypi-AgE", .base64URL, 40)
    + forms("rubygems_", .hexadecimal, 40)
    + forms("dckr_pat_ dckr_oat_", .base64URL, 20) + forms("oy2", .alphanumeric, 43, exactly: true)
    + forms("cio", .alphanumeric, 32, exactly: true, digit: true)
    // Hosting, infrastructure, monitoring.
    + forms("dop_v1_ doo_v1_ dor_v1_", .hexadecimal, 60) + forms("dapi pul-", .hexadecimal, 32)
    + forms("hvs. hvb. hvr.", .base64URL, 24) + forms("s.", .alphanumeric, 24, exactly: true, digit: true)
    + forms("tskey-", .base64URL, 16, digit: true) + forms("sbp_ sb_secret_", .alphanumeric, 20, digit: true)
    + forms("glsa_ glc_ NRAK- NRJS- PMAK- dp.st. dp.pt. dp.ct. dp.sa. nfp_ rnd_ CFPAT- fo1_", .dotted, 20)
    + forms("fm1r_ fm2_ FlyV1", .base64, 40) + forms("HRKU-", .base64URL, 30)
    + forms("lin_api_ figd_", .base64URL, 30)
    + forms("secret_ ntn_", .alphanumeric, 40) + forms("phx_ phs_", .alphanumeric, 30)
    + forms("pat-na1- pat-eu1-", .base64URL, 30)
    + forms("sk.eyJ", .dotted, 20) + forms("ops_eyJ", .base64URL, 40)
    + forms("tvly- fc-", .alphanumeric, 28, digit: true)
    // Users' own keys: age, ssh and TLS without their headers (PKCS 1 and 8, SEC 1, OpenSSH).
    + forms("AGE-SECRET-KEY-1", .uppercase, 40, name: .privateKey)
    + forms("b3BlbnNzaC1rZXktdjE", .base64, 4, name: .privateKey)
    + forms(
      "MIIEvQIBADAN MIIEvAIBADAN MIIEvgIBADAN MIIEpAIBAA MIIEowIBAA MIIEogIBAA MIIJKQIBAA MIIJKAIBAA MIIJQgIBADAN "
        + "MIICXAIBAA MIICXQIBAA MIICWwIBAA MC4CAQAwBQYDK2Vw MIGHAgEAMBMG MHcCAQEE MIIBVQIBADAN MIICdwIBADAN "
        + "MIICdgIBADAN", .base64, 8, name: .privateKey)
    // Hashes of passwords.
    + forms(
      "$1$ $5$ $6$ $y$ $7$ $2a$ $2b$ $2y$ $apr1$ $argon2i$ $argon2d$ $argon2id$ $pbkdf2 $scrypt$", .base64, 1,
      name: .passwordHash)

  /// The forms by their first byte.
  private static let byFirst: [[Form]] = {
    var table = [[Form]](repeating: [], count: 256)
    for form in all { table[Int(form.beginning[0])].append(form) }
    return table
  }()

  /// Returns the rule that a token in a text hits.
  static func firstMatch(in bytes: [UInt8], work: inout Int) -> SecretRules.Name? {
    let text = bytes[...]
    for place in bytes.indices {
      let byte = bytes[place]
      work += 1
      // A token begins where a word does.
      let before = place == 0 ? .blank : bytes[place - 1]
      guard !before.isAlphanumeric else { continue }
      for form in byFirst[Int(byte)] {
        work += 1
        if matches(form, text, at: place, work: &work) { return form.name }
      }
      if byte == UInt8(ascii: "e"), text.has("eyJ", at: place), isWebToken(text, at: place, work: &work) {
        return .webToken
      }
      if byte == .dash, before != .dash, isPrivateKey(text, at: place, work: &work) { return .privateKey }
      if byte == UInt8(ascii: "P"), text.has("PuTTY-User-Key-File", at: place) { return .privateKey }
      if byte.isDigit, isTelegramToken(text, at: place, work: &work) { return .knownToken }
      if byte >= UInt8(ascii: "M"), byte <= UInt8(ascii: "O"), isDiscordToken(text, at: place, work: &work) {
        return .knownToken
      }
    }
    return nil
  }

  private static func matches(_ form: Form, _ text: ArraySlice<UInt8>, at place: Int, work: inout Int) -> Bool
  {
    guard form.beginning.count <= text.endIndex - place else { return false }
    for (offset, byte) in form.beginning.enumerated() where text[place + offset] != byte { return false }
    let first = place + form.beginning.count
    if form.name == .passwordHash { return isPasswordHash(text, from: first, work: &work) }
    let end = run(text, from: first, work: &work) { form.alphabet.contains($0) }
    if form.isExact {
      guard end - first == form.least, end == text.endIndex || !text[end].isAlphanumeric else { return false }
    } else if end - first < form.least {
      return false
    }
    return !form.needsDigit || text[first..<end].contains { $0.isDigit }
  }

  /// Returns the end of a run of some bytes, at most ``longest`` further.
  private static func run(
    _ text: ArraySlice<UInt8>, from first: Int, work: inout Int, while belongs: (UInt8) -> Bool
  ) -> Int {
    var end = first
    while end < text.endIndex, end - first < longest, belongs(text[end]) { end += 1 }
    work += end - first + 1
    return end
  }

  /// Returns whether salt and hash follow: at least 20 bytes, with a `$` between them or digits
  /// before them.
  private static func isPasswordHash(_ text: ArraySlice<UInt8>, from first: Int, work: inout Int) -> Bool {
    let end = run(text, from: first, work: &work) {
      $0.isBase64 || $0 == .dot || $0 == .dollar || $0 == .equals || $0 == UInt8(ascii: ",")
    }
    return end - first >= 20 && text[first..<end].contains(.dollar)
  }

  /// Returns whether three parts in base64url begin at a place, the first two of them JSON objects.
  private static func isWebToken(_ text: ArraySlice<UInt8>, at place: Int, work: inout Int) -> Bool {
    // The end of a part decides; a part is scanned once, because no other token begins inside it.
    let header = run(text, from: place, work: &work) { $0.isBase64URL }
    guard header - place >= 10, header < text.endIndex, text[header] == .dot, text.has("eyJ", at: header + 1)
    else { return false }
    return run(text, from: header + 1, work: &work) { $0.isBase64URL } - header > 10
  }

  /// Returns whether the first line of a private key in PEM begins at a place.
  private static func isPrivateKey(_ text: ArraySlice<UInt8>, at place: Int, work: inout Int) -> Bool {
    guard text.has("-----BEGIN ", at: place) || text.has("---- BEGIN ", at: place) else { return false }
    let end = min(text.endIndex, place + 60)
    work += end - place
    return (place..<end).contains { text.has("PRIVATE KEY", at: $0) }
  }

  /// Returns whether the number of a bot, a colon and 35 letters begin at a place.
  private static func isTelegramToken(_ text: ArraySlice<UInt8>, at place: Int, work: inout Int) -> Bool {
    let digits = run(text, from: place, work: &work) { $0.isDigit }
    guard (8...10).contains(digits - place), digits < text.endIndex, text[digits] == .colon else {
      return false
    }
    let end = run(text, from: digits + 1, work: &work) { $0.isBase64URL }
    return end - digits - 1 == 35
  }

  /// Returns whether the three parts of a Discord bot's token begin at a place.
  private static func isDiscordToken(_ text: ArraySlice<UInt8>, at place: Int, work: inout Int) -> Bool {
    let first = run(text, from: place, work: &work) { $0.isAlphanumeric }
    guard (23...28).contains(first - place), first < text.endIndex, text[first] == .dot else { return false }
    let second = run(text, from: first + 1, work: &work) { $0.isBase64URL }
    guard second - first - 1 == 6, second < text.endIndex, text[second] == .dot else { return false }
    return run(text, from: second + 1, work: &work) { $0.isBase64URL } - second - 1 >= 27
  }
}
