internal import Foundation
internal import Hunch
internal import ModelFile
internal import Training

/// The work of `hunch train --export`, log by log, so that only one log is in memory.
struct ExamplesExport {
  let logs: [LogFile]
  let plan: FittingPlan
  /// The model of the conditional probabilities, to write the evidence at moments; `nil` to write
  /// examples of rankings.
  let ranking: ModelFile?
  let quiet: Bool

  /// Writes the examples of all logs, a file each, into a new folder.
  ///
  /// - Throws: A ``Failure`` if two logs would be written to the same file, or if reading or
  ///   writing fails.
  func write(into folder: String) async throws {
    var owners: [String: LogFile] = [:]
    for log in logs {
      if let other = owners.updateValue(log, forKey: ExampleFile.name(ofLog: log.name)) {
        throw Failure(
          "\(other.path) and \(log.path) would be written to the same file; rename one of them",
          .usage)
      }
    }
    try Self.prepare(folder)
    var distinct = DistinctLogs()
    for (number, file) in logs.enumerated() {
      let log = try await file.load(quiet: quiet).fittingLog(named: file.name)
      try distinct.add(file.path, digest: log.digest)
      let tensors = try await tensors(of: log, number: number, words: "replaying \(file.name)")
      let path = "\(folder)/\(ExampleFile.name(ofLog: log.name))"
      try Self.write(tensors, to: path)
      if !quiet { Console.note(path) }
    }
  }

  private func tensors(of log: FittingLog, number: Int, words: String) async throws -> TensorFile {
    let bar = ProgressBar(words, quiet: quiet)
    defer { bar.finish() }
    let export = ExampleExport(plan)
    if let ranking {
      let moments = try await export.moments(of: log, ranking: ranking.suggestionModel()) {
        bar.advance(by: $0, of: $1)
      }
      return try ExampleFile.tensors(moments, of: log, plan: plan)
    }
    let total = log.donationCount
    let examples = try await export.examples(of: log, number: number) { bar.advance(by: $0, of: total) }
    return try ExampleFile.tensors(examples, of: log, plan: plan)
  }

  private static func write(_ tensors: TensorFile, to path: String) throws {
    do { try tensors.write(to: URL(fileURLWithPath: path)) } catch {
      guard error == .cannotWrite else { throw error }
      throw Failure("\(path): the file cannot be written; check whether the disk is full", .cannotCreate)
    }
  }

  /// Creates the folder, or uses an empty one: existing files would be read together with the new
  /// ones.
  ///
  /// - Throws: A ``Failure`` with the reason.
  private static func prepare(_ path: String) throws {
    let files = FileManager.default
    do {
      guard !path.isEmpty else { throw CocoaError(.fileNoSuchFile) }
      try files.createDirectory(atPath: path, withIntermediateDirectories: true)
      guard try files.contentsOfDirectory(atPath: path).isEmpty, files.isWritableFile(atPath: path) else {
        throw Failure(
          "\(path): the folder is not empty or not writable, and was left unchanged; name a new one",
          .cannotCreate)
      }
    } catch is CocoaError {
      throw Failure(
        "\(path): the folder cannot be created; name another, or check the permissions", .cannotCreate)
    }
  }
}
