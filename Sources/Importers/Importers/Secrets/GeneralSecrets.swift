/// Secrets among the arguments of any program, recognised by their neighbours: a subcommand that
/// stores secrets, creates a user or sets a password, an option for a user's name, a program for
/// one-time codes, a program that types.
enum GeneralSecrets {
  /// Returns whether an argument is a secret by its neighbours.
  static func isHit(by invocation: Invocation) -> Bool {
    let words = Array(invocation.arguments.prefix(64))
    guard !words.isEmpty else { return false }
    return hasUser(invocation, words) || isStored(invocation, words) || isForUser(invocation, words)
      || hasUserAndPassword(invocation, words) || isTyped(invocation, words)
      || isOneTimeSecret(invocation, words) || isNamed(invocation, words)
      || hasMnemonic(words)
  }

  // MARK: Users with passwords

  private static let userOptions: Set<String> = [
    "--user", "--auth", "--userpwd", "--proxy-user", "--proxy-auth", "--credential", "--credentials",
    "--creds",
    "--basic-auth", "--http-auth", "--login", "--userpass", "-user", "-auth", "-creds", "--account",
  ]
  private static let shortUserOptions: Set<String> = ["-u", "-a", "-c", "-U"]
  /// Programs whose users have groups: `-u 1000:1000`, `--user ada:staff`.
  private static let containers: Set<String> = [
    "docker", "podman", "nerdctl", "docker-compose", "podman-compose", "buildah", "chroot", "systemd-nspawn",
    "bwrap",
    "install", "rsync", "crictl", "ctr", "kubectl", "runc", "apptainer", "chown",
  ]

  /// Returns whether an option has a user and a password: `--auth ada:x`.
  private static func hasUser(_ invocation: Invocation, _ words: [ShellWord]) -> Bool {
    guard !containers.contains(invocation.name) else { return false }
    for (index, word) in words.enumerated() where word.bytes.first == .dash && word.bytes.count <= 300 {
      let name = String(decoding: word.bytes.prefix { $0 != .equals }, as: UTF8.self)
      let isLong = userOptions.contains(name)
      guard isLong || shortUserOptions.contains(name) else { continue }
      let isAttached = name.utf8.count < word.bytes.count
      guard isAttached || index + 1 < words.count else { continue }
      let value = isAttached ? word.bytes[(name.utf8.count + 1)...] : words[index + 1].bytes[...]
      guard let colon = value.firstIndex(of: .colon), colon > value.startIndex,
        !value.contains(where: \.isBlank)
      else {
        continue
      }
      let secret = value[(colon + 1)...]
      guard secret.count >= 3, secret.first != .slash, !secret.allSatisfy(\.isDigit),
        SecretValues.isLiteral(secret)
      else {
        continue
      }
      if isLong || isWord(secret, of: value[..<colon]) && name == "-u" && !others.contains(invocation.name)
        || SecretValues.isPasswordLike(secret) && !secret.contains(.slash) && !secret.contains(.colon)
      {
        return true
      }
    }
    return false
  }

  /// Groups that users have: `-u node:staff`.
  private static let groups: Set<String> = [
    "staff", "users", "www-data", "nogroup", "wheel", "docker", "daemon", "nobody", "nginx", "apache",
    "postgres", "mysql", "redis",
    "admin", "group", "http", "sudo", "adm", "video", "audio", "input", "dialout", "games",
  ]

  /// Returns whether the text after a user and a colon is a word other than a group.
  private static func isWord(_ secret: ArraySlice<UInt8>, of user: ArraySlice<UInt8>) -> Bool {
    secret.count >= 5 && secret.count <= 40 && secret.allSatisfy { $0.isLetter || $0 == .dash }
      && !secret.elementsEqual(user)
      && user.allSatisfy { $0.isNameByte } && !groups.contains(secret.lowercasedText)
  }

  private static let names: Set<String> = [
    "-u", "-U", "-l", "--user", "--username", "--login", "-user", "-username", "-n", "--name",
    "--email",
  ]
  /// Programs in which `-u` and `-p` have other meanings.
  private static let others: Set<String> = [
    "journalctl", "ps", "sudo", "ssh", "scp", "psql", "nmap", "tar", "git", "mkdir", "cp", "useradd", "pgrep",
    "pkill", "mysql", "mysqldump", "mysqladmin", "mysqlimport", "mysqlshow", "mysqlcheck", "mariadb",
    "mariadb-dump",
    "mariadb-admin",
  ]

