/// The command line that a user will probably run next, as JSON.
package struct NextReport: Encodable {
  /// The whole line.
  package let line: String
  /// The probability of the command, whichever arguments it has next time.
  package let probability: Double
  /// The number of donations that the answer is based on.
  package let donations: Int

  package init(line: String, probability: Double, donations: Int) {
    (self.line, self.probability, self.donations) = (line, probability, donations)
  }
}
