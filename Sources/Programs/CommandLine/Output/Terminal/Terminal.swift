internal import Activities
internal import Answers
internal import Foundation

/// The terminal of an output: whether people look at it, and what they want to see there.
struct Terminal {
  /// A Boolean value that indicates whether it is a terminal.
  let isInteractive: Bool
  /// A Boolean value that indicates whether colours are wanted: on a terminal that knows them,
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

  /// Text that stands back.
  func faint(_ text: String) -> String { styled(text, .faint) }

  /// Text that stands out.
  func bold(_ text: String) -> String { styled(text, .bold) }

  /// Text of several words in lines that fit, all but the first with an indentation.
  ///
  /// - Parameter indentation: The columns that are taken at the left of each line, of the first one
  ///   too.
  func wrapped(_ text: String, indentation: Int = 0) -> String {
    guard let columns else { return text }
    return Formatting.wrapped(text, to: max(20, columns - indentation))
      .joined(separator: "\n" + String(repeating: " ", count: indentation))
  }

  /// What begins a style in text, and what ends it: noncharacters, which are no part of anybody's
  /// text.
  private enum Mark: UInt32 {
    case end = 0xFDD0
    case faint = 0xFDD1
    case bold = 0xFDD2

    var text: String { Unicode.Scalar(rawValue).map(String.init) ?? "" }

    /// What a terminal is told (ECMA-48, SGR).
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

  /// The bytes of text for this output: styles as the terminal's own sequences, and spaces for
  /// whatever else a terminal would obey but ends of lines and tabs.
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
