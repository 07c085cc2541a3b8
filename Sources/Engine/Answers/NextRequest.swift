package import Activities

/// A question for the command lines that a user will probably run next.
package struct NextRequest: Equatable, Sendable {
  /// The name of the shell's session, as its hook writes it; `nil` if unknown.
  package var session: String?
  /// The absolute path of the working folder.
  package var folder: String?
  /// The host on which the line would be run.
  package var host: String?
  /// The exit code of the last command in this shell; `nil` if unknown.
  package var exit: Int64?
  /// The text that a line must begin with, and be longer than.
  package var prefix = ""
  /// The maximum number of lines, 1 to ``mostLines``.
  package var limit = 1
  /// Whether a line is for grey text, which nobody asked for: then it has to be likely.
  package var isGrey = false
  /// The minimum probability of grey text, 0 to 1; `nil` for the default of the policy.
  package var minimum: Double?
  /// The user's response to the grey text that this shell showed last; `nil` if it showed none.
  package var outcome: GreyOutcome?
  /// The moment of the question; `nil` for the present.
  package var instant: Instant?

  /// The maximum number of lines of an answer.
  package static let mostLines = 200

  package init() {}
}

/// The response of a user to a line that was shown as grey text.
package struct GreyOutcome: Equatable, Sendable {
  /// The kinds of responses.
  package enum Kind: String, CaseIterable, Sendable {
    /// The user ran the line unchanged, whether taken with a key or typed by hand: it came true.
    case taken
    /// The user ran something else.
    case overtyped
    /// The user made it disappear with a key.
    case dismissed
  }

  package let line: String
  package let kind: Kind

  package init(_ kind: Kind, of line: String) { (self.kind, self.line) = (kind, line) }
}
