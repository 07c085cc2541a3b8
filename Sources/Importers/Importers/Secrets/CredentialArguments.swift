/// Secrets among the arguments of unlisted programs, recognised by a verb, the form of a value or
/// an option's letter: `login ada x`, `ada:x@host`, `-k 4f6a1c3e-…`, `set-pin 7391`.
enum CredentialArguments {
  /// Returns whether an argument is a secret.
  static func isHit(by invocation: Invocation, _ command: ShellCommand) -> Bool {
    let words = Array(invocation.arguments.prefix(48))
    if !CommandSecrets.searching.contains(invocation.name) {
      if followsVerb(invocation, words) || isLoginScript(invocation, words) || hasOption(invocation, words)
        || !Self.boards.contains(where: invocation.name.hasPrefix) && hasNumber(words) || hasEmptyName(words)
      {
        return true
      }
    }
    return words.contains { hasHost($0, invocation) || hasForm($0) } || isSearched(invocation, words)
      || isReplaced(invocation, words)
      || command.input.contains { isAnswer($0, to: invocation) }
  }

  // MARK: Verbs

  /// Verbs before a user and a password, with their minimum number of operands.
  private static let verbs: [String: Int] = [
    "login": 2, "logon": 2, "signin": 2, "sign-in": 2, "log-in": 2, "setcredentials": 2, "upwd": 2,
    "identify": 1, "adduser": 2,
    "register": 3, "connect": 3, "authenticate": 2, "setpassword": 2, "chpass": 2, "changepassword": 2,
    "set_password": 2, "passwd": 2,
    "user-password": 2, "resetpassword": 2, "createuser": 2, "auth": 2, "ghost": 2, "registeruser": 2,
    "userpass": 2, "regain": 2,
  ]
  /// Programs whose logins have no password among the operands.
  private static let tools: Set<String> = [
    "docker", "podman", "nerdctl", "gh", "glab", "gcloud", "az", "aws", "kubectl", "vault", "bao", "oc",
    "npm", "yarn", "pnpm",
    "firebase", "heroku", "flyctl", "fly", "doctl", "supabase", "git", "cargo", "tsh", "argocd", "helm",
    "oras", "skopeo", "buildah",
    "echo", "printf", "man", "cd", "ls", "vim", "vi", "nano", "code", "cat", "make", "go", "rails", "php",
    "artisan", "composer", "mkdir",
    "touch", "rm", "cp", "mv", "grep", "systemctl", "journalctl", "apt", "apt-get", "brew", "pip", "dnf",
    "yay", "pacman", "ng", "nest",
    "loginctl", "python", "python3", "node", "ruby", "perl", "figlet", "cowsay", "say", "test", "[", "hugo",
    "jira", "tldr",
  ]

