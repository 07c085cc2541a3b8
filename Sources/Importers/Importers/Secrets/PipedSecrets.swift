/// Secrets written into a program: `echo … | sudo -S`, `docker login --password-stdin <<< …`.
enum PipedSecrets {
  static let sources: Set<String> = ["echo", "printf", "print", "yes"]

  /// Programs that read a secret from their input if one of these arguments is present; with an
  /// empty set, always.
  private static let receivers: [String: Set<String>] = [
    "sudo": ["-S", "--stdin"], "chpasswd": [], "passwd": [], "docker": ["--password-stdin", "-"],
    "podman": ["--password-stdin", "-"], "nerdctl": ["--password-stdin"], "buildah": ["--password-stdin"],
    "skopeo": ["--password-stdin"], "helm": ["--password-stdin"], "oras": ["--password-stdin"],
    "crane": ["--password-stdin"],
    "gh": ["--with-token", "set"], "glab": ["--stdin"], "gpg": ["--passphrase-fd"],
    "gpg2": ["--passphrase-fd"],
    "cryptsetup": [], "openssl": ["passwd", "-stdin", "stdin"], "htpasswd": ["-i"], "mkpasswd": [],
    "pass": ["insert", "otp"],
    "gopass": ["insert"], "vault": [], "smbpasswd": [], "kinit": [], "su": [],
    "ansible-vault": [],
    "bw": [], "secret-tool": ["store"], "keyctl": [], "security": [], "wpa_passphrase": [],
    "systemd-creds": ["encrypt"],
    "gcloud": ["secrets"], "wrangler": ["secret"], "vercel": ["env"], "fly": ["secrets"],
    "flyctl": ["secrets"],
    "kubeseal": [], "doppler": [], "npm": ["login"], "caddy": ["hash-password"], "argon2": [], "htdigest": [],
  ]

  /// Programs that only change or count their input.
  private static let filters: Set<String> = [
    "cat", "tee", "tr", "sed", "awk", "gawk", "cut", "head", "tail", "sort", "uniq", "wc", "xxd", "od",
    "hexdump",
    "jq", "yq", "bc", "dc", "column", "fold", "rev", "tac", "nl", "paste", "xargs", "less", "more", "cowsay",
    "figlet",
    "espeak", "say", "lolcat", "iconv", "dd", "pv", "xclip", "xsel", "wl-copy", "pbcopy", "clip", "clip.exe",
    "parallel",
    "mail", "logger", "wall", "grep", "egrep", "fgrep", "rg", "strings", "file", "diff", "units", "date",
    "numfmt",
  ]
  /// Programs that encode or digest their input; input in the form of a password counts as one.
  private static let digests: Set<String> = [
    "base64", "base32", "md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum", "b2sum",
    "md5",
    "shasum", "basenc", "qrencode",
  ]
  /// Programs that communicate with a server or something else with users.
  private static let sessions: Set<String> = [
    "nc", "ncat", "netcat", "telnet", "socat", "openssl", "redis-cli", "valkey-cli", "ftp", "lftp", "tnftp",
    "sftp",
    "ncftp", "connmanctl", "asterisk", "bteq", "gnutls-cli", "tn5250", "minicom", "wpa_cli", "ktutil",
    "smbclient",
  ]

