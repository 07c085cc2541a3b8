internal import Activities
internal import Answers
internal import ArgumentParser
internal import Hunch
internal import ProgramSupport
internal import SQLiteStorage
internal import Suggestions

/// `hunch forget`.
struct ForgetCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Delete donations permanently.",
    discussion: """
      Forgets the donations that meet all given criteria and everything learned from them, erases their bytes on the disk, and \
      prints what was forgotten. On a terminal it asks before it forgets more than 20 donations, and offers the rule that keeps \
      such donations out from now on (rule in --json); elsewhere it does not ask. They stay forgotten when the same history or log is imported again, unless you give `hunch import --restore-forgotten`. To \
      keep something without having it suggested, see `hunch rules add --hide` and `hunch feedback never`.

        hunch forget "Project board"
        hunch forget --site example.org
        hunch forget --program org.example.player --since yesterday
        hunch forget --near 52.52,13.405 --within 200 --dry-run
        hunch forget --match "job interview"
        hunch forget --last
        hunch forget --all
      """)
  static let sample = ["--user", "ZQuser", "--match", "ZQtitle", "--yes"]

  /// The maximum number of donations to forget without asking, which a user can review in a
  /// receipt.
  static let many = 20

  @Argument(help: "Forget these activities: phrases, titles or identities.", completion: .activities)
  var activities: [String] = []

  @OptionGroup var which: CriteriaOptions

  @Option(
    help: ArgumentHelp("Forget the donation that its program gave this name.", valueName: "name"),
    completion: .nothing)
  var id: String?

  @Option(
    help: ArgumentHelp(
      "Forget the donation with these 32 digits, which donate --json prints.", valueName: "digits"),
    completion: .nothing,
    transform: Arguments.donation)
  var donation: DonationIdentifier?

  @Option(
    name: [.customLong("persistent-id"), .customLong("persistent-identifier")],
    help: ArgumentHelp(
      "Forget activities that a program gave this name; may be repeated.", valueName: "name"),
    completion: .nothing)
  var persistentIdentifier: [String] = []

  @Option(
    help: ArgumentHelp(
      "Forget this item of a program's index, and donations linked to it; may be repeated.", valueName: "name"
    ),
    completion: .nothing)
  var relatedItem: [String] = []

  @Option(
    help: ArgumentHelp("Forget donations with this name in their userInfo.", valueName: "name"),
    completion: .nothing)
  var info: String?

  @Option(
    help: ArgumentHelp(
      "Forget donations at or after this moment, like \"today 8:00\", \"2h ago\" or 2026-03-01; a day means its beginning.",
      valueName: "time"),
    completion: .moments,
    transform: Arguments.moment)
  var since: MomentArgument?

  @Option(
    help: ArgumentHelp("Forget donations before this moment.", valueName: "time"),
    completion: .moments,
    transform: Arguments.moment)
  var until: MomentArgument?

  @OptionGroup var time: TimeOptions

  @Flag(help: "Forget all donations of the user, and the names of their places.")
  var all = false

  @Flag(help: "Forget only the donation that arrived last.")
  var last = false

  @Flag(
    help: "Forget expired donations, and those beyond the limits of hunch retention, of all users.")
  var expired = false

  @Flag(name: .customLong("dry-run"), help: "Delete nothing; print what would be deleted.")
  var isRehearsal = false

  @Flag(help: "Do not ask for confirmation.")
  var yes = false

  @OptionGroup var store: StoreOptions
  @OptionGroup var user: UserOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    let names: [(String, [String?])] = [
      ("--info", [info]), ("--id", [id]), ("--persistent-id", persistentIdentifier),
      ("--related-item", relatedItem),
    ]
    for (name, texts) in names where texts.contains("") {
      throw ValidationError("\(name) is empty; a script's variable may be unset.")
    }
    if !activities.isEmpty, which.activity != nil {
      throw ValidationError("Name the activity, or give --activity, not both.")
    }
    let own = try criteria(now: WallClock.now(), around: which.anyPlace())
    if last || expired {
      guard own == [Deletion.Criteria()], activities.isEmpty, !(last && expired) else {
        throw ValidationError("--last and --expired cannot be combined with other criteria.")
      }
      return
    }
    guard own == [Deletion.Criteria()], activities.isEmpty else { return }
    throw ValidationError(
      """
      Missing criterion: give an activity's name, --type, --program, --activity, --id, --donation, --persistent-id, --related-item, --info, \
      --near, --match, --site, --site-kind, --folder, --since, --until, --last, --expired, or --all.
      """)
  }

  func run() async throws {
    guard let log = try store.openExisting() else {
      try print(ForgettingReceipt(), offering: nil)
      throw Failure("nothing was forgotten: there is no store at \(try store.path())", .nothingFound)
    }
    let user = try await user.user(in: log, quiet: output.quiet)
    let place = try await which.place(for: user, in: log)
    let named = try await identities(of: user, in: log)
    if Terminal.standardInput.isInteractive, !yes, !isRehearsal {
      let count = try await forget(in: log, of: user, around: place, named, rehearsing: true).donations
      if count > Self.many {
        Console.ask("Forget \(Formatting.count(count, "donation")) permanently? [y/N] ")
        guard ["y", "yes"].contains(readLine()?.lowercased()) else {
          throw Failure("nothing was forgotten: the answer was not y", .nothingFound)
        }
      }
    }
    let receipt = try await forget(in: log, of: user, around: place, named, rehearsing: isRehearsal)
    if !isRehearsal { RememberedList.dropAll() }
    try print(receipt, offering: try await rule(after: receipt, of: user, around: place, named, in: log))
    for draft in StoreLocation.drafts(besideStoreAt: try store.path()) {
      output.note(
        "\(draft): an interrupted repair left this file with donations in it; remove it, unless a repair is running"
      )
    }
    if receipt.isEmpty, try await !log.users().contains(where: { $0.user == user }) {
      output.note("that user has no donations; name another with --user, as `hunch users` lists them")
    } else if receipt.isEmpty, let program = which.program,
      let remark = try await log.remark(onMissing: program, of: user)
    {
      output.confirm(remark)
    }
  }

  /// Returns the identities of the named activities.
  private func identities(of user: UserIdentifier, in log: SQLiteDonationStore) async throws
    -> [ActivityIdentity]
  {
    guard !activities.isEmpty else { return [] }
    let engine = try SuggestionEngine.open(log: log)
    var identities: [ActivityIdentity] = []
    for name in activities {
      identities.append(try await ActivityReference(text: name).identity(by: engine, of: user, in: log))
    }
    return identities
  }

  private func forget(
    in log: SQLiteDonationStore, of user: UserIdentifier, around place: Place?, _ named: [ActivityIdentity],
    rehearsing: Bool
  ) async throws -> ForgettingReceipt {
    if expired {
      let now = try WallClock.now()
      let old = try await log.keepRetention(at: now, rehearsing: rehearsing)
      let end = try Self.endOfTime()
      let deletions = try await log.deletionsOfExpired(at: now, before: end)
      return old + (try await log.forget(deletions, rehearsing: rehearsing))
    }
    if last {
      guard let newest = try await log.lastArrival(of: user) else { return ForgettingReceipt() }
      return try await log.forget([newest.donation.retraction()], rehearsing: rehearsing)
    }
    let end = try Self.endOfTime()
    let deletions = try criteria(now: WallClock.now(), around: place, named).map {
      try Deletion(by: user, at: end, matching: $0)
    }
    return try await log.forget(deletions, rehearsing: rehearsing)
  }

  /// Returns the command that adds a rule, without which the same activity, donated or imported
  /// later, would be kept; `nil` if nothing was forgotten, no rule can be that narrow, or one
  /// exists.
  private func rule(
    after receipt: ForgettingReceipt, of user: UserIdentifier, around place: Place?,
    _ named: [ActivityIdentity], in log: SQLiteDonationStore
  ) async throws -> RuleCommand? {
    guard !isRehearsal, receipt.donations > 0, !last, !expired else { return nil }
    let criteria = try criteria(now: WallClock.now(), around: place, named)
    guard criteria.count == 1 else { return nil }
    let exists = try await log.privacyRules().rules.contains { rule in
      rule.effect == .drop && rule.criteria == criteria[0] && (rule.user == nil || rule.user == user)
    }
    guard !exists else { return nil }
    let hasOthers = try await log.users().contains { $0.user != user }
    return RuleCommand(
      keepingOut: criteria[0], of: self.user.name != nil || hasOthers ? user : nil, in: store)
  }

  private func print(_ receipt: ForgettingReceipt, offering rule: RuleCommand?) throws {
    let report = ForgettingReport(receipt, isRehearsal: isRehearsal, rule: rule?.text)
    try Console.print(output.json ? JSONText.line(report) : report.text)
    if let rule { output.confirm("to keep it out from now on: \(rule.text)") }
    if receipt.unnoted > 0, !isRehearsal {
      output.note(
        "a later import may restore \(Formatting.count(receipt.unnoted, "donation")), because the secret for the store's "
          + "hashes is damaged; see `hunch doctor`")
    }
  }

  /// Returns the criteria for each combination of the repeatable options; they share all others.
  private func criteria(
    now: Instant, around place: Place?, _ named: [ActivityIdentity] = []
  ) throws -> [Deletion.Criteria] {
    var criteria = try which.criteria(around: place)
    criteria.externalIdentifier = id
    criteria.donation = donation
    criteria.userInfoKey = info
    criteria.since = try since.map { try time.instant($0, now: now, bareDay: .beginning) }
    criteria.until = try until.map { try time.instant($0, now: now, bareDay: .beginning) }
    criteria.all = all
    return Self.each(persistentIdentifier).flatMap { name in
      Self.each(relatedItem).map { item in
        (criteria.persistentIdentifier, criteria.relatedUniqueIdentifier) = (name, item)
        return criteria
      }
    }.flatMap { criteria in
      guard !named.isEmpty else { return [criteria] }
      return named.map { identity in
        var own = criteria
        own.identity = identity
        return own
      }
    }
  }

  /// Returns the names, or one absent name if there are none.
  private static func each(_ names: [String]) -> [String?] { names.isEmpty ? [nil] : names }

  /// Returns the last instant of the year 9999, so that "all" includes donations that a wrong clock
  /// dated in the future.
  static func endOfTime() throws -> Instant { try Instant(rfc3339: "9999-12-31T23:59:59Z") }
}