  private static func followsVerb(_ invocation: Invocation, _ words: [ShellWord]) -> Bool {
    guard !tools.contains(invocation.name) else { return false }
    // /msg NickServ REGISTER x
    if invocation.name == "msg", words.count >= 3,
      ["identify", "register", "ghost", "regain", "recover", "release", "auth", "login"].contains(
        words[1].bytes.prefix(12).lowercasedText)
    {
      return SecretValues.isLiteral(words[2])
    }
    // connect host user x, said to another program
    if ["connect", "register", "authenticate", "identify", "auth"].contains(invocation.name),
      words.count >= 3, let last = words.last,
      isWord(last), !last.bytes.allSatisfy(\.isDigit), last.bytes.first != .dash
    {
      return true
    }
    for (index, word) in words.enumerated().prefix(12)
    where (4...18).contains(word.bytes.count) && !word.isQuoted {
      let bytes =
        word.bytes.first == 0x2B || word.bytes.first == .slash ? word.bytes.dropFirst() : word.bytes[...]
      guard bytes.allSatisfy({ $0.isLetter || $0 == .dash || $0 == .underscore }), bytes.first != .dash else {
        continue
      }
      let verb = bytes.lowercasedText
      let rest = words[(index + 1)...].prefix { $0.bytes.first != .dash && $0.bytes.first != 0x2B }.prefix(5)
      guard let last = rest.last else { continue }
      // adb pair host:port 482913
      if verb == "pair", rest.count >= 2, last.bytes.count == 6, last.bytes.allSatisfy(\.isDigit) {
        return true
      }
      if verb == "verify", rest.count == 1, isCode(last.bytes) { return true }
      if verb == "login" || verb == "auth" || verb == "authtoken", rest.count == 1, isMachine(last.bytes) {
        return true
      }
      guard let least = verbs[verb], !rest.contains(where: isProse) else { continue }
      if verb == "identify", !(invocation.name == "msg" || index > 0) { continue }
      guard rest.count >= least, isWord(last) else { continue }
      let isLikely = SecretValues.isPasswordLike(last.bytes)
      // +login ada x482 K7R2X: a code may follow the password.
      if least >= 3 || verb == "auth" || verb == "passwd" || verb == "adduser" || verb == "connect" {
        if isLikely || rest.count >= 3 && verb != "auth" && verb != "adduser" { return true }
        continue
      }
      return true
    }
    // manage-users … add ada x
    if words.contains(where: {
      $0.bytes.first == .dash && $0.bytes.count <= 24 && $0.text.ends(with: "users")
    }
    ),
      let verb = words.firstIndex(where: { $0.bytes == Array("add".utf8) }), verb + 3 == words.count,
      let last = words.last, isWord(last)
    {
      return true
    }
    return false
  }

  /// Returns whether a word is a function word of sentences.
  private static func isProse(_ word: ShellWord) -> Bool {
    word.bytes.count <= 5
      && [
        "is", "page", "to", "in", "on", "at", "the", "a", "with", "for", "and", "or", "not", "und", "mit",
        "zur", "zum", "der", "die", "das",
        "per", "im", "am", "from", "via", "form", "test", "de", "la", "ist", "by", "of",
      ]
      .contains(word.bytes.lowercasedText)
  }

  /// Returns whether a word may be a password: not a path, address, option or setting.
  private static func isWord(_ word: ShellWord) -> Bool {
    let bytes = word.bytes
    return (4...64).contains(bytes.count) && !bytes.contains(.slash) && !bytes.contains(.colon)
      && !bytes.contains(.equals)
      && !bytes.contains(.blank) && (!bytes.contains(.dot) || SecretValues.kinds(of: bytes[...]) >= 3)
      && SecretValues.isLiteral(word)
  }

  /// Returns whether a program whose name mentions a login has a user and a probable password.
  private static func isLoginScript(_ invocation: Invocation, _ words: [ShellWord]) -> Bool {
    guard words.count >= 2, let typed = words.last, isWord(typed), SecretValues.isPasswordLike(typed.bytes)
    else { return false }
    let name = invocation.name.prefix(40)
    guard words.last.map({ !$0.bytes.contains(.dash) }) == true,
      name.contains("login") || name.contains("passwd") || name.contains("password"), name != "loginctl",
      words.count >= 2,
      let last = words.last, last.bytes.first != .dash, words[words.count - 2].bytes.first != .dash
    else { return false }
    return isWord(last) && SecretValues.isPasswordLike(last.bytes)
  }

  // MARK: Numbers

  /// Beginnings of programs whose pins are hardware pins.
  private static let boards = ["gpio", "avrdude", "raspi-gpio", "pigs", "pinctrl"]

  private static func isCode(_ bytes: [UInt8]) -> Bool {
    (4...9).contains(bytes.count(where: \.isDigit)) && bytes.count <= 11
      && bytes.allSatisfy { $0.isDigit || $0 == .dash }
      && bytes.first?.isDigit == true
  }

  private static let numbered: Set<String> = [
    "pin", "puk", "otp", "totp", "tan", "mfa", "2fa", "passcode", "cvv", "cvc",
  ]
  private static let coded: Set<String> = [
    "token", "mfa", "otp", "auth", "security", "access", "verification", "unlock", "totp", "2fa", "pairing",
    "setup",
  ]

