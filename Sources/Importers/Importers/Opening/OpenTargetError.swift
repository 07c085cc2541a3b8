/// The reason why an activity cannot be opened by anybody but its own program.
package enum OpenTargetError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It has no command, page, file or program.
  case nothingToOpen
  /// It is a command of which something was left out.
  case templateOnly
  /// What should be an address or a path is none.
  case noAddress
  /// Its address is of a kind that is not opened.
  case schemeNotOpened
  /// No program of this machine has its name.
  case noProgram
  /// Several programs of this machine have its name in letters of another case, or as the class of
  /// their windows.
  case severalPrograms
  /// The desktop file of its name says that it is hidden, or that it is of no program.
  case hiddenProgram

  /// The reason, and how to mend it.
  package var description: String {
    switch self {
    case .nothingToOpen:
      "it has no command, web page, address, file or program that could be opened; its own program continues it, from a link or by Hand-off, and is started for it once its manifest is installed (`hunch manifest install`)"
    case .templateOnly:
      "only a template of the command is kept, and arguments are missing; the whole line is kept unless it has a secret, is long, or was imported with --templates-only"
    case .noAddress: "its address is none that can be opened; it has to be a URL, or an absolute path"
    case .schemeNotOpened:
      "its address has a scheme that is not opened; \(OpenTarget.schemes.joined(separator: ", ")) are, and those that a manifest or desktop file on this machine names"
    case .noProgram:
      "no program of that name is on this machine: none of the desktop files in applications below XDG_DATA_HOME and XDG_DATA_DIRS is called so, nor has it as StartupWMClass; install the program, or open it where it was used"
    case .severalPrograms:
      "several programs on this machine go by that name, in letters of another case or as StartupWMClass; start the one that is meant from the desktop"
    case .hiddenProgram:
      "the desktop file of that name is hidden or of no program (Hidden, Type); install the program again, or start it from the desktop"
    }
  }
}
