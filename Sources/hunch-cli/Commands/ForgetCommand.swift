internal import Activities
internal import ArgumentParser
internal import DonationStore

/// `hunch forget`.
struct ForgetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Forget donations, for good and at once.",
    discussion: """
      Forgets what meets every criterion that is given, all that was learned from it, and its bytes on the disk. It asks \
      nothing, and prints how many donations it forgot.

        hunch forget --program org.example.player --since 2026-03-01T00:00:00+01:00
        hunch forget --persistent-identifier note-1 --persistent-identifier note-2
        hunch forget --all
      """)

  @Option(help: ArgumentHelp("Activities of this type.", valueName: "type"))
  var type: String?

  @Option(help: ArgumentHelp("What this program donated.", valueName: "name"))
  var program: String?

  @Option(help: ArgumentHelp("The donation of this name.", valueName: "name"))
  var id: String?

  @Option(help: ArgumentHelp("What a program calls so; may be repeated.", valueName: "name"))
  var persistentIdentifier: [String] = []

  @Option(
    help: ArgumentHelp(
      "What is linked to this item of a program's index, and the item; may be repeated.", valueName: "name"))
  var relatedItem: [String] = []

  @Option(help: ArgumentHelp("At or after this moment.", valueName: "time"), transform: Arguments.instant)
  var since: Instant?

  @Option(help: ArgumentHelp("Before this moment.", valueName: "time"), transform: Arguments.instant)
  var until: Instant?

  @Flag(help: "Everything of the user.")
  var all = false

  @OptionGroup var store: StoreOptions
  @OptionGroup var user: UserOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard criteria == [Deletion.Criteria()] else { return }
    throw ValidationError(
      """
      Say what to forget: --type, --program, --id, --persistent-identifier, --related-item, --since, --until, or --all.
      """)
  }

  func run() async throws {
    let deletions = try criteria.map { try Deletion(by: user.user, at: Self.endOfTime(), matching: $0) }
    let forgotten = try await store.openExisting()?.forget(deletions) ?? 0
    try Console.print(
      output.json ? "{\"forgotten\":\(forgotten)}" : "forgot \(Formatting.count(forgotten, "donation"))")
  }

  /// One for each combination of what may be repeated; all of them have the rest in common.
  private var criteria: [Deletion.Criteria] {
    var criteria = Deletion.Criteria()
    criteria.activityType = type
    criteria.program = program
    criteria.externalIdentifier = id
    criteria.since = since
    criteria.until = until
    criteria.all = all
    return Self.each(persistentIdentifier).flatMap { name in
      Self.each(relatedItem).map { item in
        (criteria.persistentIdentifier, criteria.relatedUniqueIdentifier) = (name, item)
        return criteria
      }
    }
  }

  /// Each of some names, or one that is absent.
  private static func each(_ names: [String]) -> [String?] { names.isEmpty ? [nil] : names }

  /// Who says "all" means what lies in the future by a wrong clock, too.
  private static func endOfTime() throws -> Instant { try Instant(rfc3339: "9999-12-31T23:59:59Z") }
}
