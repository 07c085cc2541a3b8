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
      Fits the weights that turn evidence into probabilities on the first part of each user's donations. The tenth after it \
      decides the number of passes and the temperature; the rest measures the model. The same logs and seed give the same bytes \
      on the same machine.

        hunch train history.jsonl --until 0.6 --out model.safetensors
        hunch evaluate history.jsonl --model model.safetensors
        hunch train --show-plan

      A model file has two parts: the ranking, which compares activities, and the probability of each within a horizon of any \
      moment (`hunch suggest --within 1h`). --ranking keeps the first part of an existing model, and fits only the second.

      It also writes a model card next to the model, with the training data, method, accuracy and weaknesses. Only you know the \
      origin and the licence of the logs: --provenance takes a Markdown page with a heading "## NAME" for each log below the \
      heading "# Logs"; other headings are copied to the card.

      If training is interrupted, the same command resumes after the last complete pass, and the result is the same model. A \
      checkpoint next to the model keeps the state until the model is written.

      With --export nothing is fitted: the training and evaluation examples are written into a new folder for other programs, \
      one safetensors file per log. The files have features, rows, targets and times, but no names of people or activities.

        hunch train history.jsonl --until 0.6 --export examples

      With --ranking too, it exports the evidence at moments, from which the weights for horizons are fitted.

      With --examples the arguments are outputs of `hunch-worker examples`, made with the same --until and --seed. All of them \
      together count as one log. They may have more people than memory holds: features are in a temporary file next to the \
      model. Give the ranking weights for horizons afterwards, from the log of some of the people:

        hunch train --examples monday tuesday --out ranking.safetensors
        hunch train --ranking ranking.safetensors busiest.jsonl --out model.safetensors
      """)
  static let sample = ["good.jsonl", "--out", "x.safetensors", "--epochs", "1"]

  @Argument(
    help: ArgumentHelp("Train on these donation logs; - is standard input.", valueName: "log"),
    completion: .file())
  var logs: [String] = []

  @Option(help: ArgumentHelp("Write the model to this file.", valueName: "file"), completion: .file())
  var out: String?

  @Option(
    help: ArgumentHelp("Write the card to this file. Default: card.md next to the model.", valueName: "file"),
    completion: .file())
  var card: String?

  @Option(
    help: ArgumentHelp(
      "Keep the training checkpoint in this file. Default: the model's path and .checkpoint.",
      valueName: "file"),
    completion: .file())
  var checkpoint: String?

  @Option(
    help: ArgumentHelp(
      "Copy the origin and licence of the logs from this page to the card.", valueName: "file"),
    completion: .file())
  var provenance: String?

  @Option(
    help: ArgumentHelp("Fit nothing; write the examples into this new folder.", valueName: "folder"),
    completion: .directory)
  var export: String?

  @Option(
    help: ArgumentHelp(
      "Keep the ranking of this model file and fit only the weights for horizons.", valueName: "file"),
    completion: .file())
  var ranking: String?

  @Flag(help: "Fit to outputs of `hunch-worker examples` in place of logs.")
  var examples = false

  @Flag(help: "Fit nothing; print the objective and every setting.")
  var showPlan = false

  @Option(
    help: ArgumentHelp(
      "Learn from this share of each user's donations. Default: \(FittingPlan().until).",
      valueName: "share"),
    completion: .nothing,
    transform: Arguments.share)
  var until = FittingPlan().until

  @Option(
    help: ArgumentHelp(
      "Ignore this kind of evidence, to measure its value: "
        + FeatureGroup.allCases.map(\.rawValue).joined(separator: ", ") + ". May be repeated.",
      valueName: "group"),
    completion: .words(of: FeatureGroup.self),
    transform: Arguments.featureGroup)
  var without: [FeatureGroup] = []

  @Option(
    help: ArgumentHelp("Draw random numbers from this seed.", valueName: "number"), completion: .nothing)
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp("Make at most COUNT passes over the donations.", valueName: "count"),
    completion: .nothing)
  var epochs: Int?

  @Flag(name: .shortAndLong, help: "Print no progress and no comparison.")
  var quiet = false

  func validate() throws {
    guard until > 0 else { throw ValidationError("--until must be above 0.") }
    guard epochs ?? 1 > 0 else { throw ValidationError("--epochs must be at least 1.") }
    guard [out != nil, export != nil, showPlan].count(where: \.self) == 1 else {
      throw ValidationError("Give --out for a model, --export for the examples, or --show-plan.")
    }
    guard !examples || out != nil && ranking == nil else {
      throw ValidationError(
        "--examples fits a ranking: give it --out, without --export, --ranking and --show-plan.")
    }
    guard
      ranking == nil
        || showPlan == false && [card, checkpoint, provenance].allSatisfy({ $0 == nil })
          && without.isEmpty && epochs == nil
    else {
      throw ValidationError(
        "--ranking fits only horizons: give it --out or --export, without --card, --checkpoint, --provenance, --without and --epochs."
      )
    }
    guard showPlan || !logs.isEmpty else { throw ValidationError("Give at least one log.") }
    try DistinctLogs.checkStandardInput(of: logs)
    let ofModels = [card, checkpoint, provenance].contains { $0 != nil } || !without.isEmpty || epochs != nil
    guard export == nil || !ofModels else {
      throw ValidationError(
        "--export fits nothing: leave out --card, --checkpoint, --provenance, --without and --epochs.")
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
      let job = try job(writing: OutputFile(path: out))
      if examples { try await job.run(examples: files) } else { try await job.run(files) }
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
