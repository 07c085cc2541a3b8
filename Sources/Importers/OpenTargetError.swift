/// The reason why an activity cannot be opened by anybody but its own program.
package enum OpenTargetError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It has no command, page or file.
  case nothingToOpen
  /// It is a command of which something was left out.
  case templateOnly
  /// What should be an address or a path is none.
  case noAddress
  /// Its address is of a kind that is not opened.
  case schemeNotOpened

  /// The reason, and how to mend it.
  package var description: String {
    switch self {
    case .nothingToOpen:
      "it has no command, web page, address or file that could be opened; its own program continues it, from a link or by Hand-off"
    case .templateOnly:
      "only a template of the command is kept, and arguments are missing; the whole line is kept unless it has a secret, is long, or was imported with --templates-only"
    case .noAddress: "its address is none that can be opened; it has to be a URL, or an absolute path"
    case .schemeNotOpened:
      "its address has a scheme that is not opened; \(OpenTarget.schemes.joined(separator: ", ")) are"
    }
  }
}
