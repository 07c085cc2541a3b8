/// One command of a template: see ``CommandTemplate``.
struct CommandPart: Sendable {
  let program: String
  private(set) var subcommands: [String] = []
  /// The arguments that are kept.
  private var targets: [String] = []
  private var options: Set<String> = []
  /// The letters of short options that are written together.
  private var letters: Set<String> = []
  private var hasValues = false
  /// The arguments as typed, with `…` for omitted ones.
  private var typed: [String] = []
  /// The programs that start the program, such as `sudo`.
  private let starters: [String]

  /// Reads a command; fails if it starts no program, or the program's name is not valid.
  ///
  /// - Parameter keepsArguments: Whether to keep arguments other than subcommands.
  init?(_ command: ShellCommand, keepsArguments: Bool) {
    guard let invocation = Invocation(command), let program = Self.program(invocation) else { return nil }
    self.program = program
    starters = invocation.starters
    read(invocation.arguments, ProgramGrammar.of(invocation.name), keepsArguments: keepsArguments)
  }

  /// Program and subcommands.
  var name: String { ([program] + subcommands).joined(separator: " ") }

  /// The command as in the template.
  var text: String {
    let cluster = letters.isEmpty ? [] : ["-" + letters.sorted().joined()]
    return ([name] + targets + cluster + options.sorted() + (hasValues ? ["…"] : [])).joined(separator: " ")
  }

  /// The command as in a title: its starters, options and arguments in the order typed.
  var shown: String { (starters + [program] + typed).joined(separator: " ") }

  /// Adds an argument as shown; consecutive omitted ones are shown once.
  private mutating func show(_ text: String?) {
    if let text { typed.append(text) } else if typed.last?.hasSuffix("…") != true { typed.append("…") }
  }

  // MARK: Usefulness

  /// Whether it only prepares the commands after it.
  var onlyPrepares: Bool { Self.preparing.contains(program) }
  /// Whether it only displays the output of a pipeline.
  var isPager: Bool { Self.pagers.contains(program) }

  /// Whether it is specific enough to keep.
  var isWorthKeeping: Bool {
    if Self.empty.contains(program)
      || (Self.looking.contains(program) && targets.allSatisfy(Self.relative.contains))
    {
      return false
    }
    if program.utf8.allSatisfy({ $0.isDigit || $0 == .dot })
      || !program.utf8.contains(where: { $0.isLetter || $0 >= 0x80 || $0 == .dot })
    {
      return false
    }
    return program.utf8.count > 1 || !(subcommands.isEmpty && targets.isEmpty && !hasValues) || program == "w"
      || program == "R"
  }

  private static let preparing: Set<String> = [
    "cd", "export", "set", "unset", "source", ".", "clear", "echo", "printf", "sleep", "true", ":", "mkdir",
    "pushd", "popd", "umask",
    "ulimit", "trap", "alias", "test", "[", "[[", "local", "declare", "shopt", "setopt", "wait", "read",
  ]
  private static let pagers: Set<String> = [
    "less", "more", "most", "cat", "head", "tail", "bat", "column", "wc",
  ]
  /// Programs that are not worth keeping, whatever their arguments are.
  private static let empty: Set<String> = [
    "clear", "cls", "exit", "logout", "reset", "fg", "bg", "jobs", "history", "true", "false", ":", "yes",
    "no", "quit", "disown", "wait", "pwd",
    "whoami", "ls", "ll", "la", "l", "dir", "echo", "sleep", "return", "break", "continue",
  ]
  /// Programs that only change the folder, and count only with a place.
  private static let looking: Set<String> = ["cd", "pushd", "popd"]
  private static let relative: Set<String> = [".", "..", "-", "~", "/", "../..", "../", "../../", "../../.."]

  // MARK: Reading

  private static func program(_ invocation: Invocation) -> String? {
    let typed = invocation.program.text
    let isOwn = typed.hasPrefix("./") || typed.hasPrefix("../") || typed.hasPrefix("~/")
    let text = isOwn ? typed : invocation.name
    guard !text.isEmpty, text.utf8.count <= 80,
      text.utf8.allSatisfy({ $0.isAlphanumeric || $0 >= 0x80 || "._-+/[]:~@".utf8.contains($0) }),
      text.utf8.first != .dash,
      !hasControls(text), SecretRules().firstMatch(in: text, kind: .commandLine) == nil
    else { return nil }
    return text
  }

