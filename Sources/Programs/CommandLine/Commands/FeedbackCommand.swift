internal import Activities
internal import Answers
internal import ArgumentParser
internal import Foundation
internal import Hunch
internal import Phrases
internal import ProgramSupport
internal import Suggestions

/// `hunch feedback`.
struct FeedbackCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "feedback",
    abstract: "Record or undo feedback on suggestions.",
    discussion: """
      Verdicts: shown, accepted, ignored, dismissed (less like this), not-now (not for four hours), never, pinned \
      (always first) and undone (takes back the last verdict). Feedback changes the next answer; `hunch why` shows by how much.

        hunch suggest --json --surface list >answer.json
        hunch feedback shown --from answer.json
        hunch feedback accepted --from answer.json --chosen 1
        hunch feedback never "Open budget-2026.ods" --scope type
        hunch feedback never --program org.example.player
        hunch feedback undone --program org.example.player
        hunch feedback                       list what still applies, newest first

      To hide a site, a folder or words from suggestions, use `hunch rules add --hide`.

      Name an activity by its phrase or title, by words or beginnings of words that no other has, by its row in the last list \
      in this terminal (in a script: the list that `hunch` would print now), or by the identity that `hunch suggest --json` prints. Without a verdict the command lists what still \
      applies, and exits with 1 if nothing does.
      """)
  static let sample = ["--user", "ZQuser", "never", "ZQphrase 1"]

  @Argument(
    help: "Record this verdict.",
    completion: .words(of: Feedback.Verdict.self),
    transform: Arguments.verdict)
  var verdict: Feedback.Verdict?

  @Argument(
    help:
      "Name the activities that were shown, in order: phrases, titles, parts of them, identities or rows.",
    completion: .activities)
  var activities: [String] = []

  @Option(
    help: ArgumentHelp(
      "Read the shown suggestions from this output of `hunch suggest --json`; - is standard input.",
      valueName: "file"),
    completion: .file())
  var from: String?

  @Option(
    help: ArgumentHelp(
      "Apply the verdict to the suggestion of this rank, counted from 1.", valueName: "rank"),
    completion: .nothing)
  var chosen: Int?

  @Option(
    help: "Apply the verdict to the activity, its type or its program. Default: activity.",
    completion: .words(of: Feedback.Scope.self),
    transform: Arguments.scope)
  var scope: Feedback.Scope?

  @Option(
    help: ArgumentHelp("Apply the verdict to everything of this type, shown or not.", valueName: "type"),
    completion: .activityTypes)
  var type: String?

  @Option(
    help: ArgumentHelp("Apply the verdict to everything of this program, shown or not.", valueName: "name"),
    completion: .programs)
  var program: String?

  @Option(
    help: ArgumentHelp("Set the name of the shown list. Default: that of --from.", valueName: "name"),
    completion: .nothing)
  var suggestion: String?

  @Option(
    help: "Set the surface it was shown on. Default: that of --from.",
    completion: .surfaces,
    transform: Arguments.surface)
  var surface: Surface?

  @Option(
    help: ArgumentHelp("Set the moment, like 8:00 or \"yesterday 18:30\". Default: now.", valueName: "time"),
    completion: .moments,
    transform: Arguments.moment)
  var at: MomentArgument?

  @OptionGroup var time: TimeOptions

  @OptionGroup var store: StoreOptions
  @OptionGroup var user: UserOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    let named = [!activities.isEmpty, from != nil, type != nil, program != nil].count { $0 }
    guard named <= 1 else {
      throw ValidationError("Give only one of activities, --from, --type and --program.")
    }
    if verdict == nil, named > 0 {
      throw ValidationError("Missing verdict: give one, like dismissed or never.")
    }
    if verdict != nil, named == 0, verdict != .undone {
      throw ValidationError("Missing target: give activities, --from, --type or --program.")
    }
    if program?.isEmpty == true { throw ValidationError("--program is empty; name a program.") }
    if verdict != .undone, (type ?? program)?.contains("*") == true {
      throw ValidationError("--type and --program take whole names here; * is not a wildcard in them.")
    }
    if type != nil || program != nil, scope != nil {
      throw ValidationError("--scope is for activities; leave it out with --type and --program.")
    }
  }

  func run() async throws {
    let now = try WallClock.now()
    let instant = try at.map { try time.instant($0, now: now) } ?? time.now(now)
    let log = try store.openExisting()
    let user = try await user.user(in: log, quiet: output.quiet)
    guard let verdict else { return try await list(of: user, at: instant) }
    let engine = try log.map { try SuggestionEngine.open(log: $0) }
    var request = FeedbackRequest(verdict, on: try await target(shownTo: user, by: engine, in: log))
    (request.instant, request.rank, request.scope) = (instant, chosen, scope)
    (request.suggestion, request.surface) = (suggestion, surface)
    let feedback = try await request.feedback(by: user, from: engine, in: log, at: now)
    let receipt = try await store.open().ingest([feedback])
    if output.json { try Console.print(JSONText.line(FeedbackReport(receipt))) }
    if receipt.filtered > 0 {
      output.note("not recorded: a privacy rule or a pause forbids it (`hunch rules list`)")
    } else if receipt.added == 0 {
      output.note("already recorded; nothing was added")
    } else {
      try await confirm(feedback)
    }
  }

  /// Returns what the arguments name.
  ///
  /// - Throws: A ``Failure`` if an activity cannot be found.
  private func target(
    shownTo user: UserIdentifier, by engine: SuggestionEngine?, in log: (any DonationStore)?
  ) async throws -> FeedbackRequest.Target {
    if let type { return .type(type) }
    if let program { return .program(program) }
    if let from { return .shown(try ShownAnswer(file: from)) }
    if activities.isEmpty { return .last }
    guard let engine, let log else { throw FeedbackRequestError.nothingDonated }
    var shown: [ShownAnswer.Entry] = []
    for name in activities {
      shown.append(.init(try await ActivityReference(text: name).identity(by: engine, of: user, in: log)))
    }
    return .shown(ShownAnswer(shown))
  }

  /// Prints on a terminal what the feedback was about, and how to undo it.
  private func confirm(_ feedback: Feedback) async throws {
    guard Terminal.standardError.isInteractive, let log = try store.openExisting() else { return }
    let titles = try await titles(of: [feedback], to: feedback.user, by: try SuggestionEngine.open(log: log))
    let about = StandingFeedback(feedback, titles: titles).about
    let words = about.isEmpty ? feedback.verdict.rawValue : "\(feedback.verdict.rawValue): \(about)"
    let isLasting = [.dismissed, .notNow, .never, .pinned].contains(feedback.verdict)
    output.confirm(isLasting ? "\(words); undo it with `hunch feedback undone`" : words)
    if feedback.scope == .program, let program = feedback.target?.defaultProgram,
      let remark = try await log.remark(onMissing: program, of: feedback.user)
    {
      output.confirm(remark)
    }
  }

  private func titles(
    of feedback: [Feedback], to user: UserIdentifier, by engine: SuggestionEngine
  ) async throws -> [ActivityIdentity: String] {
    let book = try await engine.phrases(of: user)
    let known = try await engine.activities(feedback.compactMap { $0.target?.identity }, of: user)
    var titles: [ActivityIdentity: String] = [:]
    for (identity, activity) in known {
      titles[identity] = book.displayTitle(for: activity, identity).description
    }
    return titles
  }

  private func list(of user: UserIdentifier, at instant: Instant) async throws {
    guard let log = try store.openExisting() else {
      throw Failure("no feedback yet", .nothingFound)
    }
    let engine = try SuggestionEngine.open(log: log)
    let standing = try await engine.standingFeedback(of: user, at: instant)
    guard !standing.isEmpty else { throw Failure("no feedback is in force", .nothingFound) }
    let titles = try await titles(of: standing, to: user, by: engine)
    let rows = standing.map { StandingFeedback($0, titles: titles) }
    guard output.json || !Terminal.standardOutput.isInteractive else {
      return try Console.print(StandingFeedback.table(rows))
    }
    for row in rows { try Console.print(try row.text(json: output.json)) }
  }
}

