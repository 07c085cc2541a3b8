internal import Activities
internal import Answers
internal import ArgumentParser
internal import Hunch
internal import Phrases
internal import Suggestions

/// `hunch why`.
struct WhyCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Explain why an activity is suggested, or why not.",
    discussion: """
      For one of your activities: what speaks for it, in one sentence of at most three facts; what it has to pass to be \
      suggested and the first thing that stopped it; and at which time, place or after what it would come first. That was \
      tried, not guessed: what a rule forbids is not promised. With --details also what each kind of evidence adds to its score. The \
      activity is named by its phrase or title, by a part of them, or by the identity that `hunch suggest --json` prints. If several \
      fit, the best is explained if it is clearly ahead, and the others are told after it; else all are listed, the surest first, as \
      `hunch phrase match` lists them, for you to choose.

        hunch why "Open budget-2026.ods"
        hunch why budget
        hunch why 0c4f7be0a1d95ab0a1d95ab00c4f7be0 --surface interrupt --at 2026-04-30T08:10:00+02:00

      It answers the question that `hunch suggest` answers with the same options, so the numbers are the same. `hunch` by itself asks \
      what you do within the hour (--surface list); without --surface and --within, a terminal shows what it says of the activity, too. The score that evidence adds up to is \
      that of what you do now, given that you do something, with any horizon.

      Exits with 1 if the activity had never been done by then, and with 64 if nothing is called so, or you have to choose.
      """)
  static let sample = ["--user", "ZQuser", "ZQphrase 1"]

  @Argument(
    help: "Which activity: a phrase, title, part of one, identity, or row of the list.",
    completion: .activities)
  var activity: String

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp("How many suggestions are asked for.", valueName: "count"),
    completion: .nothing)
  var number = 8

  @Flag(help: "Say what each kind of evidence adds to the score, in nats: 0.7 more is about twice the odds.")
  var details = false

  @OptionGroup var context: ContextOptions
  @OptionGroup var observation: ObservationOptions
  @OptionGroup var calendars: CalendarOptions
  @OptionGroup var surface: SurfaceOptions
  @OptionGroup var horizon: HorizonOptions
  @OptionGroup var source: SourceOptions
  @OptionGroup var model: ModelOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard number > 0 else { throw ValidationError("-n has to be at least 1.") }
  }

  func run() async throws {
    let now = try WallClock.now()
    let asked = try context.context(now: now)
    let model = try model.open().suggestionModel()
    let (log, user) = try await source.open(quiet: output.quiet)
    let context = try calendars.completed(
      await context.located(asked, for: user, in: log), zone: context.time.zone)
    var request = SuggestionRequest(
      for: user, in: context, limit: number, surface: surface.surface, policy: surface.policy)
    horizon.apply(to: &request)
    try await observation.apply(to: &request, now: now, in: self.context.time, of: log)
    let bar = ProgressBar("learning", quiet: output.quiet)
    let engine = SuggestionEngine(log: log, model: model, language: PhraseOptions.language) {
      bar.show($0.donations, of: $0.total)
    }
    let isOfThisQuestion = surface.surface != nil || horizon.within != nil || self.context.at != nil
    let meaning = try await ActivityReference(text: activity, request: isOfThisQuestion ? request : nil)
      .meaning(by: engine, of: user, in: log)
    let (identity, others) = try chosen(of: meaning)
    let found = try await engine.diagnosis(of: identity, request)
    bar.finish()
    guard let diagnosis = found else {
      throw Failure(
        "it was never done by then, so nothing can be said about it; \(SuggestionGate.known.id) is the first gate",
        .nothingFound)
    }
    let places = try await log.places(of: user)
    guard !output.json else {
      return try Console.print(JSONText.line(DiagnosisReport(diagnosis, to: request, places: places)))
    }
    var text = DiagnosisText(diagnosis, details: details, others: others, places: places)
    if Terminal.standardOutput.isInteractive, surface.surface == nil, horizon.within == nil {
      text.list = try await standing(of: diagnosis.identity, request, by: engine)
    }
    try Console.print(
      (self.context.heading(context) + observation.heading(request) + [text.text]).joined(separator: "\n"))
  }

  /// Returns how an activity fares in the list that `hunch` by itself prints: that is another
  /// question, with other numbers.
  private func standing(
    of identity: ActivityIdentity, _ request: SuggestionRequest, by engine: SuggestionEngine
  ) async throws -> DiagnosisText.Standing {
    var request = request
    (request.surface, request.limit) = (.list, Self.mostListed)
    request.horizon = SuggestionRequest(in: request.context, surface: .list).horizon
    let suggestions = try await engine.suggestions(request).suggestions
    let own = suggestions.first { $0.identity == identity }
    return DiagnosisText.Standing(
      horizon: request.horizon, found: own.map { (rank: $0.rank, probability: $0.probability) })
  }

  /// The maximum number of rows of a list that an activity is looked for in.
  private static let mostListed = 100

  /// Returns the identity of what is to be explained, and what fits besides.
  ///
  /// - Throws: A ``Failure`` if nothing is meant, or the user has to choose; what may be meant has
  ///   been printed then.
  private func chosen(
    of meaning: ActivityReference.Meaning
  ) throws -> (ActivityIdentity, others: [PhraseBook.Entry]) {
    switch meaning {
    case .one(let identity, let others): return (identity, others)
    case .none(let match):
      if output.json {
        try Console.print(JSONText.line(PhraseMatchReport(activity, match)))
      } else if !match.candidates.isEmpty || !match.nearest.isEmpty {
        try Console.print(PhraseText.text(of: match))
      }
      guard match.candidates.isEmpty else {
        throw Failure("several activities may be meant; name one by its title, or more of it", .usage)
      }
      throw Failure(
        match.nearest.isEmpty
          ? "no activity by that name; `hunch phrase list` lists all of them"
          : "no activity by that name; did you mean one of these?", .usage)
    }
  }
}
