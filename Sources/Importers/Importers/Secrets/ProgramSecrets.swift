/// The positions of secrets among the arguments of known programs, without a telling name.
enum ProgramSecrets {
  /// The form in which a program takes a secret.
  enum Form: Sendable {
    /// The word after an option, or the rest of the option's own word: `-p x`, `-px`.
    case after(Set<String>)
    /// Like ``after(_:)`` for options that are words: `-k x`, but not `-key x`.
    case exactly(Set<String>)
    /// Only the rest of the option's own word: `-px`, whereas `-p` asks.
    case attached(String)
    /// Like ``after(_:)``, if the value has a sign followed by something: `-u user:x`.
    case pair(Set<String>, sign: UInt8)
    /// The word after a subcommand's option: `login -p x`.
    case within(String, Set<String>)
    /// All words other than options from a number on, after a given word (or any, without one):
    /// `unlock x`.
    case operand(after: String?, Int)
    /// The word after a plain word.
    case word(Set<String>)
    /// A value with this beginning: `pass:x`.
    case beginning(String)
    /// The word after one with this beginning, unless it is an option: `smbclient //nas/share x`.
    case next(beginning: String)
    /// The operand of a number, where options take the word after them.
    case argument(Int)
    /// An option with this beginning, followed by the secret: `/p:x`.
    case option(beginning: String)
  }

  private static let mysql: [Form] = [.attached("-p")]
  private static let registry: [Form] = [.within("login", ["-p"])]
  private static let ldap: [Form] = [.after(["-w"])]
  private static let mongo: [Form] = [.after(["-p"])]
  private static let archive: [Form] = [.attached("-p")]
  // redis-cli acl setuser ada on '>x'
  private static let redis: [Form] = [.after(["-a", "--pass"]), .beginning(">")]
  private static let vault: [Form] = [
    .operand(after: "login", 0), .operand(after: "unseal", 0), .operand(after: "unwrap", 0),
  ]
  private static let samba: [Form] = [.pair(["-U", "--user"], sign: .percent), .next(beginning: "//")]
  private static let snmp: [Form] = [.after(["-A", "-X", "-c"])]
  private static let remoteDesktop: [Form] = [
    .option(beginning: "/p:"), .option(beginning: "/password:"), .option(beginning: "-p:"),
  ]
  private static let impacket: [Form] = [.pair([], sign: .colon)]
  /// The words of our own commands that name activities to forget or keep out, which recording them
  /// would keep.
  private static let selectors: Set<String> = [
    "--match", "--program", "--site", "--folder", "--near", "--type", "--info", "--related-item",
    "--persistent-id", "--persistent-identifier", "--id",
  ]

