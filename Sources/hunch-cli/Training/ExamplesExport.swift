internal import Training

/// What `hunch train --export` does: log by log, so that one log at a time is in memory.
struct ExamplesExport {
  let logs: [LogFile]
  let plan: FittingPlan
  let quiet: Bool

  /// Writes the examples of all logs.
  ///
  /// - Throws: A ``Failure`` if two logs would be written into one file, or for what cannot be read or written.
  func write(into folder: ExampleFolder) async throws {
    var owners: [String: LogFile] = [:]
    for log in logs {
      if let other = owners.updateValue(log, forKey: ExampleFolder.fileName(of: log.name)) {
        throw Failure(
          "\(other.path) and \(log.path) would be written into one file; give each log a name of its own",
          .usage)
      }
    }
    try folder.prepare()
    var distinct = DistinctLogs()
    for (number, file) in logs.enumerated() {
      let log = try await TrainingLog(file, quiet: quiet)
      try distinct.add(log.path, digest: log.digest)
      let bar = ProgressBar("replaying \(file.name)", quiet: quiet)
      let total = log.log.donationCount
      let examples = try await ExampleExport(plan).examples(of: log.log, number: number) {
        bar.advance(by: $0, of: total)
      }
      bar.finish()
      try folder.write(examples, of: log, plan: plan)
      if !quiet { Console.note("\(folder.path)/\(ExampleFolder.fileName(of: file.name))") }
    }
  }
}
