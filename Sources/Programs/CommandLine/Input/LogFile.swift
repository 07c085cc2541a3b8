internal import Activities
internal import Answers
internal import Files
internal import Foundation
internal import Importers
internal import LogFormat
internal import Storage
internal import Training

/// A donation log that was named on the command line; `-` is standard input.
struct LogFile {
  /// The path as given.
  let path: String

  /// The name of the file in reports: the last part of the path.
  var name: String { path == "-" ? "standard input" : URL(fileURLWithPath: path).lastPathComponent }

  /// Opens it.
  ///
  /// - Throws: ``FileFailure``.
  func reader() throws -> LogReader {
    guard !path.isEmpty else { throw Failure.emptyFileName }
    if path == "-" { return LogReader(FileHandle.standardInput, named: "-") }
    try FileFailure.check(path)
    do {
      return try LogReader(path: path)
    } catch {
      throw FileFailure(file: path, reason: error)
    }
  }

  /// Opens a file of another kind of lines.
  ///
  /// - Throws: ``FileFailure``.
  func source() throws -> ByteSource {
    guard !path.isEmpty else { throw Failure.emptyFileName }
    if path == "-" { return ByteSource(FileHandle.standardInput) }
    try FileFailure.check(path)
    do { return try ByteSource(path: path) } catch { throw FileFailure(file: path, reason: error) }
  }

  /// Checks that it is not the history of another program, which has no readable lines.
  ///
  /// - Throws: A ``Failure`` that says how to import it, or ``HistoryError`` for a file that is
  ///   compressed or known to be something else.
  func checkThatItIsNoHistory() throws {
    let history: HistoryFile
    do throws(HistoryError) { history = try HistoryFile(path: path) } catch {
      if case .compressed = error.reason { throw error }
      return
    }
    if let known = KnownFile.of(history) { throw HistoryError(.notImported(known), at: path) }
    if let importer = try? ImporterRegistry.importer(of: history) {
      throw Failure(
        "\(path): a history of \(importer.name), not a donation log; import it with `hunch import --from \(importer.name) \(path)`",
        .badData)
    }
    if history.isSQLite {
      throw Failure(
        "\(path): an unknown database, not a donation log; `hunch import --list` lists the known ones",
        .badData)
    }
  }

  /// Imports it into a store; bad lines are printed on standard error, each with the reason.
  ///
  /// - Parameters:
  ///   - now: The present moment; lines from the future are bad lines.
  ///   - restoresForgotten: Whether donations that the user forgot are restored.
  ///   - note: Called for every bad line.
  ///   - allowsDeletions: Whether deletions that forget something are applied; ``LogImporter``
  ///     calls it.
  func apply(
    to store: any DonationStore, now: Instant, quiet: Bool, restoresForgotten: Bool = false,
    problem note: (LineProblem) -> Void = { _ in },
    allowsDeletions: (ForgettingReceipt) throws -> Bool = { _ in true }
  ) async throws -> ImportReport {
    try await read(quiet: quiet) { reader, progress, problem in
      try await LogImporter(into: store, restoresForgotten: restoresForgotten).run(
        reader, now: now, progress: progress,
        problem: {
          problem($0)
          note($0)
        }, allowsDeletions: allowsDeletions)
    }
  }

  /// A Boolean value that indicates whether it can be read twice, unlike a pipe.
  var canBeReadAgain: Bool { path != "-" && PathKind(at: path) == .regularFile }

  /// Returns what its deletions would forget in a store.
  ///
  /// - Complexity: O(lines), in memory that grows with the deletions.
  func forgotten(in store: any DonationStore, now: Instant) async throws -> ForgettingReceipt {
    do {
      return try await LogImporter(into: store).forgotten(by: try reader(), now: now)
    } catch let error as LogReadingError {
      throw FileFailure(file: path, reason: error)
    }
  }

  /// Counts the effect of importing it after the other files of a rehearsal, without changing
  /// anything; bad lines are printed as in an import.
  ///
  /// - Parameter appliesDeletions: Whether its deletions that forget something are applied.
  func rehearse(
    for store: any DonationStore, in rehearsal: inout LogRehearsal, now: Instant, quiet: Bool,
    appliesDeletions: Bool, restoresForgotten: Bool
  ) async throws -> ImportReport {
    try await read(quiet: quiet) { reader, progress, problem in
      try await LogImporter(into: store, restoresForgotten: restoresForgotten).rehearse(
        reader, in: &rehearsal, now: now, progress: progress, problem: problem,
        allowsDeletions: { _ in appliesDeletions })
    }
  }

  /// Reads it into memory, including donations from the future.
  ///
  /// - Throws: A ``Failure`` if no line could be read, or it has no donations.
  func load(quiet: Bool) async throws -> InMemoryDonationStore {
    let (log, report) = try await read(quiet: quiet) { reader, progress, problem in
      try await LogImporter.load(reader, progress: progress, problem: problem)
    }
    guard await log.users().isEmpty else { return log }
    throw report.badLines > 0
      ? Failure("\(path): none of the lines could be read", .badData)
      : Failure("\(path): no donations in it", .nothingFound)
  }

  private func read<Outcome>(
    quiet: Bool,
    _ body: (sending LogReader, (ImportReport) -> Void, (LineProblem) -> Void) async throws -> Outcome
  ) async throws -> Outcome {
    if path == "-", !quiet, Terminal.standardInput.isInteractive {
      Console.note("reading JSON Lines; end with Control-D")
    }
    let bar = ProgressBar(name, quiet: quiet)
    defer { bar.finish() }
    var problems = RepeatedProblems()
    defer { for note in problems.rest(of: path) { Console.note(note) } }
    var unknown: [String: Int] = [:]
    defer {
      if !quiet { for note in UnknownFields(file: path, counts: unknown).notes { Console.note(note) } }
    }
    do {
      return try await body(
        try reader(),
        { report in
          unknown = report.unknownFields
          bar.show(Formatting.count(report.donations.added + report.donations.duplicates, "donation"))
        },
        { problem in
          guard problems.isShown(problem) else { return }
          bar.finish()
          Console.note("\(problem)")
        })
    } catch let error as LogReadingError {
      throw FileFailure(file: path, reason: error)
    }
  }
}

extension DonationStore {
  /// Returns the donations of each user, in the order of time.
  func fittingLog(named name: String) async throws -> FittingLog {
    var donations: [Donation] = []
    for (user, _) in try await users() {
      donations += try await allDonations(of: user).map(\.donation)
    }
    return FittingLog(name: name, donations: donations)
  }
}
