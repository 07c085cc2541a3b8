/// Secrets that are written into a program: `echo … | sudo -S`, `docker login --password-stdin <<< …`.
enum PipedSecrets {
  private static let sources: Set<String> = ["echo", "printf", "print"]

  /// What says that a program reads a secret from its input: one of these arguments; with none, that it does so anyway.
  private static let receivers: [String: Set<String>] = [
    "sudo": ["-S", "--stdin"], "chpasswd": [], "passwd": [], "docker": ["--password-stdin", "-"],
    "podman": ["--password-stdin", "-"], "nerdctl": ["--password-stdin"], "buildah": ["--password-stdin"],
    "skopeo": ["--password-stdin"], "helm": ["--password-stdin"], "oras": ["--password-stdin"],
    "crane": ["--password-stdin"],
    "gh": ["--with-token", "set"], "glab": ["--stdin"], "gpg": ["--passphrase-fd"],
    "gpg2": ["--passphrase-fd"],
    "cryptsetup": [], "openssl": ["passwd", "-stdin", "stdin"], "htpasswd": ["-i"], "mkpasswd": [],
    "pass": ["insert"],
    "gopass": ["insert"], "vault": [], "base64": [], "smbpasswd": [], "kinit": [], "su": [],
    "ansible-vault": [],
    "bw": [], "secret-tool": ["store"], "keyctl": [], "security": [], "wpa_passphrase": [],
    "systemd-creds": ["encrypt"],
    "gcloud": ["secrets"], "wrangler": ["secret"], "vercel": ["env"], "fly": ["secrets"],
    "flyctl": ["secrets"],
    "kubeseal": [], "doppler": [], "npm": ["login"], "caddy": ["hash-password"], "argon2": [], "htdigest": [],
  ]

  /// Returns whether a secret is written into a program by the command before it, a here-string or a here-document.
  static func isFed(_ invocation: Invocation, _ command: ShellCommand, by source: ShellCommand?) -> Bool {
    guard reads(invocation, command) else { return false }
    let isLoose = invocation.name == "base64"
    if command.input.contains(where: { isSecret($0, isLoose: isLoose) }) { return true }
    guard let source, let writer = Invocation(source), sources.contains(writer.name) else { return false }
    return writer.arguments.contains { $0.bytes.first != .dash && isSecret($0, isLoose: isLoose) }
  }

  /// Returns whether a secret is written into a file that holds such: `echo … > ~/.pgpass`.
  static func isWritten(_ invocation: Invocation, _ command: ShellCommand) -> Bool {
    guard sources.contains(invocation.name), command.files.contains(where: holdsSecrets) else { return false }
    return invocation.arguments.contains { $0.bytes.first != .dash && isSecret($0, isLoose: false) }
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
    if invocation.name == "read" { return invocation.arguments.contains { SecretNames.isSecret($0.bytes) } }
    guard let signs = receivers[invocation.name] else { return false }
    return signs.isEmpty || invocation.arguments.contains { signs.contains($0.text) }
  }

  /// Returns whether a word is a secret; what is only encoded counts if it names a user, or looks like a password.
  private static func isSecret(_ word: ShellWord, isLoose: Bool) -> Bool {
    let bytes = word.bytes.last == .newline ? word.bytes.dropLast() : word.bytes[...]
    guard bytes.count >= 3, SecretValues.isLiteral(bytes) else { return false }
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
