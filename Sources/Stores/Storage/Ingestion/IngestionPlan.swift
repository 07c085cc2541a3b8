package import Activities

// Storage: What do all stores of donations have in common?
//
// Start here: `IngestionPlan` is a batch after the privacy rules, and `LogImporter` imports a log
// of any size into a store. `InMemoryDonationStore` is a store without a disk. `Search` finds
// activities by their words.

/// The records of a batch after the privacy rules: the work for a store's transaction, and the
/// counts.
///
/// It depends only on a batch and the rules, so every store ingests in the same way.
package struct IngestionPlan: Sendable {
  /// A donation to store, with its line if a store can keep it verbatim.
  package struct Item: Sendable {
    package let donation: Donation
    package let line: [UInt8]?
    /// A Boolean value that indicates whether an importer of a shell's history made it.
    package let isFromShell: Bool
    /// A Boolean value that indicates whether it is an undated record of a history that is new to
    /// the store.
    package let beginsSeries: Bool
  }

  /// A group of records between two deletions, which can be stored together.
  ///
  /// Feedback, phrases and donations in a group do not affect each other.
  package enum Step: Sendable {
    case donations([Item])
    case feedback([Feedback])
    case phrases([OwnPhrase])
    case deletion(Deletion)
  }

  /// The steps, in order.
  package private(set) var steps: [Step] = []
  /// The rules, with the hits of this batch counted.
  package private(set) var rules: PrivacyRules
  /// The numbers of filtered and redacted records; a store adds the results for the others.
  package private(set) var receipt = IngestionReceipt()

  /// A Boolean value that indicates whether a store skips donations that the user forgot.
  package let leavesOutForgotten: Bool

  private let appliesRules: Bool
  private let now: Instant
  private let occurrences: OccurrenceCounter?
  private var donations: [Item] = []
  private var feedback: [Feedback] = []
  private var phrases: [OwnPhrase] = []

  /// Checks the names in every record of a batch, and applies the rules to it.
  ///
  /// - Throws: `ActivityError/controlCharacter(field:codePoint:)`; then no record of the batch may
  ///   be stored.
  /// - Complexity: O(batch · rules).
  package init(_ batch: IngestionBatch, by rules: PrivacyRules, at now: Instant) throws(ActivityError) {
    (self.rules, self.now, occurrences) = (rules, now, batch.occurrences)
    (leavesOutForgotten, appliesRules) = (batch.leavesOutForgotten, batch.appliesRules)
    donations.reserveCapacity(batch.entries.count)
    for entry in batch.entries {
      // The reader of the line, or an earlier ingestion, has checked its names already.
      if entry.line == nil, appliesRules { try entry.record.checkNames() }
      add(entry)
    }
    finishSteps()
  }

  private mutating func add(_ entry: IngestionBatch.Entry) {
    switch entry.record {
    case .donation(let donation): add(donation, entry)
    case .feedback(let given):
      if let rest = appliesRules ? rules.admit(given) : given {
        feedback.append(rest)
      } else {
        receipt.feedback.filtered += 1
      }
    case .phrase(let given):
      if let rest = appliesRules ? rules.admit(given, at: now) : given {
        phrases.append(rest)
      } else {
        receipt.phrases.filtered += 1
      }
    case .deletion(let deletion):
      finishSteps()
      steps.append(.deletion(deletion))
    }
  }

  private mutating func add(_ donation: Donation, _ entry: IngestionBatch.Entry) {
    func item(_ donation: Donation, line: [UInt8]?) -> Item {
      Item(
        donation: numbered(donation), line: line, isFromShell: entry.isFromShell,
        beginsSeries: entry.beginsSeries)
    }
    let admission = appliesRules ? rules.admit(donation, at: now) : .admitted(donation)
    rules.count(admission)
    receipt.note(admission, of: rules)
    switch admission {
    case .admitted(let donation):
      donations.append(item(donation, line: entry.line))
    case .redacted(let rest, by: _): donations.append(item(rest, line: nil))
    case .dropped: break
    }
  }

  /// Returns a donation with its ordinal among the donations that were not filtered, as if the log
  /// had never had the rest.
  private func numbered(_ donation: Donation) -> Donation { occurrences?.numbered(donation) ?? donation }

  private mutating func finishSteps() {
    if !donations.isEmpty { steps.append(.donations(donations)) }
    if !feedback.isEmpty { steps.append(.feedback(feedback)) }
    if !phrases.isEmpty { steps.append(.phrases(phrases)) }
    (donations, feedback, phrases) = ([], [], [])
  }
}
