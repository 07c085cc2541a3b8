/// The reason why only its own program can open an activity.
package enum OpenTargetError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It has no command, page, file or program.
  case nothingToOpen
  /// It is a command with missing parts.
  case templateOnly
  /// Its address or path is not valid.
  case noAddress
  /// Its address has a scheme that may not be opened.
  case schemeNotOpened
  /// No program on this machine has its name.
  case noProgram
  /// Several programs on this machine have its name in another case, or as the class of their
  /// windows.
  case severalPrograms
  /// The desktop file of its name is hidden or does not describe a program.
  case hiddenProgram

  /// The reason and how to fix it.
  package var description: String {
    switch self {
    case .nothingToOpen:
      "it has no command, web page, address, file or program to open; only its own program can continue it, from a link or by hand-off; install that program's manifest (`hunch manifest install`) so that Hunch can start it"
    case .templateOnly:
      "only a template of the command is kept, and arguments are missing; the whole line is kept unless it has a secret, is long, or was imported with --templates-only"
    case .noAddress: "its address cannot be opened; it has to be a URL, or an absolute path"
    case .schemeNotOpened:
      "the scheme of its address cannot be opened; use \(OpenTarget.schemes.joined(separator: ", ")), or a scheme that a manifest or desktop file on this machine names"
    case .noProgram:
      "no program of that name is on this machine: no desktop file in applications below XDG_DATA_HOME and XDG_DATA_DIRS has that name or StartupWMClass; install the program, or open it where it was used"
    case .severalPrograms:
      "several programs on this machine have that name, in another case or as StartupWMClass; start the right one from the desktop"
    case .hiddenProgram:
      "the desktop file of that name is hidden or does not describe a program (Hidden, Type); install the program again, or start it from the desktop"
    }
  }
}