  /// Returns whether any program has a user and, after `-p`, a password.
  private static func hasUserAndPassword(_ invocation: Invocation, _ words: [ShellWord]) -> Bool {
    if words.prefix(3).contains(where: { $0.text == "login" }) {
      let tokens: Set<String> = ["-t", "-p", "-k", "-P"]
      if zip(words, words.dropFirst()).contains(where: {
        tokens.contains($0.bytes.count == 2 ? $0.text : "") && $1.bytes.count >= 8
          && SecretValues.isPasswordLike($1.bytes)
          && !$1.bytes.contains(.slash)
      }) {
        return true
      }
    }
    let hasUser = words.indices.contains { index in
      let option = words[index].bytes.prefix { $0 != .equals }.prefix(16)
      guard names.contains(String(decoding: option, as: UTF8.self)) else { return false }
      return words[index].bytes.contains(.equals)
        || index + 1 < words.count && words[index + 1].bytes.first != .dash
    }
    guard !containers.contains(invocation.name), !others.contains(invocation.name), hasUser
    else { return false }
    return zip(words, words.dropFirst()).contains { option, value in
      // A login without a user has a token.
      let text = option.bytes.count == 2 ? option.text : ""
      guard text == "-p" || text == "-P" || text == "-w", value.bytes.first != .dash else { return false }
      return value.bytes.count >= 4 && !value.bytes.contains(.slash) && !value.bytes.contains(.colon)
        && SecretValues.isLiteral(value)
        && !value.bytes.allSatisfy(\.isDigit)
        && (SecretValues.isPasswordLike(value.bytes) || value.bytes.count >= 8)
    }
  }

  // MARK: Stores of secrets

  private static let stores: Set<String> = [
    "vault", "bao", "chamber", "infisical", "doppler", "conjur", "akeyless", "credstash", "berglas",
    "secrets", "secret", "user-secrets", "keyvault", "secretsmanager", "securestring", "sealed-secret",
  ]
  private static let writing: Set<String> = [
    "set", "put", "write", "patch", "add", "create", "update", "import", "store", "put-parameter",
    "put-secret-value",
    "create-secret", "update-secret", "secrets:set", "config:set",
  ]
  private static let valueOptions: Set<String> = [
    "--value", "--body", "-b", "-v", "--data", "--secret-string", "--content", "--plaintext", "--text",
    "--string", "--from-literal",
  ]

  /// Returns whether a secret is put into a secret store: `vault kv put path x=y`,
  /// `--type SecureString --value x`.
  private static func isStored(_ invocation: Invocation, _ words: [ShellWord]) -> Bool {
    func isStore(_ word: ShellWord) -> Bool {
      let text =
        word.bytes.suffix(13).elementsEqual("=SecureString".utf8) ? Array("securestring".utf8) : word.bytes
      return text.count <= 24 && stores.contains(text.lowercasedText)
    }
    let name = invocation.name
    let isKeyValue = ["consul", "etcdctl", "nomad"].contains(name)
    // pulumi config set --secret NAME value
    let isFlagged = name == "pulumi" && words.contains { $0.text == "--secret" }
    guard let verb = words.firstIndex(where: { writing.contains($0.text) }),
      isKeyValue || isFlagged || stores.contains(name) || words.contains(where: isStore)
        || words.contains(where: isSecretPath)
    else { return false }
    let isStore = stores.contains(name) || words.contains(where: isStore)
    let namesSecret = words.contains(where: isSecretPath)
    for (index, word) in words.enumerated() {
      let option = word.bytes.prefix { $0 != .equals }
      let hasValue = option.count < word.bytes.count
      if word.bytes.first == .dash {
        guard valueOptions.contains(String(decoding: option.prefix(16), as: UTF8.self)),
          isStore || namesSecret
        else { continue }
        if option.elementsEqual("--from-literal".utf8) {
          let value =
            hasValue
            ? word.bytes[(option.endIndex + 1)...]
            : index + 1 < words.count ? words[index + 1].bytes[...] : []
          if let equals = value.firstIndex(of: .equals), isValue(value[(equals + 1)...]) { return true }
        } else if hasValue {
          if isValue(word.bytes[(option.endIndex + 1)...]) { return true }
        } else if index + 1 < words.count, words[index + 1].bytes.first != .dash,
          isValue(words[index + 1].bytes[...])
        {
          return true
        }
      } else if index > verb, hasValue, option.allSatisfy(\.isNameByte),
        isStore || isKeyValue && name == "nomad"
      {
        // `vault write` configures, too.
        let isSure = words[verb].text != "write"
        if isSure
          ? isValue(word.bytes[(option.endIndex + 1)...])
          : SecretValues.isPasswordLike(word.bytes[(option.endIndex + 1)...])
            && !isDuration(word.bytes[(option.endIndex + 1)...])
        {
          return true
        }
      }
    }
    // `set NAME value`, `kv put app/password value`
    let operands = words[(verb + 1)...].filter { $0.bytes.first != .dash }
    guard operands.count >= 2, let last = operands.last, !last.bytes.contains(.equals) else { return false }
    let isPair =
      ["chamber", "ssm", "credstash", "doppler"].contains(name) || isFlagged
      || words.contains { $0.text == "user-secrets" }
    let isBelow =
      isKeyValue
      && operands[0].bytes.split(separator: .slash).contains {
        SecretNames.isSecret($0) || $0.elementsEqual("secrets".utf8)
      }
    return (isPair || isBelow || operands.dropLast().contains(where: isSecretPath))
      && isValue(last.bytes[...])
  }

