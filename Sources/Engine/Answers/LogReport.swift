package import Activities

/// The outcome of several records of a log: `hunch import --json`, and `hunch donate --json` with
/// lines.
package struct LogReport: Encodable {
  /// A record that was refused.
  package struct Refusal: Encodable {
    /// The number of its line, or its position, counted from 1.
    private let line: Int
    /// The path of the field, as in `location.latitude`; empty for the whole record.
    private let field: String
    /// The reason, and how to fix it.
    private let reason: String

    package init(line: Int, field: String, reason: String) {
      (self.line, self.field, self.reason) = (line, field, reason)
    }
  }

  private let added: Int
  private let duplicates: Int
  private let feedback: Int
  private let phrases: Int
  /// Lines that rules filtered: donations, feedback and phrases.
  private let keptOut: Int
  /// The rules that filtered or redacted donations.
  private let rules: [RuleUseReport]
  private let redacted: Int
  /// Donations that stay forgotten.
  private let stayedForgotten: Int
  private let deletions: Int
  private let deletionsLeftOut: Int
  private let forgotten: Int
  private let retired: Int
  private let badLines: Int
  /// The first bad lines of a donation; absent if there are none.
  private let refused: [Refusal]?

  /// The effects of deletions, of privacy rules and of the limits of a store.
  package struct Effects {
    package var deletions = 0
    package var deletionsLeftOut = 0
    package var forgotten = 0
    package var retired = 0
    package var rules: [RuleUse] = []

    package init() {}
  }

  package init(
    donations: AppendReceipt, feedback: AppendReceipt, phrases: AppendReceipt, _ effects: Effects,
    badLines: Int, refused: [Refusal]
  ) {
    (added, duplicates) = (donations.added, donations.duplicates)
    (self.feedback, self.phrases) = (feedback.added, phrases.added)
    keptOut = donations.filtered + feedback.filtered + phrases.filtered
    (redacted, stayedForgotten) = (donations.redacted, donations.stayedForgotten)
    (deletions, deletionsLeftOut) = (effects.deletions, effects.deletionsLeftOut)
    (forgotten, retired) = (effects.forgotten, effects.retired)
    rules = effects.rules.map(RuleUseReport.init)
    self.badLines = badLines
    self.refused = refused.isEmpty ? nil : refused
  }
}
