/// Secrets among the arguments of programs: after options whose names say so, and where a program is known to take them.
enum CommandSecrets {
  /// Returns the rule hit by a command of a line.
  ///
  /// - Parameter level: How many quotes it stands in: `ssh host "mysql -p…"` is one.
  static func firstMatch(in line: ShellLine, level: Int = 0, work: inout Int) -> SecretRules.Name? {
    for (index, command) in line.commands.enumerated() {
      work += command.words.count
      guard let invocation = Invocation(command) else { continue }
      if let name = ProgramSecrets.firstMatch(in: invocation, of: command) { return name }
      if takesOption(invocation) { return .option }
      if PipedSecrets.isWritten(invocation, command) { return .pipedSecret }
      let source = index > 0 && line.commands[index - 1].end == .pipe ? line.commands[index - 1] : nil
      if PipedSecrets.isFed(invocation, command, by: source) { return .pipedSecret }
      guard level < ShellLine.depth, !talking.contains(invocation.name) else { continue }
      for word in invocation.arguments where word.isQuoted && word.bytes.contains(.blank) {
        // alias name='command'
        let start = invocation.name == "alias" ? word.bytes.firstIndex(of: .equals).map { $0 + 1 } ?? 0 : 0
        let quoted = ShellLine(Array(word.bytes[start...]))
        work += quoted.work
        if let name = firstMatch(in: quoted, level: level + 1, work: &work) { return name }
      }
    }
    return nil
  }

  /// Programs whose quoted arguments are prose, not commands.
  private static let talking: Set<String> = [
    "git", "gh", "hub", "jj", "hg", "svn", "notify-send", "espeak", "say", "wall",
  ]

  /// Programs whose `--password` or `--secret` asks for one, or takes its name.
  private static let asking: [String: Set<String>] = {
    let asksForPassword: Set<String> = ["--password"]
    var table: [String: Set<String>] = [
      "docker": ["--secret"], "podman": ["--secret"], "buildah": ["--secret"], "nerdctl": ["--secret"],
      "gcloud": ["--secret"], "ncat": ["--token"],
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
    for (word, value) in zip(invocation.arguments, invocation.arguments.dropFirst()) {
      guard word.bytes.first == .dash, word.bytes.count > 2, word.bytes.count <= 64,
        !word.bytes.contains(.equals),
        !asks.contains(word.text), SecretNames.isSecret(word.bytes)
      else { continue }
      // A switch is followed by the next option; `-` reads it from elsewhere.
      guard value.bytes.first != .dash, value.bytes.count >= 2, SecretValues.isLiteral(value.bytes) else {
        continue
      }
      // Numbers are passes and counts.
      if value.bytes.count < 4, value.bytes.allSatisfy(\.isDigit) { continue }
      return true
    }
    return false
  }

  /// Returns whether all that was typed is one word that looks like a password rather than a command: 6 to 64 bytes of three kinds at least
  /// (capitals, small letters, digits, signs), no path, no assignment, no history expansion.
  ///
  /// That is how passwords get into histories: typed when the prompt had not come up, or already had given up. Those of one or two kinds
  /// (`hunter2`) cannot be told from programs (`python3`), nor those with blanks from commands.
  ///
  /// The line is looked at as it was typed: what would be an operator of the shell is a sign in a password.
  static func isTypedPassword(_ line: [UInt8]) -> Bool {
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
      // What paths, assignments, lists and substitutions have.
      if byte.isBlank || byte == .slash || byte == .equals || byte == .leftParenthesis || byte == .backtick {
        return false
      }
      let isPlain = byte == .dot || byte == .dash || byte == .underscore
      if !isPlain { kinds.insert(byte.isDigit ? 0 : byte.isUppercase ? 1 : byte.isLowercase ? 2 : 3) }
    }
    return kinds.count >= 3
  }
}