  /// Returns whether a path or name indicates a secret: `db/password`, `DEPLOY_TOKEN`.
  private static func isSecretPath(_ word: ShellWord) -> Bool {
    guard word.bytes.count <= 200, word.bytes.first != .dash, !word.bytes.contains(.equals),
      let last = word.bytes.split(whereSeparator: { $0 == .slash || $0 == .colon }).last
    else { return false }
    return word.bytes.count > 6 && last.allSatisfy(\.isNameByte) && SecretNames.isSecret(last)
  }

  private static func isValue(_ value: ArraySlice<UInt8>) -> Bool {
    value.count >= 4 && SecretValues.isLiteral(value) && !isDuration(value)
  }

  private static func isDuration(_ value: ArraySlice<UInt8>) -> Bool {
    value.count <= 6 && value.first?.isDigit == true && value.dropLast().allSatisfy(\.isDigit)
  }

  // MARK: Passwords of users

  private static let verbs = ["create", "add", "new", "register"]
  private static let changes = ["set", "reset", "change", "update"]
  private static let roles: Set<String> = [
    "admin", "user", "staff", "editor", "viewer", "root", "default", "members",
  ]

  /// Returns whether a subcommand creates a user or sets a password, and its last operand is one:
  /// `createuser ada x`, `user add ada:x`, `reset-admin-password x`.
  private static func isForUser(_ invocation: Invocation, _ words: [ShellWord]) -> Bool {
    guard !["git", "gh", "rails", "apt", "npm", "make", "sudo"].contains(invocation.name) else {
      return false
    }
    for (index, word) in words.enumerated().prefix(5) where word.bytes.first != .dash && !word.isQuoted {
      guard word.bytes.count <= 40, word.bytes.allSatisfy({ $0.isNameByte || $0 == .colon }) else { continue }
      let text = word.bytes.lowercasedText
      let next = index + 1 < words.count ? words[index + 1].text : ""
      let isPassword =
        ["password", "passwd", "passphrase", "upwd", "passwort"].contains { text.ends(with: $0) }
        && text.utf8.count > 4
      let setsPassword =
        isPassword
        && (text.contains { $0 == "-" || $0 == ":" || $0 == "_" } || text.hasPrefix("wallet")
          || text == "upwd")
      let isKey = ["-token", "-secret", "-key", "-pin", "-passcode", ":token", "_token"].contains {
        text.ends(with: $0)
      }
      let isUser = text.contains("user") || text == "account" || text.contains("admin") && text.contains("-")
      let createsUser =
        isUser && (verbs.contains { text.contains($0) } || verbs.contains(next))
        || ["adduser", "useradd", "createsuperuser", "add_user", "create-user", "useradmin"].contains(text)
      let setsUser = text == "user" && changes.contains(next)
      let setsKey = isKey && changes.contains { text.hasPrefix($0) }
      guard setsPassword || setsKey || createsUser || setsUser else { continue }
      let start = verbs.contains(next) || changes.contains(next) ? index + 2 : index + 1
      guard start < words.count, !words[start...].contains(where: { $0.text == "--help" }) else {
        return false
      }
      var operands = operands(words[start...])
      // walletpassphrase x 60
      if operands.count > 1, let last = operands.last, last.bytes.count <= 6, last.bytes.allSatisfy(\.isDigit)
      {
        operands.removeLast()
      }
      guard let last = operands.last else { return false }
      if last.bytes.contains(.colon), createsUser, let colon = last.bytes.firstIndex(of: .colon) {
        return isValue(last.bytes[(colon + 1)...])
      }
      guard isValue(last.bytes[...]),
        !last.bytes.contains(.at) || SecretValues.kinds(of: last.bytes[...]) == 4,
        !last.bytes.contains(.slash), !roles.contains(last.text)
      else { return false }
      if setsUser { return operands.count >= 2 && next == "set" && operands[0].text == "password" }
      if operands.count >= 2 { return !last.bytes.contains(.equals) && !last.bytes.contains(.colon) }
      if setsKey { return SecretValues.isPasswordLike(last.bytes[...]) }
      let isWhole = setsPassword && !changes.contains { text == $0 + "password" } && !text.hasPrefix("user")
      // change_password guest
      if changes.contains(where: { text.hasPrefix($0 + "_") || text.hasPrefix($0 + "-") }),
        roles.contains(last.text) || last.text == "guest"
      {
        return false
      }
      return isWhole && (!text.contains("user") || SecretValues.isPasswordLike(last.bytes[...]))
    }
    return false
  }

