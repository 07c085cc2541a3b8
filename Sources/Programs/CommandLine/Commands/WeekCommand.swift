internal import Activities
internal import Answers
internal import ArgumentParser
internal import Evaluation
internal import ProgramSupport

/// `hunch week`.
struct WeekCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "week",
    abstract: "Show what your weeks are like, as learned from your donations.",
    discussion: """
      Draws the hours in which you do things, from the last eight weeks, and lists activities that follow each other within \
      half an hour, new ones, and those that you did at least five times but not for four weeks. Hidden activities and sensitive \
      sites count in the hours and are not named (`hunch rules`). `hunch routines` shows your times and places.

        hunch week
        hunch week --log history.jsonl --at 2026-03-20

      On a terminal it draws, else it prints tab-separated lines: hour, weekday, hour and donations; follows, first activity, \
      second activity, times, and times of the first; new or gone, title, times, and when it was first or last done.
      """)
  static let sample = ["--user", "ZQuser"]

  @Option(
    help: ArgumentHelp("Show the weeks before this moment. Default: now.", valueName: "time"),
    completion: .moments,
    transform: Arguments.moment)
  var at: MomentArgument?

  @OptionGroup var time: TimeOptions

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp("Print at most COUNT rows of each list.", valueName: "count"),
    completion: .nothing)
  var number = 5

  @OptionGroup var source: SourceOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard number > 0 else { throw ValidationError("-n must be at least 1.") }
  }

  func run() async throws {
    let (log, user) = try await source.openToRead(quiet: output.quiet)
    let now = try WallClock.now()
    var week = WeekSummary(
      at: try at.map { try time.instant($0, now: now) } ?? time.now(now), by: try await log.privacyRules())
    var cursor: LogCursor?
    repeat {
      let page = try await log.donations(of: user, in: Int64.min..<Int64.max, after: cursor, limit: 4_096)
      for logged in page { week.count(logged.donation) }
      cursor = page.last?.cursor
    } while cursor != nil
    guard week.donations > 0 else { throw Failure("no donations before that moment", .nothingFound) }
    let report = week.report(top: number)
    let terminal = Terminal.standardOutput
    try Console.print(
      output.json
        ? JSONText.line(report)
        : terminal.isInteractive ? WeekText(report).drawn(on: terminal) : WeekText(report).plain)
  }
}