  /// Returns the rule hit by the input of a command from the command before it, a here-string or a
  /// here-document, or by the text that a command writes.
  ///
  /// - Parameters:
  ///   - index: The command's place among the others.
  ///   - commands: The commands of the line.
  static func firstMatch(
    in invocation: Invocation, _ command: ShellCommand, at index: Int, of commands: [ShellCommand],
    work: inout Int
  ) -> SecretRules.Name? {
    if isWritten(invocation, command) { return .pipedSecret }
    if command.files.contains(where: holdsSecrets), command.input.contains(where: { isSecret($0) }) {
      return .pipedSecret
    }
    let isSession = sessions.contains(invocation.name)
    let isTalk = isTalking(invocation)
    for text in command.input {
      if isFed(text, to: invocation, command) { return .pipedSecret }
      if !isTalk, let name = CommandSecrets.written(text, isSession: isSession, work: &work) { return name }
    }
    // redis-cli sends its arguments to the server.
    if isSession {
      let words = invocation.arguments.prefix(8)
      let isStore = invocation.name == "redis-cli" || invocation.name == "valkey-cli"
      for word in words where word.isQuoted && word.bytes.contains(.blank) {
        if let name = SecretTexts.firstMatch(in: word.bytes, isSession: true, work: &work) { return name }
      }
      for start in words.indices.prefix(5) where words[start].bytes.first != .dash || words[start].isQuoted {
        let said = words[start...].map(\.bytes).joined(separator: [.blank])
        if SecretTexts.isSaid(Array(said.prefix(512))[...], isSession: isStore) { return .pipedSecret }
      }
    }
    // Back through filters, as in `echo … | tr -d x | docker login`.
    var place = index
    for _ in 0..<3 {
      guard place > 0, commands[place - 1].end == .pipe else { break }
      place -= 1
      guard let writer = Invocation(commands[place]) else { break }
      if sources.contains(writer.name) {
        let texts = writer.arguments.filter { $0.bytes.first != .dash }
        for text in texts.prefix(8) where isFed(text, to: invocation, command) { return .pipedSecret }
        for text in texts.prefix(8) where !isTalk {
          if let name = CommandSecrets.written(text, isSession: isSession, work: &work) { return name }
        }
        break
      }
      guard filters.contains(writer.name) else { break }
    }
    return nil
  }

  private static func isTalking(_ invocation: Invocation) -> Bool {
    ["espeak", "say", "mail", "wall", "logger", "notify-send", "cowsay", "figlet", "git", "gh"].contains(
      invocation.name)
      || CommandSecrets.searching.contains(invocation.name)
  }

  /// Returns whether a program is given a secret to read.
  private static func isFed(_ text: ShellWord, to invocation: Invocation, _ command: ShellCommand) -> Bool {
    if digests.contains(invocation.name) {
      let decodes = invocation.arguments.contains { ["-d", "-D", "--decode", "-di", "-c"].contains($0.text) }
      return !decodes && isSecret(text, isLoose: true)
    }
    if reads(invocation, command) { return isSecret(text) }
    guard !filters.contains(invocation.name) else { return false }
    let lines = SecretTexts.lines(of: Array(text.bytes.prefix(1_024)))
    let isWord = lines.first.map { line in
      lines.allSatisfy { $0 == line } && !line.contains(where: \.isBlank) && line.first != .leftBrace
        && line.first != .slash
    }
    guard isWord == true, let line = lines.first else { return false }
    if asks(invocation) { return isSecret(text) }
    // The program is not known to ask, so the word decides.
    return (8...64).contains(line.count) && SecretValues.kinds(of: line) >= 3
      && SecretValues.isPasswordLike(line)
      && !line.contains(.equals) && !line.contains(.colon)
  }

  /// Returns whether the name or the arguments of a program show that it asks for a secret.
  static func asks(_ invocation: Invocation) -> Bool {
    if SecretNames.mentionsSecret(invocation.program.bytes.suffix(64).split(separator: .slash).last ?? []) {
      return true
    }
    if askers.contains(invocation.name) { return true }
    return invocation.arguments.prefix(8).contains { word in
      !word.isQuoted && word.bytes.count <= 40 && !word.bytes.contains(.slash) && !word.bytes.contains(.dot)
        && word.bytes.split { !$0.isLetter }.contains { SecretNames.mentionsSecret($0) }
    }
  }

