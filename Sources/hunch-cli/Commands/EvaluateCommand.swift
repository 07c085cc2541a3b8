internal import Activities
internal import ArgumentParser
internal import Evaluation
internal import Hunch
internal import ModelFile
internal import Training

/// `hunch evaluate`.
struct EvaluateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate",
    abstract: "Measure how well the next activity is foreseen.",
    discussion: """
      Replays each user's donations in time order: ask, score, then learn. Every activity the user ever did is ranked; one \
      that is new counts as a miss. Beside hunch the same queries are put to simple rules: most frequent, most recent, \
      frecency (half-life of 7 days), hour of day, Markov of order 1 and 2, naive Bayes of hour and previous activity.

        hunch evaluate history.jsonl
        hunch evaluate --json --location at-event places.jsonl

      hit@k: how often it was among the first k. MRR: mean of 1/rank, with its 95 % bootstrap interval; per user: the mean \
      of the users' means. Log loss in nats, with "none of these"; ECE: expected calibration error of the first \
      suggestion. With several files, one table or one JSON object each. A narrow terminal is spared the bars, and then \
      the time, per user and the interval.
      """)

  /// What a query knows of the place.
  enum Location: String, ExpressibleByArgument, CaseIterable {
    case lastKnown = "last-known"
    case atEvent = "at-event"
  }

  @Argument(help: ArgumentHelp("Donation logs, or - for standard input.", valueName: "file"))
  var files: [String]

  @Option(
    help: ArgumentHelp(
      "From which share of each user's donations on they are scored. Default: 0.7.", valueName: "share"),
    transform: Arguments.share)
  var scoreFrom = 0.7

  @Option(help: "The place that a query knows: last-known, or the donation's own, at-event.")
  var location = Location.lastKnown

  @Option(help: ArgumentHelp("For the bootstrap intervals.", valueName: "number"))
  var seed: UInt64 = 1

  @OptionGroup var model: ModelOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let file = try model.open()
    var evaluator = Evaluator(model: try file.suggestionModel())
    evaluator.replay.scoreFrom = scoreFrom
    evaluator.replay.knowsPlace = location == .atEvent
    evaluator.seed = seed
    for path in files {
      let log = LogFile(path: path)
      let fitting = try await log.load(quiet: output.quiet).fittingLog(named: log.name)
      let digest = LogDigest(of: fitting.users.joined()).description
      let isInSample =
        TrainingRecord(file.metadata)?.isInSample(digest: digest, scoredFrom: scoreFrom) ?? false
      let bar = ProgressBar("evaluating \(log.name)", quiet: output.quiet)
      let total = fitting.donationCount
      let evaluation = try await evaluator.measure(
        fitting.users, nanoseconds: WallClock.nanoseconds,
        progress: { bar.advance(by: $0, of: total) })
      bar.finish()
      guard evaluation.scored > 0 else {
        throw Failure(
          "\(path): no donation lies after the first \(Formatting.fixed(scoreFrom * 100, 0)) % of its user's, so there is "
            + "nothing to score; give a longer log, or a lower --score-from", .nothingFound)
      }
      if output.json {
        try Console.print(JSONText.line(EvaluationReport(of: evaluation, log: path, isInSample: isInSample)))
      } else {
        let text = EvaluationText(evaluation, log: path, isInSample: isInSample)
        if !output.quiet { Console.note(text.heading) }
        try Console.print(text.table.text())
      }
    }
  }
}