  /// Returns the words other than options and their values.
  static func operands(_ words: ArraySlice<ShellWord>) -> [ShellWord] {
    var operands: [ShellWord] = []
    var skips = false
    for word in words {
      if word.bytes.first == .dash, !word.isQuoted {
        skips = !word.bytes.contains(.equals)
      } else if skips {
        skips = false
      } else {
        operands.append(word)
      }
    }
    return operands
  }

  // MARK: Other neighbours

  /// Returns whether a device or program gets a password to type.
  private static func isTyped(_ invocation: Invocation, _ words: [ShellWord]) -> Bool {
    let verb: Int?
    switch invocation.name {
    // adb shell input text x, and in quotes: adb shell "input text x"
    case "adb", "input":
      verb = words.firstIndex { $0.text == "text" }
      if verb == nil, let quoted = words.last, quoted.bytes.starts(with: "input text ".utf8) {
        return SecretValues.isTyped(
          quoted.bytes.dropFirst(11).filter { $0 != .apostrophe && $0 != .quote }[...])
      }
    case "xdotool", "ydotool", "dotool", "kdotool": verb = words.firstIndex { $0.text == "type" }
    case "wtype", "xte", "cliclick": verb = -1
    case "tmux":
      verb = words.firstIndex { $0.text == "send-keys" || $0.text == "send" }
      guard let verb else { return false }
      return operands(words[(verb + 1)...]).contains {
        SecretValues.isTyped(SecretTexts.lines(of: $0.bytes).first ?? [])
      }
    case "screen": verb = words.firstIndex { $0.text == "stuff" }
    default: return false
    }
    guard let verb else { return false }
    return words[(verb + 1)...].contains {
      $0.bytes.first != .dash && SecretValues.isTyped(SecretTexts.lines(of: $0.bytes).first ?? [])
    }
  }

  private static let codes = ["otp", "totp", "hotp", "2fa", "mfa", "oath"]

  /// Returns whether a program for one-time codes gets the key for them.
  private static func isOneTimeSecret(_ invocation: Invocation, _ words: [ShellWord]) -> Bool {
    let isCode =
      invocation.name == "oathtool" || codes.contains { invocation.name.contains($0) }
      || words.prefix(4).contains { word in codes.contains { word.bytes.elementsEqual($0.utf8) } }
    guard isCode else { return false }
    return words.contains { word in
      let letters = word.bytes.filter { $0 != .blank && $0 != .dash }
      return word.bytes.first != .dash && letters.count >= 16
        && (letters.allSatisfy(\.isBase32) || letters.allSatisfy(\.isHexadecimal))
    }
  }

  /// Returns whether a bare word that names a secret precedes one:
  /// `station connect passphrase x1y2z3`.
  private static func isNamed(_ invocation: Invocation, _ words: [ShellWord]) -> Bool {
    guard !CommandSecrets.searching.contains(invocation.name),
      !["git", "pass", "gopass", "echo", "printf", "getent"].contains(invocation.name)
    else { return false }
    return zip(words, words.dropFirst()).contains { name, word in
      let isQuoted = word.bytes.count > 2 && word.bytes.first == .quote && word.bytes.last == .quote
      let value = isQuoted ? ShellWord(bytes: Array(word.bytes.dropFirst().dropLast())) : word
      guard !name.isQuoted, (2...16).contains(name.bytes.count), name.bytes.first?.isLowercase == true,
        value.bytes.first != .dash, value.bytes.contains(where: { !$0.isLetter })
      else { return false }
      return name.bytes.allSatisfy(\.isLetter) && SecretValues.isPasswordLike(value.bytes)
        && !value.bytes.contains(.slash) && !value.bytes.contains(.dot) && !value.bytes.contains(.equals)
        && SecretValues.kinds(of: value.bytes[...]) >= 2 && SecretNames.isSecret(name.bytes)
    }
  }

  /// Returns whether arguments contain the words of a wallet, as one argument or several.
  private static func hasMnemonic(_ words: [ShellWord]) -> Bool {
    if words.contains(where: { $0.isQuoted && MnemonicPhrase.isWhole($0.bytes[...]) }) { return true }
    guard
      let name = words.firstIndex(where: {
        ["--mnemonic", "mnemonic", "--seed", "seed", "--phrase"].contains($0.text)
      })
    else { return false }
    let rest = words[(name + 1)...].prefix { $0.bytes.count <= 8 && $0.bytes.allSatisfy(\.isLowercase) }
    return rest.count >= 12
  }
}

extension UInt8 {
  /// Whether it may occur in base32.
  var isBase32: Bool { isUppercase || self >= 0x32 && self <= 0x37 || self == .equals }
}
