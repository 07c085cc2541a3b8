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
}
