internal import Activities
internal import ArgumentParser
internal import Hunch
internal import Suggestions

/// `hunch suggest`.
struct SuggestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "suggest",
    abstract: "Say what you will probably do next.",
    discussion: """
      Ranks your own activities for a moment and a place. Probabilities are calibrated, and leave room for something you \
      never did before.

        hunch suggest
        hunch suggest -n 3 --near 52.52,13.405 --context wifi=office --why
        hunch suggest --log datasets/demo.jsonl --at 2026-04-30T08:10:00+02:00

      A moment before the newest donation is answered as of that moment. On a terminal it prints a list; else lines of \
      rank, probability, phrase, title and type with tabs between them, and below each with --why lines of an empty \
      field, group, amount and fact. It leaves with code 1 if there is nothing to suggest: before your first donation \
      there is nothing to go by, and it says so.
      """)

  @Option(name: .shortAndLong, help: ArgumentHelp("How many suggestions at most.", valueName: "count"))
  var number = 8

  @OptionGroup var context: ContextOptions

  @Option(
    help: ArgumentHelp("Leave out what is less likely, 0 to 1.", valueName: "share"),
    transform: Arguments.share)
  var minProbability = 0.0

  @Flag(help: "Say why: what each kind of evidence adds to the score, in nats, and the facts behind it.")
  var why = false

  @Option(
    help: ArgumentHelp("Answer from a log file instead of the store; - is standard input.", valueName: "file")
  )
  var log: String?

  @OptionGroup var store: StoreOptions
  @OptionGroup var model: ModelOptions

  @Option(
    help: ArgumentHelp("Whose donations. Default: me, or with --log the only user in it.", valueName: "name"),
    transform: Arguments.user)
  var user: UserIdentifier?

  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard number > 0 else { throw ValidationError("-n has to be at least 1.") }
    if log != nil, store.store != nil { throw ValidationError("Give --log or --store, not both.") }
  }

  func run() async throws {
    let context = try context.context(now: try WallClock.now())
    let model = try model.open().suggestionModel()
    let (log, user) = try await source()
    let request = SuggestionRequest(
      for: user, in: context, limit: number, minimumProbability: minProbability, explains: why)
    let list = try await SuggestionEngine(log: log, model: model, language: PhraseOptions.language)
      .suggestions(request)
    if output.json {
      try Console.print(JSONText.line(SuggestionReport(list, to: request)))
    } else if !list.suggestions.isEmpty {
      try Console.print(SuggestionText(list).text)
    }
    if list.suggestions.isEmpty { throw try await emptiness(of: list, asked: request, log: log) }
  }

  /// What to ask, and about whom.
  private func source() async throws -> (any DonationLog, UserIdentifier) {
    guard let path = log else {
      let kept: any DonationLog
      // Without a store the answer is that of an empty one, and none is made by asking.
      if let store = try store.openExisting() { kept = store } else { kept = InMemoryDonationLog() }
      return (kept, user ?? .me)
    }
    let log = try await LogFile(path: path).load(quiet: output.quiet)
    if let user { return (log, user) }
    let users = await log.users().map(\.user)
    if users.count == 1 { return (log, users[0]) }
    guard users.contains(.me) else {
      throw Failure("\(path): \(users.count) users are in it; name one with --user", .usage)
    }
    return (log, .me)
  }

  /// Why there is nothing to suggest.
  private func emptiness(
    of list: SuggestionList, asked request: SuggestionRequest, log: any DonationLog
  ) async throws -> Failure {
    if list.donations > 0 {
      let share = Formatting.fixed(minProbability * 100, 0)
      return Failure(
        minProbability > 0
          ? "nothing is likelier than \(share) %"
          : "nothing may be suggested: all of it is expired or was forbidden",
        .nothingFound)
    }
    let users = try await log.users().map(\.user)
    if users.contains(request.user) { return Failure("no donations before that moment", .nothingFound) }
    guard users.isEmpty else {
      return Failure(
        "no donations of that user yet, so there is nothing to go by; \(Formatting.count(users.count, "other")) "
          + "\(users.count == 1 ? "has" : "have") some, named by `hunch stats`", .nothingFound)
    }
    let missing = try self.log == nil && !store.exists() ? ": there is no store at \(try store.path())" : ""
    return Failure(
      "no donations yet, so there is nothing to go by\(missing); suggestions begin when a program donates what you do, "
        + "or with `hunch donate` and `hunch import`", .nothingFound)
  }
}