  /// Returns whether digits after an option are a code: `--pin 7391`, `--new-pin x`,
  /// `--token-code x`.
  static func isNumber(_ value: [UInt8], of option: [UInt8]) -> Bool {
    guard (4...12).contains(value.count), value.allSatisfy(\.isDigit) else { return false }
    return isNumbered(option[...])
  }

  private static func isNumbered(_ name: ArraySlice<UInt8>) -> Bool {
    let words = SecretNames.words(of: name)
    guard let last = words.last else { return false }
    if numbered.contains(last) { return true }
    return last == "code" && words.count > 1 && coded.contains(words[words.count - 2])
  }

  /// Returns whether the name of a number is followed by it: `set-pin 7391`, `PIN 7391`,
  /// `--verify-pin=PIN,7391`.
  private static func hasNumber(_ words: [ShellWord]) -> Bool {
    for (index, word) in words.enumerated() where (3...64).contains(word.bytes.count) {
      if let equals = word.bytes.firstIndex(of: .equals) {
        let value = word.bytes[(equals + 1)...].drop { $0.isLetter }.drop { $0 == UInt8(ascii: ",") }
        if isNumbered(word.bytes[..<equals]), (4...12).contains(value.count), value.allSatisfy(\.isDigit) {
          return true
        }
        continue
      }
      guard word.bytes.count <= 32, word.bytes.first != .dash || word.bytes.count > 4,
        isNumbered(word.bytes[...])
      else { continue }
      for next in words[(index + 1)...].prefix(2)
      where (4...12).contains(next.bytes.count) && next.bytes.allSatisfy(\.isDigit) {
        return true
      }
    }
    return false
  }

  /// Returns whether `password=` has its value in the next word.
  private static func hasEmptyName(_ words: [ShellWord]) -> Bool {
    zip(words, words.dropFirst()).contains { name, value in
      name.bytes.count <= 40 && name.bytes.last == .equals && SecretNames.isSecret(name.bytes.dropLast())
        && isWord(value)
    }
  }

  // MARK: Options

  private static let letters: Set<String> = [
    "-p", "-P", "-k", "-K", "-t", "-w", "-W", "-a", "-s", "--token", "--key",
  ]

  /// Returns whether a short option has a value in the form of a password or token.
  private static func hasOption(_ invocation: Invocation, _ words: [ShellWord]) -> Bool {
    zip(words, words.dropFirst()).contains { option, value in
      guard option.bytes.count <= 7, option.bytes.first == .dash, letters.contains(option.text),
        value.bytes.first != .dash
      else {
        return false
      }
      if option.text != "-s", option.text != "-w", option.text != "-W", isUUID(value.bytes),
        option.text != "-p", option.text != "-a"
      {
        return true
      }
      guard !["grep", "pytest", "find", "sed", "awk", "rsync", "git", "ssh"].contains(invocation.name) else {
        return false
      }
      return isStrong(value.bytes)
        || option.text.utf8.count == 2 && SecretValues.isMachineMade(value.bytes[...])
          && !value.bytes.contains(.slash)
          && !value.bytes.allSatisfy(\.isHexadecimal)
          && !value.bytes.contains(.dash) && !value.bytes.contains(.underscore)
    }
  }

  /// Returns whether a value has capitals, small letters, digits and a sign that is unusual in
  /// names.
  private static func isStrong(_ bytes: [UInt8]) -> Bool {
    guard (7...40).contains(bytes.count), SecretValues.isPasswordLike(bytes) else { return false }
    let signs = bytes.contains { "!#$^&*?".utf8.contains($0) }
    let isPlain = bytes.contains {
      $0 == .slash || $0 == .colon || $0 == .equals || $0 == .leftBrace || $0 == .leftParenthesis
        || $0 == .percent || $0 == UInt8(ascii: ",")
    }
    return signs && !isPlain && bytes.contains(where: \.isDigit) && bytes.contains(where: \.isLowercase)
      && bytes.contains(where: \.isUppercase)
      && bytes.first != UInt8(ascii: "^")
  }

