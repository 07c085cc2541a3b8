internal import Synchronization

/// Records on their way into a store, in the order in which they apply.
public struct IngestionBatch: Sendable {
  /// A record, with its original line.
  package struct Entry: Sendable {
    /// The record.
    package let record: LogRecord
    /// The line without its line feed, if a store can keep it as it is.
    ///
    /// It comes from a log, whose names were checked on reading.
    package let line: [UInt8]?
    /// Whether an importer of a shell's history made the record, so that the user typed its
    /// command.
    ///
    /// A store may keep it with the donation. It is not part of the log: a line could claim it for
    /// any command.
    package let isFromShell: Bool
    /// Whether it is an undated record of a history from which the store has no records yet.
    package let beginsSeries: Bool

    package init(
      _ record: LogRecord, line: [UInt8]? = nil, isFromShell: Bool = false, beginsSeries: Bool = false
    ) {
      (self.record, self.line) = (record, line)
      (self.isFromShell, self.beginsSeries) = (isFromShell, beginsSeries)
    }
  }

  /// The records.
  package let entries: [Entry]
  /// The counter that gives ordinals to a log's donations without `id`, or `nil` if they already
  /// have them.
  package let occurrences: OccurrenceCounter?
  /// Whether to filter donations that the user forgot: for imports, not for what happens now.
  package var leavesOutForgotten = false
  /// Whether to apply the privacy rules: false for records that are copied from another store.
  package private(set) var appliesRules = true

  /// Creates a batch of records; every donation has its identifier.
  public init(_ records: [LogRecord]) {
    self.init(records.map { Entry($0) }, occurrences: nil)
  }

  /// Creates a batch of records that are stored whatever the privacy rules say, because they were
  /// admitted before.
  package init(verbatim entries: [Entry]) {
    self.init(entries, occurrences: nil)
    appliesRules = false
  }

  /// The deletions of the batch, in order.
  package var deletions: [Deletion] {
    entries.compactMap { entry in
      if case .deletion(let deletion) = entry.record { deletion } else { nil }
    }
  }

  /// The batch without its deletions.
  package var withoutDeletions: IngestionBatch {
    let rest = entries.filter { entry in
      if case .deletion = entry.record { false } else { true }
    }
    var batch = IngestionBatch(rest, occurrences: occurrences)
    (batch.leavesOutForgotten, batch.appliesRules) = (leavesOutForgotten, appliesRules)
    return batch
  }

  /// Creates a batch of a log's lines; every donation without `id` is the first of its equals.
  package init(_ entries: [Entry], occurrences: OccurrenceCounter?) {
    (self.entries, self.occurrences) = (entries, occurrences)
  }
}

/// A counter of equal donations that continues from one batch of a log to the next.
package final class OccurrenceCounter: Sendable {
  private let ordinals = Mutex(OrdinalCounter())

  package init() {}

  /// Returns the donation, numbered as the next of its equals.
  package func numbered(_ donation: Donation) -> Donation {
    guard donation.details.externalIdentifier == nil else { return donation }
    let ordinal = ordinals.withLock {
      $0.next(user: donation.user, at: donation.context.instant, of: donation.identity)
    }
    return ordinal == 0 ? donation : donation.numbered(ordinal)
  }
}

/// The outcome of an ingestion.
public struct IngestionReceipt: Hashable, Sendable {
  /// The outcome for donations.
  public package(set) var donations = AppendReceipt()
  /// The outcome for records of feedback.
  public package(set) var feedback = AppendReceipt()
  /// The outcome for the user's own phrases; those that changed something are counted as added.
  public package(set) var phrases = AppendReceipt()
  /// The number of deletions.
  public package(set) var deletions = 0
  /// The number of donations that the deletions forgot.
  public package(set) var forgotten = 0
  /// The effects of privacy rules that filtered or redacted a donation, by number.
  public package(set) var rules: [RuleUse] = []
  /// The last donation of the batch as the rules left it, or nil if they filtered it.
  package var lastDonation: Donation?

  /// Creates an empty receipt.
  public init() {}

  /// Records a decision about a donation.
  package mutating func note(_ admission: PrivacyRules.Admission, of rules: PrivacyRules) {
    lastDonation = admission.donation
    switch admission {
    case .admitted: break
    case .redacted(_, by: let numbers):
      donations.redacted += 1
      for number in numbers { use(of: number, rules) { $0.redacted += 1 } }
    case .dropped(by: let number):
      donations.filtered += 1
      use(of: number, rules) { $0.filtered += 1 }
    }
  }

  private mutating func use(of number: Int, _ known: PrivacyRules, count: (inout RuleUse) -> Void) {
    if let index = rules.firstIndex(where: { $0.number == number }) { return count(&rules[index]) }
    let isPause = known.rules.first { $0.number == number }?.isPause ?? false
    var use = RuleUse(number: number, isPause: isPause)
    count(&use)
    rules.append(use)
    rules.sort { $0.number < $1.number }
  }
}

/// The effect of one privacy rule on the donations of a batch.
public struct RuleUse: Hashable, Sendable {
  /// The number of the rule.
  public let number: Int
  /// Whether it is a pause.
  public let isPause: Bool
  /// The number of donations that it filtered.
  public package(set) var filtered = 0
  /// The number of donations that it redacted.
  public package(set) var redacted = 0

  package init(number: Int, isPause: Bool, filtered: Int = 0, redacted: Int = 0) {
    (self.number, self.isPause, self.filtered, self.redacted) = (number, isPause, filtered, redacted)
  }
}

extension [RuleUse] {
  /// Adds the effects of rules on other donations.
  package mutating func add(_ others: [RuleUse]) {
    for other in others {
      guard let index = firstIndex(where: { $0.number == other.number }) else {
        append(other)
        continue
      }
      self[index].filtered += other.filtered
      self[index].redacted += other.redacted
    }
    sort { $0.number < $1.number }
  }
}

/// The outcome of storing records of one kind.
public struct AppendReceipt: Hashable, Sendable {
  /// The number of new records.
  public var added: Int
  /// The number of records that already existed.
  public var duplicates: Int
  /// The number of records that the privacy rules filtered; see ``PrivacyRules``.
  public var filtered: Int
  /// The number of donations that the rules redacted but did not filter.
  public var redacted: Int
  /// The number of donations that an import filtered because the user forgot them.
  public var stayedForgotten: Int

  /// Creates a receipt.
  public init(
    added: Int = 0, duplicates: Int = 0, filtered: Int = 0, redacted: Int = 0, stayedForgotten: Int = 0
  ) {
    self.stayedForgotten = stayedForgotten
    self.added = added
    self.duplicates = duplicates
    self.filtered = filtered
    self.redacted = redacted
  }

  /// Returns the sum of two receipts.
  public static func + (left: Self, right: Self) -> Self {
    AppendReceipt(
      added: left.added + right.added, duplicates: left.duplicates + right.duplicates,
      filtered: left.filtered + right.filtered, redacted: left.redacted + right.redacted,
      stayedForgotten: left.stayedForgotten + right.stayedForgotten)
  }

  /// Adds a receipt.
  public static func += (left: inout Self, right: Self) { left = left + right }
}
