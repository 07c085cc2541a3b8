internal import Answers
internal import ArgumentParser
internal import Features
internal import Foundation
internal import Hunch
internal import LogFormat
internal import ModelFile
internal import Ranking
internal import Training

/// The work of `hunch train --out`: read, fit, measure if there are logs, write.
struct TrainingJob {
  let plan: FittingPlan
  let out: OutputFile
  let card: OutputFile
  /// The file that keeps the state between passes.
  let checkpoint: OutputFile
  /// The origin and licence of the logs, if given.
  let provenance: ProvenanceFile?
  let quiet: Bool

  /// Trains, measures and writes the model; an interruption loses at most one pass.
  func run(_ files: [LogFile]) async throws {
    try check(files)
    if !quiet, let remark = provenance?.remark(onLogs: files.map(\.name)) { Console.note(remark) }
    var logs: [FittingLog] = []
    var distinct = DistinctLogs()
    for file in files {
      let log = try await file.load(quiet: quiet).fittingLog(named: file.name)
      try distinct.add(file.path, digest: log.digest)
      logs.append(log)
    }
    try plan.check(logs)
    let entries = logs.map(TrainingRecord.Log.init)
    let result = try await fit(to: entries) {
      try await ModelFitting(plan).fit(to: logs, from: $0, progress: $1, keep: $2)
    }
    if !quiet {
      Console.note(
        result.horizon.map(TrainingText.line)
          ?? "horizons: no moment to learn from; the model has none")
    }
    let record = TrainingRecord(of: result, plan: plan, logs: entries)
    let file = try file(of: result, record)
    let measured = try await ModelComparison(model: file.suggestionModel(), record: record).measure(logs) {
      log in
      let bar = ProgressBar("evaluating \(log.name)", quiet: quiet)
      let total = log.donationCount
      return (advance: { bar.advance(by: $0, of: total) }, finish: { bar.finish() })
    }
    if !quiet {
      for outcome in measured.logs { TrainingText.note(outcome) }
    }
    try write(file, ModelCard(record, plan: plan, measured: measured, provenance: provenance?.content))
  }

  /// Trains on examples of people and writes the model, which has no weights for horizons.
  func run(examples files: [LogFile]) async throws {
    try check(files)
    if !quiet, let remark = provenance?.remark(onLogs: [ExampleSpool.name]) { Console.note(remark) }
    let people = try read(files)
    let entries = [people.log]
    let result = try await fit(to: entries) {
      try await ModelFitting(plan).fit(to: people, from: $0, progress: $1, keep: $2)
    }
    let record = TrainingRecord(of: result, plan: plan, logs: entries)
    let card = ModelCard(record, plan: plan, measured: nil, provenance: provenance?.content)
    try write(try file(of: result, record), card)
  }

  /// Reads the examples into a temporary file in the model's folder.
  private func read(_ files: [LogFile]) throws -> ExampleSpool {
    var people = try ExampleSpool(by: plan, in: out.url.deletingLastPathComponent().path)
    for file in files {
      let bar = ProgressBar(file.name, quiet: quiet)
      defer { bar.finish() }
      do {
        try people.read(try file.source(), named: file.path) {
          bar.show(Formatting.count($0, "person", "people"))
        }
      } catch let error as LogReadingError { throw FileFailure(file: file.path, reason: error) }
    }
    return people
  }

  private func file(of result: ModelFitting.Result, _ record: TrainingRecord) throws -> ModelFile {
    try ModelFile(
      model: result.model, horizon: result.horizon?.model,
      metadata: try record.metadata(hasHorizon: result.horizon != nil))
  }

  private func write(_ model: ModelFile, _ page: ModelCard) throws {
    try out.write(try model.encoded())
    try card.write(Data(page.text.utf8))
    try? FileManager.default.removeItem(at: checkpoint.url)  // the model is written
  }

  /// Checks that no output replaces an input or another output.
  private func check(_ files: [LogFile]) throws {
    var taken = files.map(\.path) + (provenance.map { [$0.path] } ?? [])
    for file in [out, card, checkpoint] {
      try file.check()
      guard !taken.contains(where: file.isFile(at:)) else {
        throw Failure("\(file.path): named twice; name another file to write to", .usage)
      }
      taken.append(file.path)
    }
  }

  /// A fit that continues from a state, if there is one, reports progress, and keeps its states.
  private typealias Fit = (
    TrainingCheckpoint?, @escaping @Sendable (ModelFitting.Progress) -> Void,
    (TrainingCheckpoint) throws -> Void
  ) async throws -> ModelFitting.Result

  /// Fits the model, resuming an interrupted run if there was one.
  private func fit(to logs: [TrainingRecord.Log], by fit: Fit) async throws -> ModelFitting.Result {
    let kept = KeptCheckpoint(of: logs, plan: plan, version: HunchCommand.configuration.version)
    let earlier = try read(kept)
    if let earlier, !quiet {
      let done = earlier.epochs.count
      Console.note("resuming after \(Formatting.count(done, "epoch")) kept in \(checkpoint.path)")
    }
    let result = try await run(fit, from: earlier, keeping: kept)
    if !quiet {
      if Terminal.standardError.isInteractive {
        Console.show(TrainingText.table(of: result.training).text(on: .standardError))
      }
      Console.note(
        "kept epoch \(result.training.bestEpoch); temperature \(Formatting.fixed(Double(result.model.temperature), 3)); "
          + "fitted on \(Formatting.count(result.queries, "query", "queries"))")
    }
    return result
  }

  /// Reads the checkpoint of an earlier run of the same training; `nil` if there was none, or it
  /// had finished.
  private func read(_ kept: KeptCheckpoint) throws -> TrainingCheckpoint? {
    do throws(KeptCheckpointError) {
      return try kept.read(from: checkpoint.url)
    } catch {
      switch error {
      case .unreadable:
        throw Failure(
          "\(checkpoint.path): not a readable checkpoint; remove it to train from the start", .badData)
      case .otherTraining(let differences):
        throw Failure(
          "\(checkpoint.path): the checkpoint is of a training with other \(differences.joined(separator: ", ")); "
            + "remove it to train from the start, or give the same arguments again", .configuration)
      }
    }
  }

  private func run(
    _ fit: Fit, from earlier: TrainingCheckpoint?, keeping kept: KeptCheckpoint
  ) async throws -> ModelFitting.Result {
    let bar = ProgressBar("training", quiet: quiet)
    defer { bar.finish() }
    let printsLines = !quiet && !Terminal.standardError.isInteractive
    do {
      return try await fit(
        earlier,
        { progress in
          switch progress {
          case .replaying(let done, let all): bar.show(done, of: all, words: "replaying")
          case .replayingMoments(let done, let all): bar.show(done, of: all, words: "replaying moments")
          case .optimising(let at):
            bar.show(
              (at.epoch - 1) * at.batches + at.batch, of: at.epochs * at.batches,
              words: TrainingText.line(at))
          }
        },
        { state in
          try checkpoint.write(try kept.encoded(state))
          if printsLines, let end = state.epochs.last { Console.note(TrainingText.line(end)) }
        })
    } catch TrainingError.checkpoint {
      throw Failure(
        "\(checkpoint.path): the checkpoint is damaged; remove it to train from the start", .badData)
    }
  }
}
