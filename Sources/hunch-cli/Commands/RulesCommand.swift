internal import Activities
internal import ArgumentParser
internal import DonationStore

/// `hunch rules`.
struct RulesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "Say what is never kept.",
    discussion: """
      Every donation passes the rules on its way into the store. A rule drops it, or takes something from it. How many it \
      met is counted, and nothing of what was in them.

        hunch rules add --drop --program org.example.bank --forget
        hunch rules add --redact --info url --type 'org.example.browser.*'
        hunch rules list
        hunch rules remove 1
      """,
    subcommands: [ListRules.self, AddRule.self, RemoveRule.self], defaultSubcommand: ListRules.self)
}

/// `hunch rules list`.
struct ListRules: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Print the rules, with how many donations each has met.")

  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let now = try WallClock.now()
    let rules = try await store.openExisting()?.doorRules() ?? DoorRules()
    let reports = rules.rules.map { RuleReport($0, at: now) }
    if output.json {
      try Console.print(JSONText.line(reports))
    } else if !reports.isEmpty {
      try Console.print(RuleReport.text(reports))
    }
    guard !reports.isEmpty else { throw Failure("there are no rules; everything is kept", .nothingFound) }
  }
}

/// `hunch rules add`.
struct AddRule: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a rule.",
    discussion: """
      A rule meets donations that agree with all of --type, --program, --activity, --near, --match that are given. --redact \
      takes the values of --info out of them, as if they had never been there; without --info the texts that have the words \
      of --match.

        hunch rules add --drop --program org.example.bank --forget
        hunch rules add --drop --near 52.52,13.405 --within 100
        hunch rules add --redact --info url --info referrer
        hunch rules add --redact --match "my name"
      """)

  @Flag(help: "Keep nothing of them.")
  var drop = false

  @Flag(help: "Keep them without --info, or without the texts of --match.")
  var redact = false

  @OptionGroup var which: CriteriaOptions

  @Option(
    help: ArgumentHelp(
      "With --redact: a userInfo name to take out; may be repeated. With --drop: what has this name.",
      valueName: "name"))
  var info: [String] = []

  @Option(
    help: ArgumentHelp("Only what this user does. Default: everyone.", valueName: "name"),
    transform: Arguments.user)
  var user: UserIdentifier?

  @Flag(help: "With --drop: forget what is there already, too.")
  var forget = false

  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard drop != redact else { throw ValidationError("Say --drop or --redact.") }
    guard drop || !forget else {
      throw ValidationError("--forget goes with --drop; what is there already cannot be redacted.")
    }
    do {
      _ = try rule()
    } catch ActivityError.deletionWithoutCriterion {
      throw ValidationError(
        "Say what to drop: --type, --program, --activity, --info, --near or --match. hunch pause drops everything."
      )
    } catch ActivityError.textWithoutWords {
      throw ValidationError("Say what to redact: --info, or words with --match.")
    }
  }

  func run() async throws {
    let log = try store.open()
    let rule = try rule()
    let added = try await log.changeDoorRules { $0.add(rule) }
    var receipt: ForgettingReceipt?
    if forget {
      let users = try await log.users().map(\.user)
      receipt = try await log.forget(
        added.deletions(of: users, at: ForgetCommand.endOfTime()), rehearsing: false)
    }
    let report = receipt.map { ForgettingReport($0, isRehearsal: false) }
    if output.json {
      try Console.print(
        JSONText.line(Added(rule: RuleReport(added, at: try WallClock.now()), receipt: report)))
    } else {
      output.note("rule \(added.number) is in force")
      if let report { try Console.print(report.text) }
    }
  }

  private func rule() throws -> DoorRule {
    var criteria = try which.criteria()
    if drop {
      guard info.count < 2 else { throw ValidationError("Give --drop one --info; add a rule for each.") }
      criteria.userInfoKey = info.first
      return try DoorRule(.drop, of: user, matching: criteria)
    }
    if info.isEmpty {
      return try DoorRule(.redactText, of: user, matching: criteria.orEverything)
    }
    return try DoorRule(.redactKeys(Set(info)), of: user, matching: criteria.orEverything)
  }

  private struct Added: Encodable {
    let rule: RuleReport
    let receipt: ForgettingReport?
  }
}

/// `hunch rules remove`.
struct RemoveRule: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a rule; what it looked for leaves the disk.")

  @Argument(help: "The number that hunch rules list prints.")
  var number: Int

  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let number = number
    let removed = try await store.openExisting()?.changeDoorRules { $0.remove(number) } ?? nil
    guard let removed else { throw Failure("there is no rule \(number)", .nothingFound) }
    if output.json {
      try Console.print(JSONText.line(RuleReport(removed, at: try WallClock.now())))
    } else {
      output.note("rule \(number) is gone")
    }
  }
}

extension Deletion.Criteria {
  /// The criteria; everything if there are none.
  fileprivate var orEverything: Self { self == Self() ? .everything : self }
}
