internal import Activities
internal import Answers
internal import ArgumentParser
internal import Foundation
internal import Hunch
internal import LogFormat
internal import ProgramSupport
internal import SQLiteStorage
internal import Storage
internal import Suggestions

/// `hunch donate`.
struct DonateCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "donate",
    abstract: "Record something that you did.",
    discussion: """
      Donates one activity with --type. Without it, reads donations as JSON Lines from standard input.

        hunch donate --type org.example.player.play --title "Play Blue in Green" \\
          --info track=42 --context headphones=true
        echo '{"time":"2026-03-02T08:10:00+01:00",' \\
          '"activityType":"org.example.maps.view",' \\
          '"contentAttributes":{"city":"Berlin"}}' | hunch donate

      Values of --info and --context are read as JSON if they are valid JSON: 42 is a number, true a boolean, and '"42"' text. \
      Anything else is text. `hunch search` finds donations, unless --no-search, or "isEligibleForSearch": false in a line, \
      excludes them.
      """)
  static let sample = [
    "--type", "zq.type.open", "--title", "ZQtitle", "--info", "ZQkey=ZQvalue", "--near",
    "52.123456,13.654321", "--place-name", "ZQplace", "--phrase", "ZQphrase", "--context", "ZQa=ZQb", "--id",
    "ZQnew",
  ]

  @Option(
    help: ArgumentHelp("Donate one activity of this type, a reverse-DNS name.", valueName: "type"),
    completion: .activityTypes)
  var type: String?

  @Option(help: "Show this title to users; start it with a verb.", completion: .nothing)
  var title: String?

  @Option(
    name: .customLong("info"),
    help: ArgumentHelp("Add a userInfo value; may be repeated.", valueName: "name=value"),
    completion: .nothing,
    transform: Arguments.pair)
  var userInfo: [NamedArgument] = []

  @Option(
    name: .customLong("required"),
    help: ArgumentHelp(
      "Make this userInfo key part of the identity; may be repeated. Default: all.", valueName: "name"),
    completion: .nothing)
  var required: [String] = []

  @Flag(inversion: .prefixedNo, help: "Let searches find it.")
  var search = true

  @OptionGroup var context: ContextOptions

  @Option(
    help: ArgumentHelp(
      "Set how precise its time is: exact, day (only the day is known) or order (only what came before). Default: exact.",
      valueName: "precision"),
    completion: .list(TimePrecision.allCases.map(\.rawValue)))
  var timePrecision: String?

  @Option(help: ArgumentHelp("Name the place of --near.", valueName: "name"), completion: .nothing)
  var placeName: String?

  @Option(help: "Propose a short phrase that invokes it.", completion: .nothing)
  var phrase: String?

  @Option(help: "Donate as this program. Default: the type without its last part.", completion: .programs)
  var program: String?

  @Option(help: "Record the device it happened on.", completion: .nothing)
  var device: String?

  @Option(
    help: ArgumentHelp("Record its duration.", valueName: "seconds"),
    completion: .nothing,
    transform: Arguments.duration)
  var duration: Double?

  @Option(help: "Name this donation; a second one with the same name is a duplicate.", completion: .nothing)
  var id: String?

  @Option(
    help: ArgumentHelp(
      "Set the program's own name for the activity; hunch forget takes it.", valueName: "name"),
    completion: .nothing)
  var persistentIdentifier: String?

  @Flag(
    help: ArgumentHelp(
      "Only count the donation; keep nothing else. HUNCH_INCOGNITO=1 does this for every `hunch donate`."))
  var incognito = false

  @OptionGroup var store: StoreOptions
  @Option(
    help: ArgumentHelp(
      "Donate for this user. Default: the only user of the store, else me.", valueName: "name"),
    completion: .users,
    transform: Arguments.user)
  var user: UserIdentifier?

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if type == nil,
      title != nil || !userInfo.isEmpty || !required.isEmpty || id != nil || phrase != nil || !search
    {
      throw ValidationError("Missing --type: an activity needs a type, like org.example.player.play.")
    }
    if placeName != nil, context.near == nil { throw ValidationError("--place-name needs --near.") }
  }

  func run() async throws {
    if try incognito || Self.isIncognito(ProcessInfo.processInfo.environment) { return try await countOnly() }
    guard type != nil else {
      try await ImportRun(
        files: [LogFile(path: "-")], log: try store.open(), output: output, listsRefused: true,
        restoresForgotten: true
      ).run()
      return
    }
    let now = try WallClock.now()
    let existing = try store.openExisting()
    let users = try await user == nil ? existing?.users().map(\.user) ?? [] : []
    let user = user ?? (users.count == 1 ? users[0] : .me)
    let donation = try donation(by: user, now: now, at: await place(of: user))
    guard !donation.isFromTheFuture(at: now) else { throw SuggestionError.donationFromTheFuture }
    let log = try existing ?? store.open()
    let receipt = try await log.receipt(of: [donation], at: now)
    let kept = receipt.lastDonation ?? donation
    if output.json {
      do {
        try Console.print(JSONText.line(DonationReport(kept, receipt.donations)))
      } catch let failure as Failure where receipt.donations.filtered == 0 {
        throw Failure("the donation is kept, but \(failure.message)", failure.code)
      }
    } else if receipt.donations.filtered > 0 {
      output.note(
        receipt.rules.contains(where: \.isPause)
          ? "recording is paused (`hunch resume` ends it); nothing was added"
          : "filtered by a rule (`hunch rules list`); nothing was added")
    } else if receipt.donations.added == 0 {
      output.note("already donated; nothing was added")
    } else {
      let whose = kept.user == .me ? "" : " for \(kept.user.name)"
      output.confirm("donated\(whose): \(kept.activity.title ?? kept.activity.activityType)")
    }
  }

  /// Reads donations as usual, and keeps only their number.
  private func countOnly() async throws {
    let now = try WallClock.now()
    var count = 1
    if type == nil {
      let report = try await LogFile(path: "-").apply(
        to: InMemoryDonationStore(), now: now, quiet: output.quiet)
      count = report.donations.added + report.donations.duplicates
    } else {
      let user = user ?? .me
      _ = try donation(by: user, now: now, at: await place(of: user))
    }
    let counted = count
    try await store.openExisting()?.changePrivacyRules { $0.countIncognito(counted) }
    if output.json {
      try Console.print(JSONText.line(IncognitoReport(count)))
    } else {
      output.note("incognito: \(Formatting.count(count, "donation")) counted and not kept")
    }
  }

  /// Returns whether the environment asks to keep nothing.
  ///
  /// - Throws: A ``Failure`` for any other value: a user who meant 1 must not be recorded without
  ///   notice.
  private static func isIncognito(_ environment: [String: String]) throws -> Bool {
    switch environment["HUNCH_INCOGNITO"] {
    case nil, "", "0": return false
    case "1": return true
    default:
      throw Failure("HUNCH_INCOGNITO is neither 1 nor 0; set it to 1 or 0, or unset it", .configuration)
    }
  }

  /// The place of --near, with its name, or that of --place-name.
  private func place(of user: UserIdentifier) async throws -> Place? {
    guard let near = context.near else { return nil }
    var place = near.position
    if place == nil {
      let log = try store.openExisting() ?? InMemoryDonationStore() as any DonationStore
      place = try await near.found(for: user, in: log)
    }
    return try place.map {
      try Place(latitude: $0.latitude, longitude: $0.longitude, name: placeName ?? $0.name)
    }
  }

  private func donation(by user: UserIdentifier, now: Instant, at place: Place?) throws -> Donation {
    var typed = TypedDonation(type: type, title: title)
    (typed.userInfo, typed.required, typed.search) = (userInfo, required, search)
    (typed.phrase, typed.persistentIdentifier) = (phrase, persistentIdentifier)
    (typed.program, typed.device, typed.id) = (program, device, id)
    (typed.duration, typed.timePrecision) = (duration, timePrecision)
    do {
      return try typed.donation(by: user, in: context.context(now: now, at: place))
    } catch let error as RecordError {
      throw Failure("\(error)", .usage)
    }
  }
}
