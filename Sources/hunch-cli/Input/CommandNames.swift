internal import ArgumentParser
internal import Phrases

/// The names of commands, as they are typed.
enum CommandNames {
  /// Checks that the words with which a command line begins are names of commands.
  ///
  /// - Parameter arguments: What was typed after the program's own name.
  /// - Throws: A ``Failure`` that names the commands that may have been meant.
  static func check(_ arguments: some Sequence<String>) throws {
    var (command, path) = (HunchCommand.self as any ParsableCommand.Type, "hunch")
    for argument in arguments {
      let names = names(below: command)
      guard !names.isEmpty, !argument.hasPrefix("-") else { return }
      if argument == "help", path == "hunch" { continue }
      guard let next = names[argument] else {
        let near = near(argument, of: Array(names.keys))
        let question = near.isEmpty ? "" : "; did you mean \(listed(near))?"
        throw Failure(
          "there is no command '\(path == "hunch" ? "" : "\(path.dropFirst(6)) ")\(Formatting.shortened(argument, to: 40))'"
            + "\(question.isEmpty ? ";" : question) `\(path) --help` lists them", .usage)
      }
      (command, path) = (next, "\(path) \(argument)")
    }
  }

  /// Returns the commands below one, by their names; none if it takes arguments of its own.
  private static func names(
    below command: any ParsableCommand.Type
  ) -> [String: any ParsableCommand.Type] {
    guard command.configuration.defaultSubcommand == nil else { return [:] }
    let named = command.configuration.subcommands.flatMap { subcommand in
      ([subcommand._commandName] + subcommand.configuration.aliases).map { ($0, subcommand) }
    }
    return Dictionary(named) { first, _ in first }
  }

  /// The longest way from what was typed to a name, as a share of the name's letters.
  private static let tolerance: Float = 0.4

  /// Returns whether a word is written as a name is, but for a letter or so.
  static func isNear(_ word: String, to name: String) -> Bool {
    word.count <= 40 && LetterDistance.cost(name, word) <= Float(name.count) / 5
  }

  /// Returns up to three names that begin as a word does or are written much as it is, the nearest first.
  static func near(_ word: String, of names: [String]) -> [String] {
    let word = word.lowercased()
    guard word.count <= 40 else { return [] }
    let costs = names.compactMap { name -> (name: String, cost: Float)? in
      if word.count > 1, name.hasPrefix(word) { return (name, 0) }
      let cost = LetterDistance.cost(name, word)
      return cost <= tolerance * Float(name.count) ? (name, cost) : nil
    }
    return costs.sorted { ($0.cost, $0.name) < ($1.cost, $1.name) }.prefix(3).map(\.name)
  }

  /// Names with commas and an "or" between them.
  static func listed(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }
}
