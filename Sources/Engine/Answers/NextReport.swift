/// The command lines that a user will probably run next, as JSON: an answer of `hunch next` and of
/// the resident program.
package struct NextReport: Encodable, Equatable, Sendable {
  /// A whole line, as the user ran it before.
  package struct Line: Encodable, Equatable, Sendable {
    package let line: String
    /// The probability that the user runs this line next, given that it is a command.
    package let probability: Double

    package init(line: String, probability: Double) {
      (self.line, self.probability) = (line, probability)
    }
  }

  private let v = 1
  private let type = "next"
  /// The lines, the most likely first.
  package let lines: [Line]
  /// The first line; absent if there is none.
  package let line: String?
  /// The probability of the first line; absent if there is none.
  package let probability: Double?
  /// The number of commands that the answer is based on.
  package let donations: Int
  /// The reason why there is no line; absent if there is one.
  package let silent: String?

  package init(lines: [Line], donations: Int, silent: String?) {
    (self.lines, self.donations, self.silent) = (lines, donations, silent)
    (line, probability) = (lines.first?.line, lines.first?.probability)
  }

  /// Returns the same answer from a position on, counted from 1.
  package func from(_ position: Int) -> NextReport {
    NextReport(lines: Array(lines.dropFirst(position - 1)), donations: donations, silent: silent)
  }
}