/// One verdict that still applies, as it is printed.
private struct StandingFeedback: Encodable {
  let time: String
  let verdict: String
  let scope: String
  let about: String
  let identity: String?

  init(_ feedback: Feedback, titles: [ActivityIdentity: String]) {
    time = feedback.instant.rfc3339
    verdict = feedback.verdict.rawValue
    scope = feedback.scope.rawValue
    let target = feedback.target
    identity = feedback.scope == .activity ? target?.identity.description : nil
    about =
      switch feedback.scope {
      case .activity: target.flatMap { titles[$0.identity] ?? $0.activityType } ?? ""
      case .type: target?.activityType ?? ""
      case .program: target?.defaultProgram ?? ""
      }
  }

  /// Returns a table for people: the moment as the user's clock showed it, the verdict, its target.
  static func table(_ rows: [StandingFeedback]) -> String {
    var table = Table(header: ["time", "verdict", "about"], words: [0, 1, 2], dispensable: [0])
    table.rows = rows.map { row in
      let about = row.scope == "activity" ? row.about : "\(row.about) (\(row.scope))"
      return [
        InstantText.short(row.time), row.verdict, Formatting.shortened(Formatting.plain(about), to: 56),
      ]
    }
    return table.text()
  }

  func text(json: Bool) throws -> String {
    if json { return try JSONText.line(self) }
    return [time, verdict, scope, about, identity ?? ""].map(Formatting.plain).joined(separator: "\t")
  }
}
