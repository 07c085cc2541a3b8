internal import Activities
internal import ArgumentParser
internal import Evaluation
internal import Features
internal import Foundation
internal import Hunch
internal import ModelFile
internal import Ranking
internal import Training

/// `hunch train`.
struct TrainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "train",
    abstract: "Fit a model to donation logs.",
    discussion: """
      Fits the weights that turn evidence into probabilities: on the first part of each user's donations, choosing the \
      number of passes and the temperature by the tenth that follows. Then it measures the model on the rest. The same \
      logs and seed give the same bytes on the same machine.

        hunch train history.jsonl --until 0.6 --out model.safetensors
        hunch evaluate history.jsonl --model model.safetensors

      Beside the model it writes a card: what it was fitted on, how, how good it is, and where its limits are.

      With --export nothing is fitted: what a model would be fitted to, and what it would be judged by, is written into \
      a new folder for other programs to read, one safetensors file a log. Features, rows, targets and times are in it, \
      names of people and activities are not.

        hunch train history.jsonl --until 0.6 --export examples
      """)

  @Argument(help: ArgumentHelp("Donation logs, or - for standard input.", valueName: "log"))
  var logs: [String]

  @Option(help: ArgumentHelp("Where the model goes.", valueName: "file"))
  var out: String?

  @Option(help: ArgumentHelp("Where the card goes. Default: beside the model, card.md.", valueName: "file"))
  var card: String?

  @Option(
    help: ArgumentHelp("Fit nothing; write the examples into this new folder.", valueName: "folder"))
  var export: String?

  @Option(
    help: ArgumentHelp(
      "The share of each user's donations that is learned from. Default: \(FittingPlan().until).",
      valueName: "share"),
    transform: Arguments.share)
  var until = FittingPlan().until

  @Option(help: ArgumentHelp("Of everything random.", valueName: "number"))
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("Passes over the donations at most.", valueName: "count"))
  var epochs: Int?

  @Flag(name: .shortAndLong, help: "Print no progress and no comparison.")
  var quiet = false

  func validate() throws {
    guard until > 0 else { throw ValidationError("--until has to be above 0.") }
    guard epochs ?? 1 > 0 else { throw ValidationError("--epochs has to be at least 1.") }
    guard (out == nil) != (export == nil) else {
      throw ValidationError("Give either --out for a model, or --export for the examples.")
    }
    guard export == nil || (card == nil && epochs == nil) else {
      throw ValidationError("--export fits nothing: it takes no --card and no --epochs.")
    }
  }

  func run() async throws {
    if let export {
      try await ExamplesExport(logs: logs.map(LogFile.init), plan: plan(), quiet: quiet).write(
        into: ExampleFolder(path: export))
    } else if let out {
      try await fit(into: OutputFile(path: out))
    }
  }

  private func fit(into out: OutputFile) async throws {
    let card = OutputFile(
      path: card ?? out.url.deletingLastPathComponent().appending(path: "card.md").path)
    try out.check()
    try card.check()
    let files = logs.map(LogFile.init)
    var fittingLogs: [FittingLog] = []
    for file in files { fittingLogs.append(try await file.load(quiet: quiet).fittingLog(named: file.name)) }
    let plan = plan()
    let result = try await fit(plan, to: fittingLogs)
    let record = TrainingRecord(of: result, plan: plan, logs: fittingLogs)
    let file = try ModelFile(model: result.model, metadata: try record.metadata())
    let comparison = ModelComparison(file: file, record: record)
    let measured = try await comparison.measure(fittingLogs, quiet: quiet)
    if !quiet {
      for outcome in measured { Console.note(outcome.text) }
    }
    try out.write(try file.encoded())
    try card.write(Data(ModelCard(record: record, measured: measured).text.utf8))
  }

  private func plan() -> FittingPlan {
    var plan = FittingPlan()
    plan.until = until
    plan.optimisation.seed = seed
    plan.optimisation.epochs = epochs ?? plan.optimisation.epochs
    return plan
  }

  /// Fits, with a bar on a terminal, and prints the validation curve.
  private func fit(_ plan: FittingPlan, to logs: [FittingLog]) async throws -> ModelFitting.Result {
    let bar = ProgressBar("training", quiet: quiet)
    let quiet = quiet
    let result = try await ModelFitting(plan).fit(to: logs) { progress in
      switch progress {
      case .replaying(let done, let all): bar.show(done, of: all, words: "replaying")
      case .optimising(let at):
        bar.show(
          (at.epoch - 1) * at.batches + at.batch, of: at.epochs * at.batches,
          words: "epoch \(at.epoch)  loss \(Formatting.fixed(at.loss, 4))")
        guard let validation = at.validation, !quiet else { return }
        bar.finish()
        Console.note(
          "epoch \(at.epoch)  loss \(Formatting.fixed(at.loss, 4))  validation: log loss "
            + "\(Formatting.fixed(validation.logLoss, 4)), MRR \(Formatting.fixed(validation.meanReciprocalRank, 4))"
        )
      }
    }
    bar.finish()
    if !quiet {
      Console.note(
        "kept epoch \(result.training.bestEpoch); temperature \(Formatting.fixed(Double(result.model.temperature), 3)); "
          + "fitted on \(Formatting.count(result.queries, "query", "queries"))")
    }
    return result
  }
}