  /// The forms of secrets, by program.
  ///
  /// To add one, add a row: the tests derive an example and a near miss from each form.
  static let forms: [String: [Form]] = {
    var table: [String: [Form]] = [
      "curl": [
        .pair(["-u", "--user", "-U", "--proxy-user", "-E", "--cert", "--proxy-cert"], sign: .colon),
        .pair(["-b", "--cookie"], sign: .equals), .after(["--oauth2-bearer", "--tlspassword"]),
      ],
      "ab": [.pair(["-A", "-P"], sign: .colon)],
      "mycli": [.after(["-p"])], "sqlcmd": [.after(["-P"])], "bcp": [.after(["-P"])],
      "hunch": [.within("forget", selectors), .within("rules", selectors)],
      "mssql-cli": [.after(["-P"])], "redis-cli": redis, "valkey-cli": redis,
      "influx": [.after(["-t"])], "sqlplus": [.pair([], sign: .slash)],
      "ldappasswd": [.after(["-w", "-s", "-a"])], "sshpass": [.after(["-p"])],
      "ssh-keygen": [.after(["-N", "-P"])], "rar": [.attached("-p"), .attached("-hp")], "unrar": archive,
      "zip": [.after(["-P"])], "unzip": [.after(["-P"])], "lftp": [.pair(["-u"], sign: UInt8(ascii: ","))],
      "ncftp": [.after(["-p"])], "ncftpput": [.after(["-p"])], "ncftpget": [.after(["-p"])],
      "useradd": [.after(["-p"])], "usermod": [.after(["-p"])], "mkpasswd": [.argument(0)],
      "caddy": [.within("hash-password", ["--plaintext", "-p"])], "slappasswd": [.after(["-s"])],
      "doveadm": [.after(["-p"]), .operand(after: "test", 1)],
      "x11vnc": [.after(["-passwd", "-storepasswd"])],
      "tsql": [.after(["-P"])], "isql": [.argument(2)], "db2": [.word(["using"])], "osql": [.after(["-P"])],
      "cypher-shell": [.after(["-p"])], "cqlsh": [.after(["-p"])], "snowsql": [.after(["-p"])],
      "rabbitmqadmin": [.after(["-p"])], "mqttx": [.after(["-P"])], "mosquitto_rr": [.after(["-P"])],
      "gitea": [.after(["-p"])], "airflow": [.after(["-p"])], "elasticsearch-users": [.after(["-p"])],
      "zuluCrypt-cli": [.after(["-p"])], "veracrypt": [.after(["-p"])], "signtool": [.exactly(["/p"])],
      "schtasks": [.exactly(["/rp", "/p", "/RP", "/P"])], "psexec": [.exactly(["-p", "/p"])],
      "ConvertTo-SecureString": [.operand(after: nil, 0)],
      "networksetup": [.operand(after: "-setairportnetwork", 2)],
      "netsh": [.word(["key"]), .beginning("key="), .beginning("keyMaterial=")], "winrs": remoteDesktop,
      "radtest": [.operand(after: nil, 1)], "dscl": [.operand(after: "-passwd", 1)],
      "racadm": [.after(["-p"])], "ttyd": [.pair(["-c", "--credential"], sign: .colon)],
      "miniserve": [.pair(["-a", "--auth"], sign: .colon)], "hey": [.pair(["-a"], sign: .colon)],
      "bundle": [.operand(after: "config", 1)], "op": [.operand(after: "signin", 2)],
      "ecryptfs-wrap-passphrase": [.argument(1)],
      "nmcli": [
        .word(["password", "wifi-sec.psk", "802-11-wireless-security.psk", "802-1x.password", "vpn.secrets"])
      ],
      "wpa_passphrase": [.operand(after: nil, 1)], "iwconfig": [.word(["key", "enc"])],
      "iw": [.word(["key", "keys"])],
      "pdftk": [.word(["input_pw", "owner_pw", "user_pw"])], "qpdf": [.operand(after: "--encrypt", 0)],
      "pdftotext": [.after(["-upw", "-opw"])], "pdfimages": [.after(["-upw", "-opw"])],
      "pdftoppm": [.after(["-upw", "-opw"])],
      "pdfinfo": [.after(["-upw", "-opw"])], "ipmitool": [.after(["-P"])], "mosquitto_pub": [.after(["-P"])],
      "mosquitto_sub": [.after(["-P"])], "mosquitto_passwd": [.operand(after: "-b", 2)],
      "rabbitmqctl": [
        .operand(after: "add_user", 1), .operand(after: "change_password", 1),
        .operand(after: "authenticate_user", 1),
      ],
      "openssl": [
        .beginning("pass:"), .exactly(["-k", "-K", "-hmac", "-secret"]), .beginning("hexkey:"),
        .beginning("key:"),
        .operand(after: "passwd", 0),
      ],
      "gh": [.within("secret", ["--body", "-b"]), .within("variable", ["--body", "-b"])],
      "doctl": [.within("init", ["-t"])],
      "vault": vault, "bao": vault, "virsh": [.operand(after: "secret-set-value", 1)],
      "adb": [.exactly(["--old"]), .operand(after: "connect-network", 2)],
      "locksettings": [.exactly(["--old"])], "fastboot": [.operand(after: "unlock", 0)],
      "garage": [.operand(after: "import", 1)], "netlify": [.exactly(["--auth"])],
      "wandb": [.operand(after: "login", 0)], "comet": [.operand(after: "login", 0)],
      "mullvad": [.operand(after: "login", 0)], "warp-cli": [.operand(after: "license", 0)],
      "cloudflared": [.operand(after: "install", 0)], "pm2": [.operand(after: "link", 0)],
      "nsupdate": [.pair(["-y"], sign: .colon)], "dig": [.pair(["-y"], sign: .colon)],
      "bw": [.operand(after: "unlock", 0), .operand(after: "login", 1)],
      "mc": [.operand(after: "set", 3)], "ansible-vault": [.operand(after: "encrypt_string", 0)],
      "rclone": [.operand(after: "obscure", 0)], "composer": [.operand(after: "config", 2)],
      "poetry": [.operand(after: "config", 1)],
      "smbmap": [.after(["-p"])], "crackmapexec": [.after(["-p", "-H"])], "nxc": [.after(["-p", "-H"])],
      "netexec": [.after(["-p", "-H"])], "evil-winrm": [.after(["-p", "-H"])], "hydra": [.after(["-p"])],
      "medusa": [.after(["-p"])], "rdesktop": [.after(["-p"])],
      "net": samba + [.operand(after: "user", 1), .next(beginning: "/user:"), .next(beginning: "\\")],
      "smbpasswd": [.operand(after: "-s", 1)],
      "az": [.after(["-p"])], "cf": [.after(["-p"]), .operand(after: "auth", 1)],
      "oc": [.within("login", ["-p"])], "argocd": [.within("login", ["-p"])],
      "kadmin": [.after(["-w"]), .after(["-pw"])],
      "kadmin.local": [.after(["-pw"])], "addprinc": [.after(["-pw"])], "plink": [.after(["-pw"])],
      "pscp": [.after(["-pw"])],
      "psftp": [.after(["-pw"])], "putty": [.after(["-pw"])], "nikto": [.pair(["-id"], sign: .colon)],
      "ngrok": [.operand(after: "authtoken", 0), .operand(after: "add-authtoken", 0)],
      "tailscale": [.option(beginning: "--authkey=")],
      "snyk": [.operand(after: "auth", 0)], "twine": [.after(["-p"])], "cargo": [.operand(after: "login", 0)],
      "transmission-remote": [.pair(["-n", "--auth"], sign: .colon)],
      "swaks": [.after(["-ap"]), .exactly(["--ap", "--auth-password"])],
      "sendemail": [.after(["-xp"])], "sendEmail": [.after(["-xp"])],
      "steghide": [.after(["-p"])], "outguess": [.after(["-k"])], "ccrypt": [.after(["-K"])],
      "wpa_cli": [.operand(after: "psk", 0), .operand(after: "passphrase", 1)],
      "hdparm": [
        .exactly(["--security-unlock", "--security-set-pass", "--security-erase", "--security-disable"])
      ],
      "teamviewer": [.word(["passwd"])], "pppd": [.word(["password"])], "irssi": [.exactly(["-w"])],
      "mcrypt": [.exactly(["-k", "--key"])], "aescrypt": [.after(["-p"])], "knife": [.after(["-P"])],
      "rcon": [.after(["-p"])],
      "rcon-cli": [.after(["--password", "-p"])], "mcrcon": [.after(["-p"])],
      "vmrun": [.exactly(["-gp", "-vp"])],
      "esxcli": [.exactly(["-p", "-c"])], "swift": [.exactly(["-K"])], "gotify": [.after(["-t"])],
      "codecov": [.after(["-t"])], "murmurd": [.exactly(["-supw"])], "create_ap": [.argument(3)],
      "ykpersonalize": [.attached("-a")], "slmgr": [.exactly(["/ipk", "-ipk"])],
      "slmgr.vbs": [.exactly(["/ipk", "-ipk"])],
      "kaggle": [.within("config", ["-v"])],
      "nuget": [.operand(after: "push", 1), .operand(after: "setapikey", 0)],
      "gpg-preset-passphrase": [.exactly(["-P"])], "pwsafe": [.exactly(["-p"])],
      "enpass-cli": [.exactly(["-pin"])],
      "encfsctl": [.exactly(["--extpass"])],
      "bsdtar": [.exactly(["--passphrase"])], "msfvenom": [.exactly(["-k"])], "wpscan": [.exactly(["-p"])],
      "hdiutil": [.exactly(["-passphrase"])], "pdfcrack": [.exactly(["-p"])],
      "mutool": [.exactly(["-p"])], "smtp-cli": [.exactly(["--pass"])],
      "ipmi-chassis": [.exactly(["-p"])], "ipmipower": [.exactly(["-p"])],
      "fence_ipmilan": [.exactly(["-p"])],
      "virt-customize": [.beginning("password:")],
      "security": [
        .within("import", ["-P"]), .within("add-generic-password", ["-w"]),
        .within("unlock-keychain", ["-p"]),
      ],
    ]
    for name in [
      "mysql", "mysqldump", "mysqladmin", "mysqlimport", "mysqlshow", "mysqlcheck", "mysqlslap",
      "mysqlbinlog", "mysqlpump",
      "mariadb", "mariadb-dump", "mariadb-admin", "mariadb-check", "mariadb-show", "mariadb-import",
    ] { table[name] = mysql }
    for name in [
      "docker", "podman", "nerdctl", "skopeo", "buildah", "helm", "oras", "crane", "regctl", "lerna",
    ] {
      table[name] = registry
    }
    for name in [
      "ldapsearch", "ldapmodify", "ldapadd", "ldapdelete", "ldapwhoami", "ldapcompare", "ldapmodrdn",
    ] { table[name] = ldap }
    for name in [
      "mongo", "mongosh", "mongodump", "mongorestore", "mongoexport", "mongoimport", "mongostat", "mongotop",
    ] {
      table[name] = mongo
    }
    table["mysqladmin"] = mysql + [.word(["password"])]
    table["mariadb-admin"] = table["mysqladmin"]
    for name in ["exp", "imp", "expdp", "impdp", "sqlldr", "rman", "sqlcl", "sql"] {
      table[name] = [.pair([], sign: .slash)]
    }
    for name in ["http", "https", "httpie", "xh", "xhs"] {
      table[name] = [.pair(["-a", "--auth"], sign: .colon), .within("bearer", ["-a", "--auth"])]
    }
    for name in ["7z", "7za", "7zr", "7zz"] { table[name] = archive }
    for name in ["smbclient", "rpcclient", "smbget", "smbtree", "smbcacls", "wmic", "winexe", "samba-tool"] {
      table[name] = samba
    }
    for name in [
      "snmpget", "snmpwalk", "snmpset", "snmpbulkwalk", "snmpgetnext", "snmptable", "snmptrap", "snmpbulkget",
    ] {
      table[name] = snmp
    }
    for name in ["xfreerdp", "xfreerdp3", "wlfreerdp", "wlfreerdp3", "sdl-freerdp", "sfreerdp"] {
      table[name] = remoteDesktop
    }
    for name in [
      "psexec.py", "smbexec.py", "wmiexec.py", "secretsdump.py", "GetNPUsers.py", "GetUserSPNs.py",
      "mssqlclient.py",
      "smbclient.py", "atexec.py", "dcomexec.py", "lookupsid.py", "impacket-psexec", "impacket-smbexec",
      "impacket-wmiexec",
      "impacket-secretsdump", "impacket-mssqlclient", "impacket-smbclient", "impacket-GetNPUsers",
      "impacket-GetUserSPNs",
    ] { table[name] = impacket }
    for name in [
      "tpm2_createprimary", "tpm2_create", "tpm2_load", "tpm2_unseal", "tpm2_nvread", "tpm2_nvwrite",
      "tpm2_nvdefine",
      "tpm2_clear", "tpm2_evictcontrol", "tpm2_import", "tpm2_sign", "tpm2_rsadecrypt", "tpm2_changeauth",
    ] {
      table[name] = [.exactly(["-P", "-p"])]
    }
    return table
  }()