  private mutating func read(_ words: [ShellWord], _ grammar: ProgramGrammar, keepsArguments: Bool) {
    var isPlain = false  // after --
    var skips = false  // the value of an option
    var skipsKept = false  // one that is kept
    var operands = 0
    for (index, word) in words.enumerated() {
      let text = word.bytes.count <= 200 ? word.text : ""
      if skipsKept {
        skipsKept = false
      } else if skips {
        skips = false
        hasValues = true
        show(nil)
      } else if !isPlain, word.bytes.first == .dash, word.bytes.count > 1 {
        if text == "--" {
          isPlain = true
          show(text)
          continue
        }
        skips = readOption(text, grammar, keepsArguments: keepsArguments)
        if grammar.targets == .script, text == "-m", keepsArguments, index + 1 < words.count,
          let module = Self.kept(words[index + 1])
        {
          targets.append("-m " + module)
          show(module)
          options.remove("-m")
          skips = true
          operands += 1
          if index + 2 < words.count {
            hasValues = true
            show(nil)
          }
          return
        }
        if program == "journalctl", text == "-u" || text == "--unit", keepsArguments, index + 1 < words.count,
          let unit = Self.kept(words[index + 1])
        {
          targets.append(unit)
          show(unit)
          skipsKept = true
        }
      } else if operands == 0, keepsArguments || index == 0 || words[index - 1].bytes.first != .dash,
        isSubcommand(word, text, grammar, follows: index > 0 ? words[index - 1] : nil)
      {
        subcommands.append(text)
        show(text)
      } else {
        operands += 1
        let count = targets.count
        if !keepsArguments || !keep(word, text, number: operands, grammar) { hasValues = true }
        // The kept part of a word may be its beginning: `web:` of `web:backup`.
        let kept = targets.count > count ? targets[count] : nil
        show(kept.map { $0 == text || Self.kept(word) == $0 ? $0 : $0 + "…" })
      }
    }
  }

  /// Adds an option, and returns whether the next word is its value.
  private mutating func readOption(_ text: String, _ grammar: ProgramGrammar, keepsArguments: Bool) -> Bool {
    let utf8 = Array(text.utf8)
    guard utf8.count > 1 else {
      hasValues = true
      show(nil)
      return false
    }
    if utf8[1] == .dash {
      let name = utf8.prefix { $0 != .equals }
      let hasValue = name.count < utf8.count
      if hasValue { hasValues = true }
      guard Self.isOptionName(name.dropFirst(2)) else {
        hasValues = true
        show(nil)
        return false
      }
      let option = String(decoding: name, as: UTF8.self)
      options.insert(option)
      show(hasValue ? option + "=…" : option)
      return !hasValue && (grammar.valued.contains(option) || SecretNames.isSecret(name))
    }
    guard utf8[1].isLetter else {
      hasValues = true
      show(nil)
      return false
    }
    switch grammar.options {
    case .letters where utf8.count <= 6 && utf8.dropFirst().allSatisfy(\.isLetter):
      letters.formUnion(text.dropFirst().map(String.init))
      show(text)
    case .word where Self.isOptionName(utf8.dropFirst()[...]):
      options.insert(text)
      show(text)
    default:
      let option = String(text.prefix(2))
      options.insert(option)
      if utf8.count > 2 { hasValues = true }
      // `-am` is two options; a longer word may be an option with its value.
      let isCluster = keepsArguments && utf8.count <= 4 && utf8.dropFirst().allSatisfy(\.isLetter)
      show(utf8.count == 2 || isCluster ? text : option + "…")
    }
    return utf8.count == 2 && grammar.valued.contains(text)
  }