  private static func isUUID(_ bytes: [UInt8]) -> Bool {
    guard bytes.count == 36 else { return false }
    return bytes.split(separator: .dash).map(\.count) == [8, 4, 4, 4, 12]
      && bytes.allSatisfy { $0.isHexadecimal || $0 == .dash }
  }

  /// Returns whether a value is a digest or a token.
  private static func isMachine(_ bytes: [UInt8]) -> Bool {
    SecretValues.isMachineMade(bytes[...]) || isUUID(bytes)
      || bytes.count >= 20 && bytes.allSatisfy(\.isHexadecimal)
  }

  // MARK: Forms

  private static let packages: Set<String> = [
    "npm", "pkg", "gem", "github", "docker", "oci", "workspace", "file", "patch", "yarn", "gitlab",
    "bitbucket", "git", "jsr", "portal", "image",
    "mailto", "sip", "sips", "xmpp", "acct",
  ]

  /// Returns whether a word is a user, a password and a host: `ada:x@example.org`,
  /// `:pserver:anon:x@host:/path`.
  private static func hasHost(_ word: ShellWord, _ invocation: Invocation) -> Bool {
    let bytes = word.bytes
    // mpc -h x@host
    if invocation.name == "mpc" || invocation.name == "ncmpcpp", let at = bytes.firstIndex(of: .at), at >= 3,
      at < 64
    {
      return SecretValues.isLiteral(bytes[..<at])
    }
    guard (8...256).contains(bytes.count), !bytes.contains(.blank),
      !["rsync", "npm", "npx", "yarn", "pnpm", "docker", "podman", "go", "git", "scp", "bun", "deno", "gh"]
        .contains(invocation.name),
      let at = bytes.lastIndex(of: .at), at > 3
    else { return false }
    var before = bytes[..<at]
    if before.has(":pserver:", at: 0) || before.has(":ext:", at: 0) {
      before = before.dropFirst(before.has(":ext:", at: 0) ? 5 : 9)
    }
    if let equals = before.lastIndex(of: .equals) { before = before[(equals + 1)...] }
    guard let colon = before.firstIndex(of: .colon), colon > before.startIndex else { return false }
    let user = before[..<colon]
    let secret = before[(colon + 1)...]
    let host = bytes[(at + 1)...].prefix { $0.isNameByte }
    guard user.allSatisfy({ $0.isNameByte }), !packages.contains(user.lowercasedText), secret.count >= 3,
      !secret.contains(.slash),
      !secret.contains(.at), !secret.contains(.colon), !secret.allSatisfy(\.isDigit),
      SecretValues.isLiteral(secret), host.count >= 1
    else { return false }
    let isNumeric = host.allSatisfy { $0.isDigit || $0 == .dot }
    if isNumeric ? host.count(where: { $0 == .dot }) != 3 : host.first?.isLetter != true { return false }
    return host.contains(.dot) || host.endIndex == bytes.endIndex || bytes[host.endIndex] == .colon
      || bytes[host.endIndex] == .slash
      ? !host.starts(with: "sha256".utf8) && !host.starts(with: "latest".utf8) : false
  }

  /// Returns whether a word is a secret by its form: a network's QR code, a QEMU object, or a
  /// static map.
  private static func hasForm(_ word: ShellWord) -> Bool {
    let bytes = word.bytes
    guard (10...512).contains(bytes.count),
      bytes.contains(where: { $0 == .colon || $0 == .blank || $0 == UInt8(ascii: ",") })
    else { return false }
    let text = bytes[...]
    if text.has("secret,", at: 0), let data = place(of: "data=", in: text),
      SecretValues.isLiteral(text[data...].prefix { $0 != UInt8(ascii: ",") })
    {
      return true
    }
    if let start = place(of: "WIFI:", in: text), let key = place(of: ";P:", in: text[start...]),
      text[key...].prefix(while: { $0 != .semicolon }).count >= 4
    {
      return true
    }
    // static:ada:x
    if let start = place(of: "static:", in: text), let colon = text[start...].firstIndex(of: .colon),
      text.endIndex - colon > 4,
      SecretValues.isLiteral(text[(colon + 1)...])
    {
      return true
    }
    if let start = place(of: "OAuth ", in: text),
      SecretValues.isMachineMade(text[start...].prefix { !$0.isBlank })
    {
      return true
    }
    // rtmp://…/live2/x7kd-0vb3-…: the key of a stream
    guard text.has("rtmp://", at: 0) || text.has("rtmps://", at: 0) || text.has("srt://", at: 0),
      let key = bytes.split(separator: .slash).last, key.count >= 12
    else { return false }
    return key.count(where: \.isDigit) >= 3 && key.contains(where: \.isLetter) && !key.contains(.dot)
  }