  /// Returns the rule hit by a program's arguments.
  static func firstMatch(in invocation: Invocation, of command: ShellCommand) -> SecretRules.Name? {
    let name = invocation.name
    // sshpass starts the program that is invoked.
    if invocation.prefixes.contains("sshpass"), after(["-p"], command.words) { return .programArgument }
    if name == "htpasswd" || name == "htdigest", isBatch(invocation.arguments) { return .programArgument }
    if sets(invocation) { return .programArgument }
    if let forms = forms[name] {
      if forms.contains(where: { matches($0, invocation.arguments) }) { return .programArgument }
    }
    // `docker exec db mysql -p…`: the first program that is known here.
    guard carriers.contains(name),
      let inner = invocation.arguments.firstIndex(where: {
        Self.forms[$0.text] != nil && !carriers.contains($0.text)
      }),
      let forms = forms[invocation.arguments[inner].text]
    else { return nil }
    let rest = Array(invocation.arguments[(inner + 1)...])
    return forms.contains { matches($0, rest) } ? .programArgument : nil
  }

  /// Programs that start another one elsewhere, at a position that depends on options.
  private static let carriers: Set<String> = [
    "docker", "podman", "nerdctl", "docker-compose", "kubectl", "oc", "ssh", "lxc", "incus", "chroot",
    "nsenter", "tmux", "screen", "parallel", "strace",
    "find", "machinectl", "distrobox", "toolbox", "flatpak-spawn", "wsl", "su",
  ]