  /// Returns whether an option has a name of words: letters and hyphens, two digits at most.
  private static func isOptionName(_ name: ArraySlice<UInt8>) -> Bool {
    (1...32).contains(name.count) && name.first?.isLetter == true
      && name.allSatisfy { $0.isLowercase || $0.isUppercase || $0.isDigit || $0 == .dash }
      && name.count(where: \.isDigit) <= 2 && name.count(where: \.isUppercase) <= 2
  }

  private func isSubcommand(
    _ word: ShellWord, _ text: String, _ grammar: ProgramGrammar, follows previous: ShellWord?
  ) -> Bool {
    guard !word.isQuoted, !word.isExpanded, (1...40).contains(word.bytes.count), word.bytes[0].isLowercase,
      word.bytes.allSatisfy({
        $0.isLowercase || $0.isDigit || $0 == .dash || $0 == .colon || $0 == .underscore || $0 == .dot
      }),
      word.bytes.count(where: \.isDigit) <= 3
    else { return false }
    // An unknown program's previous option may take it as its value.
    let isFirst = previous == nil
    guard ProgramGrammar.isKnown(program) else {
      return subcommands.isEmpty && isFirst && ProgramGrammar.usualSubcommands.contains(text)
    }
    if subcommands.count < grammar.depth { return subcommands.isEmpty || previous?.bytes.first != .dash }
    guard let first = subcommands.first, let last = subcommands.last, subcommands.count == grammar.depth
    else { return false }
    return grammar.nested.contains(first) || grammar.nested.contains(last)
  }

  /// Keeps an argument that is a target of the program; returns whether it did.
  private mutating func keep(_ word: ShellWord, _ text: String, number: Int, _ grammar: ProgramGrammar)
    -> Bool
  {
    if !grammar.targeted.isEmpty, !subcommands.contains(where: grammar.targeted.contains) { return false }
    switch grammar.targets {
    case .none: return false
    case .names(let most):
      // Numbers are jobs or sections; `+12` is a line in an editor.
      guard targets.count < most, let name = Self.kept(word),
        !text.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: "+") })
      else { return false }
      targets.append(name)
    case .host:
      guard number == 1, let name = Self.kept(word) else { return false }
      targets.append(name)
    case .remoteHosts:
      guard let colon = text.firstIndex(of: ":"), !text[..<colon].contains("/"), targets.count < 2,
        let name = Self.kept(ShellWord(bytes: Array(text[...colon].utf8)))
      else { return false }
      targets.append(name)
      return false
    case .script:
      if number == 2, targets.first == "manage.py" || targets.first == "artisan",
        ProgramGrammar.usualSubcommands.contains(where: { text.hasPrefix($0) })
      {
        targets.append(text)
        return true
      }
      guard number == 1, let name = Self.kept(word), !options.contains("-c"), !options.contains("-e") else {
        return false
      }
      targets.append(name)
    case .kind:
      let kind = text.prefix { $0 != "/" }
      guard number == 1, !kind.isEmpty, kind.utf8.allSatisfy({ $0.isLowercase || $0 == UInt8(ascii: ",") })
      else { return false }
      targets.append(String(kind))
      return kind.utf8.count == text.utf8.count
    case .branch:
      guard ProgramGrammar.usualBranches.contains(text) else { return false }
      targets.append(text)
    }
    return true
  }

  /// Returns an argument as shown, if it may be kept: short, printable, not expanded by the shell,
  /// and not random.
  private static func kept(_ word: ShellWord) -> String? {
    let bytes = word.bytes
    guard !bytes.isEmpty, bytes.count <= 80, !word.isExpanded,
      !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == .equals })
    else { return nil }
    let text = word.text
    var work = 0
    guard !text.contains("://"), !hasControls(text), RandomStrings.firstMatch(in: bytes, work: &work) == nil
    else { return nil }
    // Names of containers and commits by hash.
    if bytes.count >= 12, bytes.allSatisfy(\.isHexadecimal) { return nil }
    let isPlain = bytes.allSatisfy { $0.isAlphanumeric || $0 >= 0x80 || "._-+/:~@%,!#".utf8.contains($0) }
    return isPlain
      ? text
      : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  private static func hasControls(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      $0.properties.generalCategory == .control || $0.properties.generalCategory == .format
        || $0.value == 0xFFFD
    }
  }
}
