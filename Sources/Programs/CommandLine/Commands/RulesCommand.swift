internal import Activities
internal import Answers
internal import ArgumentParser
internal import ProgramSupport
internal import SQLiteStorage

/// `hunch rules`.
struct RulesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "List, add and remove privacy rules.",
    discussion: """
      Every donation passes the rules on its way into the store. A rule drops it, removes values from it, or replaces values \
      with keyed hashes. Matches are counted; their contents are not recorded. Existing donations do not change.

      A rule that hides keeps donations in the store and only excludes them from suggestions, existing and new ones alike. \
      Built-in lists hide sensitive sites (adult, banking, dating, gambling, health, jobs) until a rule shows them.

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
    guard !reports.isEmpty else { throw Failure("no rules; everything is kept", .nothingFound) }
  }
}

/// `hunch rules add`.
struct AddRule: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a rule.",
    discussion: """
      A rule applies to donations that match all given criteria: --type, --program, --activity, --near, --match, --site, \
      --site-kind and --folder. --redact removes the values of --info and --field, as if they had never existed; without either, \
      it removes the texts that contain a word of --match. --hash replaces each value with a keyed hash: equal values stay equal \
      and are ranked alike, but no program can continue the activity. It hashes the names of places, and with --field location \
      it rounds coordinates to a hundredth of a degree. --hide excludes activities from suggestions, by their newest donation; \
      `hunch search` still finds them, and `hunch open` opens them. --show allows them again, even on sensitive sites; the last \
      rule decides.

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

  @Flag(help: "Drop matching donations.")
  var drop = false

  @Flag(help: "Remove the values of --info and --field, or the texts of --match.")
  var redact = false

  @Flag(help: "Replace the values of --info and --field with hashes.")
  var hash = false

  @Flag(help: "Keep matching donations, but do not suggest them.")
  var hide = false

  @Flag(help: "Suggest them even if a list or an earlier rule hides them.")
  var show = false

  @OptionGroup var which: CriteriaOptions

  @Option(
    help: ArgumentHelp(
      "With --redact, --hash: change this userInfo value; may be repeated. With --drop, --hide, --show: match donations that have it.",
      valueName: "name"),
    completion: .nothing)
  var info: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Redact this field of the log, like title, location, location.name or context; may be repeated. With --hash: location or \
      location.name.
      """, valueName: "field"),
    completion: .words(of: DonationField.self),
    transform: Arguments.donationField)
  var field: [DonationField] = []

  @Option(
    help: ArgumentHelp("Apply the rule only to this user. Default: all users.", valueName: "name"),
    completion: .users,
    transform: Arguments.user)
  var user: UserIdentifier?

  @Flag(help: "With --drop: also forget existing donations.")
  var forget = false

  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard [drop, redact, hash, hide, show].count(where: \.self) == 1 else {
      throw ValidationError("Give one of --drop, --redact, --hash, --hide and --show.")
    }
    guard drop || !forget else {
      throw ValidationError(
        "--forget needs --drop. To change existing donations, export, forget and import them again with --restore-forgotten."
      )
    }
    guard !drop && !hide && !show || field.isEmpty else {
      throw ValidationError("--field needs --redact or --hash.")
    }
    for name in info where name.isEmpty {
      throw ValidationError("--info is empty; a script's variable may be unset.")
    }
    do {
      _ = try rule(around: which.anyPlace())
    } catch ActivityError.deletionWithoutCriterion {
      throw ValidationError(
        "Missing criterion: give --type, --program, --activity, --info, --near, --match, --site, --site-kind or --folder. To drop everything, use hunch pause."
      )
    } catch ActivityError.textWithoutWords {
      throw ValidationError("Nothing to redact: give --info, --field, or words with --match.")
    } catch ActivityError.empty {
      throw ValidationError("Nothing to hash: give --info, --field location or --field location.name.")
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
          "activities with --info are still suggested, but programs get the hash back and cannot continue them"
        )
      }
      if let report { try Console.print(report.text) }
    }
  }

  /// Returns the place of --near: a position, or a place that the user has named.
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
        hunch rules remove --forget-secret        after removing all rules that hash
      """)
  static let sample = ["1"]

  @Argument(
    help: "Remove the rule with this number from hunch rules list; optional with --forget-secret.",
    completion: .nothing)
  var number: Int?

  @Flag(
    help: """
      Also forget the secret of the hashes, if no other rule needs it: existing hashes can then no longer be traced, and later \
      hashes differ from them.
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
    guard let removed = removed ?? nil else {
      throw Failure("no rule has the number \(number); `hunch rules list` lists all rules", .nothingFound)
    }
    if output.json {
      try Console.print(JSONText.line(RuleReport(removed, at: try WallClock.now())))
    } else {
      output.note("removed rule \(number)\(forgetSecret ? " and forgot the secret" : "")")
    }
  }

  private func forgetSecretAlone() async throws {
    let hadSecret = try await store.openExisting()?.changePrivacyRules { rules in
      let hadSecret = rules.secret != nil
      try Self.forgetSecret(of: &rules)
      return hadSecret
    }
    guard hadSecret == true else { throw Failure("no secret to forget", .nothingFound) }
    if output.json {
      try Console.print(JSONText.line(ForgottenSecret()))
    } else {
      output.note("forgot the secret; existing hashes can no longer be traced")
    }
  }

  private static func forgetSecret(of rules: inout PrivacyRules) throws {
    guard rules.forgetSecret() else {
      throw Failure("nothing was changed: a rule still needs the secret; remove that rule first", .usage)
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
