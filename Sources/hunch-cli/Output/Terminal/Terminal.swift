internal import Foundation

/// The terminal of an output: whether people look at it, and what they want to see there.
struct Terminal {
  /// A Boolean value that indicates whether it is a terminal.
  let isInteractive: Bool
  /// A Boolean value that indicates whether colours are wanted: on a terminal that knows them, unless
  /// NO_COLOR is set (https://no-color.org).
  let hasColours: Bool
  /// The width in columns, if it is known.
  let columns: Int?

  static let standardOutput = Terminal(descriptor: STDOUT_FILENO)
  static let standardError = Terminal(descriptor: STDERR_FILENO)
  static let standardInput = Terminal(descriptor: STDIN_FILENO)

  private init(descriptor: Int32) {
    let environment = ProcessInfo.processInfo.environment
    isInteractive = isatty(descriptor) == 1
    columns = isInteractive ? TerminalSize.columns(of: descriptor) : nil
    hasColours = isInteractive && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
  }

  /// Text that stands back.
  func faint(_ text: String) -> String { hasColours ? "\u{1B}[2m\(text)\u{1B}[0m" : text }

  /// Text that stands out.
  func bold(_ text: String) -> String { hasColours ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
}
