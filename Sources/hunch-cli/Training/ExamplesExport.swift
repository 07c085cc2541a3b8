internal import Foundation
internal import ModelFile
internal import Training

/// The work of `hunch train --export`: log by log, so that one log at a time is in memory.
struct ExamplesExport {
  let logs: [LogFile]
  let plan: FittingPlan
  let quiet: Bool

  /// Writes the examples of all logs, a file each, into a new folder.
  ///
  /// - Throws: A ``Failure`` if two logs would be written into one file, or for what cannot be read or written.
  func write(into folder: String) async throws {
    var owners: [String: LogFile] = [:]
    for log in logs {
      if let other = owners.updateValue(log, forKey: ExampleFile.name(ofLog: log.name)) {
        throw Failure(
          "\(other.path) and \(log.path) would be written into one file; give each log a name of its own",
          .usage)
      }
    }
    try Self.prepare(folder)
    var distinct = DistinctLogs()
    for (number, file) in logs.enumerated() {
      let log = try await file.load(quiet: quiet).fittingLog(named: file.name)
      try distinct.add(file.path, digest: log.digest)
      let bar = ProgressBar("replaying \(file.name)", quiet: quiet)
      let total = log.donationCount
      let examples = try await ExampleExport(plan).examples(of: log, number: number) {
        bar.advance(by: $0, of: total)
      }
      bar.finish()
      let name = ExampleFile.name(ofLog: log.name)
      do {
        try ExampleFile.tensors(examples, of: log, plan: plan).write(
          to: URL(fileURLWithPath: folder).appending(path: name))
      } catch let error as ModelFileError where error == .cannotWrite {
        throw Failure(
          "\(folder)/\(name): the file cannot be written; check whether the disk is full", .cannotCreate)
      }
      if !quiet { Console.note("\(folder)/\(name)") }
    }
  }

  /// Makes the folder, or takes one that is empty: other files would be read together with the new ones.
  ///
  /// - Throws: A ``Failure`` with the reason.
  private static func prepare(_ path: String) throws {
    let files = FileManager.default
    do {
      guard !path.isEmpty else { throw CocoaError(.fileNoSuchFile) }
      try files.createDirectory(atPath: path, withIntermediateDirectories: true)
      guard try files.contentsOfDirectory(atPath: path).isEmpty, files.isWritableFile(atPath: path) else {
        throw Failure(
          "\(path): the folder is not empty or may not be written; name a new one, it was left as it is",
          .cannotCreate)
      }
    } catch is CocoaError {
      throw Failure(
        "\(path): there can be no folder; name another, or check who may write there", .cannotCreate)
    }
  }
}
