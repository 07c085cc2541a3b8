/// Secrets among the arguments of programs: after options with telling names, and where a known
/// program takes them.
enum CommandSecrets {
  /// Returns the rule hit by a command of a line.
  ///
  /// - Parameter level: The number of quotes around the line: 1 in `ssh host "mysql -p…"`.
  static func firstMatch(in line: ShellLine, level: Int = 0, work: inout Int) -> SecretRules.Name? {
    let variables = AssignedVariables(of: line.commands, work: &work)
    if variables.hasSilentValue { return .assignment }
    let commands = variables.putIn(line.commands, work: &work)
    for (index, command) in commands.enumerated() {
      work += command.words.count
      guard let invocation = Invocation(command) else {
        for text in command.input {
          if let name = written(text, isSession: false, work: &work) { return name }
        }
        continue
      }
      // watch 'mysql -p…'
      if invocation.program.isQuoted, invocation.program.bytes.contains(.blank), level < ShellLine.depth {
        let quoted = ShellLine(invocation.program.bytes)
        work += quoted.work
        if let name = firstMatch(in: quoted, level: level + 1, work: &work) { return name }
      }
      if let name = ProgramSecrets.firstMatch(in: invocation, of: command) { return name }
      if GeneralSecrets.isHit(by: invocation) || AccountScripts.isHit(by: invocation) {
        return .programArgument
      }
      if takesOption(invocation) { return .option }
      if CredentialArguments.isHit(by: invocation, command) { return .programArgument }
      if let name = PipedSecrets.firstMatch(in: invocation, command, at: index, of: commands, work: &work) {
        return name
      }
      if PipedSecrets.sources.contains(invocation.name) {
        for word in invocation.arguments.prefix(4)
        where word.isQuoted && !word.isExpanded && word.bytes.count <= 256 && word.bytes.contains(.blank) {
          if let name = CommandTexts.firstMatch(inText: word.bytes, work: &work) { return name }
        }
      }
      guard level < ShellLine.depth, !talking.contains(invocation.name) else { continue }
      for (number, word) in invocation.arguments.enumerated() {
        if let name = substituted(
          word, after: number > 0 ? invocation.arguments[number - 1] : nil, of: invocation, work: &work)
        {
          return name
        }
        guard word.isQuoted, word.bytes.contains(where: { $0 == .blank || $0 == .leftParenthesis }) else {
          continue
        }
        if !searching.contains(invocation.name),
          let name = ScriptSecrets.firstMatch(in: word.bytes, work: &work)
        {
          return name
        }
        guard word.bytes.contains(.blank) else { continue }
        let quoted = ShellLine(Array(word.bytes[Self.start(of: word)...]))
        work += quoted.work
        if let name = firstMatch(in: quoted, level: level + 1, work: &work) { return name }
      }
    }
    return nil
  }

  /// Returns the start of the command in quotes: after a name (`alias x='…'`, `ProxyCommand=…`,
  /// `--passwordeval=…`), or after the times of a cron table.
  private static func start(of word: ShellWord) -> Int {
    let name = word.bytes.prefix(40).prefix { $0.isNameByte }
    if !name.isEmpty, name.endIndex < word.bytes.count, word.bytes[name.endIndex] == .equals {
      return name.endIndex + 1
    }
    guard let first = word.bytes.first, first.isDigit || first == UInt8(ascii: "*") else { return 0 }
    let fields = word.bytes.prefix(64).split(separator: .blank).prefix(6)
    let isTimes = fields.prefix(5).allSatisfy {
      $0.allSatisfy {
        $0.isDigit || $0 == UInt8(ascii: "*") || $0 == .slash || $0 == .dash || $0 == UInt8(ascii: ",")
      }
    }
    return fields.count == 6 && isTimes ? fields[5].startIndex : 0
  }

  /// Returns the rule hit by a text that a command reads or writes.
  static func written(_ text: ShellWord, isSession: Bool, work: inout Int) -> SecretRules.Name? {
    SecretTexts.firstMatch(in: text.bytes, isSession: isSession, work: &work)
      ?? ScriptSecrets.firstMatch(in: text.bytes, work: &work)
  }

