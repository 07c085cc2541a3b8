internal import ArgumentParser
internal import Foundation
internal import LogFormat
internal import ModelFile
internal import ModelOpening
internal import Phrases
internal import ProgramSupport
internal import Ranking
internal import Suggestions
internal import Training
internal import Worker

/// The program `hunch-worker`.
struct HunchWorker: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hunch-worker",
    abstract: "Compute many people at once, from rows on standard input.",
    discussion: """
      A row is a record of a donation log, or a person, a tab and a record. The rows of a person are together and in the order \
      of time, and people are in the order of their names' bytes. Each person gives one line of JSON. The last line is a \
      trailer, which counts people, donations and bad rows; without it the lines are not complete.

        hunch-worker suggest --ask '{"time":"2026-05-01T08:00:00+02:00"}' <rows >lines
        hunch-worker learn <rows >checkpoints
        hunch-worker evaluate <rows >totals
        hunch-worker sum <totals
        hunch-worker examples <rows | hunch train --examples - --out model.safetensors

      A checkpoint of an earlier run, as a row before the new rows of its person, stands for all earlier rows: \
      {"type":"checkpoint","user":NAME,"checkpoint":TEXT}. A row {"type":"ask","user":NAME,…} asks a question about one person. \
      A row {"type":"person","user":NAME,"number":N}, before all others of its person, gives the person's rank for examples.

      Exit codes: 0 the trailer was written; 64 usage error; 65 bad data: rows out of order, too many bad rows, a damaged \
      checkpoint, a missing trailer; 66 no such model; 70 internal error; 73 cannot create; 74 cannot read or write; 78 the model or a checkpoint \
      does not fit; 130 interrupted; 141 the reader closed the output; 143 terminated.
      """,
    version: ProgramVersion.current,
    subcommands: [Suggest.self, Learn.self, Evaluate.self, Sum.self, Examples.self])
}

/// The options of every task that reads rows.
struct RowOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Compute this many people at the same time.", valueName: "n"))
  var jobs = 1

  @Option(
    help: ArgumentHelp(
      "Write each bad row's person, number and reason to this file, as JSON.", valueName: "file"))
  var deadLetters: String?

  @Option(help: ArgumentHelp("Fail if more than this many rows are bad.", valueName: "n"))
  var maxBad = 0

  func validate() throws {
    guard jobs >= 1, jobs <= 1_024 else { throw ValidationError("--jobs must be 1 to 1024.") }
    guard maxBad >= 0 else { throw ValidationError("--max-bad must not be negative.") }
  }

  /// Runs a task, and ends the program if it fails.
  ///
  /// - Parameter model: The path of the model; `nil` for the shipped one.
  @MainActor func run(_ task: WorkerTask, model: String?) async {
    await Ending.after {
      let model = try ModelChoice.open(model)
      var settings = WorkerRun.Settings()
      (settings.jobs, settings.mostBadRows, settings.version) = (jobs, maxBad, ProgramVersion.current)
      let letters = try deadLetters.map(DeadLetters.init)
      var lines = LineOutput()
      try await WorkerRun(task, model: model, language: ModelChoice.language, settings).run(
        ByteSource(FileHandle.standardInput), isolation: MainActor.shared, write: { try lines.write($0) },
        note: { try letters?.write($0) })
      try letters?.close()
      try lines.flush()
    }
  }
}

/// The options of every task that uses a model.
struct RunOptions: ParsableArguments {
  @OptionGroup var rows: RowOptions

  @Option(help: ArgumentHelp("Use this model of `hunch train`. Default: the shipped one.", valueName: "path"))
  var model: String?

  @MainActor func run(_ task: WorkerTask) async { await rows.run(task, model: model) }
}

struct Suggest: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Answer questions about each person, as `hunch suggest --log` does.",
    discussion: """
      A question is an object with `time`, and as needed timeZone, location, context, observedUntil, surface, withinSeconds, \
      quietHours, interruptionsPerDay, limit, minimumProbability and explains.
      """)

  @Option(help: ArgumentHelp("Ask this about every person; may be repeated.", valueName: "json"))
  var ask: [String] = []

  @Flag(help: "Also give each person's checkpoint after all rows.")
  var checkpoints = false

  @OptionGroup var options: RunOptions

  func run() async {
    await Ending.after {
      var questions: [BatchQuestion] = []
      for text in ask { questions.append(try await BatchQuestion(text)) }
      await options.run(.suggest(questions: questions, checkpoints: checkpoints))
    }
  }
}

struct Learn: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Give a checkpoint of each person, with which a later run goes on.")

  @OptionGroup var options: RunOptions

  func run() async { await options.run(.learn) }
}

struct Evaluate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure how well each person's next activity is predicted, for `hunch-worker sum`.")

  /// The source of the place that a query knows.
  enum Location: String, ExpressibleByArgument, CaseIterable {
    case lastKnown = "last-known"
    case atEvent = "at-event"
  }

  @Option(
    help: ArgumentHelp("Skip this share of each person's donations before scoring.", valueName: "share"))
  var scoreFrom = 0.7

  @Option(help: "Ask with the last known place (last-known) or the donation's own (at-event).")
  var location = Location.lastKnown

  @OptionGroup var options: RunOptions

  func validate() throws {
    guard (0...1).contains(scoreFrom) else { throw ValidationError("--score-from must be 0 to 1.") }
  }

  func run() async { await options.run(.evaluate(scoreFrom: scoreFrom, knowsPlace: location == .atEvent)) }
}

struct Examples: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Give the examples of each person that `hunch train --examples` fits a model to.",
    discussion: """
      A fit numbers its people from 0 in the order of names. If several workers make the examples of one fit, a row \
      {"type":"person","user":NAME,"number":N} has to give each person the number; without one, people are counted in the \
      input. `--until` and `--seed` have to be those of `hunch train`.
      """)

  @Option(help: ArgumentHelp("Learn from this share of each person's donations.", valueName: "share"))
  var until = FittingPlan().until

  @Option(help: ArgumentHelp("Draw random numbers from this seed.", valueName: "number"))
  var seed: UInt64 = 1

  @OptionGroup var options: RowOptions

  func validate() throws {
    guard until > 0, until <= 1 else { throw ValidationError("--until must be above 0 and at most 1.") }
  }

  func run() async {
    var plan = FittingPlan()
    (plan.until, plan.optimisation.seed) = (until, seed)
    await options.run(.examples(plan), model: nil)
  }
}

struct Sum: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Add up lines of `hunch-worker evaluate` to the report of `hunch evaluate --json`.",
    discussion: """
      It reads the outputs of any number of runs, one after the other, each with its trailer and all of one model, and prints the \
      report about all people, then a trailer. The report has no times, and does not say whether the model was fitted on these donations.
      """)

  @Option(help: ArgumentHelp("Name the log in the report.", valueName: "name"))
  var log = "-"

  @Option(help: ArgumentHelp("Compute the bootstrap intervals from this seed.", valueName: "number"))
  var seed: UInt64 = 1

  @MainActor func run() async {
    await Ending.after {
      var sum = TotalsSum(name: log, seed: seed, model: try ModelChoice.open(nil))
      var lines = LineOutput()
      try lines.write(
        try sum.report(on: ByteSource(FileHandle.standardInput), version: ProgramVersion.current))
      try lines.flush()
    }
  }
}
