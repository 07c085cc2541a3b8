internal import ArgumentParser

/// The logs read so far.
///
/// A log given twice would count twice, and distort figures over all logs.
struct DistinctLogs {
  private var paths: [String: String] = [:]

  /// Records a log.
  ///
  /// - Throws: A ``Failure`` if another one holds the same donations.
  mutating func add(_ path: String, digest: String) throws {
    if let other = paths.updateValue(path, forKey: digest) {
      throw Failure("\(other) and \(path) have the same donations; give each log once", .usage)
    }
  }

  /// Checks that standard input is among the logs at most once, because it can be read only once.
  static func checkStandardInput(of paths: [String]) throws {
    guard paths.count(where: { $0 == "-" }) < 2 else {
      throw ValidationError("Give - only once: standard input cannot be read again.")
    }
  }
}
