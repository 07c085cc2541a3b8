internal import Activities
internal import Answers
internal import ArgumentParser
internal import Hunch
internal import Phrases
internal import ProgramSupport
internal import Suggestions

/// `hunch why`.
struct WhyCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Explain why an activity is suggested, or why not.",
    discussion: """
      Prints, for one of your activities, the evidence for it in one sentence of at most three facts; the gates it must pass to \
      be suggested, with the first that stopped it; and the times, places and preceding activities for which it would come first. \
      These are computed by asking again, so an activity that a rule forbids has none. --details adds the amount that each kind of evidence adds to its score. \
      Name the activity by its phrase or title, by a part of them, or by the identity that `hunch suggest --json` prints. If several \
      fit and one is clearly the best, it is explained and the others are listed after it; otherwise all are listed, best first, as \
      in `hunch phrase match`, for you to choose.

        hunch why "Open budget-2026.ods"
        hunch why budget
        hunch why 0c4f7be0a1d95ab0a1d95ab00c4f7be0 --surface interrupt --at 2026-04-30T08:10:00+02:00

      The numbers are those of `hunch suggest` with the same options. `hunch` by itself asks what you do within the hour \
      (--surface list); without --surface and --within, a terminal also shows its answer for the activity. With any horizon, the \
      evidence adds up to the score of doing the activity now, given that you do something.

      Exits with 1 if the activity had never been done by then, and with 64 if no activity has that name, or you have to choose.
      """)
  static let sample = ["--user", "ZQuser", "ZQphrase 1"]

  @Argument(
    help: "Explain this activity: a phrase, title, part of one, identity, or row of the list.",
    completion: .activities)
  var activity: String

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp("Ask for at most COUNT suggestions.", valueName: "count"),
    completion: .nothing)
  var number = 8

  @Flag(
    help:
      "Print the amount that each kind of evidence adds to the score, in nats: 0.7 more is about twice the odds."
  )
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
    guard number > 0 else { throw ValidationError("-n must be at least 1.") }
  }

  func run() async throws {
    let now = try WallClock.now()
    var question = try SuggestionQuestion(context, observation, surface, horizon, now: now)
    question.limit = number
    let model = try model.open().suggestionModel()
    let (log, user) = try await source.open(quiet: output.quiet)
    question.user = user
    question.location = try await context.place(for: user, in: log).map(AskedPlace.position)
    try calendars.read(into: &question, now: now)
    let request = try await question.request(in: log, at: now)
    let bar = ProgressBar("learning", quiet: output.quiet)
    let engine = SuggestionEngine(log: log, model: model, language: PhraseOptions.language) {
      bar.show($0.donations, of: $0.total)
    }
    let isOfThisQuestion = surface.surface != nil || horizon.within != nil || context.at != nil
    let meaning = try await ActivityReference(text: activity, request: isOfThisQuestion ? request : nil)
      .meaning(by: engine, of: user, in: log)
    let (identity, others) = try chosen(of: meaning)
    let found = try await engine.diagnosis(of: identity, request)
    bar.finish()
    guard let diagnosis = found else {
      throw Failure(
        "the activity was never done by then; \(SuggestionGate.known.id) is the first gate",
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
      (context.heading(request.context) + observation.heading(request) + [text.text]).joined(separator: "\n"))
  }

  /// Returns the rank and probability of an activity in the list that `hunch` by itself prints,
  /// which answers another question.
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

  /// The maximum number of rows of a list in which an activity is looked for.
  private static let mostListed = 100

  /// Returns the identity of the activity to explain, and other activities that fit.
  ///
  /// - Throws: A ``Failure`` if no activity fits, or the user has to choose; it has printed the
  ///   candidates then.
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
        throw Failure("several activities fit; name one by its title, or more of it", .usage)
      }
      throw Failure(
        match.nearest.isEmpty
          ? "no activity by that name; `hunch phrase list` lists all of them"
          : "no activity by that name; did you mean one of these?", .usage)
    }
  }
}
