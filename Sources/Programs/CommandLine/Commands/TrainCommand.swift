internal import ArgumentParser
internal import Features
internal import Foundation
internal import Ranking
internal import Training

/// `hunch train`.
struct TrainCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "train",
    abstract: "Fit a model to donation logs.",
    discussion: """
      Fits the weights that turn evidence into probabilities: on the first part of each user's donations, choosing the \
      number of passes and the temperature by the tenth that follows. Then it measures the model on the rest. The same \
      logs and seed give the same bytes on the same machine.

        hunch train history.jsonl --until 0.6 --out model.safetensors
        hunch evaluate history.jsonl --model model.safetensors
        hunch train --show-plan

      It fits two things into one file: how activities compare, and how likely each is to be done within so long of any \
      moment (`hunch suggest --within 1h`). --ranking keeps the first of a model that is there, and fits the second.

      Beside the model it writes a card: what it was fitted on, how, how good it is, what it is bad at. Where the logs come \
      from and under which terms only you can say: --provenance takes a page of Markdown, with a heading "## NAME" for \
      each log below the heading "# Logs"; other headings are copied to the card.

      Stopped at any time, the same command carries on after the last pass that was finished, and gives the very model that \
      it had given without the stop: what it has come to is kept beside the model until that is written.

      With --export nothing is fitted: what a model would be fitted to, and what it would be judged by, is written into \
      a new folder for other programs to read, one safetensors file a log. Features, rows, targets and times are in it, \
      names of people and activities are not.

        hunch train history.jsonl --until 0.6 --export examples

      With --ranking as well, the evidence at moments is written that weights for horizons would be fitted to.
      """)
  static let sample = ["good.jsonl", "--out", "x.safetensors", "--epochs", "1"]

  @Argument(
    help: ArgumentHelp("Donation logs, or - for standard input.", valueName: "log"),
    completion: .file())
  var logs: [String] = []

  @Option(help: ArgumentHelp("The model file to write.", valueName: "file"), completion: .file())
  var out: String?

  @Option(
    help: ArgumentHelp("Where the card goes. Default: beside the model, card.md.", valueName: "file"),
    completion: .file())
  var card: String?

  @Option(
    help: ArgumentHelp(
      "Where it is kept what training has come to. Default: the model's path and .checkpoint.",
      valueName: "file"),
    completion: .file())
  var checkpoint: String?

  @Option(
    help: ArgumentHelp(
      "Where the logs come from and under which terms, for the card.", valueName: "file"),
    completion: .file())
  var provenance: String?

  @Option(
    help: ArgumentHelp("Fit nothing; write the examples into this new folder.", valueName: "folder"),
    completion: .directory)
  var export: String?

  @Option(
    help: ArgumentHelp(
      "Keep the ranking of this model file and fit the weights for horizons only.", valueName: "file"),
    completion: .file())
  var ranking: String?

  @Flag(help: "Fit nothing; print the objective and every setting.")
  var showPlan = false

  @Option(
    help: ArgumentHelp(
      "The share of each user's donations that is learned from. Default: \(FittingPlan().until).",
      valueName: "share"),
    completion: .nothing,
    transform: Arguments.share)
  var until = FittingPlan().until

  @Option(
    help: ArgumentHelp(
      "Learn nothing from this kind of evidence, to see what it is worth: "
        + FeatureGroup.allCases.map(\.rawValue).joined(separator: ", ") + ". May be repeated.",
      valueName: "group"),
    completion: .words(of: FeatureGroup.self),
    transform: Arguments.featureGroup)
  var without: [FeatureGroup] = []

  @Option(help: ArgumentHelp("The seed of everything random.", valueName: "number"), completion: .nothing)
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp("The most passes over the donations.", valueName: "count"),
    completion: .nothing)
  var epochs: Int?

  @Flag(name: .shortAndLong, help: "Print no progress and no comparison.")
  var quiet = false

  func validate() throws {
    guard until > 0 else { throw ValidationError("--until has to be above 0.") }
    guard epochs ?? 1 > 0 else { throw ValidationError("--epochs has to be at least 1.") }
    guard [out != nil, export != nil, showPlan].count(where: \.self) == 1 else {
      throw ValidationError("Give --out for a model, --export for the examples, or --show-plan.")
    }
    guard
      ranking == nil
        || showPlan == false && [card, checkpoint, provenance].allSatisfy({ $0 == nil })
          && without.isEmpty && epochs == nil
    else {
      throw ValidationError(
        "--ranking is for horizons only: it takes --out or --export, and no --card, --checkpoint, --provenance, --without and --epochs."
      )
    }
    guard showPlan || !logs.isEmpty else { throw ValidationError("Give at least one log.") }
    try DistinctLogs.checkStandardInput(of: logs)
    let ofModels = [card, checkpoint, provenance].contains { $0 != nil } || !without.isEmpty || epochs != nil
    guard export == nil || !ofModels else {
      throw ValidationError(
        "--export fits nothing: it takes no --card, --checkpoint, --provenance, --without and --epochs.")
    }
  }

  func run() async throws {
    let files = logs.map(LogFile.init)
    if let export {
      try await ExamplesExport(
        logs: files, plan: plan, ranking: ranking.map(RankingFile.open), quiet: quiet
      ).write(into: export)
    } else if let out, let ranking {
      let job = HorizonJob(plan: plan, ranking: ranking, out: OutputFile(path: out), quiet: quiet)
      try await job.run(files)
    } else if let out {
      try await job(writing: OutputFile(path: out)).run(files)
    } else {
      if !quiet { Console.note("objective: \(FittingPlan.objective)") }
      try Console.print(TrainingText.table(of: plan).text())
    }
  }

  private func job(writing out: OutputFile) throws -> TrainingJob {
    TrainingJob(
      plan: plan, out: out,
      card: OutputFile(
        path: card ?? out.url.deletingLastPathComponent().appending(path: "card.md").path),
      checkpoint: OutputFile(path: checkpoint ?? out.path + ".checkpoint"),
      provenance: try provenance.map(ProvenanceFile.init(path:)), quiet: quiet)
  }

  private var plan: FittingPlan {
    var plan = FittingPlan()
    plan.until = until
    plan.without = Set(without)
    plan.optimisation.seed = seed
    plan.horizonOptimisation.seed = seed
    plan.optimisation.epochs = epochs ?? plan.optimisation.epochs
    return plan
  }
}
