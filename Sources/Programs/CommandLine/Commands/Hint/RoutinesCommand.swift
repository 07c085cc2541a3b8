internal import Activities
internal import Answers
internal import ArgumentParser
internal import Hunch
internal import ProgramSupport
internal import Suggestions

/// `hunch routines`, which is also `hunch hint routines`.
struct RoutinesCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "routines",
    abstract: "Show the routines learned from your donations.",
    discussion: """
      Shows waking and bedtime, home, work, school and gym, the way to work and back, each with the evidence for it; unknown \
      routines are not guessed. They are recomputed from the last eight weeks whenever donations change, and are not stored.

        hunch routines
        hunch routines --log history.jsonl --json
      """)
  static let sample = ["--user", "ZQuser"]

  @Option(
    help: ArgumentHelp("Show the routines as of this moment. Default: now.", valueName: "time"),
    completion: .moments,
    transform: Arguments.moment)
  var at: MomentArgument?

  @OptionGroup var time: TimeOptions

  @OptionGroup var source: SourceOptions
  @OptionGroup var model: ModelOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let (log, user) = try await source.openToRead(quiet: output.quiet)
    let engine = SuggestionEngine(log: log, model: try model.open().suggestionModel())
    let now = try WallClock.now()
    let moment = try at.map { try time.instant($0, now: now) } ?? time.now(now)
    let routines = try await engine.routines(of: user, at: moment)
    let report = RoutineReport(routines, named: try await log.places(of: user))
    if output.json {
      try Console.print(JSONText.line(report))
    } else if routines.donations > 0 {
      try Console.print(report.table.text())
    }
    guard routines.donations > 0 else { throw Failure("no donations before that moment", .nothingFound) }
  }
}
