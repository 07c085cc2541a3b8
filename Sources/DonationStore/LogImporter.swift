public import Activities
public import DonationCodec

/// Applies a log of JSON Lines to a donation log: donations, feedback and deletions, in the order of the file.
///
/// A deletion forgets what is there when its line is reached, whether it came with this file or before. So the same file
/// imported again leaves the same donations; what the file itself forgets is added and forgotten once more.
///
/// Every line passes the rules at the door (`DoorRules`), as they are when its batch is read, unless the log is only measured.
public struct LogImporter: Sendable {
  private let log: any DonationLog
  private let batchSize: Int

  /// Makes an importer.
  ///
  /// - Parameters:
  ///   - log: What is filled.
  ///   - batchSize: How many lines are committed at once. Beyond some thousands nothing is gained but memory: a batch
  ///     takes about 1 kB a line, and three are in hand at a time.
  public init(into log: any DonationLog, batchSize: Int = 4_096) {
    self.log = log
    self.batchSize = batchSize
  }

  /// Imports what a reader reads.
  ///
  /// Lines are read in one task while another stores those before. If it throws, every batch that was counted in the
  /// last progress is stored, and importing the file again completes it.
  ///
  /// - Parameters:
  ///   - reader: The file.
  ///   - now: The present moment: a donation that lies more than a day after it is a bad line. `nil` takes every
  ///     donation, for a log that is measured and not kept, such as one that was made up; then there is no door either.
  ///   - progress: Called after every batch with what was done so far.
  ///   - problem: Called for every line that could not be read, in the order of the file.
  /// - Throws: What the log throws, or `LogReadingError`.
  /// - Complexity: O(lines), in memory that does not depend on them.
  @discardableResult
  public func run(
    _ reader: sending LogReader, now: Instant?, progress: (ImportReport) -> Void = { _ in },
    problem: (LineProblem) -> Void = { _ in }
  ) async throws -> ImportReport {
    let store = log as? SQLiteDonationLog
    let door = now == nil ? nil : log as? any DoorLog
    let source = LogSource(reader, batchSize: batchSize, now: now, seal: store?.seal)
    var report = ImportReport()
    var batch = try await source.next(try await door?.doorRules())
    while let current = batch {
      let rules = try await door?.doorRules()
      async let following = source.next(rules)
      current.problems.forEach(problem)
      report.badLines += current.problems.count
      for step in current.steps { try await apply(step, rules, at: now, &report) }
      try await count(current.door, at: door, &report)
      progress(report)
      batch = try await following
    }
    if report.deletions > 0 { try await store?.eraseForgotten() }
    if let now, report.donations.added > 0 {
      report.retired = try await door?.keepRetention(at: now, .withSlack).donations ?? 0
    }
    return report
  }

  private func count(
    _ counted: LogSource.DoorCount, at door: (any DoorLog)?, _ report: inout ImportReport
  ) async throws {
    report.donations.keptOut += counted.keptOut
    report.donations.redacted += counted.redacted
    report.feedback.keptOut += counted.feedbackKeptOut
    guard !counted.rules.isEmpty else { return }
    try await door?.changeDoorRules { rules in
      for (number, donations) in counted.rules { rules.count(donations, by: number) }
    }
  }

  private func apply(
    _ step: LogSource.Step, _ rules: DoorRules?, at now: Instant?, _ report: inout ImportReport
  ) async throws {
    switch (step, log as? SQLiteDonationLog) {
    case (.donations(let donations), _): report.donations += try await log.append(donations)
    case (.rows(let rows), let store?): report.donations += try await store.append(rows)
    case (.rows, nil): break  // rows are only made for an SQLite log
    case (.feedback(let feedback), _): report.feedback += try await log.append(feedback)
    case (.phrases(let phrases), _):
      let admitted = phrases.compactMap { phrase in
        guard let rules, let now else { return phrase }
        return rules.admit(phrase, at: now)
      }
      report.phrases += try await (log as? any PhraseLog)?.append(admitted) ?? AppendReceipt()
      report.phrases.keptOut += phrases.count - admitted.count
    case (.deletion(let deletion), let store?):
      report.deletions += 1
      // The bytes are overwritten once, at the end.
      report.forgotten += try await store.forgetRows([deletion]).donations
    case (.deletion(let deletion), nil):
      report.deletions += 1
      report.forgotten += try await log.forget(deletion)
    }
  }
}

extension AppendReceipt {
  fileprivate static func += (left: inout Self, right: Self) {
    left = left + right
  }
}
