internal import Activities
internal import Answering
internal import Answers
internal import ArgumentParser
internal import Hunch
internal import ProgramSupport
internal import Suggestions

/// `hunch suggest`.
struct SuggestCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "suggest",
    abstract: "Suggest what you will probably do next.",
    discussion: """
      Ranks your own activities for a moment and a place. Probabilities are calibrated, and leave room for something new.

        hunch suggest
        hunch suggest -n 3 --near 52.52,13.405 --context wifi=office --why
        hunch suggest --log datasets/demo.jsonl --at 2026-04-30T08:10:00+02:00
        hunch suggest --within 2h
        hunch suggest --surface interrupt || true   # one suggestion worth an interruption, or none

      By default a probability is that of doing the activity now, given that you do something. With --within, or if --surface is \
      list or interrupt, it is the probability that you do it within the horizon, in which you may do several things or none.

      If two of your activities have the same title, a middle dot and distinguishing words follow it, as in \
      `Open the inbox · private`.

      Files that are missing from their folders are not suggested.

      On a terminal the rows have numbers: `hunch open 2` opens the second row of the last list.

      A past moment is answered with what was known at that moment. For a future one it is not known what you do until then, so \
      your habits at that time count. On a terminal it prints a list of likely activities, else tab-separated lines: rank, \
      probability, title and type, with --phrases the phrase before the type. With --why, a line below each has an empty field, \
      "why", and at most three facts, which your donations confirm; with --details, more lines have an empty field, group, \
      amount and fact. Hints of programs (`hunch hint`) are ranked among your activities; a further field names the program if you never did \
      the activity, and says pinned if you pinned it. With a horizon a last field has it, like "within 1 h". If nothing can be predicted, or with --catalogue, it lists \
      the app catalogs of programs, with a hyphen in place of rank and probability. It exits with 1 if there is nothing to suggest.
      """)
  static let sample = ["--user", "ZQuser", "--why", "--json"]

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp("Print at most COUNT suggestions.", valueName: "count"),
    completion: .nothing)
  var number = 8

  @OptionGroup var context: ContextOptions
  @OptionGroup var observation: ObservationOptions
  @OptionGroup var calendars: CalendarOptions

  @Option(
    help: ArgumentHelp("Leave out suggestions less likely than this, 0 to 1.", valueName: "share"),
    completion: .nothing,
    transform: Arguments.share)
  var minProbability: Double?

  @Flag(help: "Also print suggestions below 3 %, which a terminal does not show by default.")
  var all = false

  @OptionGroup var surface: SurfaceOptions
  @OptionGroup var horizon: HorizonOptions

  @Flag(help: "Also list activities from app catalogs that you never did, below the predictions.")
  var catalogue = false

  @Flag(
    help:
      "Also print the phrase of each, which `hunch phrase match`, and so an assistant, recognises."
  )
  var phrases = false

  @Flag(help: "Print the reason, in one sentence of at most three facts.")
  var why = false

  @Flag(
    help:
      "Print the reason, and the amount that each kind of evidence adds to the score, in nats: 0.7 more is about twice the odds."
  )
  var details = false

  @OptionGroup var source: SourceOptions
  @OptionGroup var model: ModelOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard number > 0 else { throw ValidationError("-n must be at least 1.") }
    if all, minProbability != nil {
      throw ValidationError("Give --all or --min-probability, not both.")
    }
    if catalogue, surface.surface == .interrupt {
      throw ValidationError(
        "Give --catalogue or --surface interrupt, not both: app catalogs never interrupt.")
    }
  }

  func run() async throws {
    let now = try WallClock.now()
    var question = try SuggestionQuestion(context, observation, surface, horizon, now: now)
    (question.limit, question.minimumProbability) = (number, minProbability ?? 0)
    (question.explains, question.catalogue) = (why || details, catalogue)
    let model = try model.open().suggestionModel()
    let (log, user) = try await source.open(quiet: output.quiet)
    question.user = user
    question.location = try await context.place(for: user, in: log).map(AskedPlace.position)
    try calendars.read(into: &question, now: now)
    let bar = ProgressBar("learning", quiet: output.quiet)
    let engine = SuggestionEngine(log: log, model: model, language: PhraseOptions.language) {
      bar.show($0.donations, of: $0.total)
    }
    let answer = try await SuggestionAnswer(
      to: question, by: engine, in: log, at: now, checksFiles: source.log == nil)
    bar.finish()
    let (list, entries) = (answer.list, answer.entries)
    if output.json {
      try Console.print(JSONText.line(answer.report))
    } else {
      let text = SuggestionText(
        list, details: details, phrases: phrases, isWhole: all || minProbability != nil)
      let parts = [text.text, AppCatalogText(entries, phrases: phrases).text].filter { !$0.isEmpty }
      let heading =
        context.heading(answer.request.context) + observation.heading(answer.request)
      if !parts.isEmpty { try Console.print((heading + parts).joined(separator: "\n")) }
      if RememberedList.isMeant { remember(text, for: user, at: now) }
    }
    if list.suggestions.isEmpty, entries.isEmpty {
      throw try await emptiness(of: list, asked: answer.request, log: log)
    }
  }

  /// Remembers the rows that a user sees, perhaps through a pager, for commands that name one by
  /// its number.
  ///
  /// The rows of a log are not activities of the store, so then there is no list.
  private func remember(_ text: SuggestionText, for user: UserIdentifier, at now: Instant) {
    guard source.log == nil else { return RememberedList.drop() }
    RememberedList.remember(text.shown.map(\.identity), for: user, at: now)
  }

  /// Returns a failure with the reason why there is nothing to suggest.
  private func emptiness(
    of list: SuggestionList, asked request: SuggestionRequest, log: any DonationStore
  ) async throws -> Failure {
    if let reason = list.abstentionReason {
      return Failure("nothing is suggested; the most likely activity: \(reason.words)", .nothingFound)
    }
    if list.donations > 0 { return Failure("nothing may be suggested", .nothingFound) }
    let users = try await log.users().map(\.user)
    if users.contains(request.user) { return Failure("no donations before that moment", .nothingFound) }
    guard users.isEmpty else {
      return Failure(
        "no donations of that user yet; \(Formatting.count(users.count, "other")) "
          + "\(users.count == 1 ? "has" : "have") some, listed by `hunch users`", .nothingFound)
    }
    let missing =
      try source.log == nil && !source.store.exists()
      ? ": no store at \(try source.store.path())" : ""
    return Failure(
      "no donations yet\(missing); begin with `hunch import auto`, `hunch donate`, or a program that donates",
      .nothingFound)
  }
}