  private static func matches(_ form: Form, _ words: [ShellWord]) -> Bool {
    switch form {
    case .after(let options): return after(options, words)
    case .exactly(let options):
      return zip(words, words.dropFirst()).contains {
        options.contains($0.text) && SecretValues.isLiteral($1.bytes)
      }
    case .attached(let option):
      return words.contains { isSecret($0.bytes.dropFirst(option.utf8.count), of: $0, after: option) }
    case .pair(let options, let sign): return pair(options, sign, words)
    case .within(let subcommand, let options):
      return words.contains { $0.text == subcommand } && after(options, words)
    case .operand(let word, let number): return operand(number, after: word, words)
    case .word(let names):
      return zip(words, words.dropFirst()).contains {
        names.contains($0.text) && SecretValues.isLiteral($1.bytes)
      }
    case .next(let text):
      return zip(words, words.dropFirst()).contains {
        $0.bytes.starts(with: text.utf8) && $1.bytes.first != .dash && $1.bytes.first != .slash
          && SecretValues.isLiteral($1)
      }
    case .argument(let number):
      let operands = GeneralSecrets.operands(words[...])
      return operands.count > number && operands[number].bytes.count >= 3
        && SecretValues.isLiteral(operands[number])
    case .beginning(let text), .option(let text):
      return words.contains { isSecret($0.bytes.dropFirst(text.utf8.count), of: $0, after: text) }
    }
  }

