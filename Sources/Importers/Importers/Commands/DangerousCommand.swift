/// A row of the table of ``DangerousCommands``.
struct DangerousCommand: Sendable {
  let program: String
  /// Words that must be among the operands, in this order; a trailing `*` matches any text.
  private let operands: [String]
  /// Alternative options, one of which is required; empty if none is.
  private let options: [String]
  /// Options with which the command is harmless.
  private let excuses: [String]
  /// Whether an operand must be one that the line does not show, because the shell or another
  /// program fills it in.
  private let needsUnknown: Bool

  /// Options with which any program only says what it would do.
  private static let usualExcuses = ["--help", "--dry-run", "--dryrun", "--simulate"]

  init?(_ row: Substring) {
    var words = row.split(separator: " ").map(String.init)[...]
    guard let program = words.popFirst() else { return nil }
    self.program = program.hasSuffix("*") ? String(program.dropLast()) : program
    func alternatives(_ words: some Sequence<String>) -> [String] {
      words.flatMap { $0.split(separator: "|").map(String.init) }
    }
    needsUnknown = words.contains("$")
    operands = words.filter { !$0.hasPrefix("-") && !$0.hasPrefix("!") && $0 != "$" }
    options = alternatives(words.filter { $0.hasPrefix("-") })
    excuses =
      Self.usualExcuses + alternatives(words.filter { $0.hasPrefix("!") }.map { String($0.dropFirst()) })
  }

  func isMet(by arguments: [ShellWord], _ given: [String], isFed: Bool) -> Bool {
    var rest = given[...]
    for operand in operands {
      guard let place = rest.firstIndex(where: { Self.matches($0, operand) }) else { return false }
      rest = rest[(place + 1)...]
    }
    if needsUnknown, !isFed, !arguments.contains(where: { $0.isExpanded || $0.text.contains("{}") }) {
      return false
    }
    let words = arguments.prefix { $0.text != "--" }.map(\.text)
    let hasDashes = words.count < arguments.count && options.contains("--")
    guard options.isEmpty || hasDashes || words.contains(where: { Self.has($0, of: options) }) else {
      return false
    }
    // `kubectl help delete`
    if !operands.isEmpty, given.first == "help" { return false }
    return !words.contains { $0 != "--dry-run=none" && Self.has($0, of: excuses) }
  }

  private static func matches(_ text: String, _ operand: String) -> Bool {
    operand.hasSuffix("*") ? text.hasPrefix(operand.dropLast()) : text == operand
  }

  /// Returns whether a word is one of some options, alone, with a value, or among combined letters
  /// (`-xfd`).
  private static func has(_ word: String, of options: [String]) -> Bool {
    guard word.hasPrefix("-") else { return false }
    let name = word.prefix { $0 != "=" }
    let letters = word.dropFirst()
    let isCluster = letters.count <= 8 && letters.allSatisfy { $0.isASCII && $0.isLetter }
    return options.contains { option in
      if option.hasSuffix("*") { return name.hasPrefix(option.dropLast()) }
      return name == option || option.count == 2 && isCluster && letters.contains(option.suffix(1))
    }
  }
}
