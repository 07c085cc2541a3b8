internal import Answers
internal import ArgumentParser

/// The names of commands, as they are typed.
enum CommandNames {
  /// Checks that a command line begins with names of commands.
  ///
  /// - Parameter arguments: The arguments after the program's own name.
  /// - Throws: A ``Failure`` that names the commands that may have been meant.
  static func check(_ arguments: some Sequence<String>) throws {
    var (command, path) = (HunchCommand.self as any ParsableCommand.Type, "hunch")
    var isHelp = false
    for argument in arguments {
      let names = isHelp ? subcommands(of: command) : names(below: command)
      guard !argument.hasPrefix("-") else { return }
      guard !names.isEmpty else {
        guard isHelp else { return }
        throw Failure(
          "unexpected argument '\(Formatting.shortened(argument, to: 40))' after `hunch help \(path.dropFirst(6))`; "
            + "use `\(path) --help`", .usage)
      }
      if argument == help, path == "hunch", !isHelp {
        isHelp = true
        continue
      }
      guard let next = names[argument] else {
        let near = NearNames.near(argument, of: Array(names.keys))
        let question = near.isEmpty ? "" : "; did you mean \(NearNames.listed(near))?"
        throw Failure(
          "unknown command '\(path == "hunch" ? "" : "\(path.dropFirst(6)) ")\(Formatting.shortened(argument, to: 40))'"
            + "\(question.isEmpty ? ";" : question) `\(path) --help` lists them", .usage)
      }
      (command, path) = (next, "\(path) \(argument)")
    }
  }

  /// The name of the parser's own command.
  private static let help = "help"

  /// Returns the names of the subcommands of the command at a path; empty if there are none, or no
  /// such command.
  static func names(below path: some Sequence<String>) -> [String] {
    var command = HunchCommand.self as any ParsableCommand.Type
    for name in path {
      guard let next = subcommands(of: command)[name] else { return [] }
      command = next
    }
    return Array(subcommands(of: command).keys)
  }

  /// Returns the subcommands of a command by their names; empty if it takes arguments of its own.
  private static func names(
    below command: any ParsableCommand.Type
  ) -> [String: any ParsableCommand.Type] {
    command.configuration.defaultSubcommand == nil ? subcommands(of: command) : [:]
  }

  /// Returns the subcommands of a command by their names.
  private static func subcommands(
    of command: any ParsableCommand.Type
  ) -> [String: any ParsableCommand.Type] {
    let named = command.configuration.subcommands.flatMap { subcommand in
      ([subcommand._commandName] + subcommand.configuration.aliases).map { ($0, subcommand) }
    }
    return Dictionary(named) { first, _ in first }
  }
}
