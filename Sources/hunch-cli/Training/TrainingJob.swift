internal import Features
internal import Foundation
internal import Hunch
internal import ModelFile
internal import Ranking
internal import Training

/// What `hunch train --out` does: read, fit, measure, write.
struct TrainingJob {
  let plan: FittingPlan
  let out: OutputFile
  let card: OutputFile
  /// Where the state is kept between passes.
  let checkpoint: OutputFile
  /// Where the logs come from and under which terms, if that was said.
  let provenance: Provenance?
  let quiet: Bool

  /// Does it all; a stop in between loses no more than one pass.
  func run(_ files: [LogFile]) async throws {
    try check(files)
    if !quiet, let remark = provenance?.remark(onLogs: files.map(\.name)) { Console.note(remark) }
    var logs: [TrainingLog] = []
    var distinct = DistinctLogs()
    for file in files {
      let log = try await TrainingLog(file, quiet: quiet)
      try distinct.add(log.path, digest: log.digest)
      logs.append(log)
    }
    let kept = KeptCheckpoint(path: checkpoint.path, logs: logs, plan: plan)
    let result = try await fit(to: logs.map(\.log), keeping: kept)
    let record = TrainingRecord(of: result, plan: plan, logs: logs)
    let file = try ModelFile(model: result.model, metadata: try record.metadata())
    let measured = try await ModelComparison(file: file, record: record).measure(
      logs.map(\.log), quiet: quiet)
    if !quiet {
      for outcome in measured.logs { outcome.note() }
    }
    try out.write(try file.encoded())
    let page = ModelCard(record: record, plan: plan, measured: measured, provenance: provenance)
    try card.write(Data(page.text.utf8))
    kept.remove()
  }

  /// Checks what is to be written: nothing may take the place of what is read, or of something else that is
  /// written.
  private func check(_ files: [LogFile]) throws {
    var taken = files.map(\.path) + (provenance.map { [$0.path] } ?? [])
    for file in [out, card, checkpoint] {
      try file.check()
      guard !taken.contains(where: file.isFile(at:)) else {
        throw Failure("\(file.path): it is named twice; name another file to write to", .usage)
      }
      taken.append(file.path)
    }
  }

  /// Fits, from where an earlier run was stopped if there was one.
  private func fit(to logs: [FittingLog], keeping kept: KeptCheckpoint) async throws -> ModelFitting.Result {
    try plan.check(logs)
    let earlier = try kept.read()
    if let earlier, !quiet {
      let done = earlier.epochs.count
      Console.note("carrying on after \(Formatting.count(done, "epoch")) kept in \(kept.path)")
    }
    let result = try await fit(to: logs, from: earlier, keeping: kept)
    if !quiet {
      if Terminal.standardError.isInteractive {
        Console.show(ValidationCurve(of: result.training).table.text(on: .standardError))
      }
      Console.note(
        "kept epoch \(result.training.bestEpoch); temperature \(Formatting.fixed(Double(result.model.temperature), 3)); "
          + "fitted on \(Formatting.count(result.queries, "query", "queries"))")
    }
    return result
  }

  private func fit(
    to logs: [FittingLog], from earlier: TrainingCheckpoint?, keeping kept: KeptCheckpoint
  ) async throws -> ModelFitting.Result {
    let bar = ProgressBar("training", quiet: quiet)
    defer { bar.finish() }
    let printsLines = !quiet && !Terminal.standardError.isInteractive
    do {
      return try await ModelFitting(plan).fit(
        to: logs, from: earlier,
        progress: { progress in
          switch progress {
          case .replaying(let done, let all): bar.show(done, of: all, words: "replaying")
          case .optimising(let at):
            bar.show(
              (at.epoch - 1) * at.batches + at.batch, of: at.epochs * at.batches,
              words: ValidationCurve.line(at))
          }
        },
        keep: { state in
          try kept.keep(state)
          if printsLines, let end = state.epochs.last { Console.note(ValidationCurve.line(end)) }
        })
    } catch TrainingError.checkpoint {
      throw Failure("\(kept.path): the checkpoint is damaged; remove it to train from the start", .badData)
    }
  }
}
