public import Activities
public import LogFormat

/// An importer of donation logs into a store: donations, feedback, phrases and deletions, in the
/// order of the file.
///
/// A deletion forgets the donations that exist when its line is reached, from this file or earlier.
/// So importing the same file again leaves the same donations; those that the file itself forgets
/// are added and forgotten once more. Donations that the user has forgotten since are skipped by
/// default. A log may come from a stranger, so the caller can refuse its deletions as soon as one
/// would forget something.
///
/// One transaction ingests each batch of lines
/// (``DonationStore/ingest(_:at:)-(IngestionBatch,_)``), with the privacy rules at that time.
public struct LogImporter: Sendable {
  private let store: any DonationStore
  private let batchSize: Int
  private let restoresForgotten: Bool

  /// Creates an importer.
  ///
  /// - Parameters:
  /// - store: The store to fill.
  /// - batchSize: The number of lines to commit at once. More than some thousands cost only memory:
  ///   a batch takes about 1 kB per line, and three are in memory at a time.
  /// - restoresForgotten: Whether to restore donations that the user forgot; otherwise they are
  ///   skipped.
  public init(into store: any DonationStore, batchSize: Int = 4_096, restoresForgotten: Bool = false) {
    self.store = store
    self.restoresForgotten = restoresForgotten
    self.batchSize = batchSize
  }

  /// Imports a log.
  ///
  /// One task reads lines while another stores earlier ones. If it throws, every batch in the last
  /// progress report is stored, and importing the file again completes it.
  ///
  /// - Parameters:
  ///   - reader: The file, from its beginning.
  /// - now: The present moment: a record more than a day later is a bad line.
  /// - progress: Called after every batch with the results so far.
  /// - problem: Called for every unreadable line, in the order of the file.
  /// - allowsDeletions: Called before each batch whose deletions would forget something in the
  ///   store, with the receipt. If it returns `false`, these deletions and all later ones are
  ///   skipped.
  /// - Throws: The error of the store or of `allowsDeletions`, or `LogReadingError`.
  /// - Complexity: O(lines), in memory that does not depend on their number.
  @discardableResult
  public func run(
    _ reader: sending LogReader, now: Instant, progress: (ImportReport) -> Void = { _ in },
    problem: (LineProblem) -> Void = { _ in },
    allowsDeletions: (ForgettingReceipt) throws -> Bool = { _ in true }
  ) async throws -> ImportReport {
    let batches = LogBatches(reader, batchSize: batchSize, now: now)
    var target = StoreTarget(store: store)
    var report = try await ingest(
      batches, into: &target, at: now, progress: progress, problem: problem, allowsDeletions: allowsDeletions)
    if report.deletions > 0 || report.phrases.added > 0 { try await store.eraseForgotten() }
    if report.donations.added > 0 {
      report.retired = try await store.keepRetention(at: now, .withSlack).donations
    }
    return report
  }

  /// Counts the results of an import without storing anything.
  ///
  /// The report is the same as for the import, except that it does not consider donations beyond
  /// the limits of `Retention`.
  ///
  /// The parameters and errors are the same as for
  /// ``run(_:now:progress:problem:allowsDeletions:)``.
  ///
  /// - Complexity: O(lines + donations of the store in the time of each batch), in memory that
  ///   grows with the lines. If the log has deletions, also O(donations of its users) in time and
  ///   memory.
  public func rehearse(
    _ reader: sending LogReader, now: Instant, progress: (ImportReport) -> Void = { _ in },
    problem: (LineProblem) -> Void = { _ in }
  ) async throws -> ImportReport {
    var rehearsal = LogRehearsal(of: store)
    return try await rehearse(reader, in: &rehearsal, now: now, progress: progress, problem: problem)
  }

  /// Counts the results of an import after the other imports of a rehearsal, without storing
  /// anything.
  ///
  /// The parameters and errors are the same as for
  /// ``run(_:now:progress:problem:allowsDeletions:)``.
  package func rehearse(
    _ reader: sending LogReader, in rehearsal: inout LogRehearsal, now: Instant,
    progress: (ImportReport) -> Void = { _ in }, problem: (LineProblem) -> Void = { _ in },
    allowsDeletions: (ForgettingReceipt) throws -> Bool = { _ in true }
  ) async throws -> ImportReport {
    try await ingest(
      LogBatches(reader, batchSize: batchSize, now: now), into: &rehearsal, at: now, progress: progress,
      problem: problem, allowsDeletions: allowsDeletions)
  }

  /// Returns a receipt for the deletions of a log, counting what they would forget in the store,
  /// but not in the log itself.
  ///
  /// - Parameters:
  ///   - reader: The file, from its beginning.
  /// - now: The present moment: a deletion more than a day later is a bad line, and forgets
  ///   nothing.
  /// - Throws: The store's error, or `LogReadingError`.
  /// - Complexity: O(lines), in memory that grows with the deletions.
  public func forgotten(by reader: sending LogReader, now: Instant) async throws -> ForgettingReceipt {
    let batches = LogBatches(reader, batchSize: batchSize, now: now)
    var deletions: [Deletion] = []
    while let (batch, _) = try await batches.next() { deletions += batch.deletions }
    return deletions.isEmpty ? ForgettingReceipt() : try await store.forget(deletions, rehearsing: true)
  }

