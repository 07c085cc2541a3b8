internal import Activities
internal import Hunch
internal import Training

/// A log to learn from, with the digest by which it is known again.
struct TrainingLog {
  /// As it was named on the command line.
  let path: String
  /// Its donations.
  let log: FittingLog
  /// The digest of its donations, as text.
  let digest: String

  /// Reads a log.
  ///
  /// - Throws: A ``Failure`` if it cannot be read or has no donations.
  init(_ file: LogFile, quiet: Bool) async throws {
    path = file.path
    log = try await file.load(quiet: quiet).fittingLog(named: file.name)
    digest = LogDigest(of: log.users.joined()).description
  }
}