  /// Returns the rule hit by a command whose output replaces a password file
  /// (`--passwd <(echo …)`), or that an option runs to get a password
  /// (`--password-command 'echo …'`).
  private static func substituted(
    _ word: ShellWord, after previous: ShellWord?, of invocation: Invocation, work: inout Int
  ) -> SecretRules.Name? {
    guard word.isExpanded || word.isQuoted else { return nil }
    // --passwordeval='echo x'
    if word.isQuoted, word.bytes.first == .dash, let equals = word.bytes.prefix(64).firstIndex(of: .equals),
      word.bytes[equals...].starts(with: "=echo ".utf8), SecretNames.mentionsSecret(word.bytes[..<equals])
    {
      return PipedSecrets.isSecret(ShellWord(bytes: Array(word.bytes[(equals + 6)...]), isQuoted: true))
        ? .pipedSecret : nil
    }
    let limit = word.bytes.prefix(128)
    // Where `<(` begins.
    let process =
      word.isExpanded
      ? zip(limit, limit.dropFirst()).enumerated().first { $1 == (.less, .leftParenthesis) } : nil
    let isProcess = process != nil
    let start = process?.offset ?? 0
    guard isProcess || word.bytes.starts(with: "echo ".utf8) || word.bytes.starts(with: "printf ".utf8) else {
      return nil
    }
    let own = word.bytes[..<start].filter { $0.isNameByte }
    guard
      SecretNames.mentionsSecret(own)
        || previous.map({ SecretNames.mentionsSecret($0.bytes.prefix(96)) }) == true
        || isProcess && PipedSecrets.asks(invocation)
    else { return nil }
    let inner = ShellLine(
      Array(word.bytes[(isProcess ? start + 2 : 0)...].filter { !isProcess || $0 != .rightParenthesis }))
    work += inner.work
    for command in inner.commands.prefix(4) {
      guard let writer = Invocation(command), PipedSecrets.sources.contains(writer.name) else { continue }
      for text in writer.arguments.prefix(8) {
        if let name = written(text, isSession: false, work: &work) { return name }
      }
      if writer.arguments.contains(where: { $0.bytes.first != .dash && PipedSecrets.isSecret($0) }) {
        return .pipedSecret
      }
    }
    return nil
  }

  /// Programs whose quoted arguments are patterns, not scripts.
  static let searching: Set<String> = [
    "grep", "egrep", "fgrep", "zgrep", "rg", "ag", "ack", "find", "fd", "locate", "apropos", "man", "pgrep",
    "jq", "yq",
  ]

  /// Programs whose quoted arguments are prose, not commands.
  private static let talking: Set<String> = [
    "git", "gh", "hub", "jj", "hg", "svn", "notify-send", "espeak", "say", "wall",
  ]

  /// Programs whose `--password` or `--secret` prompts for one, or takes its name.
  private static let asking: [String: Set<String>] = {
    let asksForPassword: Set<String> = ["--password"]
    var table: [String: Set<String>] = [
      "docker": ["--secret"], "podman": ["--secret"], "buildah": ["--secret"], "nerdctl": ["--secret"],
      "gcloud": ["--secret"], "ncat": ["--token"], "lpass": ["--password"], "pulumi": ["--secret"],
      "keepassxc-cli": ["--password"], "pass-cli": ["--password"],
    ]
    for program in [
      "psql", "pg_dump", "pg_dumpall", "pg_restore", "createdb", "dropdb", "createuser", "dropuser",
      "pg_basebackup", "pgbench",
      "vacuumdb", "reindexdb", "clusterdb", "pg_isready", "pg_receivewal", "mysql", "mysqldump", "mysqladmin",
      "mysqlimport",
      "mysqlshow", "mysqlcheck", "mariadb", "mariadb-dump", "mariadb-admin", "mariadb-check", "mariadb-show",
      "mariadb-import",
    ] {
      table[program] = asksForPassword
    }
    return table
  }()