  /// Returns where a text ends in another, or nil if it does not occur.
  private static func place(of part: StaticBytes, in text: ArraySlice<UInt8>) -> Int? {
    text.indices.first { text[$0] == part.bytes[0] && text.has(part, at: $0) }.map { $0 + part.bytes.count }
  }

  /// Returns whether a word mentions a password and has digits, like a search term:
  /// `meinpasswort123`.
  private static func isSearched(_ invocation: Invocation, _ words: [ShellWord]) -> Bool {
    guard CommandSecrets.searching.contains(invocation.name) else { return false }
    return words.contains { word in
      (8...40).contains(word.bytes.count) && word.bytes.allSatisfy(\.isAlphanumeric)
        && word.bytes.suffix(2).allSatisfy(\.isDigit)
        && ["passwort", "password", "kennwort", "geheim", "secret"].contains { part in
          let text = word.bytes.lowercasedText
          return text.contains(part) && !text.ends(with: "256") && !text.ends(with: "512")
        }
    }
  }

  /// Returns whether a stream editor writes a password into a file for passwords, or after a word
  /// for one.
  private static func isReplaced(_ invocation: Invocation, _ words: [ShellWord]) -> Bool {
    guard ["sed", "gsed", "perl", "sd"].contains(invocation.name) else { return false }
    let isSecretFile = words.contains {
      !$0.isQuoted
        && ![".swift", ".py", ".js", ".ts", ".java", ".go", ".rs", ".c", ".h", ".cpp", ".md", ".html"]
          .contains(where: $0.text.ends(with:))
        && $0.bytes.first != .dash && SecretNames.mentionsSecret($0.bytes.suffix(64))
    }
    return words.contains { word in
      guard word.bytes.count <= 256, word.bytes.count > 5, word.bytes.first == UInt8(ascii: "s"),
        !word.bytes[1].isAlphanumeric
      else { return false }
      let parts = word.bytes.split(separator: word.bytes[1], omittingEmptySubsequences: false)
      guard parts.count >= 3 else { return false }
      let value = parts[2]
      if isSecretFile, SecretValues.isPasswordLike(value), !value.contains(.backslash) { return true }
      let said = value.split(separator: .blank)
      return said.count == 2 && said[0].count <= 12 && SecretNames.isSecret(said[0]) && said[1].count >= 4
        && SecretValues.isLiteral(said[1])
        && said[1].allSatisfy { $0 != .backslash && $0 != .ampersand }
    }
  }

  // MARK: Answers