  /// Reads a log with donations of any time into memory, to inspect or measure it.
  ///
  /// The parameters and errors are the same as for
  /// ``run(_:now:progress:problem:allowsDeletions:)``.
  public static func load(
    _ reader: sending LogReader, progress: (ImportReport) -> Void = { _ in },
    problem: (LineProblem) -> Void = { _ in }
  ) async throws -> (store: InMemoryDonationStore, report: ImportReport) {
    let store = InMemoryDonationStore()
    let importer = LogImporter(into: store)
    let batches = LogBatches(reader, batchSize: importer.batchSize, now: nil)
    // The store is new and has no rules, so the moment does not matter.
    var target = StoreTarget(store: store)
    let report = try await importer.ingest(
      batches, into: &target, at: Instant(milliseconds: 0), progress: progress, problem: problem,
      allowsDeletions: { _ in true })
    return (store, report)
  }

  private func ingest(
    _ batches: LogBatches, into target: inout some LogTarget, at now: Instant,
    progress: (ImportReport) -> Void, problem: (LineProblem) -> Void,
    allowsDeletions: (ForgettingReceipt) throws -> Bool
  ) async throws -> ImportReport {
    var report = ImportReport()
    var areAllowed: Bool?
    var read = try await batches.next()
    while let (readBatch, problems) = read {
      async let following = batches.next()
      var batch = readBatch
      problems.forEach(problem)
      report.badLines += problems.count
      report.count(unknownFieldsOf: batch)
      let deletions = batch.deletions
      // Ask about each batch that would forget something: agreeing to a few deletions is not
      // agreeing to all.
      if areAllowed != false, !deletions.isEmpty {
        let forgotten = try await target.forgotten(by: deletions)
        if !forgotten.isEmpty { areAllowed = try allowsDeletions(forgotten) }
      }
      if areAllowed == false {
        report.deletionsLeftOut += deletions.count
        batch = batch.withoutDeletions
      }
      batch.leavesOutForgotten = !restoresForgotten
      report.add(try await target.ingest(batch, at: now))
      progress(report)
      read = try await following
    }
    return report
  }
}

/// The outcome of an import.
public struct ImportReport: Equatable, Sendable {
  /// New donations, donations that already existed, and filtered ones.
  public var donations = AppendReceipt()
  /// New feedback, feedback that already existed, and filtered feedback.
  public var feedback = AppendReceipt()
  /// The user's own phrases that changed something, those that already existed, and filtered ones.
  public var phrases = AppendReceipt()
  /// The number of lines with a deletion.
  public var deletions = 0
  /// The number of lines with a deletion that the caller refused.
  public var deletionsLeftOut = 0
  /// The number of donations that the deletions forgot.
  public var forgotten = 0
  /// The number of donations that were forgotten because of the limits of `Retention`.
  public var retired = 0
  /// The number of lines that could not be read.
  public var badLines = 0
  /// The number of donations with a field that has no meaning in a log, by its name; at most
  /// ``mostUnknownFields`` names.
  public var unknownFields: [String: Int] = [:]

  /// The effects of privacy rules on donations, by number.
  package private(set) var rules: [RuleUse] = []

  /// The maximum number of names in ``unknownFields``; the first ones are kept.
  public static let mostUnknownFields = 64

  /// Creates an empty report.
  public init() {}

  /// Adds the results of another import.
  public mutating func add(_ other: ImportReport) {
    donations += other.donations
    feedback += other.feedback
    phrases += other.phrases
    deletions += other.deletions
    deletionsLeftOut += other.deletionsLeftOut
    forgotten += other.forgotten
    retired += other.retired
    badLines += other.badLines
    rules.add(other.rules)
    for (name, count) in other.unknownFields.sorted(by: { $0.key < $1.key }) { add(count, of: name) }
  }

  private mutating func add(_ count: Int, of unknown: String) {
    guard unknownFields[unknown] != nil || unknownFields.count < Self.mostUnknownFields else { return }
    unknownFields[unknown, default: 0] += count
  }

  fileprivate mutating func count(unknownFieldsOf batch: IngestionBatch) {
    for entry in batch.entries {
      guard case .donation(let donation) = entry.record else { continue }
      for name in donation.details.additionalFields.keys.sorted() { add(1, of: name) }
    }
  }

  fileprivate mutating func add(_ receipt: IngestionReceipt) {
    donations += receipt.donations
    feedback += receipt.feedback
    phrases += receipt.phrases
    deletions += receipt.deletions
    forgotten += receipt.forgotten
    rules.add(receipt.rules)
  }
}
