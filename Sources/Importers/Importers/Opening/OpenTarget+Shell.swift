extension OpenTarget {
  /// The programs that are part of a shell and change only the shell that runs them.
  private static let shellsOwn: Set<String> = [
    ".", "alias", "bind", "bindkey", "builtin", "cd", "chdir", "declare", "dirs", "disown", "enable", "exit",
    "export", "fg", "bg", "hash", "j", "jobs", "local", "logout", "popd", "pushd", "readonly", "rehash",
    "set",
    "setopt", "shopt", "source", "typeset", "ulimit", "umask", "unalias", "unset", "unsetopt", "z", "zi",
  ]

  /// A Boolean value that indicates whether it is a command that only changes the shell it runs in,
  /// which ends with it.
  ///
  /// - Complexity: O(length).
  package var changesItsShell: Bool {
    guard case .command(let command) = self else { return false }
    let commands = ShellLine(command.line).ownCommands.filter { !$0.words.isEmpty }
    return !commands.isEmpty
      && commands.allSatisfy { command in
        Invocation(command).map { $0.prefixes.isEmpty && Self.shellsOwn.contains($0.program.text) } ?? false
      }
  }
}
