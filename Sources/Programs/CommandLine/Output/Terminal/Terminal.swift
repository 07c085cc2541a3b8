internal import Activities
internal import Answers
internal import Foundation

/// The properties of an output as a terminal.
struct Terminal {
  /// A Boolean value that indicates whether it is a terminal.
  let isInteractive: Bool
  /// A Boolean value that indicates whether to use colours: on a terminal that supports them,
  /// unless NO_COLOR is set (https://no-color.org).
  let hasColours: Bool
  /// The width in columns, if it is known.
  let columns: Int?
  /// The height in rows, if it is known.
  let rows: Int?

  static let standardOutput = Terminal(descriptor: STDOUT_FILENO)
  static let standardError = Terminal(descriptor: STDERR_FILENO)
  static let standardInput = Terminal(descriptor: STDIN_FILENO)

  private init(descriptor: Int32) {
    let environment = ProcessInfo.processInfo.environment
    isInteractive = isatty(descriptor) == 1
    (columns, rows) = isInteractive ? TerminalSize.of(descriptor) : (nil, nil)
    hasColours = isInteractive && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
  }

  /// Returns text in a faint style.
  func faint(_ text: String) -> String { styled(text, .faint) }

  /// Returns text in a bold style.
  func bold(_ text: String) -> String { styled(text, .bold) }

  /// Returns text wrapped to the terminal's width, with all lines but the first indented.
  ///
  /// - Parameter indentation: The number of columns used at the left of each line, including the
  ///   first.
  func wrapped(_ text: String, indentation: Int = 0) -> String {
    guard let columns else { return text }
    return Formatting.wrapped(text, to: max(20, columns - indentation))
      .joined(separator: "\n" + String(repeating: " ", count: indentation))
  }

  /// The marks that begin and end a style: noncharacters, which do not occur in text.
  private enum Mark: UInt32 {
    case end = 0xFDD0
    case faint = 0xFDD1
    case bold = 0xFDD2

    var text: String { Unicode.Scalar(rawValue).map(String.init) ?? "" }

    /// The control sequence for a terminal (ECMA-48, SGR).
    var sequence: String {
      switch self {
      case .end: "\u{1B}[0m"
      case .faint: "\u{1B}[2m"
      case .bold: "\u{1B}[1m"
      }
    }
  }

  private func styled(_ text: String, _ mark: Mark) -> String {
    hasColours ? mark.text + text + Mark.end.text : text
  }

  /// Returns text for this output, with control sequences for styles, and spaces for all control
  /// characters except line feeds and tabs.
  ///
  /// - Complexity: O(length).
  func rendered(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x7F || $0 < 0x20 && $0 != 0x0A }) else { return text }
    var rendered = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if (0x20..<0x7F).contains(scalar.value) || scalar == "\n" || scalar == "\t" {
        rendered.append(scalar)
      } else if let mark = Mark(rawValue: scalar.value), hasColours {
        rendered += mark.sequence.unicodeScalars
      } else {
        rendered.append(VisibleText.isUnprintable(scalar) ? " " : scalar)
      }
    }
    return String(rendered)
  }
}
