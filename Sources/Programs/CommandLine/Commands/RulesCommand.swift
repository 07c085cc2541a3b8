internal import Activities
internal import Answers
internal import ArgumentParser
internal import SQLiteStorage

/// `hunch rules`.
struct RulesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "List, add and remove privacy rules.",
    discussion: """
      Every donation passes the rules on its way into the store. A rule drops it, takes something from it, or puts keyed \
      hashes in the place of values. How many it met is counted, and nothing of what was in them. What is there already \
      stays as it is.

      A rule that hides leaves everything in the store, and only keeps it out of suggestions, what is there and what comes. Sensitive sites \
      (adult, banking, dating, gambling, health, jobs) are hidden by lists that come with the program, until a rule shows them.

        hunch rules add --hide --site example.org
        hunch rules add --show --site-kind jobs
        hunch rules add --drop --program org.example.bank --forget
        hunch rules add --redact --info url --type 'org.example.browser.*'
        hunch rules add --hash --info contact --field location
        hunch rules list
        hunch rules remove 1
      """,
    subcommands: [ListRules.self, AddRule.self, RemoveRule.self], defaultSubcommand: ListRules.self)
}

/// `hunch rules list`.
struct ListRules: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the rules and the number of donations that each matched.")
  static let sample: [String] = []

  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let now = try WallClock.now()
    let rules = try await store.openExisting()?.privacyRules() ?? PrivacyRules()
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
struct AddRule: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a rule.",
    discussion: """
      A rule meets donations that agree with all of --type, --program, --activity, --near, --match, --site, --site-kind, --folder that \
      are given. --redact \
      takes the values of --info and --field out of them, as if they had never been there; without either the texts that \
      have a word of --match. --hash keeps a keyed hash in the place of each value: the same value is the same activity \
      again and ranked alike, but no program can continue it. Of a place it hashes the name, and with --field location it \
      rounds the coordinates to a hundredth of a degree. --hide keeps activities out of suggestions, by their newest donation; a search \
      finds them, and `hunch open` opens them. --show undoes that, and the lists of sensitive sites, for what it names; the last rule decides.

        hunch rules add --drop --program org.example.bank --forget
        hunch rules add --drop --near 52.52,13.405 --within 100
        hunch rules add --redact --info url --info referrer
        hunch rules add --redact --match "my name"
        hunch rules add --redact --field title --field context --program org.example.bank
        hunch rules add --hash --info contact
        hunch rules add --hide --folder ~/private
        hunch rules add --hide --match birthday
        hunch rules add --show --site-kind banking
      """)
  static let sample = ["--hash", "--info", "ZQkey", "--field", "location"]

  @Flag(help: "Keep nothing of them.")
  var drop = false

  @Flag(help: "Keep them without --info and --field, or without the texts of --match.")
  var redact = false

  @Flag(help: "Keep them with hashes in the place of --info and --field.")
  var hash = false

  @Flag(help: "Keep them, and do not suggest them.")
  var hide = false

  @Flag(help: "Suggest them although a list or an earlier rule hides them.")
  var show = false

  @OptionGroup var which: CriteriaOptions

  @Option(
    help: ArgumentHelp(
      "With --redact, --hash: a userInfo name; may be repeated. With --drop: what has this name.",
      valueName: "name"),
    completion: .nothing)
  var info: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      With --redact: a field of the log, like title, location, location.name or context; may be repeated. With --hash: \
      location or location.name.
      """, valueName: "field"),
    completion: .words(of: DonationField.self),
    transform: Arguments.donationField)
  var field: [DonationField] = []

  @Option(
    help: ArgumentHelp("Only what this user does. Default: everyone.", valueName: "name"),
    completion: .users,
    transform: Arguments.user)
  var user: UserIdentifier?

  @Flag(help: "With --drop: forget what is there already, too.")
  var forget = false

  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard [drop, redact, hash, hide, show].count(where: \.self) == 1 else {
      throw ValidationError("Say --drop, --redact, --hash, --hide or --show.")
    }
    guard drop || !forget else {
      throw ValidationError(
        "--forget goes with --drop; for what is there already, export it, forget it, and import it again with --restore-forgotten."
      )
    }
    guard !drop && !hide && !show || field.isEmpty else {
      throw ValidationError("--field goes with --redact or --hash.")
    }
    for name in info where name.isEmpty {
      throw ValidationError("--info is empty; a script's variable may be unset.")
    }
    do {
      _ = try rule(around: which.anyPlace())
    } catch ActivityError.deletionWithoutCriterion {
      throw ValidationError(
        "Say which: --type, --program, --activity, --info, --near, --match, --site, --site-kind or --folder. hunch pause drops everything."
      )
    } catch ActivityError.textWithoutWords {
      throw ValidationError("Say what to redact: --info, --field, or words with --match.")
    } catch ActivityError.empty {
      throw ValidationError("Say what to hash: --info, --field location or --field location.name.")
    } catch let error as ActivityError {
      throw ValidationError("\(error)")
    }
  }

  func run() async throws {
    let log = try store.open()
    let place = try await place(in: log)
    let rule = try rule(around: place)
    let added = try await log.changePrivacyRules { rules in
      var random = SystemRandomNumberGenerator()
      return rules.add(rule, secretIfNone: HashSecret(using: &random))
    }
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
      if hash, !info.isEmpty {
        output.note(
          "activities with --info are suggested as before, but programs get the hash back and cannot continue them"
        )
      }
      if let report { try Console.print(report.text) }
    }
  }

  /// Where --near is: a position for everyone, or a name that a user has given.
  private func place(in log: SQLiteDonationStore) async throws -> Place? {
    guard case .name? = which.near else { return which.near?.position }
    return try await which.place(for: UserOptions.user(user, in: log, quiet: output.quiet), in: log)
  }

  private func rule(around place: Place?) throws -> PrivacyRule {
    var criteria = try which.criteria(around: place)
    if drop || hide || show {
      guard info.count < 2 else { throw ValidationError("Give one --info; add a rule for each.") }
      criteria.userInfoKey = info.first
      return try PrivacyRule(hide ? .hide : show ? .show : .drop, of: user, matching: criteria)
    }
    let parts = DonationParts(keys: Set(info), fields: Set(field))
    let effect: PrivacyRule.Effect = hash ? .hash(parts) : parts.isEmpty ? .redactText : .redact(parts)
    return try PrivacyRule(effect, of: user, matching: criteria.orEverything)
  }

  private struct Added: Encodable {
    let rule: RuleReport
    let receipt: ForgettingReport?
  }
}

/// `hunch rules remove`.
struct RemoveRule: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a rule and erase its criteria from the disk.",
    discussion: """
        hunch rules remove 1
        hunch rules remove 1 --forget-secret
        hunch rules remove --forget-secret        when no rule that hashes is left
      """)
  static let sample = ["1"]

  @Argument(
    help: "The number that hunch rules list prints; with --forget-secret it can be left out.",
    completion: .nothing)
  var number: Int?

  @Flag(
    help: """
      Also forget the secret that hashes are made with, if no other rule needs it: the hashes that are kept can then be \
      traced to nothing, and what is hashed later differs from them.
      """)
  var forgetSecret = false

  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard number != nil || forgetSecret else {
      throw ValidationError("Give the number of a rule, as hunch rules list prints it, or --forget-secret.")
    }
  }

  func run() async throws {
    if let number { try await remove(number) } else { try await forgetSecretAlone() }
  }

  private func remove(_ number: Int) async throws {
    let forgetSecret = forgetSecret
    let removed = try await store.openExisting()?.changePrivacyRules { rules in
      guard let removed = rules.remove(number) else { return PrivacyRule?.none }
      if forgetSecret { try Self.forgetSecret(of: &rules) }
      return removed
    }
    guard let removed = removed ?? nil else { throw Failure("there is no rule \(number)", .nothingFound) }
    if output.json {
      try Console.print(JSONText.line(RuleReport(removed, at: try WallClock.now())))
    } else {
      output.note("rule \(number) is gone\(forgetSecret ? ", and the secret with it" : "")")
    }
  }

  private func forgetSecretAlone() async throws {
    let hadSecret = try await store.openExisting()?.changePrivacyRules { rules in
      let hadSecret = rules.secret != nil
      try Self.forgetSecret(of: &rules)
      return hadSecret
    }
    guard hadSecret == true else { throw Failure("there is no secret", .nothingFound) }
    if output.json {
      try Console.print(JSONText.line(ForgottenSecret()))
    } else {
      output.note("the secret is gone; the hashes that are kept can be traced to nothing")
    }
  }

  private static func forgetSecret(of rules: inout PrivacyRules) throws {
    guard rules.forgetSecret() else {
      throw Failure("a rule needs the secret; remove it first, nothing was changed", .usage)
    }
  }

  private struct ForgottenSecret: Encodable {
    let secretForgotten = true
  }
}

extension Deletion.Criteria {
  /// The criteria; everything if there are none.
  fileprivate var orEverything: Self { self == Self() ? .everything : self }
}
