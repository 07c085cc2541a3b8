internal import Activities
internal import DonationCodec
internal import DonationStore
internal import Foundation
internal import Training

/// A donation log that was named on the command line; `-` is standard input.
struct LogFile {
  /// As it was named.
  let path: String

  /// How it is called in reports: the last part of the path.
  var name: String { path == "-" ? "standard input" : URL(fileURLWithPath: path).lastPathComponent }

  /// Opens it.
  ///
  /// - Throws: ``FileFailure``.
  func reader() throws -> LogReader {
    guard !path.isEmpty else { throw Failure.emptyFileName }
    if path == "-" { return LogReader(FileHandle.standardInput, named: "-") }
    do {
      return try LogReader(path: path)
    } catch {
      throw FileFailure(file: path, reason: error)
    }
  }

  /// Applies it to a log; bad lines are printed on standard error, each with the reason.
  ///
  /// - Parameter now: The present moment, by which donations from the future are bad lines; `nil` takes them.
  func apply(to log: any DonationLog, now: Instant?, quiet: Bool) async throws -> ImportReport {
    let bar = ProgressBar(name, quiet: quiet)
    defer { bar.finish() }
    do {
      return try await LogImporter(into: log).run(
        try reader(), now: now,
        progress: { report in
          bar.show(Formatting.count(report.donations.added + report.donations.duplicates, "donation"))
        },
        problem: { problem in
          bar.finish()
          Console.note("\(problem)")
        })
    } catch let error as LogReadingError {
      throw FileFailure(file: path, reason: error)
    }
  }

  /// Reads it into memory, donations of any time: it is looked at, not kept.
  ///
  /// - Throws: A ``Failure`` if no line could be read, or there is no donation in it.
  func load(quiet: Bool) async throws -> InMemoryDonationLog {
    let log = InMemoryDonationLog()
    let report = try await apply(to: log, now: nil, quiet: quiet)
    guard await log.users().isEmpty else { return log }
    throw report.badLines > 0
      ? Failure("\(path): none of its lines could be read", .badData)
      : Failure("\(path): there are no donations in it", .nothingFound)
  }
}

extension InMemoryDonationLog {
  /// The donations of each user, in the order of time.
  func fittingLog(named name: String) async throws -> FittingLog {
    var donations: [Donation] = []
    for (user, _) in users() {
      donations += try await allDonations(of: user).map(\.donation)
    }
    return FittingLog(name: name, donations: donations)
  }
}
