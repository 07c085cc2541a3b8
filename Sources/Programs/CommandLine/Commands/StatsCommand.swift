internal import Activities
internal import Answers
internal import ArgumentParser
internal import Evaluation
internal import ProgramSupport
internal import SQLiteStorage

/// `hunch stats`.
struct StatsCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Show statistics about donations.",
    discussion: """
      Counts donations by user, program, type and activity, and prints the times of the first and the last one.

        hunch stats --top 20
        hunch stats --log history.jsonl --json
      """)
  static let sample: [String] = []

  @Option(
    help: ArgumentHelp("Print at most COUNT rows of each list.", valueName: "count"), completion: .nothing)
  var top = 10

  @Option(
    help: ArgumentHelp("Count a log file instead of the store; - is standard input.", valueName: "file"),
    completion: .file())
  var log: String?

  @Option(
    help: ArgumentHelp("Count only this user's donations. Default: all users.", valueName: "name"),
    completion: .users,
    transform: Arguments.user)
  var user: UserIdentifier?

  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard top >= 0 else { throw ValidationError("--top must not be negative.") }
  }

  func run() async throws {
    let source: any DonationStore =
      if let log { try await LogFile(path: log).load(quiet: output.quiet) } else { try store.openToRead() }
    var statistics = LogStatistics()
    for (name, _) in try await source.users() where user == nil || user == name {
      var cursor: LogCursor?
      repeat {
        let page = try await source.donations(
          of: name, in: Int64.min..<Int64.max, after: cursor, limit: 4_096)
        for logged in page { statistics.count(logged.donation) }
        cursor = page.last?.cursor
      } while cursor != nil
    }
    let rules = try await source.privacyRules().rulesInForce(at: WallClock.now())
    statistics.rules = rules > 0 ? rules : nil
    if rules > 0 {
      output.note("\(Formatting.count(rules, "rule")) in force; `hunch rules list` prints them")
    }
    if output.json {
      try Console.print(JSONText.line(statistics.report(top: top)))
    } else if statistics.donations > 0 {
      try Console.print(statistics.report(top: top).text)
    }
    guard statistics.donations > 0 else { throw Failure("no donations yet", .nothingFound) }
  }
}
