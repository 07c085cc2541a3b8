/// Names of variables, options, keys and parameters that hold secrets.
///
/// A name is split at `_`, `-`, `.` and before a capital that follows a small letter. Its last word
/// decides, depending on the words before it: `DB_PASSWORD`, `clientSecret`, `--api-key` hold
/// secrets, `password-file`, `token_ttl`, `next-token` and `sort-key` do not.
enum SecretNames {
  /// Last words that are secret by themselves.
  private static let secret: Set<String> = [
    "password", "passwd", "passphrase", "passwort", "passcode", "pass", "pw", "pwd", "secret", "token",
    "apikey", "apitoken",
    "authkey", "accesskey", "secretkey", "privatekey", "accountkey", "sharedaccesskey",
    "sharedaccesssignature", "psk", "otp",
    "totp", "jwt", "bearer", "credential", "credentials", "creds", "kennwort", "userpass", "wachtwoord",
    "motdepasse",
    "contraseña", "senha", "mdp", "hmac", "pswd", "pword", "passkey", "mnemonic", "seedphrase", "contrasena",
    "palavrapasse", "lösenord", "losenord", "passord", "adgangskode", "kodeord", "salasana", "hasło", "haslo",
    "heslo", "jelszó", "jelszo", "parola", "şifre", "sifre", "пароль", "密码", "securestring", "passwordd",
    "passwordo",
    "authtok", "pincode", "geheim", "geheimnis",
  ]
  /// Last words that are secret if the value looks like one.
  private static let likely: Set<String> = [
    "key", "keys", "auth", "pat", "code", "pin", "puk", "tan", "cvv", "cvc", "seed", "salt", "pepper",
    "signature", "sig", "cookie", "session", "sid", "private", "clave", "login", "authorization", "nonce",
  ]
  /// Ends of last words that are written together: `PGPASSWORD`, `keypass`, `authtoken`.
  private static let endings = [
    "password", "passwd", "passphrase", "apikey", "token", "secret", "secretkey", "pass", "passwort",
    "kennwort",
    "pwd", "pw",
  ]
  /// Last words with the same ends that are not secrets.
  private static let harmless: Set<String> = [
    "bypass", "compass", "trespass", "surpass", "multipass", "sshpass", "askpass", "getpass", "onepass",
    "pinpass", "lpass",
    "singlepass", "twopass", "firstpass", "lastpass", "keepass", "overpass", "renderpass", "nopass",
    "nopasswd", "oldpwd",
  ]
  /// Words that make a key secret.
  private static let keys: Set<String> = [
    "api", "access", "secret", "private", "auth", "account", "master", "signing", "encryption", "shared",
    "license",
    "subscription", "storage", "service", "consumer", "app", "application", "admin", "wep", "crypt", "cipher",
    "decryption",
    "session", "authentication", "unseal", "recovery", "root",
  ]
  /// Last words for the form of the secret before them.
  private static let forms: Set<String> = [
    "value", "string", "text", "hash", "plaintext", "literal", "b64", "base64", "hex", "base",
  ]
  /// Words before tokens that count pages, calls or words.
  private static let harmlessTokens: Set<String> = [
    "next", "page", "starting", "continuation", "continue", "client", "request", "idempotency",
    "cancellation", "sync", "stop",
    "pad", "eos", "bos", "unk", "special", "mask", "sep", "cls", "max", "min", "num", "change", "lock",
    "update", "pagination",
  ]
  /// Words that say whether or how to ask for a secret, so that none follows.
  private static let negations: Set<String> = [
    "no", "ask", "prompt", "without", "disable", "with", "has", "show", "skip", "use", "require", "requires",
    "allow", "force",
    "generate", "random", "enable", "hide", "print", "delete", "export", "list", "import",
    "edit", "rotate", "revoke", "check", "validate", "existing",
  ]

  /// The certainty with which a name indicates a secret.
  enum Strength: Sendable, Comparable {
    /// It does not indicate one.
    case none
    /// A secret follows if the value looks like one: `key`, `random_password`.
    case likely
    /// Every value is a secret.
    case certain
  }

  /// Returns whether a variable, option or key of this name holds a secret.
  static func isSecret(_ name: some Collection<UInt8>) -> Bool { strength(of: name) == .certain }

  /// Returns the certainty with which a variable, option or key of this name holds a secret.
  static func strength(of name: some Collection<UInt8>) -> Strength {
    // No name of a secret is longer; this also bounds the work for long texts.
    guard name.count <= 96 else { return .none }
    let words = words(of: name)
    guard let named = words.last else { return .none }
    // password1, passwd2
    let plainName = named.prefix { !$0.isNumber }
    let last =
      named.count > 3 && named.count - plainName.count <= 2 && secret.contains(String(plainName))
      ? String(plainName) : named
    let before = words.count > 1 ? words[words.count - 2] : ""
    if forms.contains(last) {
      return words.count > 1 ? strength(of: words.dropLast().joined(separator: "_").utf8) : .none
    }
    let plain = strength(of: last, after: before, in: name)
    if before == "existing" { return min(plain, .likely) }
    if let first = words.first, words.count > 1, negations.contains(first) { return min(plain, .likely) }
    return plain
  }

  private static func strength(
    of last: String, after before: String, in name: some Collection<UInt8>
  ) -> Strength {
    switch last {
    case "key", "keys": return keys.contains(before) ? .certain : .likely
    case "auth":
      // REDISCLI_AUTH
      let isVariable = !before.isEmpty && name.allSatisfy { !$0.isLowercase && $0 != .dash && $0 != .dot }
      return isVariable || name.first { $0 != .dash } == .underscore ? .certain : .likely
    case "token": return harmlessTokens.contains(before) ? .none : .certain
    case "pat": return before.isEmpty ? .likely : .certain
    default: break
    }
    if secret.contains(last) { return .certain }
    if likely.contains(last) { return .likely }
    guard endings.contains(where: { last.count > $0.count && last.hasSuffix($0) }) else { return .none }
    return harmless.contains(last) ? .likely : .certain
  }

  /// Returns whether a name ends like a secret's, but has another meaning: `SSHPASS`, `compass`.
  static func isHarmless(_ name: some Collection<UInt8>) -> Bool {
    words(of: name).last.map(harmless.contains) ?? false
  }

  /// Returns whether a word of a name mentions secrets, as in `password-file` and `--key-file`.
  static func mentionsSecret(_ name: some Collection<UInt8>) -> Bool {
    guard name.count <= 96 else { return false }
    return words(of: name).contains { word in
      secret.contains(word) || mentioning.contains(word)
        || endings.contains { word.ends(with: $0) } && !harmless.contains(word)
    }
  }

  private static let mentioning: Set<String> = [
    "key", "keyfile", "auth", "login", "signin", "unlock", "secrets", "passwords", "passfile", "pwfile",
    "passwordfile", "askpass", "authtoken", "tokens", "vault", "luks", "luksopen", "luksaddkey",
    "luksformat", "passwordeval", "keyring", "keychain", "keystore",
  ]

  /// Returns whether a header of this name holds a secret.
  static func isSecretHeader(_ name: some Collection<UInt8>) -> Bool {
    guard name.count <= 64 else { return false }
    let text = name.lowercasedText
    return ["authorization", "proxy-authorization", "cookie", "set-cookie", "x-vault-token"].contains(text)
      || isSecret(name) || text.ends(with: "-key") || text == "apikey"
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
