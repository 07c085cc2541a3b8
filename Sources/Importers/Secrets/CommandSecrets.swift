/// Secrets among the arguments of programs: after options whose names say so, and where a program is known to take them.
enum CommandSecrets {
  /// Returns the rule hit by a command of a line.
  static func firstMatch(in line: ShellLine, work: inout Int) -> SecretRules.Name? {
    for (index, command) in line.commands.enumerated() {
      work += command.words.count
      guard let invocation = Invocation(command) else { continue }
      if let name = ProgramSecrets.firstMatch(in: invocation, of: command) { return name }
      if takesOption(invocation) { return .option }
      let source = index > 0 && line.commands[index - 1].end == .pipe ? line.commands[index - 1] : nil
      if PipedSecrets.isFed(invocation, command, by: source) { return .pipedSecret }
    }
    return isTypedPassword(line) ? .typedPassword : nil
  }

  /// Programs whose `--password` or `--secret` asks for one, or takes its name.
  private static let asking: [String: Set<String>] = {
    let asksForPassword: Set<String> = ["--password"]
    var table: [String: Set<String>] = [
      "docker": ["--secret"], "podman": ["--secret"], "buildah": ["--secret"], "nerdctl": ["--secret"],
      "gcloud": ["--secret"], "ncat": ["--token"],
    ]
    for program in [
      "psql", "pg_dump", "pg_dumpall", "pg_restore", "createdb", "dropdb", "createuser", "dropuser", "pg_basebackup", "pgbench",
      "vacuumdb", "reindexdb", "clusterdb", "pg_isready", "pg_receivewal", "mysql", "mysqldump", "mysqladmin", "mysqlimport",
      "mysqlshow", "mysqlcheck", "mariadb", "mariadb-dump", "mariadb-admin", "mariadb-check", "mariadb-show", "mariadb-import",
    ] {
      table[program] = asksForPassword
    }
    return table
  }()

  /// Returns whether an option with the name of a secret is followed by one.
  private static func takesOption(_ invocation: Invocation) -> Bool {
    let asks = asking[invocation.name] ?? []
    for (word, value) in zip(invocation.arguments, invocation.arguments.dropFirst()) {
      guard word.bytes.first == .dash, word.bytes.count > 2, word.bytes.count <= 64, !word.bytes.contains(.equals),
        !asks.contains(word.text), SecretNames.isSecret(word.bytes)
      else { continue }
      // A switch is followed by the next option; `-` reads it from elsewhere.
      guard value.bytes.first != .dash, value.bytes.count >= 2, SecretValues.isLiteral(value.bytes) else { continue }
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
  static func isTypedPassword(_ line: ShellLine) -> Bool {
    guard line.commands.count == 1, line.commands[0].words.count == 1, !line.commands[0].isRedirected else { return false }
    return isTypedPassword(line.commands[0].words[0])
  }

  static func isTypedPassword(_ word: ShellWord) -> Bool {
    let bytes = word.bytes
    guard (6...64).contains(bytes.count), !Invocation.isAssignment(word), !bytes.contains(.slash), let first = bytes.first,
      first != .dot, first != UInt8(ascii: "~"), first != .dollar, first != .dash
    else { return false }
    var kinds = Set<Int>()
    for byte in bytes {
      let isPlain = byte == .dot || byte == .dash || byte == .underscore
      if !isPlain { kinds.insert(byte.isDigit ? 0 : byte.isUppercase ? 1 : byte.isLowercase ? 2 : 3) }
    }
    // A version at the end of a program's name is no kind: FileCheck-14, Xwayland2.
    return kinds.count >= 3
  }
}
