internal import Activities
internal import Answers
internal import ArgumentParser
internal import Evaluation
internal import ProgramSupport
internal import SQLiteStorage
internal import Suggestions

/// `hunch stats`.
struct StatsCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Show statistics about donations, or about the suggestions that you were shown.",
    discussion: """
      Counts donations by user, program, type and activity, and prints the times of the first and the last one.

        hunch stats --top 20
        hunch stats --log history.jsonl --json
        hunch stats --suggestions

      With --suggestions it counts the suggestions that programs recorded as shown, taken or ignored (shown and not taken), by \
      surface and by week (ISO 8601, by your clock at the time), and compares their probabilities with what came true. Every \
      number is counted from the feedback and the donations in the log; undone feedback does not count. The lists that `hunch` \
      and `hunch suggest` print are not recorded, and `hunch open NAME` counts as one suggestion, shown and taken, without a \
      surface and a probability.

      A suggestion came true if it was taken, or if the activity was done within the horizon of its probability. Without a \
      horizon, the next activity has to be this one, and has to follow within an hour. Suggestions without a stored probability, \
      and those whose outcome is not known yet, are only counted.

      Exits with 1 if there are no donations, or with --suggestions if no suggestions were recorded.
      """)
  static let sample: [String] = []

  @Flag(help: "Count suggestions: shown, taken and ignored, and whether their probabilities came true.")
  var suggestions = false

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
    if suggestions { return try await countSuggestions(in: source) }
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

  private func countSuggestions(in source: any DonationStore) async throws {
    let now = try WallClock.now()
    var statistics = SuggestionStatistics()
    for (name, _) in try await source.users() where user == nil || user == name {
      try await statistics.add(name, in: source, until: now)
    }
    guard statistics.total.lists > 0 else {
      throw Failure(
        "no suggestions were recorded yet; programs record them, as `hunch menu` and `hunch feedback` do",
        .nothingFound)
    }
    let report = SuggestionStatisticsReport(statistics, top: top)
    try Console.print(output.json ? JSONText.line(report) : report.text)
  }
}
