/// The identity of a command line as an activity: program, subcommand, and a template of the rest.
///
/// | part | in the template |
/// | --- | --- |
/// | program | without its folder, unless it begins with `./`, `../` or `~/`; without `sudo`, `env`, `time` and others that only start it |
/// | subcommand | by a table of programs (``ProgramGrammar``): `docker compose up`, `npm run build`; for other programs, one of the usual words |
/// | arguments that name the target | as they are: targets of `make`, hosts of `ssh`, folders of `cd`, edited files, scripts, units, kinds of resources |
/// | options | by name, in order, each once, without values; of short ones only the first letter, unless each letter is known to be an option |
/// | other arguments, values | `…`, once |
/// | pipelines | the first command, then program and subcommand of the others; pagers at the end are omitted |
/// | lists | the first four commands, with `&&`, `||` or `;` between them |
/// | loops and conditions | the commands in them |
/// | redirections, here-documents, substitutions, comments | nothing |
///
/// So `git commit -m "x" -a` and `git commit -am "y"` do not differ for suggestions, but
/// `git commit --amend` does. Program and subcommand of a list are those of its first command that
/// is not just preparation (`cd x && make`: make).
///
/// The template contains no secret: if a rule of ``SecretRules`` hits the line, only subcommands
/// are kept as arguments, and a typed password has no template.
package struct CommandTemplate: Sendable, Hashable {
  /// The program that does the work.
  package let program: String
  /// The subcommand, of one word or more.
  package let subcommand: String?
  /// The whole line without the parts that vary.
  package let template: String
  /// The rule that hits the line; then only the template may be stored.
  package let secret: SecretRules.Name?
  /// Whether it is specific enough to keep: not just looking around, exiting, a slip or an answer
  /// to a question.
  package let isWorthKeeping: Bool

  /// The line as typed, with `…` for parts that the template omits, shortened to whole words if it
  /// is long.
  package let title: String

  /// Returns a text, shortened to whole words if it is long.
  private static func shortened(_ text: String) -> String {
    guard text.count > longestTitle else { return text }
    let cut = text.prefix(longestTitle)
    return (cut.lastIndex(of: " ").map { String(cut[..<$0]) } ?? String(cut)) + " …"
  }

  /// Returns whether a text may be the title of a command with a line: this template's title, the
  /// whole line, or a title of older imports.
  package func mayBeCalled(_ title: String?, line: String) -> Bool {
    title == self.title || title == Self.shortened(template) || title != nil && title == wholeTitle(of: line)
  }

  /// Returns the whole line as a title, for a command that is run repeatedly; nil if it is long,
  /// has several lines, a secret, or a name that is new each time.
  package func wholeTitle(of line: String) -> String? {
    guard secret == nil, line.count <= Self.longestTitle, line.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }),
      line.unicodeScalars.allSatisfy(PathPart.isVisible),
      !line.utf8.split(whereSeparator: { $0.isBlank || $0 == .slash || $0 == .equals }).contains(where: {
        let bytes = Array($0)
        return PathTemplate.isIdentifier(bytes)
          || bytes.count >= 7 && bytes.allSatisfy(\.isHexadecimal) && bytes.contains(where: \.isDigit)
      })
    else { return nil }
    return line
  }

  private static let longestTitle = 72
  private static let mostCommands = 4

  /// Creates the template of a line; fails if it starts no program, or may not be known.
  package init?(_ line: String) {
    let secret = SecretRules().firstMatch(in: line, kind: .commandLine)
    // History expansion repeats what is elsewhere in the history.
    guard secret != .typedPassword, let first = line.utf8.first(where: { !$0.isBlank }),
      first != UInt8(ascii: "^"), !line.hasPrefix("!")
    else { return nil }
    let commands = ShellLine(line).ownCommands
    // `name() {…}` defines a function and does nothing.
    guard !commands.contains(where: { $0.words.first?.bytes.last == .leftParenthesis }) else { return nil }
    let parts = commands.compactMap { command in
      CommandPart(command, keepsArguments: secret == nil).map { (part: $0, end: command.end) }
    }
    guard let main = (parts.first { !$0.part.onlyPrepares } ?? parts.first)?.part else { return nil }
    program = main.program
    subcommand = main.subcommands.isEmpty ? nil : main.subcommands.joined(separator: " ")
    self.secret = secret
    // A command after a pipe only processes the output of the one before.
    let own = parts.indices.filter { $0 == 0 || parts[$0 - 1].end != .pipe }
    isWorthKeeping = own.contains { parts[$0].part.isWorthKeeping }
    template = Self.joined(parts, \.text)
    title = Self.shortened(Self.joined(parts, \.shown))
    // A final check: rules may hit a combination of parts that they did not hit before.
    guard
      secret == nil
        || [template, title].allSatisfy({ SecretRules().firstMatch(in: $0, kind: .commandLine) == nil })
    else { return nil }
  }

  private static func joined(
    _ parts: [(part: CommandPart, end: ShellCommand.End)], _ words: (CommandPart) -> String
  ) -> String {
    var text = ""
    var isFed = false
    var last: ShellCommand.End?
    for (index, (part, end)) in parts.enumerated() {
      if index == mostCommands { return text + " …" }
      let isLast = end != .pipe
      defer { isFed = !isLast }
      if isFed, isLast, part.isPager {
        last = end
        continue
      }
      switch last {
      case .pipe: text += " | "
      case .and: text += " && "
      case .or: text += " || "
      case .sequence, .background, .end: text += "; "
      case nil: break
      }
      text += isFed ? part.name : words(part)
      last = end
    }
    return text
  }
}