  private static func isSecret(_ rest: ArraySlice<UInt8>, of word: ShellWord, after beginning: String) -> Bool
  {
    word.bytes.starts(with: beginning.utf8) && SecretValues.isLiteral(rest)
  }

  /// Returns the rest of a word after a short option: nil if the word does not have the option,
  /// empty if the option ends it.
  ///
  /// The option may follow other letters: `-su x` is `-s -u x`.
  private static func rest(of option: String, in word: [UInt8]) -> ArraySlice<UInt8>? {
    let letters = option.utf8
    guard letters.count == 2, let letter = letters.last, letters.first == .dash, word.count > 1,
      word[0] == .dash,
      word[1] != .dash, let place = word.prefix(8).firstIndex(of: letter),
      word[1..<place].allSatisfy(\.isLetter)
    else { return nil }
    return word[(place + 1)...]
  }

  private static func after(_ options: Set<String>, _ words: [ShellWord]) -> Bool {
    for (index, word) in words.enumerated() where word.bytes.first == .dash && word.bytes.count <= 300 {
      func isNextSecret() -> Bool {
        index + 1 < words.count && words[index + 1].bytes.first != .dash
          && SecretValues.isLiteral(words[index + 1])
      }
      if options.contains(word.text) {
        if isNextSecret() { return true }
        continue
      }
      for option in options {
        guard let rest = rest(of: option, in: word.bytes) else { continue }
        let isFirst = rest.startIndex == 2
        // After other letters, it may be part of another option's value.
        if rest.isEmpty
          ? isNextSecret() : isFirst ? SecretValues.isLiteral(rest) : SecretValues.isPasswordLike(rest)
        {
          return true
        }
      }
    }
    return false
  }

