/// Commands that are dangerous to repeat.
///
/// The next time, they may destroy something else, or publish or send something that cannot be
/// called back.
///
/// They are evidence, can be searched for, and are opened after a question, but are never
/// suggested. The table ``rows`` lists them. A deployment is not among them: the second one changes
/// nothing.
struct DangerousCommands: Sendable {
  /// Returns whether a line starts a dangerous command in any way: after `sudo` and other starters,
  /// in a pipeline, list, loop or substitution, or in an argument or the input of a shell, another
  /// machine, a container, `find` or `xargs`.
  ///
  /// - Complexity: O(length), for each of ``depth`` levels of lines within lines.
  static func contains(_ line: String) -> Bool { contains(ShellLine(line), depth: depth) }

  /// The maximum nesting of lines within lines: `ssh host "sudo sh -c '…'"` has two levels.
  private static let depth = 3
  /// The maximum number of arguments in which to look for a command, and of its words.
  private static let mostArguments = 64

  private static func contains(_ line: ShellLine, depth: Int) -> Bool {
    let commands = line.commands
    for (index, command) in commands.enumerated() {
      if command.files.contains(where: { isDevice($0.text) }) { return true }
      guard let invocation = Invocation(command) else { continue }
      if isDangerous(invocation, depth: depth) { return true }
      let isFed = index > 0 && commands[index - 1].end == .pipe && commands[index - 1].level == command.level
      if shells.contains(invocation.name), runsFetched(invocation.arguments, isFed: isFed),
        commands.contains(where: fetches)
      {
        return true
      }
      if depth > 0, lineReaders.contains(invocation.name) {
        let lines = command.input.map(\.text) + (isFed ? printed(by: commands[index - 1]) : [])
        if lines.contains(where: { contains(ShellLine($0), depth: depth - 1) }) { return true }
      }
    }
    guard commands.contains(where: { $0.words.contains { clients.contains($0.text) } }) else { return false }
    return commands.contains { ($0.words + $0.input).contains { hasStatement($0.text) } }
  }

  /// Returns whether a program is dangerous with its arguments, or starts one that is.
  ///
  /// - Parameter isFed: Whether it gets arguments that are not in the line, as from `xargs`.
  private static func isDangerous(_ invocation: Invocation, isFed: Bool = false, depth: Int) -> Bool {
    let (name, arguments) = (invocation.name, invocation.arguments)
    let isFed = isFed || invocation.starters.contains("xargs")
    if matchesRow(name, arguments, isFed: isFed) || overwritesDevice(name, arguments) { return true }
    guard depth > 0 else { return false }
    // `watch 'rm -rf x'` gives a line to a shell.
    if invocation.program.bytes.contains(where: \.isBlank) {
      return contains(ShellLine(invocation.program.text), depth: depth - 1)
    }
    if let options = executors[name] { return executes(arguments, after: options, depth: depth) }
    return runners.contains(name) && runs(arguments, isFed: isFed || name == "parallel", depth: depth)
  }

  /// Returns whether a program such as `find` executes a dangerous command for the files that it
  /// finds.
  private static func executes(_ arguments: [ShellWord], after options: Set<String>, depth: Int) -> Bool {
    let arguments = arguments.prefix(mostArguments)
    return arguments.indices.contains { index in
      guard options.contains(arguments[index].text) else { return false }
      var command = ShellCommand()
      command.words = arguments[(index + 1)...].prefix { $0.text != ";" && $0.text != "+" }
      return Invocation(command).map { isDangerous($0, isFed: true, depth: depth - 1) } ?? false
    }
  }

  /// Returns whether arguments contain a dangerous command, as words or as a line in one of them.
  private static func runs(_ arguments: [ShellWord], isFed: Bool, depth: Int) -> Bool {
    for (index, word) in arguments.prefix(mostArguments).enumerated() {
      let text = word.text
      if text.contains(where: \.isWhitespace) {
        // The line can be the value of an option.
        let value = text.hasPrefix("-") ? text.drop { $0 != "=" }.dropFirst() : text[...]
        if contains(ShellLine(String(value)), depth: depth - 1) { return true }
      } else if programs.contains(String(text.split(separator: "/").last ?? "")) || starters.contains(text) {
        var command = ShellCommand()
        command.words = Array(arguments[index...].prefix(mostArguments))
        if let invocation = Invocation(command),
          matchesRow(
            invocation.name, invocation.arguments, isFed: isFed || invocation.starters.contains("xargs"))
            || overwritesDevice(invocation.name, invocation.arguments)
        {
          return true
        }
      }
    }
    return false
  }

  /// Returns whether a shell runs its input, or a substitution of the shell around it.
  private static func runsFetched(_ arguments: [ShellWord], isFed: Bool) -> Bool {
    if arguments.contains(where: \.isExpanded) { return true }
    return isFed
      && (arguments.contains { $0.text == "-s" }
        || arguments.allSatisfy { $0.bytes.first == .dash && !"cemnp".contains($0.text.last ?? "c") })
  }

  /// Returns whether a command downloads something.
  private static func fetches(_ command: ShellCommand) -> Bool {
    Invocation(command).map { fetchers.contains($0.name) } ?? false
  }

  /// Returns the texts that a command prints, as far as the line has them.
  private static func printed(by command: ShellCommand) -> [String] {
    guard let invocation = Invocation(command), printers.contains(invocation.name) else { return [] }
    let words = invocation.arguments.drop { $0.bytes.first == .dash }.map(\.text)
    return [words.joined(separator: " ")] + command.input.map(\.text)
  }

  private static func matchesRow(_ program: String, _ arguments: [ShellWord], isFed: Bool) -> Bool {
    let named = byProgram[program] ?? []
    guard !named.isEmpty || !byBeginning.isEmpty else { return false }
    let operands = Self.operands(arguments)
    return (named + byBeginning.filter { program.hasPrefix($0.program) }).contains {
      $0.isMet(by: arguments, operands, isFed: isFed)
    }
  }

  /// Returns whether a program writes to a disk itself instead of a file on it.
  private static func overwritesDevice(_ program: String, _ arguments: [ShellWord]) -> Bool {
    let operands = Self.operands(arguments)
    return switch program {
    case "tee": operands.contains(where: isDevice)
    case "cp", "mv": operands.last.map(isDevice) ?? false
    default: false
    }
  }

  /// The arguments other than options: those without a leading hyphen, and all after `--`.
  private static func operands(_ arguments: [ShellWord]) -> [String] {
    var (operands, isPlain): ([String], Bool) = ([], false)
    for word in arguments {
      if !isPlain, word.text == "--" {
        isPlain = true
      } else if isPlain || word.bytes.first != .dash {
        operands.append(word.text)
      }
    }
    return operands
  }

  private static func isDevice(_ path: String) -> Bool {
    devices.contains { path.hasPrefix($0) }
  }

  private static func hasStatement(_ text: String) -> Bool {
    let words = text.lowercased().split { !$0.isLetter && $0 != "_" }
    return words.indices.contains { index in
      statements[words[index]]?.contains { words[index...].prefix($0.count).elementsEqual($0) } ?? false
    }
  }
}
