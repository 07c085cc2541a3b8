/// An input that shows something of itself to timelines and logs.
///
/// Inputs are what a user works on, so by default logs see their type only. Show what helps to understand what went on,
/// and nothing that should not be in a file on somebody else's desk.
public protocol LoggableInput: Sendable {
  /// What logs may show.
  var loggingDescription: String { get }
}

/// An input as logs see it: its type, and what it shows if it is a ``LoggableInput``.
struct LoggedInput: CustomStringConvertible {
  let description: String

  init<Input: Sendable>(_ input: Input) {
    let type = String(describing: Input.self)
    description = (input as? any LoggableInput).map { "\(type)(\($0.loggingDescription))" } ?? type
  }
}
