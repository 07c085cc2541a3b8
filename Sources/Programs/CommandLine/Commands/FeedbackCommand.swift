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
    guard instant.seconds(since: now) <= Donation.toleratedClockLead else {
      throw Failure("--at is more than a day in the future; give the moment of the verdict", .usage)
    }
    let user = try await user.user(in: store.openExisting(), quiet: output.quiet)
    guard let verdict else { return try await list(of: user, at: instant) }
    let showing =
      try await verdict == .undone && isUnnamed ? last(of: user, at: instant) : showing(to: user)
    let feedback = try record(of: verdict, about: showing, by: user, at: instant)
    if verdict == .undone { try await checkThatSomethingStands(for: feedback) }
    let receipt = try await store.open().ingest([feedback])
    if output.json { try Console.print(JSONText.line(["added": receipt.added])) }
    if receipt.filtered > 0 {
      output.note("not recorded: a privacy rule or a pause forbids it (`hunch rules list`)")
    } else if receipt.added == 0 {
      output.note("already recorded; nothing was added")
    } else {
      try await confirm(feedback)
    }
  }

  /// A Boolean value that indicates whether no argument names a target.
  private var isUnnamed: Bool {
    activities.isEmpty && from == nil && type == nil && program == nil && suggestion == nil
  }

  /// Returns the target of the newest feedback that still applies.
  ///
  /// - Throws: A ``Failure`` with code 1 if none applies.
  private func last(of user: UserIdentifier, at instant: Instant) async throws -> Showing {
    let standing = try await store.openExisting().map { try SuggestionEngine.open(log: $0) }?
      .standingFeedback(of: user, at: instant)
    guard let last = standing?.first, let target = last.target else {
      throw Failure("no feedback to undo", .nothingFound)
    }
    return Showing(impressions: [target], scope: last.scope)
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

  /// - Throws: A ``Failure`` with code 1 if there is nothing to undo.
  private func checkThatSomethingStands(for undoing: Feedback) async throws {
    let log = try store.openExisting()
    let isThere =
      if let name = undoing.suggestion {
        try await log?.feedback(of: undoing.user).contains { $0.suggestion == name } ?? false
      } else {
        try await log.map { try SuggestionEngine.open(log: $0) }?
          .standingFeedback(of: undoing.user, at: undoing.instant).contains {
            $0.isAboutTheSame(as: undoing)
          } ?? false
      }
    guard isThere else {
      throw Failure("nothing to undo; `hunch feedback` lists what still applies", .nothingFound)
    }
  }

  private func record(
    of verdict: Feedback.Verdict, about showing: Showing, by user: UserIdentifier, at instant: Instant
  ) throws -> Feedback {
    // The smallest Int wraps to the largest, which is out of range like any other.
    let index = chosen.map { $0 &- 1 }
    if let chosen, let index, !showing.impressions.indices.contains(index) {
      throw Failure(
        "--chosen is \(chosen), but \(showing.impressions.count) were shown; ranks start at 1", .usage)
    }
    let isAboutOne = verdict != .shown && verdict != .ignored && showing.impressions.count > 1
    if isAboutOne, index == nil {
      throw Failure("several were shown; choose one with --chosen", .usage)
    }
    return try Feedback(
      by: user, at: instant, suggestion: suggestion ?? showing.name, shown: showing.impressions,
      chosen: index, verdict: verdict, scope: showing.scope ?? scope ?? .activity,
      surface: surface ?? showing.surface, horizon: showing.horizon)
  }

  /// The impressions that were shown, with their circumstances.
  private struct Showing {
    var impressions: [Feedback.Impression] = []
    var name: String?
    var surface: Surface?
    var horizon: Double?
    var scope: Feedback.Scope?
  }

  private func showing(to user: UserIdentifier) async throws -> Showing {
    if let type {
      return Showing(impressions: [try .init(activityType: type, userInfo: [:])], scope: .type)
    }
    if let program {
      return Showing(impressions: [try .init(activityType: program + ".*", userInfo: [:])], scope: .program)
    }
    if from == nil, activities.isEmpty { return Showing() }
    guard let from else {
      return Showing(
        impressions: try await impressions(to: user) { engine, log in
          var shown: [(ActivityIdentity, Double?)] = []
          for name in activities {
            shown.append(
              (try await ActivityReference(text: name).identity(by: engine, of: user, in: log), nil))
          }
          return shown
        })
    }
    let answer = try ShownAnswer(file: from)
    return Showing(
      impressions: try await impressions(to: user) { _, _ in answer.suggestions },
      name: answer.suggestion, surface: answer.surface, horizon: answer.horizon)
  }

  /// Returns the impressions of the shown activities, with their data from the log.
  ///
  /// - Parameter shown: The identities of the shown activities, and their probabilities as shown.
  private func impressions(
    to user: UserIdentifier,
    of shown: (SuggestionEngine, any DonationStore) async throws -> [(
      identity: ActivityIdentity, probability: Double?
    )]
  ) async throws -> [Feedback.Impression] {
    guard let log = try store.openExisting() else {
      throw Failure("no donations yet, so there is nothing to give feedback on", .nothingFound)
    }
    let engine = try SuggestionEngine.open(log: log)
    let shown = try await shown(engine, log)
    let known = try await engine.activities(shown.map(\.identity), of: user)
    return try shown.map { one in
      guard let activity = known[one.identity] else {
        throw Failure("that user has no activity \(one.identity)", .badData)
      }
      return try Feedback.Impression(
        activityType: activity.activityType, userInfo: activity.restorationPayload,
        requiredUserInfoKeys: activity.requiredUserInfoKeys, probability: one.probability)
    }
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

extension Feedback {
  /// Returns whether undoing one undoes the other: they have the same scope, and the same activity,
  /// type or program.
  fileprivate func isAboutTheSame(as other: Feedback) -> Bool {
    guard scope == other.scope, let target, let theirs = other.target else { return false }
    return switch scope {
    case .activity: target.identity == theirs.identity
    case .type: target.activityType == theirs.activityType
    case .program: target.defaultProgram == theirs.defaultProgram
    }
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
