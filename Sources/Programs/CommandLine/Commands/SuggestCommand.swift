internal import Activities
internal import Answers
internal import ArgumentParser
internal import Hunch
internal import Suggestions

/// `hunch suggest`.
struct SuggestCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "suggest",
    abstract: "Suggest what you will probably do next.",
    discussion: """
      Ranks your own activities for a moment and a place. Probabilities are calibrated, and leave room for something you \
      never did before.

        hunch suggest
        hunch suggest -n 3 --near 52.52,13.405 --context wifi=office --why
        hunch suggest --log datasets/demo.jsonl --at 2026-04-30T08:10:00+02:00
        hunch suggest --within 2h
        hunch suggest --surface interrupt || true   # one that is worth an interruption, or silence

      A probability is that of what you do now, given that you do something; with --within, or where --surface is list or \
      interrupt, that you do it within so long, in which you may do several things or none.

      Where two of your activities have the same title, what tells them apart follows after a middle dot, like \
      `Open the inbox · private`.

      A file that is missing from its folder is left out.

      A moment before the newest donation is answered as of that moment. Of a moment ahead it is not known what you do from now until \
      then, so it is your habits at that time that count. On a terminal it prints a list of what is likely; else lines of \
      rank, probability, title and type with tabs between them, with --phrases the phrase before the type, and below each with --why an empty field, \
      "why", and at most three facts, which your donations confirm; with --details also lines of an empty field, group, \
      amount and fact. It leaves with code 1 if there is nothing to suggest: before your first donation \
      there is nothing to go by, and it says so. What a program says may matter now (`hunch hint`) is ranked among it, and says whose \
      word it is, in a further field, if you never did it; what you pinned says pinned there. With a horizon a last field says it, like "within 1 h". Where nothing can be predicted, and with --catalogue, it lists what programs \
      say one can do: without rank or probability, a hyphen in place of each.
      """)
  static let sample = ["--user", "ZQuser", "--why", "--json"]

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp("The most suggestions to print.", valueName: "count"),
    completion: .nothing)
  var number = 8

  @OptionGroup var context: ContextOptions
  @OptionGroup var observation: ObservationOptions
  @OptionGroup var calendars: CalendarOptions

  @Option(
    help: ArgumentHelp("Leave out what is less likely than this, 0 to 1.", valueName: "share"),
    completion: .nothing,
    transform: Arguments.share)
  var minProbability: Double?

  @Flag(help: "Print what is unlikely, too: on a terminal, what is below 3 % is left out.")
  var all = false

  @OptionGroup var surface: SurfaceOptions
  @OptionGroup var horizon: HorizonOptions

  @Flag(help: "List what programs say one can do and you never did, below what is predicted.")
  var catalogue = false

  @Flag(
    help:
      "Print the phrase of each as well: the words that `hunch phrase match`, and so an assistant, takes for it."
  )
  var phrases = false

  @Flag(help: "Say why, in one sentence of at most three facts.")
  var why = false

  @Flag(
    help:
      "Say why, and what each kind of evidence adds to the score, in nats: 0.7 more is about twice the odds.")
  var details = false

  @OptionGroup var source: SourceOptions
  @OptionGroup var model: ModelOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard number > 0 else { throw ValidationError("-n has to be at least 1.") }
    if all, minProbability != nil {
      throw ValidationError("Give either --all or --min-probability: each says what is left out.")
    }
    if catalogue, surface.surface == .interrupt {
      throw ValidationError("Nothing of a catalogue interrupts; leave --catalogue or the surface out.")
    }
  }

  func run() async throws {
    let now = try WallClock.now()
    let asked = try context.context(now: now)
    let model = try model.open().suggestionModel()
    let (log, user) = try await source.open(quiet: output.quiet)
    if source.log == nil { try await MissingFiles.restoreFound(in: log, of: user, at: now) }
    let context = try calendars.completed(
      await context.located(asked, for: user, in: log), zone: context.time.zone)
    let looksForFiles = source.log == nil && surface.surface != .interrupt
    var request = SuggestionRequest(
      for: user, in: context,
      limit: looksForFiles ? max(number, min(number, 4_096) + MissingFiles.spare) : number,
      minimumProbability: minProbability ?? 0,
      explains: why || details,
      surface: surface.surface, policy: surface.policy)
    horizon.apply(to: &request)
    try await observation.apply(to: &request, now: now, in: self.context.time, of: log)
    let bar = ProgressBar("learning", quiet: output.quiet)
    let engine = SuggestionEngine(log: log, model: model, language: PhraseOptions.language) {
      bar.show($0.donations, of: $0.total)
    }
    var list = try await engine.suggestions(request)
    bar.finish()
    if source.log == nil { list = list.leavingOut(limit: number) { MissingFiles.isMissing($0.activity) } }
    let offersCatalogue = surface.surface != .interrupt && (catalogue || list.candidates == 0)
    let entries =
      offersCatalogue
      ? try await engine.appCatalog(for: user, at: context.instant, observedUntil: request.observedUntil) : []
    if output.json {
      try Console.print(JSONText.line(SuggestionReport(list, to: request, catalogue: entries)))
    } else {
      let parts = [
        SuggestionText(
          list, details: details, phrases: phrases, isWhole: all || minProbability != nil
        ).text,
        AppCatalogText(entries, phrases: phrases).text,
      ].filter { !$0.isEmpty }
      let heading = self.context.heading(context) + observation.heading(request)
      if !parts.isEmpty { try Console.print((heading + parts).joined(separator: "\n")) }
    }
    if list.suggestions.isEmpty, entries.isEmpty {
      throw try await emptiness(of: list, asked: request, log: log)
    }
  }

  /// Returns the reason why there is nothing to suggest.
  private func emptiness(
    of list: SuggestionList, asked request: SuggestionRequest, log: any DonationStore
  ) async throws -> Failure {
    if let reason = list.abstentionReason {
      return Failure("nothing is suggested; the likeliest activity: \(reason.words)", .nothingFound)
    }
    if list.donations > 0 { return Failure("nothing may be suggested", .nothingFound) }
    let users = try await log.users().map(\.user)
    if users.contains(request.user) { return Failure("no donations before that moment", .nothingFound) }
    guard users.isEmpty else {
      return Failure(
        "no donations of that user yet, so there is nothing to go by; \(Formatting.count(users.count, "other")) "
          + "\(users.count == 1 ? "has" : "have") some, listed by `hunch users`", .nothingFound)
    }
    let missing =
      try source.log == nil && !source.store.exists()
      ? ": there is no store at \(try source.store.path())" : ""
    return Failure(
      "no donations yet, so there is nothing to go by\(missing); suggestions begin when a program donates what you do, "
        + "or with `hunch donate` and `hunch import`", .nothingFound)
  }
}