  private static func pair(_ options: Set<String>, _ sign: UInt8, _ words: [ShellWord]) -> Bool {
    var isValue = options.isEmpty
    for word in words {
      var value = word.bytes[...]
      if word.bytes.first == .dash {
        let text = word.bytes.count <= 300 ? word.text : ""
        if options.contains(text) {
          isValue = true
          continue
        }
        if let option = options.first(where: { text.hasPrefix($0 + "=") }) {
          value = value.dropFirst(option.utf8.count + 1)
        } else if let rest = options.lazy.compactMap({ rest(of: $0, in: word.bytes) }).first {
          guard !rest.isEmpty else {
            isValue = true
            continue
          }
          value = rest
        } else {
          continue
        }
        isValue = true
      }
      if isValue, let place = value.firstIndex(of: sign), place > value.startIndex,
        place + 1 < value.endIndex,
        value[place + 1] != .slash, SecretValues.isLiteral(secretPart(of: value[(place + 1)...], sign))
      {
        return true
      }
      isValue = options.isEmpty
    }
    return false
  }

  /// Returns the secret part of a value, without the host after it.
  private static func secretPart(of value: ArraySlice<UInt8>, _ sign: UInt8) -> ArraySlice<UInt8> {
    sign == .equals ? value : value.prefix { $0 != .at || sign == .percent }
  }

  private static func operand(_ number: Int, after word: String?, _ words: [ShellWord]) -> Bool {
    var words = words[...]
    if let word {
      guard let place = words.firstIndex(where: { $0.text == word }) else { return false }
      words = words[(place + 1)...]
    }
    let operands = words.filter { $0.bytes.first != .dash }
    return operands.count > number
      && operands[number...].contains { $0.bytes.count >= 3 && SecretValues.isLiteral($0.bytes) }
  }

  /// Returns whether `-b` makes htpasswd take the password from its arguments.
  private static func isBatch(_ words: [ShellWord]) -> Bool {
    let options = words.filter { $0.bytes.first == .dash }
    guard options.contains(where: { $0.bytes.contains(UInt8(ascii: "b")) && $0.bytes.count <= 8 }) else {
      return false
    }
    return words.count - options.count >= 2 && words.last.map { SecretValues.isLiteral($0.bytes) } == true
  }

  /// Returns whether a secret is set in a configuration, or as a named parameter:
  /// `aws configure set aws_secret_access_key x`, `npm config set token x`, `jq --arg password x`.
  private static func sets(_ invocation: Invocation) -> Bool {
    guard
      invocation.arguments.contains(where: {
        let text = $0.bytes.prefix(12).lowercasedText
        return ["set", "config", "configure", "setenv", "put", "--arg", "--es", "--ei", "--stringparam"]
          .contains(text)
          || text.ends(with: ":set")
      }) || invocation.name == "set"
        || invocation.name == "setenv" || invocation.name == "setx" || invocation.name == "setopt"
    else { return false }
    return zip(invocation.arguments, invocation.arguments.dropFirst()).contains { name, value in
      name.bytes.first != .dash && value.bytes.first != .dash && name.bytes.count <= 128
        && value.bytes.count >= 4
        && SecretNames.isSecret(name.bytes.drop { $0 == .slash }.split(separator: .colon).last ?? [])
        && SecretValues.isLiteral(value.bytes)
    }
  }
}
