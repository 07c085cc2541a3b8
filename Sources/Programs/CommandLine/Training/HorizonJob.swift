internal import Foundation
internal import Hunch
internal import LogFormat
internal import ModelFile
internal import Training

/// The work of `hunch train --ranking`: read, fit the weights for horizons, write.
struct HorizonJob {
  let plan: FittingPlan
  /// The path of the model whose ranking is kept.
  let ranking: String
  let out: OutputFile
  let quiet: Bool

  func run(_ files: [LogFile]) async throws {
    try out.check()
    for path in files.map(\.path) where out.isFile(at: path) {
      throw Failure("\(out.path): named twice; name another file to write to", .usage)
    }
    let kept = try RankingFile.open(ranking)
    var logs: [FittingLog] = []
    var distinct = DistinctLogs()
    for file in files {
      let log = try await file.load(quiet: quiet).fittingLog(named: file.name)
      try distinct.add(file.path, digest: log.digest)
      logs.append(log)
    }
    let bar = ProgressBar("training", quiet: quiet)
    let result = try await HorizonFitting(plan, ranking: kept.suggestionModel()).fit(to: logs) {
      bar.show($0, of: $1, words: "replaying moments")
    }
    bar.finish()
    let metadata = try TrainingRecord.metadata(kept.metadata, addingHorizonOf: logs, by: plan)
    let file = try ModelFile(model: kept.model, horizon: result.model, metadata: metadata)
    try out.write(try file.encoded())
    if !quiet { Console.note(TrainingText.line(result)) }
  }
}

/// The model file of `--ranking`.
enum RankingFile {
  /// - Throws: A `FileFailure` if it does not exist, or a ``Failure`` with the problem.
  static func open(_ path: String) throws -> ModelFile {
    guard FileManager.default.fileExists(atPath: path) else {
      throw FileFailure(file: path, reason: .notFound)
    }
    do { return try ModelFile.open(path) } catch {
      throw Failure("\(path): \(error)", Failure(error)?.code ?? .badData)
    }
  }
}