  private static let askers: Set<String> = [
    "keepassxc-cli", "kpcli", "lpass", "op", "rbw", "veracrypt", "truecrypt", "su", "ssh-add", "ssh-keygen",
    "openvpn",
    "adduser", "useradd", "realm", "adcli", "kadmin", "borg", "restic", "zfs", "age", "gocryptfs", "encfs",
    "ecryptfs",
    "zuluCrypt-cli", "newusers", "grub-mkpasswd-pbkdf2", "mokutil", "lncli", "geth", "solana-keygen",
    "bitcoin-cli",
    "luksipc", "sshfs", "iwctl", "hcloud", "scw", "civo", "doctl", "vultr-cli", "nmcli", "vncpasswd",
    "htdigest", "occ", "lxc",
  ]

  /// Returns whether a secret is written into a file for secrets: `echo … > ~/.pgpass`.
  private static func isWritten(_ invocation: Invocation, _ command: ShellCommand) -> Bool {
    guard sources.contains(invocation.name) else { return false }
    let texts = invocation.arguments.filter { $0.bytes.first != .dash }
    // To a console: a line of its own that looks like a password.
    if command.files.contains(where: { $0.bytes.starts(with: "/dev/tty".utf8) }),
      texts.prefix(8).contains(where: {
        SecretTexts.lines(of: Array($0.bytes.prefix(1_024))).contains {
          !$0.allSatisfy(\.isDigit) && SecretValues.isPasswordLike($0)
        }
      })
    {
      return true
    }
    if command.files.contains(where: holdsSecrets) { return texts.contains { isSecret($0) } }
    // Into any file: a line that sets a secret.
    return command.isRedirected
      && texts.prefix(8).contains { text in
        var work = 0
        return SecretTexts.firstMatch(in: text.bytes, isSession: false, work: &work) != nil
      }
  }

  private static let files: Set<String> = [
    ".pgpass", ".netrc", ".curlrc", ".my.cnf", ".mylogin.cnf", ".htpasswd", ".pypirc", ".vault-token",
    ".s3cfg", ".boto", ".msmtprc", ".authinfo",
    ".git-credentials", ".smbcredentials", "wpa_supplicant.conf", "chap-secrets",
  ]

  private static func holdsSecrets(_ file: ShellWord) -> Bool {
    guard let name = file.bytes.split(separator: .slash).last, name.count <= 80 else { return false }
    // `vault_pass` and `api-token.txt`, by the rules for names.
    let stem = name.hasSuffix(".txt".utf8) ? name.dropLast(4) : name
    return files.contains(String(decoding: name, as: UTF8.self)) || SecretNames.isSecret(stem)
  }

  private static func reads(_ invocation: Invocation, _ command: ShellCommand) -> Bool {
    // `sudo -S program`: the program is what sudo starts.
    if invocation.prefixes.contains("sudo"),
      command.words.contains(where: { $0.bytes == Array("-S".utf8) || $0.bytes == Array("-kS".utf8) })
    {
      return true
    }
    // `read PASSWORD <<< …`
    if invocation.name == "read" {
      return invocation.arguments.contains {
        SecretNames.isSecret($0.bytes)
          || $0.bytes.first == .dash && $0.bytes.count <= 8 && $0.bytes.contains(UInt8(ascii: "s"))
      }
    }
    guard let signs = receivers[invocation.name] else { return false }
    return signs.isEmpty || invocation.arguments.contains { signs.contains($0.text) }
  }

  /// Returns whether a word is a secret; encoded input counts if it names a user, or looks like a
  /// password.
  static func isSecret(_ word: ShellWord, isLoose: Bool = false) -> Bool {
    let bytes = word.bytes.last == .newline ? word.bytes.dropLast() : word.bytes[...]
    guard bytes.count >= 3, SecretValues.isLiteral(bytes) || SecretValues.isLiteral(word) else {
      return false
    }
    guard isLoose else {
      return !bytes.allSatisfy {
        $0 == .percent || $0 == UInt8(ascii: "s") || $0 == .backslash || $0 == UInt8(ascii: "n")
      }
    }
    if let colon = bytes.firstIndex(of: .colon), colon > bytes.startIndex, !bytes.contains(where: \.isBlank) {
      return SecretValues.isLiteral(bytes[(colon + 1)...])
    }
    return SecretValues.isPasswordLike(bytes)
  }
}
