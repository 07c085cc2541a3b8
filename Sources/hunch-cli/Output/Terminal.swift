internal import Foundation

/// Whether people look at an output, and what they want to see there.
struct Terminal {
  /// Whether it is a terminal.
  let isInteractive: Bool
  /// Whether colours are wanted: on a terminal that knows them, unless NO_COLOR is set (https://no-color.org).
  let hasColours: Bool
  /// How wide it is, if it knows.
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
