internal import Activities
internal import Answers
internal import ArgumentParser
internal import ProgramSupport
internal import SQLiteStorage

/// `hunch pause`.
struct PauseCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause",
    abstract: "Pause recording.",
    discussion: """
      Until the pause ends, donations of all programs are dropped, including those that arrive later but happened during the \
      pause. Only their number is recorded. `hunch resume` ends the pause.

      A pause cannot be shortened: if a longer one is in force, end it first.

        hunch pause 2h
        hunch pause --until "tomorrow 8:00"
        hunch pause --program org.example.browser
      """)
  static let sample = ["2h", "--program", "zq.program"]

  @Argument(
    help: ArgumentHelp(
      "Pause for this long: 90s, 30m, 8h, 2d. Default: until hunch resume.", valueName: "span"),
    completion: .spans,
    transform: Arguments.span)
  var duration: Double?

  @Option(
    help: ArgumentHelp(
      "Pause until this moment, like 18:00 or \"tomorrow 8:00\". Default: until hunch resume.",
      valueName: "time"),
    completion: .moments,
    transform: Arguments.moment)
  var until: MomentArgument?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("Pause for this long; the same as the argument.", valueName: "span"),
    completion: .spans,
    transform: Arguments.span)
  var span: Double?

  @OptionGroup var time: TimeOptions

  @OptionGroup var scope: PauseScope
  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard [until != nil, span != nil, duration != nil].count(where: \.self) <= 1 else {
      throw ValidationError("Give the length of the pause once: 2h, --for 2h or --until.")
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

  /// Returns the rule that drops donations of the pause.
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
      New donations are kept again. Donations from the time of the pause are still dropped, even if they arrive later.

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
    if !output.json {
      output.note("resumed; \(Formatting.count(count, "donation")) dropped during the pause")
    }
  }
}

/// The options that limit a pause to a program or a user.
struct PauseScope: ParsableArguments {
  @Option(
    help: ArgumentHelp("Limit it to donations of this program.", valueName: "name"), completion: .programs)
  var program: String?

  @Option(
    help: ArgumentHelp("Limit it to this user's donations. Default: all users.", valueName: "name"),
    completion: .users,
    transform: Arguments.user)
  var user: UserIdentifier?

  func validate() throws {
    // No program without a name donates, so such a pause would drop nothing.
    if program?.isEmpty == true {
      throw ValidationError("--program is empty; a script's variable may be unset.")
    }
    try ProgramName.check(program)
  }
}
