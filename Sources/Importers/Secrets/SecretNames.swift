/// Names of variables, options, keys and parameters that hold secrets.
///
/// A name is taken apart at `_`, `-`, `.` and where a capital follows a small letter; its last word decides, by what stands before it:
/// `DB_PASSWORD`, `clientSecret`, `--api-key` hold secrets, `password-file`, `token_ttl`, `next-token` and `sort-key` do not.
enum SecretNames {
  /// Last words that are secret by themselves.
  private static let secret: Set<String> = [
    "password", "passwd", "passphrase", "passwort", "passcode", "pass", "pw", "pwd", "secret", "token",
    "apikey", "apitoken",
    "authkey", "accesskey", "secretkey", "privatekey", "accountkey", "sharedaccesskey",
    "sharedaccesssignature", "psk", "otp",
    "totp", "jwt", "bearer", "credential", "credentials", "creds", "kennwort", "userpass", "wachtwoord",
    "motdepasse",
    "contraseña", "senha", "mdp", "hmac", "pat",
  ]
  /// Ends of last words that are written together: `PGPASSWORD`, `keypass`, `authtoken`.
  private static let endings = [
    "password", "passwd", "passphrase", "apikey", "token", "secret", "secretkey", "pass",
  ]
  /// Last words that end alike and are no secrets.
  private static let harmless: Set<String> = [
    "bypass", "compass", "trespass", "surpass", "multipass", "sshpass", "askpass", "getpass", "onepass",
    "pinpass", "lpass",
    "singlepass", "twopass", "firstpass", "lastpass", "keepass", "overpass", "renderpass", "nopass",
    "nopasswd",
  ]
  /// What makes a key secret.
  private static let keys: Set<String> = [
    "api", "access", "secret", "private", "auth", "account", "master", "signing", "encryption", "shared",
    "license",
    "subscription", "storage", "service", "consumer", "app", "application", "admin", "wep", "crypt", "cipher",
    "decryption",
    "session", "authentication", "unseal", "recovery", "root",
  ]
  /// Last words that say in which form a secret before them is given.
  private static let forms: Set<String> = [
    "value", "string", "text", "hash", "plaintext", "literal", "b64", "base64", "hex", "base",
  ]
  /// What stands before tokens that count pages, calls or words.
  private static let harmlessTokens: Set<String> = [
    "next", "page", "starting", "continuation", "continue", "client", "request", "idempotency",
    "cancellation", "sync", "stop",
    "pad", "eos", "bos", "unk", "special", "mask", "sep", "cls", "max", "min", "num", "change", "lock",
    "update", "pagination",
  ]
  /// What says that no secret follows, but whether to ask for one, or how.
  private static let negations: Set<String> = [
    "no", "ask", "prompt", "without", "disable", "with", "has", "show", "skip", "use", "require", "requires",
    "allow", "force",
    "generate", "random", "enable", "hide", "print", "delete", "export", "list", "import",
    "edit", "rotate", "revoke", "check", "validate",
  ]

  /// Returns whether a variable, option or key of this name holds a secret.
  static func isSecret(_ name: some Collection<UInt8>) -> Bool {
    // No name of a secret is longer; a text of letters is not gone through again and again.
    guard name.count <= 96 else { return false }
    let words = words(of: name)
    guard let last = words.last else { return false }
    let before = words.count > 1 ? words[words.count - 2] : ""
    if forms.contains(last) {
      return words.count > 1 && isSecret(words.dropLast().joined(separator: "_").utf8)
    }
    if let first = words.first, words.count > 1, negations.contains(first) { return false }
    if last == "key" || last == "keys" { return keys.contains(before) }
    if last == "auth" { return name.first { $0 != .dash } == .underscore }
    // The shell's own working folders.
    if last == "pwd" || last == "pw", words.count == 1 {
      return name.first?.isLowercase == true || name.first == .dash
    }
    if last == "token" { return !harmlessTokens.contains(before) }
    if last == "pat" { return words.count > 1 }
    if secret.contains(last) { return true }
    return !harmless.contains(last) && endings.contains { last.count > $0.count && last.hasSuffix($0) }
  }

  /// Returns whether a header of this name holds a secret.
  static func isSecretHeader(_ name: some Collection<UInt8>) -> Bool {
    guard name.count <= 64 else { return false }
    let text = name.lowercasedText
    return ["authorization", "proxy-authorization", "cookie", "set-cookie", "x-vault-token"].contains(text)
      || isSecret(name) || text.hasSuffix("-key") || text == "apikey"
  }

  /// Returns the words of a name in small letters.
  static func words(of name: some Collection<UInt8>) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    var last = UInt8.blank
    for byte in name {
      let isSeparator = byte == .underscore || byte == .dash || byte == .dot
      if isSeparator || (byte.isUppercase && last.isLowercase) {
        if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
        word = []
      }
      if !isSeparator { word.append(byte.lowercased) }
      last = byte
    }
    if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
    return words
  }
}
