internal import Activities
internal import Answers
internal import ArgumentParser
internal import SQLiteStorage

/// `hunch pause`.
struct PauseCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause",
    abstract: "Pause recording.",
    discussion: """
      Until the pause ends nothing is kept, whoever donates it; what happened in it is not kept afterwards either, however \
      late it comes. How many donations it kept out is counted, and nothing else. `hunch resume` ends it.

      A pause that lasts longer already goes on; to shorten it, end it first.

        hunch pause 2h
        hunch pause --until "tomorrow 8:00"
        hunch pause --program org.example.browser
      """)
  static let sample = ["2h", "--program", "zq.program"]

  @Argument(
    help: ArgumentHelp(
      "How long it lasts: 90s, 30m, 8h, 2d. Default: until hunch resume.", valueName: "span"),
    completion: .spans,
    transform: Arguments.span)
  var duration: Double?

  @Option(
    help: ArgumentHelp(
      "When it ends by itself, like 18:00 or \"tomorrow 8:00\". Default: with hunch resume.",
      valueName: "time"),
    completion: .moments,
    transform: Arguments.moment)
  var until: MomentArgument?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("The same as the argument.", valueName: "span"),
    completion: .spans,
    transform: Arguments.span)
  var span: Double?

  @OptionGroup var time: TimeOptions

  @OptionGroup var scope: PauseScope
  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard [until != nil, span != nil, duration != nil].count(where: \.self) <= 1 else {
      throw ValidationError("Say in one way how long it lasts: 2h, --for 2h or --until.")
    }
  }

  func run() async throws {
    let now = try WallClock.now()
    try report(try await begin(try rule(at: now), at: now), at: now)
  }

  private func end(from now: Instant) throws -> Instant? {
    if let until { return try time.instant(until, now: now, bareDay: .beginning) }
    return (duration ?? span).map { now.advanced(bySeconds: $0) }
  }

  /// The rule that keeps out what happens in the pause.
  private func rule(at now: Instant) throws -> PrivacyRule {
    let end = try end(from: now)
    if let end, end.milliseconds <= now.milliseconds {
      throw Failure("the pause would be over already; give a later moment", .usage)
    }
    return try PrivacyRule.pause(from: now, until: end, of: scope.user, program: scope.program)
  }

  private func begin(_ rule: PrivacyRule, at now: Instant) async throws -> PrivacyRule {
    try await store.open().changePrivacyRules { rules in
      if let longer = rules.pause(outlasting: rule, at: now) { return longer }
      _ = rules.endPauses(at: now, exactly: rule)
      return rules.add(rule)
    }
  }

  private func report(_ rule: PrivacyRule, at now: Instant) throws {
    guard !output.json else { return try Console.print(JSONText.line(RuleReport(rule, at: now))) }
    output.note(
      "paused \(rule.criteria.until.map { "until \(InstantText.words(for: $0, now: now))" } ?? "until you run hunch resume")"
    )
  }
}

/// `hunch resume`.
struct ResumeCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Resume recording.",
    discussion: """
      What happens from now on is kept again. What happened in the pause stays out, however late it comes.

        hunch resume
      """)
  static let sample = ["--program", "zq.other"]

  @OptionGroup var scope: PauseScope
  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let now = try WallClock.now()
    let (user, program) = (scope.user, scope.program)
    let ended = try await store.openExisting()?.changePrivacyRules { rules in
      rules.endPauses(at: now, of: user, program: program)
    }
    if output.json { try Console.print(JSONText.line((ended ?? []).map { RuleReport($0, at: now) })) }
    guard let ended, !ended.isEmpty else { throw Failure("nothing is paused", .nothingFound) }
    let count = ended.reduce(0) { $0 + $1.count }
    if !output.json { output.note("resumed; \(Formatting.count(count, "donation")) kept out") }
  }
}

/// The user whose donations a pause is about.
struct PauseScope: ParsableArguments {
  @Option(help: ArgumentHelp("Only what this program donates.", valueName: "name"), completion: .programs)
  var program: String?

  @Option(
    help: ArgumentHelp("Only what this user does. Default: everyone.", valueName: "name"),
    completion: .users,
    transform: Arguments.user)
  var user: UserIdentifier?

  func validate() throws {
    // Nothing is donated by a program without a name: such a pause would keep nothing out.
    if program?.isEmpty == true {
      throw ValidationError("--program is empty; a script's variable may be unset.")
    }
    try ProgramName.check(program)
  }
}
