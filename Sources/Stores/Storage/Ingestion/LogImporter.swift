public import Activities
public import LogFormat

/// An importer of donation logs into a store: donations, feedback, phrases and deletions, in the
/// order of the file.
///
/// A deletion forgets what is there when its line is reached, whether it came with this file or
/// before. So the same file imported again leaves the same donations; what the file itself forgets
/// is added and forgotten once more. What the user forgot since stays out, unless they want it
/// back. A log may be a stranger's, so the caller can refuse its deletions as soon as one would
/// forget something.
///
/// Every batch of lines is ingested in one transaction
/// (``DonationStore/ingest(_:at:)-(IngestionBatch,_)``), by the privacy rules as they are then.
public struct LogImporter: Sendable {
  private let store: any DonationStore
  private let batchSize: Int
  private let restoresForgotten: Bool

  /// Creates an importer.
  ///
  /// - Parameters:
  ///   - store: What is filled.
  ///   - batchSize: How many lines are committed at once. Beyond some thousands nothing is gained
  ///     but memory: a batch takes about 1 kB a line, and three are in hand at a time.
  ///   - restoresForgotten: Whether donations that the user forgot come back; else they are left
  ///     out.
  public init(into store: any DonationStore, batchSize: Int = 4_096, restoresForgotten: Bool = false) {
    self.store = store
    self.restoresForgotten = restoresForgotten
    self.batchSize = batchSize
  }

  /// Imports what a reader reads.
  ///
  /// Lines are read in one task while another stores those before. If it throws, every batch that
  /// was counted in the last progress is stored, and importing the file again completes it.
  ///
  /// - Parameters:
  ///   - reader: The file, from its beginning.
  ///   - now: The present moment: a record that lies more than a day after it is a bad line.
  ///   - progress: Called after every batch with what was done so far.
  ///   - problem: Called for every line that could not be read, in the order of the file.
  ///   - allowsDeletions: Called before each batch whose deletions would forget something that is
  ///     in the store, with what they would forget. If it returns `false`, these deletions and all
  ///     later ones are left out.
  /// - Throws: What the store or `allowsDeletions` throws, or `LogReadingError`.
  /// - Complexity: O(lines), in memory that does not depend on them.
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

  /// Counts what an import would do, and stores nothing.
  ///
  /// The report is that of the import, but for donations beyond what the store keeps (`Retention`),
  /// which are not looked for.
  ///
  /// The parameters, and what is thrown, are those of
  /// ``run(_:now:progress:problem:allowsDeletions:)``.
  ///
  /// - Complexity: O(lines + donations of the store in the time of each batch), in memory that
  ///   grows with the lines. If the log deletes something, also O(donations of its users), in time
  ///   and memory.
  public func rehearse(
    _ reader: sending LogReader, now: Instant, progress: (ImportReport) -> Void = { _ in },
    problem: (LineProblem) -> Void = { _ in }
  ) async throws -> ImportReport {
    var rehearsal = LogRehearsal(of: store)
    return try await rehearse(reader, in: &rehearsal, now: now, progress: progress, problem: problem)
  }

  /// Counts what an import would do after the others of a rehearsal of the same store, and stores
  /// nothing.
  ///
  /// The parameters, and what is thrown, are those of
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

  /// Returns what the deletions of a log would forget of what the store has, and nothing of what
  /// the log itself would add.
  ///
  /// - Parameters:
  ///   - reader: The file, from its beginning.
  ///   - now: The present moment: a deletion that lies more than a day after it is a bad line, and
  ///     forgets nothing.
  /// - Throws: What the store throws, or `LogReadingError`.
  /// - Complexity: O(lines), in memory that grows with the deletions.
  public func forgotten(by reader: sending LogReader, now: Instant) async throws -> ForgettingReceipt {
    let batches = LogBatches(reader, batchSize: batchSize, now: now)
    var deletions: [Deletion] = []
    while let (batch, _) = try await batches.next() { deletions += batch.deletions }
    return deletions.isEmpty ? ForgettingReceipt() : try await store.forget(deletions, rehearsing: true)
  }

  /// Reads a log into memory, donations of any time: to be looked at or measured, not kept.
  ///
  /// The parameters, and what is thrown, are those of
  /// ``run(_:now:progress:problem:allowsDeletions:)``.
  public static func load(
    _ reader: sending LogReader, progress: (ImportReport) -> Void = { _ in },
    problem: (LineProblem) -> Void = { _ in }
  ) async throws -> (store: InMemoryDonationStore, report: ImportReport) {
    let store = InMemoryDonationStore()
    let importer = LogImporter(into: store)
    let batches = LogBatches(reader, batchSize: importer.batchSize, now: nil)
    // The store is new and has no rules: no moment makes a difference.
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
      // Each batch that would forget something is asked about: who agreed to a few donations did
      // not agree to all.
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
  /// Donations that are new, that were there already, and that the privacy rules filtered.
  public var donations = AppendReceipt()
  /// Feedback that is new, that was there already, and that the privacy rules filtered.
  public var feedback = AppendReceipt()
  /// The user's own phrases that changed something, those that were there already, and those that
  /// the privacy rules filtered.
  public var phrases = AppendReceipt()
  /// Lines that delete.
  public var deletions = 0
  /// Lines that delete and were left out, as the caller wanted.
  public var deletionsLeftOut = 0
  /// Donations that were forgotten by them.
  public var forgotten = 0
  /// Donations that were forgotten because they were beyond what the store keeps (`Retention`).
  public var retired = 0
  /// Lines that could not be read.
  public var badLines = 0
  /// The number of donations with a field that a log gives no meaning, by its name: at most
  /// ``mostUnknownFields`` names.
  public var unknownFields: [String: Int] = [:]

  /// The maximum number of names in ``unknownFields``: those that came first.
  public static let mostUnknownFields = 64

  /// Creates a report of nothing.
  public init() {}

  /// Adds what another import did.
  public mutating func add(_ other: ImportReport) {
    donations += other.donations
    feedback += other.feedback
    phrases += other.phrases
    deletions += other.deletions
    deletionsLeftOut += other.deletionsLeftOut
    forgotten += other.forgotten
    retired += other.retired
    badLines += other.badLines
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
  }
}
