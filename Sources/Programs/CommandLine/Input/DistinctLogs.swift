internal import ArgumentParser

/// Logs that were read so far: given twice, a log would count for more, and figures over all of
/// them would be wrong.
struct DistinctLogs {
  private var paths: [String: String] = [:]

  /// Takes note of a log.
  ///
  /// - Throws: A ``Failure`` if another one holds the same donations.
  mutating func add(_ path: String, digest: String) throws {
    if let other = paths.updateValue(path, forKey: digest) {
      throw Failure("\(other) and \(path) hold the same donations; give each log once", .usage)
    }
  }

  /// Checks that standard input is among the logs at most once: there is nothing left for a second
  /// time.
  static func checkStandardInput(of paths: [String]) throws {
    guard paths.count(where: { $0 == "-" }) < 2 else {
      throw ValidationError("Standard input can be read once.")
    }
  }
}