  /// Returns whether an option with the name of a secret is followed by one.
  private static func takesOption(_ invocation: Invocation) -> Bool {
    let asks = asking[invocation.name] ?? []
    for (index, word) in invocation.arguments.enumerated() {
      if isSwitch(word) { return true }
      guard index + 1 < invocation.arguments.count else { break }
      let value = invocation.arguments[index + 1]
      guard word.bytes.first == .dash, word.bytes.count > 2, word.bytes.count <= 64,
        !word.bytes.contains(.equals),
        !asks.contains(word.text)
      else { continue }
      let strength = SecretNames.strength(of: word.bytes)
      guard strength != .none else { continue }
      if strength == .likely {
        if !invocation.name.hasPrefix("gpio"), CredentialArguments.isNumber(value.bytes, of: word.bytes) {
          return true
        }
        if word.bytes.count > 3, !["gpg", "gpg2", "apt-key"].contains(invocation.name),
          SecretValues.isMachineMade(value.bytes[...])
        {
          return true
        }
        continue
      }
      // A switch is followed by another option; `-` means standard input.
      guard value.bytes.first != .dash, value.bytes.count >= 2, SecretValues.isLiteral(value) else {
        continue
      }
      // Numbers are counts.
      if value.bytes.count < 4, value.bytes.allSatisfy(\.isDigit) { continue }
      return true
    }
    return false
  }

  /// Returns whether a word is an option of Windows with a secret: `/password:x`, `-pass:x`.
  private static func isSwitch(_ word: ShellWord) -> Bool {
    guard let first = word.bytes.first, first == .slash || first == .dash,
      let colon = word.bytes.prefix(40).firstIndex(of: .colon), colon > 1
    else { return false }
    let name = word.bytes[1..<colon]
    let value = word.bytes[(colon + 1)...]
    guard name.allSatisfy({ $0.isLetter || $0 == .dash }), value.count >= 3, value.first != .slash else {
      return false
    }
    let isShort = name.count == 1 && name.first?.lowercased == UInt8(ascii: "p") && first == .slash
    return (isShort || SecretNames.isSecret(name)) && SecretValues.isLiteral(value)
  }

  /// Returns whether the whole line is one word that looks like a password rather than a command.
  ///
  /// It has 6 to 64 bytes of at least three kinds (capitals, small letters, digits, signs), and is
  /// not a path, an assignment or history expansion.
  ///
  /// Passwords get into histories in this way: typed before the prompt appeared, or after it gave
  /// up. Those of one or two kinds (`hunter2`) look like programs (`python3`), and those with
  /// blanks look like commands.
  ///
  /// The line is examined as typed: an operator of the shell is a sign in a password.
  ///
  /// - Parameter least: The minimum number of kinds.
  static func isTypedPassword(_ line: [UInt8], kinds least: Int = 3) -> Bool {
    guard line.count <= 256 else { return false }
    var bytes = line.drop(while: \.isBlank)
    while let last = bytes.last, last.isBlank { bytes.removeLast() }
    if let quote = bytes.first, quote == .apostrophe || quote == .quote, bytes.count > 2, bytes.last == quote
    {
      bytes = bytes.dropFirst().dropLast()
    }
    guard (6...64).contains(bytes.count), let first = bytes.first, first != .dot, first != UInt8(ascii: "~"),
      first != .dollar,
      first != .dash, first != .hash
    else { return false }
    var kinds = Set<Int>()
    for byte in bytes {
      // Signs of paths, assignments, lists and substitutions.
      if byte.isBlank || byte == .slash || byte == .equals || byte == .leftParenthesis || byte == .backtick {
        return false
      }
      let isPlain = byte == .dot || byte == .dash || byte == .underscore
      if !isPlain { kinds.insert(byte.isDigit ? 0 : byte.isUppercase ? 1 : byte.isLowercase ? 2 : 3) }
    }
    return kinds.count >= least
  }
}
