package import Activities

/// The command lines of activities that were run in a shell.
package enum ShellCommandLine {
  /// Returns the whole line of a command's newest run; `nil` for other activities, and for lines
  /// that were not kept or have control characters.
  package static func line(of activity: UserActivity) -> String? {
    guard activity.activityType == ImportedActivityType.command,
      case .string(let line)? = activity.userInfo["line"],
      line.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else { return nil }
    return line
  }

  /// Returns whether a line is on the list of commands that are dangerous to repeat.
  ///
  /// - Complexity: O(length).
  package static func isDangerous(_ line: String) -> Bool { DangerousCommands.contains(line) }

  /// Returns the words of each command of a line, without the programs that only start it, such as
  /// `sudo`, and without assignments before it.
  ///
  /// - Complexity: O(length).
  package static func commands(in line: String) -> [[String]] {
    ShellLine(line).commands.compactMap { command in
      Invocation(command).map { [$0.name] + $0.arguments.map(\.text) }
    }
  }

  /// Returns whether a line is more than looking around, such as `ls`, or leaving.
  package static func isWorthKeeping(_ line: String) -> Bool {
    CommandTemplate(line)?.isWorthKeeping ?? false
  }
}