  /// Programs that read texts, scripts or choices.
  private static let readers: Set<String> = [
    "cat", "tee", "tr", "sed", "awk", "gawk", "mawk", "cut", "head", "tail", "sort", "uniq", "wc", "xxd",
    "od", "hexdump", "jq", "yq", "bc",
    "dc", "column", "fold", "rev", "tac", "nl", "paste", "xargs", "less", "more", "cowsay", "figlet",
    "toilet", "espeak", "say", "lolcat",
    "iconv", "dd", "pv", "xclip", "xsel", "wl-copy", "pbcopy", "clip", "clip.exe", "parallel", "mail",
    "mailx", "logger", "wall", "grep",
    "egrep", "fgrep", "rg", "strings", "file", "diff", "units", "date", "numfmt", "read", "mapfile",
    "readarray", "python", "python2",
    "python3", "perl", "ruby", "node", "php", "lua", "bash", "sh", "zsh", "dash", "fish", "ksh", "sqlite3",
    "psql", "mysql", "mariadb", "at",
    "batch", "base64", "base32", "md5sum", "sha1sum", "sha256sum", "sha512sum", "b2sum", "shasum", "qrencode",
    "fzf", "dmenu", "rofi",
    "gdb", "crontab", "patch", "kubectl", "docker", "while", "factor", "ts", "expand", "fmt", "pandoc",
    "trans", "aspell", "hunspell",
    "ffmpeg", "convert", "dot", "gnuplot", "maxima", "octave", "ghci", "scala", "jshell", "R", "Rscript",
    "julia", "groovy", "irb", "nc",
    "spell", "look", "tee.exe", "idn", "idn2", "host", "gpg", "m4", "expr", "curl", "http", "xmllint", "tidy",
    "banner", "pr", "shuf",
    "comm", "join", "split", "csplit", "gzip", "gunzip", "zcat", "xz", "bzip2", "zstd", "uuencode", "cksum",
    "sum", "crc32", "ed", "ex",
    "vim", "vi", "nano", "swift", "swipl", "sml", "ocaml", "clojure", "gp", "sage", "calc", "qalc", "bat",
    "mosquitto_pub", "kcat", "tsc",
    "ssh", "mosh", "cargo", "go", "java", "dart", "npm", "make", "dotnet", "mvn", "gradle", "redis-cli",
    "mongosh", "mongo", "isql", "sqlplus", "duckdb", "clickhouse-client", "cypher-shell",
    "cqlsh", "influx", "git", "gh", "fold",
  ]

  /// Returns whether a text answers a program that does not read texts: one word, or a user and a
  /// word.
  private static func isAnswer(_ text: ShellWord, to invocation: Invocation) -> Bool {
    guard text.bytes.count <= 200 else { return false }
    let lines = SecretTexts.lines(of: text.bytes)
    guard let last = lines.last, lines.count <= 3 else { return false }
    // package/name password x; poll host user ada pass x
    for line in lines {
      let words = line.split(whereSeparator: \.isBlank)
      if words.count >= 3, words.count <= 14,
        zip(words, words.dropFirst()).contains(where: { name, value in
          ["password", "pass", "passwd", "passwort"].contains(name.prefix(10).lowercasedText)
            && value.count >= 3
            && SecretValues.isLiteral(value) && value.first != .dash
        }),
        invocation.name.hasPrefix("debconf")
          || words.contains(where: { $0.elementsEqual("user".utf8) || $0.elementsEqual("login".utf8) })
      {
        return true
      }
    }
    if let line = lines.first, lines.count == 1 {
      let words = line.split(whereSeparator: \.isBlank)
      if words.count == 3, words[0].elementsEqual("pair".utf8), words[2].count == 6,
        words[2].allSatisfy(\.isDigit)
      {
        return true
      }
    }
    let program = invocation.program.bytes
    guard !readers.contains(invocation.name),
      !program.contains(.slash) || SecretValues.isPasswordLike(last) && !last.allSatisfy(\.isDigit)
    else { return false }
    guard
      lines.allSatisfy({ line in
        !line.contains {
          $0.isBlank || $0 == .leftParenthesis || $0 == .leftBrace || $0 == .slash || $0 == .semicolon
            || $0 == .equals || $0 == .less
        }
      })
    else { return false }
    if text.isExpanded, text.bytes.contains(.dollar) { return false }
    let isSure = lines.count == 1 && !text.bytes.contains(.dot) || lines.count > 1
    return isSure && (4...64).contains(last.count) && SecretValues.isLiteral(last) && last.first != .dash
      && last.first != .dot
      && ![
        "quit", "exit", "help", "status", "stats", "info", "list", "devices", "start", "stop", "show", "test",
        "hello", "done", "ping", "scan", "version", "next", "play", "pause",
      ]
      .contains(last.lowercasedText)
  }
}
